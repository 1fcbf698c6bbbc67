//! The ready-made feeds of deadlines.

use jiff::civil::Date;

use crate::ops::calendars::CalendarQuery;
use crate::web::body::BodyCache;

/// Memory for feeds.
const FEEDS_BYTES: u64 = 4 << 20;

/// Feeds by generation of the catalogue, and today.
pub(in crate::web) struct Calendars(pub(super) BodyCache<(u64, Date, CalendarQuery)>);

impl Calendars {
    pub(in crate::web) fn new() -> Self {
        Self(BodyCache::new(FEEDS_BYTES))
    }
}
