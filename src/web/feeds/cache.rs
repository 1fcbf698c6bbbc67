//! The cached feeds of articles.

use crate::domain::{Importance, Language};
use crate::web::body::cache::BodyCache;

/// Memory for feeds: enough for a dozen topics in two languages and two formats.
const FEEDS_BYTES: u64 = 16 << 20;

/// A feed format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum FeedFormat {
    Atom,
    Json,
}

/// The articles of a feed. The topic exists, so the number of different feeds is small.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(super) struct FeedQuery {
    pub language: Language,
    pub topic: Option<String>,
    pub importance: Option<Importance>,
}

/// The feeds that are ready, by the catalogue's generation.
pub(in crate::web) struct Feeds(pub(super) BodyCache<(u64, FeedFormat, FeedQuery)>);

impl Feeds {
    pub(in crate::web) fn new() -> Self {
        Self(BodyCache::new(FEEDS_BYTES))
    }
}
