//! Rules that give days: recurrences, relative terms, and what happens to a day that is not a working day.

use std::fmt;
use std::str::FromStr;

use jiff::Span;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::working_days;

/// A recurring day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Recurrence {
    /// The day of each month, or `last`.
    Monthly(DayOfMonth),
    /// Days of each year as `MM-DD`, in order; `02-29` is the last day of February.
    Yearly(Vec<DayOfYear>),
}

/// A day of the month; 31 is the last one of any month.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "DayOfMonthForm", into = "DayOfMonthForm")]
pub struct DayOfMonth(u8);

/// [`DayOfMonth`] as it is written.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum DayOfMonthForm {
    Number(u8),
    Word(String),
}

/// A day of the year.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct DayOfYear {
    month: i8,
    day: i8,
}

/// The length of a relative term.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Term {
    Days(u16),
    WorkingDays(u16),
    Months(u16),
    Hours(u16),
}

/// What happens to a computed day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Shift {
    /// Fiscal Procedure Code: the next working day (art. 75); 25 December becomes 21 December or the last
    /// working day before (art. 155 para. 2).
    Tax,
    /// The next working day.
    Next,
    /// The last working day before, as for "the last working day of February".
    Previous,
}

impl Recurrence {
    /// The first day on or after `today`, with the shift.
    pub fn next(&self, today: Date, shift: Option<Shift>) -> Option<Date> {
        // A shift moves a day by less than two weeks, so that one of the month before may still be ahead.
        let first = today.saturating_sub(Span::new().days(14)).first_of_month();
        (0..=14).find_map(|months| {
            let month = first.saturating_add(Span::new().months(months));
            let days = self.days_in(month).map(|day| shift.map_or(day, |shift| shift.apply(day)));
            days.filter(|day| *day >= today).min()
        })
    }

    /// The days in the month of `month`.
    fn days_in(&self, month: Date) -> impl Iterator<Item = Date> {
        let (monthly, yearly) = match self {
            Self::Monthly(DayOfMonth(day)) => (i8::try_from(*day).ok(), &[][..]),
            Self::Yearly(days) => (None, &days[..]),
        };
        let yearly = yearly.iter().filter(move |day| day.month == month.month()).map(|day| day.day);
        let day_of = move |day: i8| month.with().day(day.min(month.days_in_month())).build().ok();
        monthly.into_iter().chain(yearly).filter_map(day_of)
    }
}

impl Term {
    /// The last day of a term that begins on `from`, with the shift.
    ///
    /// The first day does not count. Hours are counted as whole days; the Civil Code (art. 2553) leaves out the last
    /// day of a term in days too, and this earlier day is the safe one.
    pub fn end(self, from: Date, shift: Option<Shift>) -> Date {
        let end = match self {
            Self::Days(days) => from.saturating_add(Span::new().days(days)),
            Self::WorkingDays(days) => working_days::plus_working_days(from, days),
            Self::Months(months) => from.saturating_add(Span::new().months(months)),
            Self::Hours(hours) => from.saturating_add(Span::new().days(hours / 24)),
        };
        shift.map_or(end, |shift| shift.apply(end))
    }
}

impl Shift {
    fn apply(self, day: Date) -> Date {
        match self {
            Self::Tax if (day.month(), day.day()) == (12, 25) => {
                working_days::on_or_before(day.saturating_sub(Span::new().days(4)))
            }
            Self::Tax | Self::Next => working_days::on_or_after(day),
            Self::Previous => working_days::on_or_before(day),
        }
    }
}

impl DayOfMonth {
    pub const LAST: Self = Self(31);

    pub fn new(day: u8) -> Option<Self> {
        (1..=31).contains(&day).then_some(Self(day))
    }
}

impl TryFrom<DayOfMonthForm> for DayOfMonth {
    type Error = &'static str;

    fn try_from(form: DayOfMonthForm) -> Result<Self, Self::Error> {
        match form {
            DayOfMonthForm::Number(day) => Self::new(day),
            DayOfMonthForm::Word(word) => (word == "last").then_some(Self::LAST),
        }
        .ok_or("a day of the month is 1 to 31, or \"last\"")
    }
}

impl From<DayOfMonth> for DayOfMonthForm {
    fn from(day: DayOfMonth) -> Self {
        if day == DayOfMonth::LAST { Self::Word("last".into()) } else { Self::Number(day.0) }
    }
}

impl FromStr for Shift {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "tax" => Ok(Self::Tax),
            "next" => Ok(Self::Next),
            "previous" => Ok(Self::Previous),
            _ => Err("tax, next or previous"),
        }
    }
}

impl FromStr for DayOfYear {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        // A leap year, so that 29 February exists.
        let day = format!("2024-{text}").parse::<Date>().ok().filter(|_| text.len() == 5);
        day.map(|day| Self { month: day.month(), day: day.day() }).ok_or("a day of the year is written MM-DD")
    }
}

impl TryFrom<String> for DayOfYear {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl fmt::Display for DayOfYear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}-{:02}", self.month, self.day)
    }
}

