//! The ready-made bodies of articles, topics and deadlines.

use jiff::civil::Date;

use super::lists::ListBodies;
use crate::domain::Language;
use crate::web::body::BodyCache;

/// Memory for single articles.
const ARTICLES_BYTES: u64 = 24 << 20;

/// Memory for topics and deadlines.
const OTHERS_BYTES: u64 = 2 << 20;

/// The ready-made bodies of this module.
pub(in crate::web) struct ArticleBodies {
    pub(super) lists: ListBodies,
    /// By id, version of the counts and language.
    pub(super) articles: BodyCache<(u64, u64, Language)>,
    /// By generation of the catalogue.
    pub(super) topics: BodyCache<u64>,
    /// By generation of the catalogue, first day, language and number.
    pub(super) deadlines: BodyCache<(u64, Date, Language, usize)>,
}

impl ArticleBodies {
    pub(in crate::web) fn new() -> Self {
        Self {
            lists: ListBodies::new(),
            articles: BodyCache::new(ARTICLES_BYTES),
            topics: BodyCache::new(OTHERS_BYTES),
            deadlines: BodyCache::new(OTHERS_BYTES),
        }
    }
}
