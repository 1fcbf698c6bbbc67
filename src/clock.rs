//! The only source of the current time.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, LazyLock};

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Span, Timestamp};
use uuid::Uuid;

/// Time zone of dates in Romanian law. jiff bundles its database, so the lookup succeeds.
static LEGAL_TIME_ZONE: LazyLock<TimeZone> =
    LazyLock::new(|| TimeZone::get("Europe/Bucharest").unwrap_or(TimeZone::UTC));

/// Time zone of dates in Romanian law.
pub fn legal_time_zone() -> TimeZone {
    LEGAL_TIME_ZONE.clone()
}

/// A new version 7 UUID for this instant; later ids sort after earlier ones.
pub fn uuid_at(at: Timestamp) -> Uuid {
    let millis = u64::try_from(at.as_millisecond()).unwrap_or_default();
    uuid::Builder::from_unix_timestamp_millis(millis, &rand::random()).into_uuid()
}

/// Less than every UUID of version 7 of this instant or a later one.
pub fn least_uuid_of(at: Timestamp) -> Uuid {
    let millis = u64::try_from(at.as_millisecond()).unwrap_or_default();
    uuid::Builder::from_unix_timestamp_millis(millis, &[0; 10]).into_uuid()
}

/// The system clock, or a clock that tests control.
#[derive(Debug, Clone, Default)]
pub enum Clock {
    #[default]
    System,
    /// Milliseconds since the Unix epoch.
    Fixed(Arc<AtomicI64>),
}

impl Clock {
    pub fn fixed(at: Timestamp) -> Self {
        Self::Fixed(Arc::new(AtomicI64::new(at.as_millisecond())))
    }

    /// The current time in UTC, to the millisecond.
    pub fn now(&self) -> Timestamp {
        let millis = match self {
            Self::System => Timestamp::now().as_millisecond(),
            Self::Fixed(millis) => millis.load(Ordering::Relaxed),
        };
        Timestamp::from_millisecond(millis).unwrap_or(Timestamp::UNIX_EPOCH)
    }

    /// The current date in Romania.
    pub fn today(&self) -> Date {
        self.now().to_zoned(legal_time_zone()).date()
    }

    /// Advances a fixed clock. Does nothing to the system clock.
    pub fn advance(&self, span: Span) {
        if let Self::Fixed(millis) = self
            && let Ok(later) = self.now().checked_add(span)
        {
            millis.store(later.as_millisecond(), Ordering::Relaxed);
        }
    }
}
