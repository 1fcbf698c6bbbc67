//! The only source of the current time.

use std::cell::Cell;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Instant;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Span, Timestamp};
use uuid::Uuid;

/// Time zone of dates in Romanian law. jiff bundles its database, so the lookup succeeds.
static LEGAL_TIME_ZONE: LazyLock<TimeZone> =
    LazyLock::new(|| TimeZone::get("Europe/Bucharest").unwrap_or(TimeZone::UTC));

/// The wall time and the monotonic time of the first call of [`Clock::steady`].
static START: LazyLock<(Timestamp, Instant)> = LazyLock::new(|| (Timestamp::now(), Instant::now()));

/// Time zone of dates in Romanian law.
pub fn legal_time_zone() -> TimeZone {
    LEGAL_TIME_ZONE.clone()
}

/// Formats an instant for the operator, in Romanian time with its offset, such as `2025-12-15 14:03+02:00`.
pub fn moment_text(at: Timestamp) -> String {
    at.to_zoned(legal_time_zone()).strftime("%Y-%m-%d %H:%M%:z").to_string()
}

thread_local! {
    /// The day of the last lookup: its first second, the first second of the next day, and its date.
    static LAST_DAY: Cell<(i64, i64, Date)> = const { Cell::new((0, 0, Date::constant(1970, 1, 1))) };
}

/// The date in Romania at this instant, cached: each request needs it, and a time zone lookup takes longer than finding
/// an article.
pub fn legal_date(at: Timestamp) -> Date {
    let (start, end, date) = LAST_DAY.get();
    if (start..end).contains(&at.as_second()) {
        return date;
    }
    let date = at.to_zoned(legal_time_zone()).date();
    let first_second = |date: Date| Some(date.to_zoned(legal_time_zone()).ok()?.timestamp().as_second());
    if let (Some(start), Some(end)) = (first_second(date), date.tomorrow().ok().and_then(first_second)) {
        LAST_DAY.set((start, end, date));
    }
    date
}

/// A new version 7 UUID for this instant; later ids sort after earlier ones.
pub fn uuid_at(at: Timestamp) -> Uuid {
    let millis = u64::try_from(at.as_millisecond()).unwrap_or_default();
    uuid::Builder::from_unix_timestamp_millis(millis, &rand::random()).into_uuid()
}

/// The least version 7 UUID of this instant: less than every later one.
pub fn least_uuid_of(at: Timestamp) -> Uuid {
    let millis = u64::try_from(at.as_millisecond()).unwrap_or_default();
    uuid::Builder::from_unix_timestamp_millis(millis, &[0; 10]).into_uuid()
}

/// The system clock, or a clock that tests control.
#[derive(Debug, Clone, Default)]
pub enum Clock {
    #[default]
    System,
    Fixed(Arc<FixedClock>),
}

/// The times of a clock that tests control, in milliseconds since the Unix epoch.
#[derive(Debug)]
pub struct FixedClock {
    wall: AtomicI64,
    steady: AtomicI64,
    /// In microseconds; see [`Clock::next_instant`].
    last_instant: AtomicI64,
}

impl Clock {
    pub fn fixed(at: Timestamp) -> Self {
        let millis = || AtomicI64::new(at.as_millisecond());
        let last_instant = AtomicI64::new(i64::MIN);
        Self::Fixed(Arc::new(FixedClock { wall: millis(), steady: millis(), last_instant }))
    }

    /// The current time in UTC, to the millisecond.
    pub fn now(&self) -> Timestamp {
        let millis = match self {
            Self::System => Timestamp::now().as_millisecond(),
            Self::Fixed(fixed) => fixed.wall.load(Ordering::Relaxed),
        };
        Timestamp::from_millisecond(millis).unwrap_or(Timestamp::UNIX_EPOCH)
    }

    /// The current time, or one microsecond after the last result of this method, whichever is later.
    pub fn next_instant(&self) -> Timestamp {
        static LAST: AtomicI64 = AtomicI64::new(i64::MIN);
        let last = match self {
            Self::System => &LAST,
            Self::Fixed(fixed) => &fixed.last_instant,
        };
        let now = self.now().as_microsecond();
        let before =
            last.fetch_update(Ordering::AcqRel, Ordering::Acquire, |last| Some(now.max(last.saturating_add(1))));
        let next = before.map_or(now, |before| now.max(before.saturating_add(1)));
        Timestamp::from_microsecond(next).unwrap_or(Timestamp::UNIX_EPOCH)
    }

    /// A monotonic time, which ignores changes of the system clock. It starts again with each process, so use it only
    /// for waits and limits in memory.
    // docs/decisions/0088
    pub fn steady(&self) -> Timestamp {
        match self {
            Self::System => START.0.saturating_add(START.1.elapsed()).unwrap_or(START.0),
            Self::Fixed(fixed) => {
                Timestamp::from_millisecond(fixed.steady.load(Ordering::Relaxed)).unwrap_or(Timestamp::UNIX_EPOCH)
            }
        }
    }

    /// The current date in Romania.
    pub fn today(&self) -> Date {
        legal_date(self.now())
    }

    /// The current minute of the hour.
    pub fn minute(&self) -> u8 {
        u8::try_from(self.now().as_second().div_euclid(60).rem_euclid(60)).unwrap_or(0)
    }

    /// Moves a fixed clock as if `span` had passed. Does nothing to the system clock.
    pub fn advance(&self, span: Span) {
        self.shift(span, true);
    }

    /// Sets a fixed clock ahead or back; steady time does not change. Does nothing to the system clock.
    pub fn jump(&self, span: Span) {
        self.shift(span, false);
    }

    fn shift(&self, span: Span, has_passed: bool) {
        let Self::Fixed(fixed) = self else { return };
        let Ok(shifted) = self.now().checked_add(span) else { return };
        let moved = shifted.as_millisecond() - fixed.wall.swap(shifted.as_millisecond(), Ordering::Relaxed);
        if has_passed {
            fixed.steady.fetch_add(moved, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use jiff::ToSpan;
    use jiff::civil::date;

    use super::*;

    #[test]
    fn a_time_is_shown_with_its_offset_and_read_again() {
        for (at, shown) in
            [("2025-12-15T12:03:00Z", "2025-12-15 14:03+02:00"), ("2026-07-15T12:03:00Z", "2026-07-15 15:03+03:00")]
        {
            let at: Timestamp = at.parse().expect("an instant");
            assert_eq!(moment_text(at), shown);
            assert_eq!(shown.parse::<Timestamp>().ok(), Some(at));
        }
    }

    #[test]
    fn the_date_changes_at_midnight_in_romania() {
        // Winter time begins on 25 October 2026, which therefore has 25 hours.
        let clock = Clock::fixed("2026-10-24T20:59:59Z".parse().expect("an instant"));
        assert_eq!(clock.today(), date(2026, 10, 24));
        clock.advance(1.second());
        assert_eq!(clock.today(), date(2026, 10, 25));
        clock.advance((25 * 3600 - 1).seconds());
        assert_eq!(clock.today(), date(2026, 10, 25));
        clock.advance(1.second());
        assert_eq!(clock.today(), date(2026, 10, 26));
        clock.jump((-26).hours());
        assert_eq!(clock.today(), date(2026, 10, 24));
    }
}
