//! The ready-made bodies of the monthly overviews.

use jiff::civil::Date;

use super::body::cache::BodyCache;
use crate::domain::{Language, OverviewId};

/// Memory for the list, and the same for overviews.
const BYTES: u64 = 2 << 20;

/// The ready-made bodies.
pub(super) struct OverviewBodies {
    /// By generation of the catalogue.
    pub(super) list: BodyCache<u64>,
    /// By generation of the catalogue, and today.
    pub(super) pages: BodyCache<(u64, Date, Language, OverviewId)>,
}

impl OverviewBodies {
    pub(super) fn new() -> Self {
        Self { list: BodyCache::new(BYTES), pages: BodyCache::new(BYTES) }
    }
}
