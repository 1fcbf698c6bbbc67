//! Moments that a text names: a day, a day of a month, a month, a year, or a day that an event gives.

use jiff::civil::Date;
use serde::Serialize;

use super::reference::ActReference;

/// A day or a time that a text names. Only `date` is a day by itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "moment", rename_all = "snake_case")]
pub enum Moment {
    Date {
        date: Date,
    },
    /// A day without its year: each year, or a year that the context gives.
    YearDay {
        month: i8,
        day: MonthDay,
        each_year: bool,
    },
    /// A day of a month that the context gives: `25 a lunii următoare`.
    MonthDay {
        day: MonthDay,
        of: RelativeMonth,
    },
    Month {
        month: i8,
        #[serde(skip_serializing_if = "Option::is_none")]
        year: Option<i16>,
        /// The rights or income of that month that a rule applies to: "drepturile", "veniturile".
        #[serde(skip_serializing_if = "Option::is_none")]
        of: Option<String>,
    },
    Year {
        year: i16,
        /// The last year of a school or university year, `2026-2027`.
        #[serde(skip_serializing_if = "Option::is_none")]
        to: Option<i16>,
        /// "fiscal", "școlar", ...
        #[serde(skip_serializing_if = "Option::is_none")]
        sort: Option<String>,
        edge: Edge,
    },
    HalfYear {
        half: u32,
        #[serde(skip_serializing_if = "Option::is_none")]
        year: Option<i16>,
    },
    Quarter {
        quarter: u32,
        #[serde(skip_serializing_if = "Option::is_none")]
        year: Option<i16>,
    },
    /// The day on which an act enters into force.
    EntryIntoForce {
        #[serde(skip_serializing_if = "ActReference::is_unnamed")]
        of: ActReference,
    },
    Publication {
        #[serde(skip_serializing_if = "ActReference::is_unnamed")]
        of: ActReference,
    },
    /// The first day of the month after the publication.
    MonthAfterPublication {
        #[serde(skip_serializing_if = "ActReference::is_unnamed")]
        of: ActReference,
    },
    /// The first day of the month after the entry into force.
    MonthAfterEntryIntoForce {
        #[serde(skip_serializing_if = "ActReference::is_unnamed")]
        of: ActReference,
    },
    /// A day that an event gives: "data comunicării deciziei".
    Event {
        event: String,
    },
}

/// The day of a year that a moment means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Edge {
    Start,
    End,
}

/// A day of a month.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum MonthDay {
    Day(i8),
    Last,
    FirstWorkingDay,
    LastWorkingDay,
}

/// A month in relation to the one that the context gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RelativeMonth {
    Next,
    /// The second month after.
    SecondNext,
    Current,
    Each,
    /// One that the text names in other words.
    Other,
}

/// How often something comes back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Frequency {
    Monthly,
    Quarterly,
    HalfYearly,
    Yearly,
}

impl Moment {
    /// The first day of the moment, if the text alone gives it.
    pub fn first_day(&self) -> Option<Date> {
        match self {
            Self::Date { date } => Some(*date),
            Self::Month { month, year: Some(year), .. } => first_of(*year, *month),
            Self::Year { year, edge: Edge::Start, sort, .. } => {
                // School years begin in September; only calendar and fiscal years give a day.
                let is_calendar =
                    sort.as_deref().is_none_or(|sort| matches!(sort, "fiscal" | "calendaristic" | "bugetar"));
                is_calendar.then(|| first_of(*year, 1)).flatten()
            }
            Self::HalfYear { half, year: Some(year) } => first_of(*year, if *half == 1 { 1 } else { 7 }),
            Self::Quarter { quarter, year: Some(year) } => first_of(*year, i8::try_from(*quarter).ok()? * 3 - 2),
            _ => None,
        }
    }

    /// The last day of the moment, if the text alone gives it.
    pub fn last_day(&self) -> Option<Date> {
        let last = |year: i16, month: i8| first_of(year, month).map(Date::last_of_month);
        match self {
            Self::Date { date } => Some(*date),
            Self::Month { month, year: Some(year), .. } => last(*year, *month),
            Self::Year { year, to, sort: None, .. } => last(to.unwrap_or(*year), 12),
            Self::HalfYear { half, year: Some(year) } => last(*year, if *half == 1 { 6 } else { 12 }),
            Self::Quarter { quarter, year: Some(year) } => last(*year, i8::try_from(*quarter).ok()? * 3),
            _ => None,
        }
    }

    /// How often the moment comes back, where `around` reads it in the words around.
    pub(super) fn frequency(&self, around: impl FnOnce() -> Option<Frequency>) -> Option<Frequency> {
        match self {
            Self::YearDay { each_year: true, .. } => Some(Frequency::Yearly),
            Self::MonthDay { of: RelativeMonth::Each, .. } => Some(Frequency::Monthly),
            Self::YearDay { .. } => around().filter(|every| *every == Frequency::Yearly),
            Self::MonthDay { of: RelativeMonth::Next | RelativeMonth::Current | RelativeMonth::Other, .. } => around(),
            _ => None,
        }
    }
}

/// The first day of a month.
pub(super) fn first_of(year: i16, month: i8) -> Option<Date> {
    Date::new(year, month, 1).ok()
}