impl From<DayOfYear> for String {
    fn from(day: DayOfYear) -> Self {
        day.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Date {
        text.parse().expect("a day")
    }

    /// Checks that the rule gives these days one after the other.
    fn check(rule: &str, shift: Option<Shift>, today: &str, expected: &[&str]) {
        let recurrence: Recurrence = serde_json::from_str(rule).expect("a rule");
        let mut from = day(today);
        for expected in expected {
            let next = recurrence.next(from, shift).expect("a rule has a next day");
            assert_eq!(next, day(expected), "{rule} from {from}");
            assert_eq!(recurrence.next(next, shift), Some(next), "the day itself is included");
            from = next.tomorrow().expect("a day");
        }
    }

    #[test]
    fn a_term_ends_on_its_last_day_or_after_a_break() {
        let check = |term: Term, from: &str, shift: Option<Shift>, expected: &str| {
            assert_eq!(term.end(day(from), shift), day(expected), "{term:?} from {from}");
        };
        check(Term::Days(30), "2026-11-22", Some(Shift::Next), "2026-12-22");
        check(Term::Days(9), "2026-11-21", None, "2026-11-30");
        check(Term::Days(9), "2026-11-21", Some(Shift::Next), "2026-12-02");
        check(Term::Days(30), "2026-11-25", Some(Shift::Tax), "2026-12-21");
        check(Term::WorkingDays(5), "2026-11-27", None, "2026-12-08");
        check(Term::Months(1), "2027-01-31", None, "2027-02-28");
        check(Term::Hours(72), "2026-11-20", None, "2026-11-23");
    }

    #[test]
    fn duties_of_real_laws_get_their_real_days() {
        let (tax, next, previous) = (Some(Shift::Tax), Some(Shift::Next), Some(Shift::Previous));
        let quarterly = r#"{"yearly":["01-25","04-25","07-25","10-25"]}"#;
        let quarter_ends = r#"{"yearly":["01-31","04-30","07-31","10-31"]}"#;
        for (rule, shift, days) in [
            // D112, D300 monthly and quarterly.
            (r#"{"monthly":25}"#, tax, &["2026-11-25", "2026-12-21", "2027-01-25"][..]),
            (quarterly, tax, &["2027-01-25", "2027-04-26", "2027-07-26"]),
            // The environment fund has no December rule.
            (r#"{"monthly":25}"#, None, &["2026-11-25", "2026-12-25", "2027-01-25"]),
            // D394: 30 November and 1 December are holidays; February has no 30th.
            (r#"{"monthly":30}"#, tax, &["2026-12-02", "2026-12-30", "2027-02-01", "2027-03-01"]),
            // D406 (SAF-T), monthly and quarterly; 30 April to 3 May 2027 is Easter.
            (r#"{"monthly":"last"}"#, tax, &["2026-12-02", "2026-12-31", "2027-02-01"]),
            (quarter_ends, tax, &["2027-02-01", "2027-05-04", "2027-08-02"]),
            (r#"{"yearly":["04-30"]}"#, tax, &["2027-05-04", "2028-05-02", "2029-04-30"]),
            // D205: the last day of February.
            (r#"{"yearly":["02-29"]}"#, tax, &["2027-03-01", "2028-02-29", "2029-02-28"]),
            // The grassland register: the last working day of February.
            (r#"{"yearly":["02-29"]}"#, previous, &["2027-02-26", "2028-02-29", "2029-02-28"]),
            // Local taxes in two instalments, and the luxury tax on cars.
            (r#"{"yearly":["03-31","09-30"]}"#, next, &["2027-03-31", "2027-09-30", "2028-03-31"]),
            (r#"{"yearly":["12-31"]}"#, tax, &["2026-12-31", "2027-12-31", "2029-01-03"]),
            (r#"{"yearly":["06-25"]}"#, tax, &["2027-06-25", "2028-06-26", "2029-06-25"]),
            (r#"{"yearly":["08-15"]}"#, None, &["2027-08-15", "2028-08-15", "2029-08-15"]),
            (r#"{"monthly":10}"#, next, &["2026-12-10", "2027-01-11", "2027-02-10"]),
        ] {
            check(rule, shift, "2026-11-22", days);
        }
        // 21 December 2024 was a Saturday.
        check(r#"{"monthly":25}"#, tax, "2024-12-01", &["2024-12-20", "2025-01-27"]);
    }

    #[test]
    fn rules_are_written_as_they_were_read() {
        for rule in [r#"{"monthly":25}"#, r#"{"monthly":"last"}"#, r#"{"yearly":["03-31","09-30"]}"#] {
            let read: Recurrence = serde_json::from_str(rule).expect(rule);
            assert_eq!(serde_json::to_string(&read).expect("JSON"), rule);
        }
        for bad in [r#"{"monthly":0}"#, r#"{"monthly":32}"#, r#"{"monthly":"first"}"#, r#"{"yearly":["2-30"]}"#] {
            assert!(serde_json::from_str::<Recurrence>(bad).is_err(), "{bad}");
        }
        assert!("02-30".parse::<DayOfYear>().is_err());
    }
}
