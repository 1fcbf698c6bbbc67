//! Working days and public holidays of Romania.

use jiff::Span;
use jiff::civil::{Date, Weekday};

/// The holidays with a date of their own, as month and day (Labour Code, art. 139).
const FIXED: [(i8, i8); 12] =
    [(1, 1), (1, 2), (1, 6), (1, 7), (1, 24), (5, 1), (6, 1), (8, 15), (11, 30), (12, 1), (12, 25), (12, 26)];

/// Days from Easter to Good Friday, Easter Sunday and Monday, Whit Sunday and Monday.
const BY_EASTER: [i32; 5] = [-2, 0, 1, 49, 50];

/// More days than weekends and holidays ever have in a row.
const LONGEST_BREAK: i32 = 15;

/// The public holidays of a year, in order, by the Labour Code as now in force; earlier years had other holidays.
pub fn holidays(year: i16) -> Vec<Date> {
    let fixed = FIXED.iter().filter_map(|(month, day)| Date::new(year, *month, *day).ok());
    let by_easter = orthodox_easter(year).map(|easter| BY_EASTER.map(|days| plus(easter, days)));
    let mut holidays: Vec<_> = fixed.chain(by_easter.into_iter().flatten()).collect();
    holidays.sort_unstable();
    holidays.dedup();
    holidays
}

/// The public holidays from the first day to the last, in order, those on weekends too.
pub fn holidays_between(first: Date, last: Date) -> impl Iterator<Item = Date> {
    (first.year()..=last.year()).flat_map(holidays).filter(move |day| (first..=last).contains(day))
}

/// Whether the day is neither on a weekend nor a public holiday.
pub fn is_working_day(day: Date) -> bool {
    !is_weekend(day) && !is_holiday(day)
}

/// Whether the day is a Saturday or a Sunday.
pub fn is_weekend(day: Date) -> bool {
    matches!(day.weekday(), Weekday::Saturday | Weekday::Sunday)
}

fn is_holiday(day: Date) -> bool {
    if FIXED.contains(&(day.month(), day.day())) {
        return true;
    }
    // Easter and Whitsun are only computed for the months in which they can be.
    matches!(day.month(), 3..=7)
        && orthodox_easter(day.year()).is_some_and(|easter| BY_EASTER.iter().any(|days| plus(easter, *days) == day))
}

/// The first working day on or after `day`.
///
/// ```
/// use jiff::civil::date;
/// // 25 and 26 December 2026 are a Friday and a Saturday.
/// assert_eq!(paragraf_law::working_days::on_or_after(date(2026, 12, 25)), date(2026, 12, 28));
/// ```
pub fn on_or_after(day: Date) -> Date {
    (0..LONGEST_BREAK).map(|days| plus(day, days)).find(|day| is_working_day(*day)).unwrap_or(day)
}

/// The last working day on or before `day`.
pub fn on_or_before(day: Date) -> Date {
    (0..LONGEST_BREAK).map(|days| plus(day, -days)).find(|day| is_working_day(*day)).unwrap_or(day)
}

/// The working day that is this many working days after `day`.
pub fn plus_working_days(day: Date, count: u16) -> Date {
    (0..count).fold(day, |day, _| on_or_after(plus(day, 1)))
}

/// Easter Sunday of the Orthodox churches, which compute it in the Julian calendar.
fn orthodox_easter(year: i16) -> Option<Date> {
    let julian = computus::julian(year.into()).ok()?;
    let named = Date::new(year, julian.month.try_into().ok()?, julian.day.try_into().ok()?).ok()?;
    // Days between both calendars after February: 13 from 1900 to 2099.
    let difference = year / 100 - year / 400 - 2;
    Some(plus(named, difference.into()))
}

fn plus(day: Date, days: i32) -> Date {
    day.saturating_add(Span::new().days(days))
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    fn check(year: i16, expected: &[&str]) {
        let days: Vec<_> = holidays(year).iter().map(|day| day.strftime("%m-%d").to_string()).collect();
        assert_eq!(days, expected, "{year}");
    }

    #[test]
    fn holidays_follow_the_orthodox_easter() {
        check(
            2026,
            &[
                "01-01", "01-02", "01-06", "01-07", "01-24", "04-10", "04-12", "04-13", "05-01", "05-31", "06-01",
                "08-15", "11-30", "12-01", "12-25", "12-26",
            ],
        );
        check(
            2027,
            &[
                "01-01", "01-02", "01-06", "01-07", "01-24", "04-30", "05-01", "05-02", "05-03", "06-01", "06-20",
                "06-21", "08-15", "11-30", "12-01", "12-25", "12-26",
            ],
        );
    }

    #[test]
    fn holidays_of_a_range_are_those_of_its_days() {
        let between = |first, last| holidays_between(first, last).map(|day| day.to_string()).collect::<Vec<_>>();
        assert_eq!(
            between(date(2026, 12, 25), date(2027, 1, 6)),
            ["2026-12-25", "2026-12-26", "2027-01-01", "2027-01-02", "2027-01-06"]
        );
        assert_eq!(between(date(2026, 12, 1), date(2026, 12, 1)), ["2026-12-01"]);
        assert!(between(date(2027, 2, 1), date(2027, 2, 28)).is_empty());
    }

    #[test]
    fn easter_is_that_of_the_orthodox_calendar() {
        for (year, month, day) in
            [(2000, 4, 30), (2016, 5, 1), (2025, 4, 20), (2026, 4, 12), (2027, 5, 2), (2100, 5, 2)]
        {
            assert_eq!(orthodox_easter(year), Date::new(year, month, day).ok());
        }
    }

    #[test]
    fn no_holiday_is_a_working_day() {
        for day in (1990..2101).flat_map(holidays) {
            assert!(!is_working_day(day), "{day}");
            assert!(is_working_day(on_or_after(day)) && is_working_day(on_or_before(day)), "{day}");
        }
    }
}
