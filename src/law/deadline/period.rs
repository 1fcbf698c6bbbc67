//! Periods, and half-years, quarters and months that stand by themselves.

use super::mention::PeriodMention;
use super::until::read_inclusive;
use crate::cursor::Cursor;
use crate::moment::{Moment, MonthDay};
use crate::moment_words::{read_longer_time, read_moment};

/// Reads `perioada 1 martie-31 decembrie 2026`, `între data de 5 ianuarie și ultima zi a lunii februarie`.
pub(crate) fn read_period(cursor: &mut Cursor<'_>) -> Option<PeriodMention> {
    cursor.attempt(|cursor| {
        let is_period = cursor.word(&["perioada", "perioadei", "perioadele", "intervalul", "intervalului"]);
        if !is_period && !cursor.word(&["intre", "cuprinsa intre", "cuprins intre"]) {
            return None;
        }
        cursor.spaces();
        cursor.word(&["cuprinsa intre", "de la", "dintre", "cuprins intre"]);
        cursor.spaces();
        let from = read_moment(cursor).filter(is_day)?;
        cursor.spaces();
        let joined = cursor.byte(b'-') || cursor.word(&["si", "pana la", "-"]);
        cursor.spaces();
        let to = joined.then(|| read_moment(cursor)).flatten().filter(is_day)?;
        let from = with_year_of(from, &to);
        Some(PeriodMention { from, to, inclusive: read_inclusive(cursor) })
    })
}

/// Years such as `2014-2020` name a programme, so that only days and months make a period.
fn is_day(moment: &Moment) -> bool {
    !matches!(moment, Moment::Year { .. } | Moment::Event { .. })
}

/// `1 martie-31 decembrie 2026` gives the year once.
fn with_year_of(from: Moment, to: &Moment) -> Moment {
    match (&from, to) {
        (Moment::YearDay { month, day: MonthDay::Day(day), .. }, Moment::Date { date }) => {
            let same_year = jiff::civil::Date::new(date.year(), *month, *day).ok().filter(|first| first <= date);
            same_year.map_or(from, |date| Moment::Date { date })
        }
        (Moment::Month { month, year: None, of }, Moment::Month { year: Some(year), .. }) => {
            Moment::Month { month: *month, year: Some(*year), of: of.clone() }
        }
        _ => from,
    }
}

/// Reads a half-year, a quarter or a month that stands by itself, with its year.
pub(crate) fn read_time_alone(cursor: &mut Cursor<'_>) -> Option<Moment> {
    cursor.attempt(|cursor| read_longer_time(cursor).filter(|moment| moment.first_day().is_some()))
}
