//! The cached sitemap files.

use super::body::cache::BodyCache;

/// Memory for files that are ready.
const SITEMAPS_BYTES: u64 = 16 << 20;

/// The requested part, counted from 1; `None` is the sitemap itself, or the index of its parts.
pub(super) type SitemapPart = Option<usize>;

/// The files that are ready, by the generations of catalogue, acts and campaigns.
pub(super) struct Sitemaps(pub(super) BodyCache<([u64; 2], u64, SitemapPart)>);

impl Sitemaps {
    pub(super) fn new() -> Self {
        Self(BodyCache::new(SITEMAPS_BYTES))
    }
}
