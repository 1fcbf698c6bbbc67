//! The stored state of an article.

use std::ops::Range;

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

    /// Returns the record with other content and another status. Each change of content is a revision.
    #[must_use]
    pub fn revised(&self, article: Article, status: Status, times: PublicationTimes) -> Self {
        let is_changed = article != self.article;
        let revised = Self {
            status,
            revision: self.revision + u32::from(is_changed),
            created_at: self.created_at,
            updated_at: if is_changed { times.now } else { self.updated_at },
            last_public_revision: self.last_public_revision(),
            published_at: None,
            article,
        };
        revised.with_published_at(Some(self), times.arrival)
    }

    /// Sets `published_at` as in the record that this one replaces, or to `arrival` on first publication.
    #[must_use]
    pub fn with_published_at(self, before: Option<&Self>, arrival: Timestamp) -> Self {
        let arrival = (self.status == Status::Published).then_some(arrival);
        Self { published_at: before.and_then(|before| before.published_at).or(arrival), ..self }
    }
}

/// The field of the article, which is the last one of a record.
const ARTICLE: &[u8] = b"\"article\":";
/// The fields before it are at most that long.
const LONGEST_HEAD: usize = 400;

/// The fields of a record before the article.
#[derive(Deserialize)]
struct RecordHead {
    status: Status,
    revision: u32,
    created_at: Timestamp,
    updated_at: Timestamp,
    #[serde(default)]
    published_at: Option<Timestamp>,
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

impl OutlinedRecord {
    /// Decodes the first `length` of these bytes, the JSON of a record, in one pass over the article. Its text is not
    /// checked: what cannot be decoded is found when the article is unpacked.
    ///
    /// # Errors
    /// Gives the bytes back if the article is not the last field, as other versions may write it, or is no article.
    pub(super) fn of_json(bytes: Vec<u8>, length: usize) -> Result<Self, Vec<u8>> {
        let Some((head, article)) = bytes.get(..length).and_then(head_and_article) else { return Err(bytes) };
        let article = OutlinedArticle::at(bytes, article)?;
        let RecordHead { status, revision, created_at, updated_at, published_at } = head;
        Ok(Self { status, revision, created_at, updated_at, published_at, article })
    }
}

/// The fields of a record before the article, and where that stands.
fn head_and_article(json: &[u8]) -> Option<(RecordHead, Range<usize>)> {
    let beginning = &json[..json.len().min(LONGEST_HEAD)];
    let at = beginning.windows(ARTICLE.len()).position(|bytes| bytes == ARTICLE)?;
    let end = json.strip_suffix(b"}")?.len();
    let head = [json[..at].strip_suffix(b",")?, &b"}"[..]].concat();
    Some((serde_json::from_slice(&head).ok()?, at + ARTICLE.len()..end))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A record as this version writes it.
    fn record() -> ArticleRecord {
        let article = serde_json::json!({
            "slug": "chirii", "title": "Chirii: \"article\":{}", "technical_summary": "„art. 5”",
            "simple_explanation": "", "importance": 3, "publish_date": "2026-11-02", "topic": "munca",
        });
        let article = serde_json::from_value(article).expect("an article");
        let published_at = Some(Timestamp::MAX);
        ArticleRecord { published_at, ..ArticleRecord::new(article, Status::Published, Timestamp::UNIX_EPOCH) }
    }

    #[test]
    fn a_record_is_outlined_in_one_pass_as_by_its_fields() {
        let json = serde_json::to_vec(&record()).expect("JSON");
        let by_fields: OutlinedRecord = serde_json::from_slice(&json).expect("a record");
        let one_pass = OutlinedRecord::of_json([&json[..], &b"rest"[..]].concat(), json.len()).expect("a record");
        assert_eq!(one_pass.article.json(), by_fields.article.json());
        assert_eq!(format!("{:?}", one_pass.article.outline), format!("{:?}", by_fields.article.outline));
        let times = |record: &OutlinedRecord| {
            (record.status, record.revision, record.created_at, record.updated_at, record.published_at)
        };
        assert_eq!(times(&one_pass), times(&by_fields));
    }

    #[test]
    fn a_record_with_its_article_elsewhere_and_a_cut_one_are_given_back() {
        let json = serde_json::to_string(&record()).expect("JSON");
        let at = json.find("\"article\":").expect("the article");
        let first = format!("{{{},{}}}", &json[at..json.len() - 1], json[1..at].trim_end_matches(','));
        let more = format!("{},\"newer\":1}}", &json[..json.len() - 1]);
        for other in [first.as_str(), &more, &json[..json.len() - 1], &json[..at], "{}", ""] {
            let bytes = other.as_bytes().to_vec();
            assert_eq!(OutlinedRecord::of_json(bytes.clone(), bytes.len()).err(), Some(bytes), "{other}");
        }
        for other in [first, more] {
            serde_json::from_str::<OutlinedRecord>(&other).expect("its fields are read in any order");
        }
    }
}
