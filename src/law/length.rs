//! Lengths of time: `30 de zile`, `60 de zile lucrătoare`, `o lună`.

use std::fmt;

use serde::Serialize;

use super::cursor::Cursor;
use super::vocabulary::{self, FACTORS, SMALL_NUMBERS, TENS, ValueWord};

/// A number of days, months or other units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct Length {
    pub number: u32,
    pub unit: TimeUnit,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TimeUnit {
    Hours,
    /// Calendar days, unless the text says working days.
    Days,
    WorkingDays,
    Weeks,
    Months,
    Years,
}

const UNITS: [(&str, TimeUnit); 15] = [
    ("zile", TimeUnit::Days),
    ("zi", TimeUnit::Days),
    ("luni", TimeUnit::Months),
    ("luna", TimeUnit::Months),
    ("ani", TimeUnit::Years),
    ("an", TimeUnit::Years),
    ("ore", TimeUnit::Hours),
    ("ora", TimeUnit::Hours),
    ("h", TimeUnit::Hours),
    ("saptamani", TimeUnit::Weeks),
    ("saptamana", TimeUnit::Weeks),
    ("saptamini", TimeUnit::Weeks),
    ("saptamina", TimeUnit::Weeks),
    ("zilele", TimeUnit::Days),
    ("lunile", TimeUnit::Months),
];

/// The letters with which the Romanian words for counts begin.
const COUNT_LETTERS: &[u8] = b"cdnopstuz";

/// Reads a count in digits or words.
pub(super) fn read_count(cursor: &mut Cursor<'_>) -> Option<u32> {
    if cursor.peek()?.is_ascii_digit() {
        return cursor.attempt(|cursor| {
            let mut number = cursor.number()?;
            while let Some(thousands) = cursor.attempt(|cursor| {
                let digits = cursor.byte(b'.').then(|| cursor.take_while(|byte| byte.is_ascii_digit())).flatten()?;
                (digits.len() == 3).then(|| digits.parse::<u32>().ok()).flatten()
            }) {
                number = number.checked_mul(1000)?.checked_add(thousands)?;
            }
            Some(number)
        });
    }
    read_words(cursor)
}

/// Reads `o`, `douăzeci și cinci`, `o sută douăzeci` or `două mii`.
fn read_words(cursor: &mut Cursor<'_>) -> Option<u32> {
    // Nearly all words begin with another letter.
    let first = cursor.peek()?.to_ascii_lowercase();
    if !COUNT_LETTERS.contains(&first) {
        return None;
    }
    let count = read_below_hundred(cursor).or_else(|| cursor.word(&["un", "o"]).then_some(1))?;
    let factor = cursor.attempt(|cursor| {
        cursor.spaces();
        read_value(cursor, &FACTORS).filter(|factor| *factor <= 1000)
    });
    let rest = match factor {
        Some(100) => cursor.attempt(|cursor| {
            cursor.spaces();
            read_below_hundred(cursor)
        }),
        _ => None,
    };
    Some(count * factor.unwrap_or(1) + rest.unwrap_or(0))
}

fn read_below_hundred(cursor: &mut Cursor<'_>) -> Option<u32> {
    let Some(tens) = read_value(cursor, &TENS) else { return read_value(cursor, &SMALL_NUMBERS) };
    let ones = cursor.attempt(|cursor| {
        cursor.spaces();
        cursor.word(&["si"]).then_some(())?;
        cursor.spaces();
        let ones = cursor.word(&["unu", "una"]).then_some(1).or_else(|| read_value(cursor, &SMALL_NUMBERS))?;
        (ones < 10).then_some(ones)
    });
    Some(tens + ones.unwrap_or(0))
}

/// Reads one of the Romanian words.
fn read_value(cursor: &mut Cursor<'_>, words: &'static [ValueWord]) -> Option<u32> {
    vocabulary::romanian(words).find(|known| cursor.word(&[known.word])).map(|known| known.value)
}

impl Length {
    /// Reads `30 de zile lucrătoare` or `15 (cincisprezece) zile`.
    pub(super) fn read(cursor: &mut Cursor<'_>) -> Option<Self> {
        cursor.attempt(|cursor| {
            let number = read_count(cursor)?;
            cursor.spaces();
            if cursor.byte(b'(') {
                cursor.take_while(|byte| byte.is_ascii_alphabetic() || byte == b' ')?;
                cursor.byte(b')');
                cursor.spaces();
            }
            cursor.word(&["de"]);
            cursor.spaces();
            let (_, unit) = UNITS.into_iter().find(|(word, _)| cursor.word(&[word]))?;
            let is_working = cursor.attempt(|cursor| {
                cursor.spaces();
                if cursor.word(&["lucratoare", "lucratoare bancare", "bancare"]) {
                    return Some(true);
                }
                cursor.word(&["calendaristice", "calendaristica"]).then_some(false)
            });
            let unit = if unit == TimeUnit::Days && is_working == Some(true) { TimeUnit::WorkingDays } else { unit };
            Some(Self { number, unit })
        })
    }
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (one, many) = match self.unit {
            TimeUnit::Hours => ("hour", "hours"),
            TimeUnit::Days => ("day", "days"),
            TimeUnit::WorkingDays => ("working day", "working days"),
            TimeUnit::Weeks => ("week", "weeks"),
            TimeUnit::Months => ("month", "months"),
            TimeUnit::Years => ("year", "years"),
        };
        write!(f, "{} {}", self.number, if self.number == 1 { one } else { many })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::normalise::SearchCopy;

    #[test]
    fn words_for_counts_begin_with_the_letters_of_the_list() {
        let words = vocabulary::romanian(&TENS).chain(vocabulary::romanian(&SMALL_NUMBERS)).map(|known| known.word);
        for word in words.chain(["un", "o"]) {
            assert!(COUNT_LETTERS.contains(&word.as_bytes()[0]), "{word}");
        }
    }

    #[test]
    fn lengths_are_read_in_digits_and_words() {
        for (text, expected) in [
            ("30 de zile", "30 days"),
            ("o zi lucrătoare", "1 working day"),
            ("60 de zile lucrătoare", "60 working days"),
            ("15 (cincisprezece) zile calendaristice", "15 days"),
            ("șase luni", "6 months"),
            ("48 de ore", "48 hours"),
            ("1.000 de zile", "1000 days"),
            ("două săptămâni", "2 weeks"),
            ("douăzeci și cinci de zile", "25 days"),
            ("treizeci și unu de zile", "31 days"),
            ("șaptezeci și două de ore", "72 hours"),
            ("o sută douăzeci de zile lucrătoare", "120 working days"),
            ("două mii de zile", "2000 days"),
            ("15 (cincisprezece) zile", "15 days"),
        ] {
            let copy = SearchCopy::new(text);
            let mut cursor = Cursor::new(copy.text(), 0);
            let length = Length::read(&mut cursor).unwrap_or_else(|| panic!("{text}"));
            assert_eq!((length.to_string().as_str(), cursor.rest()), (expected, ""), "{text}");
        }
        let copy = SearchCopy::new("20 de puncte");
        assert_eq!(Length::read(&mut Cursor::new(copy.text(), 0)), None);
    }
}
