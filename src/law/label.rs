//! Labels of provisions: `97^1`, `XII`, `(2^1)`, `f^7)`, `3.1.2`, and lists and ranges of them.

mod order;
mod range;
mod read;
mod roman;
mod write;

use super::cursor::Cursor;
use read::read_thousands;

pub use range::LabelRange;
pub(crate) use read::{read_letter, read_number, read_point, read_roman, read_sole, split_index};
pub use roman::{roman, roman_value};

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

    /// The label of a roman number in capitals, with or without an index: `XII`, `IV^1`.
    pub(super) fn of_roman(text: &str) -> Option<Self> {
        let (letters, index) = split_index(text)?;
        Some(Self { base: LabelBase::Roman(roman_value(letters)?), index })
    }

    /// The number of an arabic or roman label.
    pub fn number(&self) -> Option<u32> {
        match self.base {
            LabelBase::Arabic(number) | LabelBase::Roman(number) => Some(number),
            _ => None,
        }
    }

    /// The same label as that of an article: codes write 1026 as `1.026`, which is no point in a point.
    pub(crate) fn of_article(self) -> Self {
        let LabelBase::Dotted(text) = &self.base else { return self };
        match read_thousands(&mut Cursor::new(text, 0)) {
            Some(number) if number >= 1000 && text.len() == 5 => {
                Self { base: LabelBase::Arabic(number), index: self.index }
            }
            _ => self,
        }
    }

    fn without_index(base: LabelBase) -> Self {
        Self { base, index: Vec::new() }
    }

    /// The label with the last number of its index, or its base, one higher.
    fn next(&self) -> Option<Self> {
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

#[cfg(test)]
mod tests;
