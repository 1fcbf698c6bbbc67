//! The ready-made bodies of the coverage.

use super::body::cache::BodyCache;
use crate::domain::{CalendarMonth, Language};

/// Memory for the years, and the same for months.
const BYTES: u64 = 1 << 20;

/// The ready-made bodies.
pub(super) struct CoverageBodies {
    /// By the generation of the sources.
    pub(super) years: BodyCache<u64>,
    /// Months, by the generations of their contents.
    pub(super) months: BodyCache<([u64; 4], Language, Option<CalendarMonth>)>,
}

impl CoverageBodies {
    pub(super) fn new() -> Self {
        Self { years: BodyCache::new(BYTES), months: BodyCache::new(BYTES) }
    }
}
