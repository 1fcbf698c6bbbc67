//! The ready-made bodies of acts.

use jiff::civil::Date;

use crate::domain::{ActId, Language};
use crate::web::body::cache::BodyCache;

/// Memory for acts, and the same for their histories.
const BYTES: u64 = 8 << 20;

/// The ready-made bodies of this module, by the generations of their contents.
pub(in crate::web) struct ActBodies {
    pub(super) pages: BodyCache<([u64; 4], Date, Language, ActId)>,
    pub(super) histories: BodyCache<([u64; 4], Language, ActId)>,
}

impl ActBodies {
    pub(in crate::web) fn new() -> Self {
        Self { pages: BodyCache::new(BYTES), histories: BodyCache::new(BYTES) }
    }
}
