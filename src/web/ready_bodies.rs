//! The ready-made bodies of calls, and the memory for each kind.

use jiff::civil::Date;

use super::body::cache::BodyCache;
use crate::domain::{ActId, CalendarMonth, Language, OverviewId};

/// The requested part of the sitemap, counted from 1; `None` is the sitemap itself, or the index of its parts.
pub(super) type SitemapPart = Option<usize>;

/// Each body by the generations of its contents, and by today where it depends on the day.
pub(super) struct ReadyBodies {
    pub(super) acts: BodyCache<([u64; 4], Date, Language, ActId)>,
    pub(super) act_histories: BodyCache<([u64; 4], Language, ActId)>,
    pub(super) coverage_years: BodyCache<u64>,
    pub(super) coverage_months: BodyCache<([u64; 4], Language, Option<CalendarMonth>)>,
    pub(super) figures: BodyCache<(u64, Date, Language)>,
    pub(super) figure_tables: BodyCache<(u64, Date, Language)>,
    pub(super) overview_list: BodyCache<u64>,
    pub(super) overviews: BodyCache<(u64, Date, Language, OverviewId)>,
    /// The questions about a reader.
    pub(super) questions: BodyCache<(u64, Date, Language)>,
    pub(super) sitemaps: BodyCache<([u64; 2], u64, SitemapPart)>,
}

impl ReadyBodies {
    pub(super) fn new() -> Self {
        Self {
            acts: BodyCache::new(8 << 20),
            act_histories: BodyCache::new(8 << 20),
            coverage_years: BodyCache::new(1 << 20),
            coverage_months: BodyCache::new(1 << 20),
            figures: BodyCache::new(1 << 20),
            figure_tables: BodyCache::new(1 << 20),
            overview_list: BodyCache::new(2 << 20),
            overviews: BodyCache::new(2 << 20),
            questions: BodyCache::new(1 << 18),
            sitemaps: BodyCache::new(16 << 20),
        }
    }
}
