//! The ready-made lists of the figures of today.

use jiff::civil::Date;

use super::body::cache::BodyCache;
use crate::domain::Language;

/// Memory for the lists, and the same for the tables.
const BYTES: u64 = 1 << 20;

/// The ready-made bodies.
pub(super) struct FigureBodies {
    /// By generation of the catalogue, and today.
    pub(super) lists: BodyCache<(u64, Date, Language)>,
    pub(super) tables: BodyCache<(u64, Date, Language)>,
}

impl FigureBodies {
    pub(super) fn new() -> Self {
        Self { lists: BodyCache::new(BYTES), tables: BodyCache::new(BYTES) }
    }
}
