//! The only place that asks for the time.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Span, Timestamp};
use uuid::Uuid;

/// Where Romanian law keeps its days.
pub const LEGAL_TIME_ZONE: &str = "Europe/Bucharest";

/// A new UUID of version 7 for this instant: ids made later sort later.
pub fn uuid_at(at: Timestamp) -> Uuid {
    let millis = u64::try_from(at.as_millisecond()).unwrap_or_default();
    uuid::Builder::from_unix_timestamp_millis(millis, &rand::random()).into_uuid()
}

/// The source of the present moment; fixed in tests.
#[derive(Debug, Clone, Default)]
pub enum Clock {
    #[default]
    System,
    /// Milliseconds since the Unix epoch, moved by tests.
    Fixed(Arc<AtomicI64>),
}

impl Clock {
    pub fn fixed(at: Timestamp) -> Self {
        Self::Fixed(Arc::new(AtomicI64::new(at.as_millisecond())))
    }

    /// The present instant, in UTC, to the millisecond.
    pub fn now(&self) -> Timestamp {
        let millis = match self {
            Self::System => Timestamp::now().as_millisecond(),
            Self::Fixed(millis) => millis.load(Ordering::Relaxed),
        };
        Timestamp::from_millisecond(millis).unwrap_or(Timestamp::UNIX_EPOCH)
    }

    /// The present day in Romania.
    pub fn today(&self) -> Date {
        let zone = TimeZone::get(LEGAL_TIME_ZONE).unwrap_or(TimeZone::UTC);
        self.now().to_zoned(zone).date()
    }

    /// Moves a fixed clock; the system clock stays.
    pub fn advance(&self, span: Span) {
        if let Self::Fixed(millis) = self
            && let Ok(later) = self.now().checked_add(span)
        {
            millis.store(later.as_millisecond(), Ordering::Relaxed);
        }
    }
}
