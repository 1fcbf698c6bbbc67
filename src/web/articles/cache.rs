//! The ready-made bodies of articles, topics and dated entries.
//!
//! The keys of bodies with computed days contain today's date in Romania.

use jiff::civil::Date;

use super::lists::ListBodies;
use crate::catalogue::{DeadlineQuery, InsightsQuery};
use crate::domain::Language;
use crate::ops::duties::DutyQuery;
use crate::web::body::BodyWith;
use crate::web::body::cache::BodyCache;

/// Memory for single articles.
const ARTICLES_BYTES: u64 = 24 << 20;

/// Memory for provisions before and after.
const AMENDMENTS_BYTES: u64 = 8 << 20;

/// Memory for topics, and the same for dated entries, for duties and for the figures of a year.
const OTHERS_BYTES: u64 = 2 << 20;

/// The ready-made bodies of this module.
pub(in crate::web) struct ArticleBodies {
    pub(super) lists: ListBodies,
    /// By id, version of the counts, generations of the amendments and of the acts, language and today.
    pub(super) articles: BodyCache<(u64, u64, [u64; 2], Language, Date)>,
    /// By id, generation of the amendments and language.
    pub(super) amendments: BodyCache<(u64, u64, Language)>,
    /// By generation of the catalogue.
    pub(super) topics: BodyCache<u64>,
    /// By generation of the catalogue, and today; with the number of all days that match.
    pub(super) deadlines: BodyCache<(u64, Date, DeadlineQuery), BodyWith<usize>>,
    /// By generation of the catalogue, and the number of articles that can be searched.
    pub(super) duties: BodyCache<(u64, usize, DutyQuery)>,
    /// By generation of the catalogue, and today.
    pub(super) insights: BodyCache<(u64, Date, InsightsQuery)>,
}

impl ArticleBodies {
    pub(in crate::web) fn new() -> Self {
        Self {
            lists: ListBodies::new(),
            articles: BodyCache::new(ARTICLES_BYTES),
            amendments: BodyCache::new(AMENDMENTS_BYTES),
            topics: BodyCache::new(OTHERS_BYTES),
            deadlines: BodyCache::new(OTHERS_BYTES),
            duties: BodyCache::new(OTHERS_BYTES),
            insights: BodyCache::new(OTHERS_BYTES),
        }
    }
}
