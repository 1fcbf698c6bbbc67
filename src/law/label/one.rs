//! One label.

/// The label of one provision, without the signs around it: the brackets of `(2)` belong to the unit.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Label {
    pub base: LabelBase,
    /// The raised numbers of inserted provisions: 1 in `97^1`.
    pub index: Vec<u32>,
}

/// A label without its index.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum LabelBase {
    Arabic(u32),
    Roman(u32),
    /// A number and a small letter, as in acts of the European Union: `29b`. The letter stands after the index.
    Lettered(u32, char),
    /// One or two letters of the alphabet, as written.
    Letter(String),
    /// Points with dots, such as `3.1.2` and `I.8`.
    Dotted(String),
    /// The only article of an act ("articol unic").
    Sole,
}

impl Label {
    pub fn arabic(number: u32) -> Self {
        Self::without_index(LabelBase::Arabic(number))
    }

    pub fn letter(letter: &str) -> Self {
        Self::without_index(LabelBase::Letter(letter.to_owned()))
    }

    /// The number of an arabic or roman label.
    pub fn number(&self) -> Option<u32> {
        match self.base {
            LabelBase::Arabic(number) | LabelBase::Roman(number) => Some(number),
            _ => None,
        }
    }

    pub(super) fn without_index(base: LabelBase) -> Self {
        Self { base, index: Vec::new() }
    }

    /// The label with the last number of its index, or its base, one higher.
    pub(super) fn next(&self) -> Option<Self> {
        let mut index = self.index.clone();
        if let Some(last) = index.last_mut() {
            *last += 1;
            return Some(Self { base: self.base.clone(), index });
        }
        let base = match &self.base {
            LabelBase::Arabic(number) => LabelBase::Arabic(number + 1),
            LabelBase::Roman(number) => LabelBase::Roman(number + 1),
            LabelBase::Lettered(number, letter) => {
                let next = next_letter(&letter.to_string())?;
                LabelBase::Lettered(*number, next.chars().next()?)
            }
            LabelBase::Letter(letters) => LabelBase::Letter(next_letter(letters)?),
            LabelBase::Dotted(parts) => {
                let (front, last) = parts.rsplit_once('.')?;
                LabelBase::Dotted(format!("{front}.{}", last.parse::<u32>().ok()? + 1))
            }
            LabelBase::Sole => return None,
        };
        Some(Self::without_index(base))
    }
}

/// The letter after this one in a list of a law, which leaves out diacritics: `a` to `z`. Of the lists `aa`, `bb` and
/// `aa`, `ab`, which both occur, this assumes the first.
fn next_letter(letters: &str) -> Option<String> {
    let mut bytes = letters.bytes();
    let (first, second) = (bytes.next()?, bytes.next());
    match second {
        None => (first.to_ascii_lowercase() < b'z').then(|| char::from(first + 1).to_string()),
        Some(second) if second == first => {
            (first.to_ascii_lowercase() < b'z').then(|| char::from(first + 1).to_string().repeat(2))
        }
        Some(second) => {
            (second.to_ascii_lowercase() < b'z').then(|| [first, second + 1].map(char::from).iter().collect())
        }
    }
}
