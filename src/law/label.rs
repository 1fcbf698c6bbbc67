//! Labels of provisions: `97^1`, `XII`, `(2^1)`, `f^7)`, `3.1.2`, and lists and ranges of them.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

use super::cursor::Cursor;

/// Most labels of a range; no range of real provisions has as many.
const LONGEST_RANGE: u32 = 2000;

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

/// One label, or all labels from one to another.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct LabelRange {
    pub first: Label,
    pub last: Option<Label>,
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

impl LabelRange {
    pub fn one(label: Label) -> Self {
        Self { first: label, last: None }
    }

    /// The labels of the range in order. Provisions inserted between two numbers are not known: `97^2-99` lists
    /// `97^2, 98, 99`.
    pub fn labels(&self) -> Vec<Label> {
        let mut labels = vec![self.first.clone()];
        let Some(last) = &self.last else { return labels };
        let mut at = self.first.clone();
        for _ in 0..LONGEST_RANGE {
            let next = if at.base == last.base && at.index.is_empty() && !last.index.is_empty() {
                Some(Label { base: at.base.clone(), index: vec![1] })
            } else if at.base != last.base {
                Label::without_index(at.base.clone()).next()
            } else {
                at.next()
            };
            let Some(next) = next.filter(|next| next <= last) else { break };
            labels.push(next.clone());
            at = next;
        }
        if labels.last() != Some(last) {
            labels.push(last.clone());
        }
        labels
    }

    /// Whether the label is in the range, by the order of provisions.
    pub fn contains(&self, label: &Label) -> bool {
        match &self.last {
            None => self.first == *label,
            Some(last) => (&self.first..=last).contains(&label),
        }
    }
}

/// The order of provisions: an inserted one stands after the one that it follows. Labels of different kinds are
/// in the order of the kinds.
impl Ord for Label {
    fn cmp(&self, other: &Self) -> Ordering {
        let key = |label: &Self| match &label.base {
            LabelBase::Sole => (0, 0, Vec::new(), String::new()),
            LabelBase::Arabic(number) | LabelBase::Roman(number) | LabelBase::Lettered(number, _) => {
                (1, 1, vec![*number], String::new())
            }
            LabelBase::Dotted(parts) => (1, 1, parts.split('.').map(part_value).collect(), String::new()),
            LabelBase::Letter(letters) => (2, letters.len(), Vec::new(), letters.to_ascii_lowercase()),
        };
        let letter = |label: &Self| match label.base {
            LabelBase::Lettered(_, letter) => Some(letter),
            _ => None,
        };
        let by_base = key(self).cmp(&key(other)).then_with(|| self.index.cmp(&other.index));
        by_base.then_with(|| letter(self).cmp(&letter(other)))
    }
}

fn part_value(part: &str) -> u32 {
    part.parse().ok().or_else(|| roman_value(part)).or_else(|| part.bytes().next().map(u32::from)).unwrap_or(0)
}

impl PartialOrd for Label {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.base {
            LabelBase::Arabic(number) | LabelBase::Lettered(number, _) => write!(f, "{number}")?,
            LabelBase::Roman(number) => f.write_str(&roman(*number))?,
            LabelBase::Letter(text) | LabelBase::Dotted(text) => f.write_str(text)?,
            LabelBase::Sole => f.write_str("unic")?,
        }
        self.index.iter().try_for_each(|index| write!(f, "^{index}"))?;
        match self.base {
            LabelBase::Lettered(_, letter) => write!(f, "{letter}"),
            _ => Ok(()),
        }
    }
}

impl fmt::Display for LabelRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.first)?;
        self.last.as_ref().map_or(Ok(()), |last| write!(f, "-{last}"))
    }
}

impl Serialize for Label {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Serialize for LabelRange {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl FromStr for Label {
    type Err = &'static str;

    /// Parses `97^1`, `XII`, `f^7`, `3.1.2` or `unic`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut cursor = Cursor::new(text, 0);
        let label = read_sole(&mut cursor).or_else(|| read_point(&mut cursor));
        let label = label.or_else(|| read_letter(&mut cursor));
        label.filter(|_| cursor.rest().is_empty()).ok_or("a label is a number, a roman number, a letter or \"unic\"")
    }
}

/// Reads an arabic number with its index, and a small letter after both.
pub(super) fn read_number(cursor: &mut Cursor<'_>) -> Option<Label> {
    let number = read_thousands(cursor)?;
    let index = read_index(cursor);
    let base = read_small_letter(cursor).map_or(LabelBase::Arabic(number), |it| LabelBase::Lettered(number, it));
    Some(Label { base, index })
}

fn read_small_letter(cursor: &mut Cursor<'_>) -> Option<char> {
    cursor.attempt(|cursor| {
        let letter = cursor.take_while(|byte| byte.is_ascii_lowercase()).filter(|letter| letter.len() == 1)?;
        let ends = !cursor.peek().is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b')');
        ends.then(|| letter.chars().next()).flatten()
    })
}

/// As [`read_number`], without thousands: the dot in `3.101` divides a point.
fn read_plain(cursor: &mut Cursor<'_>) -> Option<Label> {
    let number = cursor.number()?;
    let index = read_index(cursor);
    let base = read_small_letter(cursor).map_or(LabelBase::Arabic(number), |it| LabelBase::Lettered(number, it));
    Some(Label { base, index })
}

