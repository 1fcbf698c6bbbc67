//! The stored state of an article.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::domain::article_outline::OutlinedArticle;
use crate::domain::{Article, Status};

/// The current state of an article.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArticleRecord {
    pub status: Status,
    /// Counted from 1; grows with each change of content.
    pub revision: u32,
    pub created_at: Timestamp,
    /// When the content last changed.
    pub updated_at: Timestamp,
    /// The last revision that readers saw before the article was withdrawn or made a draft, 0 if none. Not used
    /// while the article is published; see [`ArticleRecord::last_public_revision`].
    pub last_public_revision: u32,
    /// When the article was first published. No other article has the same time, which orders the articles of one day
    /// and importance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub published_at: Option<Timestamp>,
    pub article: Article,
}

/// The times at which an article is published.
#[derive(Debug, Clone, Copy)]
pub struct PublicationTimes {
    pub now: Timestamp,
    /// A time of this article alone; see [`Clock::next_instant`](crate::clock::Clock::next_instant).
    pub arrival: Timestamp,
}

impl ArticleRecord {
    /// The first revision of an article. [`ArticleRecord::with_published_at`] sets when it was published.
    pub fn new(article: Article, status: Status, now: Timestamp) -> Self {
        Self {
            status,
            revision: 1,
            created_at: now,
            updated_at: now,
            last_public_revision: 0,
            published_at: None,
            article,
        }
    }

    /// The last revision that readers saw, 0 if none. No reader is notified of it again.
    pub fn last_public_revision(&self) -> u32 {
        if self.status == Status::Published { self.revision } else { self.last_public_revision }
    }

    /// Returns the record with other content. Content that no reader saw is replaced; content that readers saw becomes
    /// an earlier revision.
    #[must_use]
    pub fn with_content(&self, article: Article, now: Timestamp) -> Self {
        if article == self.article {
            return self.clone();
        }
        let was_seen = self.revision <= self.last_public_revision();
        Self {
            revision: self.revision + u32::from(was_seen),
            updated_at: now,
            last_public_revision: self.last_public_revision(),
            article,
            ..self.clone()
        }
    }

    /// Sets `published_at` as in the record that this one replaces, or to `arrival` on first publication.
    #[must_use]
    pub fn with_published_at(self, before: Option<&Self>, arrival: Timestamp) -> Self {
        let arrival = (self.status == Status::Published).then_some(arrival);
        Self { published_at: before.and_then(|before| before.published_at).or(arrival), ..self }
    }
}

/// As [`ArticleRecord`], with an article whose texts are not decoded.
#[derive(Debug, Deserialize)]
pub struct OutlinedRecord {
    pub status: Status,
    pub revision: u32,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    #[serde(default)]
    pub published_at: Option<Timestamp>,
    pub article: OutlinedArticle,
}
