//! Dates as laws write them, in words and in digits.

use jiff::civil::Date;

use super::cursor::Cursor;
use super::label::roman_value;
use super::vocabulary;
use crate::date::{RO_MONTHS, YEARS};

/// Reads the name of a month, or a short form with its dot: `sept.`
pub(super) fn read_month(cursor: &mut Cursor<'_>) -> Option<i8> {
    let initial = cursor.peek()?.to_ascii_lowercase();
    let mut months = RO_MONTHS.iter().zip(1..).filter(|(month, _)| month.as_bytes()[0] == initial);
    let whole = months.find(|(month, _)| cursor.word(&[month])).map(|(_, number)| number);
    whole.or_else(|| cursor.attempt(read_short_month))
}

fn read_short_month(cursor: &mut Cursor<'_>) -> Option<i8> {
    let word = cursor.take_while(|byte| byte.is_ascii_alphabetic()).filter(|word| (3..=4).contains(&word.len()))?;
    let (month, is_short) = vocabulary::month(&word.to_ascii_lowercase())?;
    (is_short && cursor.byte(b'.')).then_some(month)
}

/// Reads a year with four digits.
pub(super) fn read_year(cursor: &mut Cursor<'_>) -> Option<i16> {
    cursor.attempt(|cursor| {
        let digits = cursor.take_while(|byte| byte.is_ascii_digit()).filter(|digits| digits.len() == 4)?;
        digits.parse().ok().filter(|year| YEARS.contains(year))
    })
}

/// Reads the number of a day: `25`, `05`, `1-a`, `întâi`.
pub(super) fn read_day_number(cursor: &mut Cursor<'_>) -> Option<i8> {
    cursor.attempt(|cursor| {
        if cursor.word(&["intai", "intii"]) {
            return Some(1);
        }
        let digits = cursor.take_while(|byte| byte.is_ascii_digit()).filter(|digits| digits.len() <= 2)?;
        cursor.word(&["-a", "-i"]);
        digits.parse().ok().filter(|day| (1..=31).contains(day))
    })
}

/// A day, with its year if the text gives it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct WrittenDay {
    pub year: Option<i16>,
    pub month: i8,
    pub day: i8,
}

impl WrittenDay {
    pub fn date(self) -> Option<Date> {
        Date::new(self.year?, self.month, self.day).ok()
    }
}

/// Reads `15 decembrie 2025`, `15.12.2025` or `15-12-2025`.
pub(super) fn read_date(cursor: &mut Cursor<'_>) -> Option<Date> {
    cursor.attempt(|cursor| read_written_day(cursor)?.date())
}

/// Reads a day with the name of its month, or in digits with its year.
pub(super) fn read_written_day(cursor: &mut Cursor<'_>) -> Option<WrittenDay> {
    cursor.attempt(read_day_in_words).or_else(|| cursor.attempt(read_day_in_digits))
}

fn read_day_in_words(cursor: &mut Cursor<'_>) -> Option<WrittenDay> {
    let day = read_day_number(cursor)?;
    cursor.spaces();
    let month = read_month(cursor)?;
    let year = cursor.attempt(|cursor| {
        cursor.spaces();
        cursor.word(&["al anului", "a anului", "anul"]);
        cursor.spaces();
        read_year(cursor)
    });
    // A day without a year is checked in a leap year, in which 29 February exists.
    Date::new(year.unwrap_or(2024), month, day).ok()?;
    Some(WrittenDay { year, month, day })
}

/// Reads `15.12.2025`, `15-12-2025`, `15/12/2025` or `7.X.2021`.
fn read_day_in_digits(cursor: &mut Cursor<'_>) -> Option<WrittenDay> {
    let digits = cursor.take_while(|byte| byte.is_ascii_digit()).filter(|digits| digits.len() <= 2)?;
    let day = digits.parse().ok()?;
    let sign = cursor.peek().filter(|byte| b".-/".contains(byte))?;
    cursor.byte(sign);
    let month = cursor.take_while(|byte| byte.is_ascii_alphanumeric()).filter(|month| month.len() <= 4)?;
    let month = month.parse().ok().or_else(|| i8::try_from(roman_value(month)?).ok())?;
    let year = cursor.byte(sign).then(|| read_year(cursor)).flatten()?;
    Date::new(year, month, day).ok()?;
    Some(WrittenDay { year: Some(year), month, day })
}
