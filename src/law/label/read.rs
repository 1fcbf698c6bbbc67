//! Reading labels.

use std::str::FromStr;

use super::one::{Label, LabelBase};
use super::roman::roman_value;
use crate::cursor::Cursor;

impl Label {
    /// The label of a roman number in capitals, with or without an index: `XII`, `IV^1`.
    pub(crate) fn of_roman(text: &str) -> Option<Self> {
        let (letters, index) = split_index(text)?;
        Some(Self { base: LabelBase::Roman(roman_value(letters)?), index })
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
pub(crate) fn read_number(cursor: &mut Cursor<'_>) -> Option<Label> {
    let number = read_thousands(cursor)?;
    Some(read_after_number(cursor, number))
}

/// The label of a number, with the index and the small letter after it.
fn read_after_number(cursor: &mut Cursor<'_>, number: u32) -> Label {
    let index = read_index(cursor);
    let base = read_small_letter(cursor).map_or(LabelBase::Arabic(number), |it| LabelBase::Lettered(number, it));
    Label { base, index }
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
    Some(read_after_number(cursor, number))
}

/// Reads the label of a point: a number, a roman number or a capital letter, and numbers after dots.
pub(crate) fn read_point(cursor: &mut Cursor<'_>) -> Option<Label> {
    cursor.attempt(|cursor| {
        let first = read_plain(cursor).or_else(|| read_roman(cursor)).or_else(|| read_capital(cursor))?;
        let mut text = first.to_string();
        // The digits as written: in a code, "1.026" has a thousands dot.
        while read_dot(cursor) {
            text.push('.');
            text.push_str(cursor.take_while(|byte| byte.is_ascii_digit()).filter(is_short)?);
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
pub(super) fn read_thousands(cursor: &mut Cursor<'_>) -> Option<u32> {
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
pub(crate) fn read_roman(cursor: &mut Cursor<'_>) -> Option<Label> {
    cursor.attempt(|cursor| {
        let letters = cursor.take_while(|byte| b"IVXLCDM".contains(&byte))?;
        let number = roman_value(letters)?;
        let ends = !cursor.peek().is_some_and(|byte| byte.is_ascii_alphanumeric());
        ends.then(|| Label { base: LabelBase::Roman(number), index: read_index(cursor) })
    })
}

/// Reads one or two letters with their index.
pub(crate) fn read_letter(cursor: &mut Cursor<'_>) -> Option<Label> {
    cursor.attempt(|cursor| {
        let letters = cursor.take_while(|byte| byte.is_ascii_alphabetic()).filter(|letters| letters.len() <= 2)?;
        Some(Label { base: LabelBase::Letter(letters.to_owned()), index: read_index(cursor) })
    })
}

/// Reads the word `unic`.
pub(crate) fn read_sole(cursor: &mut Cursor<'_>) -> Option<Label> {
    cursor.word(&["unic"]).then_some(Label { base: LabelBase::Sole, index: Vec::new() })
}

/// Splits a label such as `f^7` into its base and its index; `None` if the index is not one number.
pub(crate) fn split_index(text: &str) -> Option<(&str, Vec<u32>)> {
    match text.split_once('^') {
        Some((base, index)) if !index.is_empty() => Some((base, vec![index.parse().ok()?])),
        Some((base, _)) => Some((base, Vec::new())),
        None => Some((text, Vec::new())),
    }
}
