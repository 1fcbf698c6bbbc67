//! The month or the quarter that a form is about.

use std::fmt;

use jiff::civil::Date;
use paragraf_law::date;
use paragraf_law::language::Language;

/// The period before a day on which a form is due, written `2026-10` or `2026-Q3`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TaxPeriod {
    /// The first day of the month.
    Month(Date),
    Quarter {
        year: i16,
        /// From 1.
        number: i8,
    },
}

impl TaxPeriod {
    /// The month before that of `day`.
    pub fn month_before(day: Date) -> Self {
        Self::Month(last_of_month_before(day).first_of_month())
    }

    /// The last quarter that ended before the month of `day`.
    pub fn quarter_before(day: Date) -> Self {
        let before = last_of_month_before(day);
        let ended = before.month() / 3;
        match ended {
            0 => Self::Quarter { year: before.year() - 1, number: 4 },
            number => Self::Quarter { year: before.year(), number },
        }
    }

    /// `octombrie` and `trim. III 2026`, or `October` and `Q3 2026`.
    pub fn words(self, language: Language) -> String {
        match (self, language) {
            (Self::Month(first), _) => date::month(first, language).to_owned(),
            (Self::Quarter { year, number }, Language::Ro) => format!("trim. {} {year}", roman(number)),
            (Self::Quarter { year, number }, Language::En) => format!("Q{number} {year}"),
        }
    }
}

impl fmt::Display for TaxPeriod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Month(first) => write!(f, "{}", first.strftime("%Y-%m")),
            Self::Quarter { year, number } => write!(f, "{year}-Q{number}"),
        }
    }
}

fn last_of_month_before(day: Date) -> Date {
    day.first_of_month().yesterday().unwrap_or(day)
}

fn roman(quarter: i8) -> &'static str {
    match quarter {
        1 => "I",
        2 => "II",
        3 => "III",
        _ => "IV",
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn a_period_is_the_one_before_the_day() {
        let month = TaxPeriod::month_before(date(2027, 1, 30));
        assert_eq!((month.to_string(), month.words(Language::Ro)), ("2026-12".into(), "decembrie".into()));
        for (day, written, words) in [
            (date(2027, 1, 25), "2026-Q4", "trim. IV 2026"),
            (date(2026, 4, 30), "2026-Q1", "trim. I 2026"),
            (date(2026, 10, 31), "2026-Q3", "trim. III 2026"),
            (date(2026, 2, 1), "2025-Q4", "trim. IV 2025"),
        ] {
            let quarter = TaxPeriod::quarter_before(day);
            assert_eq!((quarter.to_string(), quarter.words(Language::Ro)), (written.into(), words.into()), "{day}");
        }
        assert_eq!(TaxPeriod::quarter_before(date(2026, 7, 25)).words(Language::En), "Q2 2026");
    }
}
