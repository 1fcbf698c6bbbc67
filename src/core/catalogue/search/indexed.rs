//! What the index contains, article by article.

use std::hash::Hasher;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHasher};
use serde::{Deserialize, Serialize};

use super::statistics::BeginningCounts;
use crate::catalogue::article::PublishedArticle;
use crate::domain::Language;
use crate::domain::topic::Topic;

/// What the index contains, by the id of the article.
pub(super) type IndexedArticles = FxHashMap<u64, IndexedArticle>;

/// An article in the index.
pub(super) struct IndexedArticle {
    pub article: Arc<PublishedArticle>,
    pub document: IndexedDocument,
}

/// The document of an article.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(super) struct IndexedDocument {
    /// In the engine and in the lexicon.
    pub number: u64,
    /// Of what its terms were made of.
    pub fingerprint: u64,
    pub counts: BeginningCounts,
}

/// The fingerprint of what the terms of an article are made of.
pub(super) fn fingerprint(article: &PublishedArticle, topic: Option<&Topic>) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write_u64(article.fingerprint);
    // An article without English texts has the English name of its topic.
    if let Some(topic) = topic.filter(|_| !article.languages().contains(&Language::En)) {
        hasher.write(topic.name(Language::En).as_bytes());
    }
    hasher.finish()
}
