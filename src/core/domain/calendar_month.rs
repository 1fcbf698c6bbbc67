//! Months of the calendar.

use std::fmt;
use std::str::FromStr;

use jiff::ToSpan;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

/// A month, such as `2026-05`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(try_from = "String")]
pub struct CalendarMonth {
    year: i16,
    month: i8,
}

impl CalendarMonth {
    /// The month of a day.
    pub fn of(day: Date) -> Self {
        Self { year: day.year(), month: day.month() }
    }

    /// The first day of the month.
    pub fn first_day(self) -> Date {
        Date::new(self.year, self.month, 1).unwrap_or(Date::MIN)
    }

    /// The month before.
    pub fn before(self) -> Self {
        Self::of(self.first_day().checked_sub(1.day()).unwrap_or(Date::MIN))
    }

    /// The month after.
    pub fn after(self) -> Self {
        Self::of(self.first_day().checked_add(1.month()).unwrap_or(Date::MAX))
    }

    pub fn contains(self, day: Date) -> bool {
        Self::of(day) == self
    }
}

impl fmt::Display for CalendarMonth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}", self.year, self.month)
    }
}

impl FromStr for CalendarMonth {
    type Err = &'static str;

    /// Reads a month from 1990 to 2100.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let read = || {
            let (year, month) = text.split_once('-').filter(|(year, month)| year.len() == 4 && month.len() == 2)?;
            let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
            let month = Self { year: year.parse().ok()?, month: month.parse().ok()? };
            let is_month = (1990..=2100).contains(&month.year) && (1..=12).contains(&month.month);
            (is_month && digits(year)).then_some(month)
        };
        read().ok_or("a month is written as 2026-05, from 1990 to 2100")
    }
}

impl TryFrom<String> for CalendarMonth {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl Serialize for CalendarMonth {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_month_is_read_as_it_is_written() {
        let month: CalendarMonth = "2026-01".parse().expect("a month");
        assert_eq!(
            [month, month.before(), month.before().after()].map(|month| month.to_string()),
            ["2026-01", "2025-12", "2026-01"]
        );
        assert!(month.contains(jiff::civil::date(2026, 1, 31)) && !month.contains(jiff::civil::date(2026, 2, 1)));
        for text in
            ["", "2026", "2026-1", "2026-13", "2026-00", "1989-12", "2101-01", "+026-05", "2026-05-01", "ăăăă-05"]
        {
            assert!(text.parse::<CalendarMonth>().is_err(), "{text}");
        }
    }
}
