//! Counting regimes: the rules for the last day of a term, which depend on the law that sets the term.

use jiff::Span;
use jiff::civil::Date;
use serde::Serialize;

use super::act_kind::ActKind;
use super::citation::CitedAct;
use super::deadline::Direction;
use super::length::{Length, TimeUnit};
use crate::working_days::{on_or_after, on_or_before, plus_working_days};

/// The rules by which a term is counted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CountingRegime {
    /// Civil Code, art. 2551-2554: neither the first nor the last day counts. The default in private law.
    #[default]
    CivilCode,
    /// Code of Civil Procedure, art. 181-182: free days as well; for courts and complaints against fines.
    CivilProcedure,
    /// Fiscal Procedure Code, art. 75, which refers to civil procedure.
    FiscalProcedure,
    /// Regulation (EEC, Euratom) no. 1182/71: the first day does not count, the last does.
    Eu1182,
    /// Legea nr. 24/2000, art. 12: the day of publication plus the term. Never moves to a working day.
    EntryIntoForce,
}

impl CountingRegime {
    /// The regime of terms in a text that names this act.
    pub fn of(act: &CitedAct) -> Self {
        match (act.kind, act.numbers.first().map(String::as_str), act.year) {
            (ActKind::Law, Some("207"), Some(2015)) | (ActKind::Law, Some("227"), Some(2015)) => Self::FiscalProcedure,
            (ActKind::Law, Some("134"), Some(2010)) | (ActKind::Ordinance, Some("2"), Some(2001)) => {
                Self::CivilProcedure
            }
            (ActKind::EuRegulation | ActKind::EuDirective, ..) => Self::Eu1182,
            _ => Self::CivilCode,
        }
    }

    /// Whether neither the first nor the last day of a term in days counts.
    fn has_free_days(self) -> bool {
        matches!(self, Self::CivilCode | Self::CivilProcedure | Self::FiscalProcedure)
    }

    /// The last day of a term that runs from `event`, or of one that must end before `event`.
    ///
    /// A term in hours ends on the day of its last hour.
    pub fn last_day(self, event: Date, length: Length, direction: Direction) -> Date {
        match direction {
            Direction::After => self.last_day_after(event, length),
            Direction::Before => self.last_day_before(event, length),
        }
    }

    fn last_day_after(self, event: Date, length: Length) -> Date {
        let number = i64::from(length.number.min(100_000));
        let free = i64::from(self.has_free_days());
        let end = match length.unit {
            TimeUnit::Days => days_after(event, number + free),
            TimeUnit::Weeks => days_after(event, number * 7),
            TimeUnit::Hours => days_after(event, (number + 23) / 24),
            TimeUnit::WorkingDays => return working_days_after(event, length.number + u32::from(self.has_free_days())),
            // Ends on the same day of the month, or on the last day of a shorter month.
            TimeUnit::Months => event.saturating_add(Span::new().months(number.min(10_000))),
            TimeUnit::Years => event.saturating_add(Span::new().years(number.min(5_000))),
        };
        if self == Self::EntryIntoForce { end } else { on_or_after(end) }
    }

    /// Counts backwards: "cu cel puțin 3 zile lucrătoare înainte de".
    fn last_day_before(self, event: Date, length: Length) -> Date {
        let number = i64::from(length.number.min(100_000));
        match length.unit {
            TimeUnit::Days => on_or_before(days_after(event, -number)),
            TimeUnit::Weeks => on_or_before(days_after(event, -number * 7)),
            TimeUnit::Hours => days_after(event, -((number + 23) / 24)),
            TimeUnit::WorkingDays => working_days_before(event, length.number),
            TimeUnit::Months => on_or_before(event.saturating_sub(Span::new().months(number.min(10_000)))),
            TimeUnit::Years => on_or_before(event.saturating_sub(Span::new().years(number.min(5_000)))),
        }
    }
}

fn days_after(day: Date, days: i64) -> Date {
    day.saturating_add(Span::new().days(days))
}

/// The working day that is this many working days after a day; for none, the first one on or after the day.
fn working_days_after(day: Date, number: u32) -> Date {
    let count = u16::try_from(number.min(10_000)).unwrap_or(u16::MAX);
    on_or_after(plus_working_days(day, count))
}

fn working_days_before(day: Date, number: u32) -> Date {
    let mut end = day;
    for _ in 0..number.min(10_000) {
        end = on_or_before(days_after(end, -1));
    }
    end
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    fn check(regime: CountingRegime, event: Date, (number, unit): (u32, TimeUnit), expected: Date) {
        let length = Length { number, unit };
        assert_eq!(regime.last_day(event, length, Direction::After), expected, "{regime:?} {event} {length}");
    }

    #[test]
    fn terms_end_on_the_day_that_their_regime_gives() {
        use CountingRegime::{CivilCode, CivilProcedure, EntryIntoForce, Eu1182, FiscalProcedure};
        use TimeUnit::{Days, Months, WorkingDays, Years};
        // Fifteen days from 10 September: the last one is 26 September, in 2025 a Friday.
        check(CivilProcedure, date(2025, 9, 10), (15, Days), date(2025, 9, 26));
        // In 2026 that is a Saturday, so that the term ends on Monday.
        check(CivilProcedure, date(2026, 9, 10), (15, Days), date(2026, 9, 28));
        check(FiscalProcedure, date(2026, 9, 10), (15, Days), date(2026, 9, 28));
        check(CivilCode, date(2026, 3, 2), (10, Days), date(2026, 3, 13));
        // The last day counts, unless it is no working day.
        check(Eu1182, date(2026, 3, 2), (10, Days), date(2026, 3, 12));
        check(Eu1182, date(2026, 3, 2), (5, WorkingDays), date(2026, 3, 9));
        // Good Friday, Easter and Easter Monday 2026 are 10 to 13 April.
        check(Eu1182, date(2026, 4, 8), (2, WorkingDays), date(2026, 4, 14));
        // In a shorter month, the term ends on its last day.
        check(CivilCode, date(2026, 3, 31), (1, Months), date(2026, 4, 30));
        check(CivilCode, date(2024, 2, 29), (1, Years), date(2025, 2, 28));
        // 1 January is a holiday, and does not move.
        check(EntryIntoForce, date(2025, 12, 29), (3, Days), date(2026, 1, 1));
        check(EntryIntoForce, date(2023, 5, 11), (6, Months), date(2023, 11, 11));
    }

    #[test]
    fn terms_before_a_day_are_counted_backwards() {
        let three = Length { number: 3, unit: TimeUnit::WorkingDays };
        let last = CountingRegime::CivilCode.last_day(date(2026, 4, 15), three, Direction::Before);
        assert_eq!(last, date(2026, 4, 8));
    }

    #[test]
    fn the_law_that_is_named_decides_the_regime() {
        let act = |kind, number: &str, year| CitedAct::new(kind, vec![number.to_owned()], year);
        assert_eq!(CountingRegime::of(&act(ActKind::Law, "207", 2015)), CountingRegime::FiscalProcedure);
        assert_eq!(CountingRegime::of(&act(ActKind::Ordinance, "2", 2001)), CountingRegime::CivilProcedure);
        assert_eq!(CountingRegime::of(&act(ActKind::EuRegulation, "1182", 1971)), CountingRegime::Eu1182);
        assert_eq!(CountingRegime::of(&act(ActKind::Law, "31", 1990)), CountingRegime::CivilCode);
    }
}
