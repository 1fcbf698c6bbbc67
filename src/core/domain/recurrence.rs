//! Rules that give days: recurrences, relative terms, and what happens to a day that is not a working day.

use std::fmt;
use std::str::FromStr;

use jiff::Span;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use paragraf_law::working_days;

use super::tax_period::TaxPeriod;
use super::text_form::text_form;

/// A shift moves a day by less than this many days.
const LONGEST_SHIFT: i32 = 14;
/// Months that surely have the next occurrence.
const MONTHS_TO_NEXT: usize = 15;
/// Most months that a range of days looks at.
const MONTHS_BETWEEN: usize = 12 * 6;

/// A recurring day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Recurrence {
    /// The day of each month, or `last`.
    Monthly(DayOfMonth),
    /// Days of each year as `MM-DD`, in order; `02-29` is the last day of February.
    Yearly(Vec<DayOfYear>),
    /// The working day of each month, counted from 1.
    WorkingDayOfMonth(u8),
    /// The day of each year, counted from 1 January, which is 1.
    DayOfYear(u16),
}

/// A day that a rule gives, before and after the shift.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Occurrence {
    pub date: Date,
    /// The day before the shift; identifies the occurrence, whatever the shift.
    pub nominal: Date,
}

/// Why a day is not the one that its rule names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ShiftReason {
    /// The named day is a Saturday or a Sunday.
    Weekend,
    /// The named day is a public holiday.
    Holiday,
    /// Taxes due on 25 December are due by 21 December (Fiscal Procedure Code, art. 155 para. 2).
    December,
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
        self.next_occurrence(today, shift).map(|occurrence| occurrence.date)
    }

    /// As [`Recurrence::next`], with the day before the shift.
    pub fn next_occurrence(&self, today: Date, shift: Option<Shift>) -> Option<Occurrence> {
        let months = self.occurrences(today, shift).take(MONTHS_TO_NEXT);
        months.flatten().find(|occurrence| occurrence.date >= today)
    }

    /// The days from `from` to `to`, in order.
    pub fn between(&self, from: Date, to: Date, shift: Option<Shift>) -> Vec<Occurrence> {
        let latest = to.saturating_add(Span::new().days(LONGEST_SHIFT));
        let months = self.occurrences(from, shift).take(MONTHS_BETWEEN);
        let mut days: Vec<_> = months
            .flatten()
            .take_while(|occurrence| occurrence.nominal <= latest)
            .filter(|occurrence| (from..=to).contains(&occurrence.date))
            .collect();
        days.sort_unstable();
        days
    }

    /// The month or the year of an occurrence, which stays the same when the rule gives it another day: `2026-12`,
    /// `2026`, or `2026-2` for the second day of a year.
    pub fn period(&self, nominal: Date) -> String {
        match self {
            Self::Monthly(_) | Self::WorkingDayOfMonth(_) => nominal.strftime("%Y-%m").to_string(),
            Self::Yearly(days) if days.len() > 1 => {
                let is_of = |day: &DayOfYear| {
                    day.month == nominal.month() && day.day.min(nominal.days_in_month()) == nominal.day()
                };
                let place = days.iter().position(is_of).map_or(0, |index| index + 1);
                format!("{}-{place}", nominal.year())
            }
            Self::Yearly(_) | Self::DayOfYear(_) => nominal.year().to_string(),
        }
    }

    /// The month or the quarter before a day of each month, or of the months after quarters.
    pub fn period_before(&self, nominal: Date) -> Option<TaxPeriod> {
        match self {
            Self::Monthly(_) => Some(TaxPeriod::month_before(nominal)),
            Self::Yearly(days) if days.len() > 1 && days.iter().all(|day| day.month % 3 == 1) => {
                Some(TaxPeriod::quarter_before(nominal))
            }
            Self::Yearly(_) | Self::WorkingDayOfMonth(_) | Self::DayOfYear(_) => None,
        }
    }

    /// The occurrences of each month, from the first month that may have one on or after `from`.
    fn occurrences(&self, from: Date, shift: Option<Shift>) -> impl Iterator<Item = Vec<Occurrence>> {
        let first = from.saturating_sub(Span::new().days(LONGEST_SHIFT)).first_of_month();
        (0..).map_while(move |months: i32| first.checked_add(Span::new().months(months)).ok()).map(move |month| {
            let occurrence =
                |nominal| Occurrence { date: shift.map_or(nominal, |shift| shift.apply(nominal)), nominal };
            let mut days: Vec<_> = self.days_in(month).into_iter().map(occurrence).collect();
            days.sort_unstable();
            days
        })
    }

    /// The days in the month of `month`, before the shift.
    fn days_in(&self, month: Date) -> Vec<Date> {
        let day_of = |day: i8| month.with().day(day.min(month.days_in_month())).build().ok();
        match self {
            Self::Monthly(DayOfMonth(day)) => i8::try_from(*day).ok().and_then(day_of).into_iter().collect(),
            Self::Yearly(days) => {
                days.iter().filter(|day| day.month == month.month()).filter_map(|day| day_of(day.day)).collect()
            }
            Self::WorkingDayOfMonth(count) => {
                let before = month.first_of_month().saturating_sub(Span::new().days(1));
                vec![working_days::plus_working_days(before, (*count).into())]
            }
            Self::DayOfYear(count) => {
                let day = i16::try_from(*count).ok().and_then(|count| month.with().day_of_year(count).build().ok());
                day.filter(|day| day.month() == month.month()).into_iter().collect()
            }
        }
    }
}

impl Occurrence {
    /// Why the day is not the named one; `None` if it is. A rule that names the last working day itself moves nothing.
    pub fn shift_reason(self, shift: Option<Shift>) -> Option<ShiftReason> {
        let Self { date, nominal } = self;
        if date == nominal || shift == Some(Shift::Previous) {
            return None;
        }
        Some(match shift {
            Some(Shift::Tax) if is_tax_christmas(nominal) => ShiftReason::December,
            _ if working_days::is_weekend(nominal) => ShiftReason::Weekend,
            _ => ShiftReason::Holiday,
        })
    }

    /// The last working day before, if the day is not one.
    pub fn file_by(self) -> Option<Date> {
        let before = working_days::on_or_before(self.date);
        (before != self.date).then_some(before)
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
            Self::Tax if is_tax_christmas(day) => working_days::on_or_before(day.saturating_sub(Span::new().days(4))),
            Self::Tax | Self::Next => working_days::on_or_after(day),
            Self::Previous => working_days::on_or_before(day),
        }
    }
}

fn is_tax_christmas(day: Date) -> bool {
    (day.month(), day.day()) == (12, 25)
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

impl From<Date> for DayOfYear {
    fn from(day: Date) -> Self {
        Self { month: day.month(), day: day.day() }
    }
}

text_form! {
    DayOfYear, &'static str;
    from text => text.parse();
    into day => day.to_string();
}

impl fmt::Display for DayOfYear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}-{:02}", self.month, self.day)
    }
}

#[cfg(test)]
mod tests;
