//! The ready-made calendars of deadlines.

use jiff::civil::Date;

use crate::ops::calendars::CalendarQuery;
use crate::ops::private_calendars::PrivateCalendar;
use crate::web::body::cache::BodyCache;

/// Memory for feeds.
const FEEDS_BYTES: u64 = 4 << 20;
/// Memory for private calendars, of which programs ask for the same one again and again.
const PRIVATE_BYTES: u64 = 16 << 20;

/// Calendars by generation of the catalogue, and today.
pub(in crate::web) struct Calendars {
    pub(super) feeds: BodyCache<(u64, Date, CalendarQuery)>,
    pub(super) private: BodyCache<(u64, Date, PrivateCalendar)>,
}

impl Calendars {
    pub(in crate::web) fn new() -> Self {
        Self { feeds: BodyCache::new(FEEDS_BYTES), private: BodyCache::new(PRIVATE_BYTES) }
    }
}