/// Reads the label of a point: a number, a roman number or a capital letter, and numbers after dots.
pub(super) fn read_point(cursor: &mut Cursor<'_>) -> Option<Label> {
    cursor.attempt(|cursor| {
        let first = read_plain(cursor).or_else(|| read_roman(cursor)).or_else(|| read_capital(cursor))?;
        let mut text = first.to_string();
        // The digits as written: in a code, "1.026" has a thousands dot.
        while read_dot(cursor) {
            text = format!("{text}.{}", cursor.take_while(|byte| byte.is_ascii_digit()).filter(is_short)?);
        }
        if text.contains('.') {
            return Some(Label { base: LabelBase::Dotted(text), index: read_index(cursor) });
        }
        Some(first)
    })
}

/// Whether digits are a number of a label.
fn is_short(digits: &&str) -> bool {
    digits.len() <= 6
}

fn read_capital(cursor: &mut Cursor<'_>) -> Option<Label> {
    cursor.attempt(|cursor| {
        let letter = cursor.take_while(|byte| byte.is_ascii_uppercase()).filter(|letter| letter.len() == 1)?;
        let ends = !cursor.peek().is_some_and(|byte| byte.is_ascii_alphanumeric());
        ends.then(|| Label::letter(letter))
    })
}

/// Reads a number; articles of codes are also written `2.009`.
fn read_thousands(cursor: &mut Cursor<'_>) -> Option<u32> {
    let number = cursor.number()?;
    let thousands = cursor.attempt(|cursor| {
        let digits = cursor.byte(b'.').then(|| cursor.take_while(|byte| byte.is_ascii_digit())).flatten()?;
        (digits.len() == 3 && number < 10 && number > 0).then(|| digits.parse::<u32>().ok()).flatten()
    });
    Some(thousands.map_or(number, |rest| number * 1000 + rest))
}

/// Reads a dot that a digit follows.
fn read_dot(cursor: &mut Cursor<'_>) -> bool {
    cursor
        .attempt(|cursor| {
            let dot = cursor.byte(b'.');
            (dot && cursor.peek().is_some_and(|byte| byte.is_ascii_digit())).then_some(())
        })
        .is_some()
}

/// Reads `^1`, and the words `bis`, `ter` and `quater`.
fn read_index(cursor: &mut Cursor<'_>) -> Vec<u32> {
    let mut index = Vec::new();
    while let Some(number) = cursor.attempt(|cursor| cursor.byte(b'^').then(|| cursor.number()).flatten()) {
        index.push(number);
    }
    if index.is_empty() {
        let word = cursor.attempt(|cursor| {
            cursor.spaces();
            let words = [("bis", 1), ("ter", 2), ("quater", 3)];
            words.into_iter().find(|(word, _)| cursor.word(&[word])).map(|(_, number)| number)
        });
        index.extend(word);
    }
    index
}

/// Reads a roman number in capitals with its index.
pub(super) fn read_roman(cursor: &mut Cursor<'_>) -> Option<Label> {
    cursor.attempt(|cursor| {
        let letters = cursor.take_while(|byte| b"IVXLCDM".contains(&byte))?;
        let number = roman_value(letters)?;
        let ends = !cursor.peek().is_some_and(|byte| byte.is_ascii_alphanumeric());
        ends.then(|| Label { base: LabelBase::Roman(number), index: read_index(cursor) })
    })
}

/// Reads one or two letters with their index.
pub(super) fn read_letter(cursor: &mut Cursor<'_>) -> Option<Label> {
    cursor.attempt(|cursor| {
        let letters = cursor.take_while(|byte| byte.is_ascii_alphabetic()).filter(|letters| letters.len() <= 2)?;
        Some(Label { base: LabelBase::Letter(letters.to_owned()), index: read_index(cursor) })
    })
}

/// Reads the word `unic`.
pub(super) fn read_sole(cursor: &mut Cursor<'_>) -> Option<Label> {
    cursor.word(&["unic"]).then_some(Label { base: LabelBase::Sole, index: Vec::new() })
}

/// Splits a label such as `f^7` into its base and its index; `None` if the index is not one number.
pub(super) fn split_index(text: &str) -> Option<(&str, Vec<u32>)> {
    match text.split_once('^') {
        Some((base, index)) if !index.is_empty() => Some((base, vec![index.parse().ok()?])),
        Some((base, _)) => Some((base, Vec::new())),
        None => Some((text, Vec::new())),
    }
}

const ROMAN: [(u32, &str); 13] = [
    (1000, "M"),
    (900, "CM"),
    (500, "D"),
    (400, "CD"),
    (100, "C"),
    (90, "XC"),
    (50, "L"),
    (40, "XL"),
    (10, "X"),
    (9, "IX"),
    (5, "V"),
    (4, "IV"),
    (1, "I"),
];

/// The number in roman digits.
pub fn roman(number: u32) -> String {
    let mut rest = number.min(9999);
    let mut digits = String::new();
    for (value, letters) in ROMAN {
        digits.push_str(&letters.repeat((rest / value) as usize));
        rest %= value;
    }
    digits
}

/// The value of a roman number; `None` if it is not written in the usual form.
pub fn roman_value(text: &str) -> Option<u32> {
    let (mut rest, mut value) = (text, 0);
    for (number, letters) in ROMAN {
        while let Some(after) = rest.strip_prefix(letters) {
            (rest, value) = (after, value + number);
        }
    }
    (rest.is_empty() && value > 0 && roman(value) == text).then_some(value)
}

#[cfg(test)]
mod tests;
