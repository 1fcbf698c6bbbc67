//! The ready-made body of the coverage.

use super::body::BodyCache;

/// Memory for the body, of which there is one.
const BYTES: u64 = 1 << 20;

/// The ready-made body, by the generation of the sources.
pub(super) struct CoverageBody(pub(super) BodyCache<u64>);

impl CoverageBody {
    pub(super) fn new() -> Self {
        Self(BodyCache::new(BYTES))
    }
}
