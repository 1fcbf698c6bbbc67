//! Articles: the current content and status, earlier revisions, and the readers' counts.

use std::collections::HashMap;
use std::ops::ControlFlow;

use jiff::Timestamp;
use jiff::civil::Date;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::engine::{ReadTx, Reading, WriteTx};
use super::error::StoreError;
use super::finding::Findings;
use super::key::{Key, KeyRange};
use super::table::{Table, readable};
use crate::domain::article::Revision;
use crate::domain::{Article, ArticleCounts, Slug, Status};

pub(super) const ARTICLES: Table<Slug, ArticleRecord> = Table::new("articles");
/// By slug and revision; earlier revisions only.
pub(super) const ARTICLE_REVISIONS: Table<(Slug, u32), Revision> = Table::new("article_revisions");
/// Apart from the article, so that a like does not rewrite it.
pub(super) const ARTICLE_COUNTS: Table<Slug, ArticleCounts> = Table::new("article_counts");
/// By publish date and slug. Index of `ARTICLES`.
pub(super) const ARTICLE_BY_DATE: Table<(Date, Slug), ()> = Table::new("article_by_date");

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
    /// When the article was first published.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub published_at: Option<Timestamp>,
    pub article: Article,
}

impl ArticleRecord {
    /// The last revision that readers saw, 0 if none. No reader is notified of it again.
    pub fn last_public_revision(&self) -> u32 {
        if self.status == Status::Published { self.revision } else { self.last_public_revision }
    }

    /// Sets `published_at` as in the record that this one replaces, or to `now` on first publication.
    #[must_use]
    pub fn with_published_at(self, before: Option<&Self>, now: Timestamp) -> Self {
        let now = (self.status == Status::Published).then_some(now);
        Self { published_at: before.and_then(|before| before.published_at).or(now), ..self }
    }
}

/// An article without its texts.
#[derive(Debug, Deserialize)]
pub struct Brief {
    pub status: Status,
    pub revision: u32,
    article: BriefArticle,
}

#[derive(Debug, Deserialize)]
struct BriefArticle {
    topic: String,
}

impl Brief {
    pub fn topic(&self) -> &str {
        &self.article.topic
    }
}

pub fn get(tx: &impl Reading, slug: &Slug) -> Result<Option<ArticleRecord>, StoreError> {
    ARTICLES.get(tx, slug)
}

/// The readable ones of these articles.
pub fn get_many<'a>(
    tx: &impl Reading,
    slugs: impl IntoIterator<Item = &'a Slug>,
) -> Result<Vec<ArticleRecord>, StoreError> {
    ARTICLES.get_many(tx, slugs)?.into_iter().filter_map(readable).collect()
}

pub(super) fn exists(tx: &impl Reading, slug: &Slug) -> Result<bool, StoreError> {
    ARTICLES.contains(tx, slug)
}

/// As [`get`], without the texts.
pub fn brief(tx: &impl Reading, slug: &Slug) -> Result<Option<Brief>, StoreError> {
    ARTICLES.read_as::<Brief>().get(tx, slug)
}

/// Writes the record and updates the index.
///
/// `before` is what [`get`] returned in this transaction. If its revision differs, it is kept among the
/// earlier ones.
pub fn put(tx: &WriteTx, before: Option<&ArticleRecord>, record: &ArticleRecord) -> Result<(), StoreError> {
    let slug = &record.article.slug;
    if let Some(before) = before {
        if before.revision != record.revision {
            let earlier =
                Revision { revision: before.revision, updated_at: before.updated_at, article: before.article.clone() };
            ARTICLE_REVISIONS.put(tx, &(slug, &before.revision), &earlier)?;
        }
        if before.article.publish_date != record.article.publish_date {
            ARTICLE_BY_DATE.delete(tx, &(&before.article.publish_date, slug))?;
        }
    }
    if before.is_none_or(|before| before.article.publish_date != record.article.publish_date) {
        ARTICLE_BY_DATE.put(tx, &(&record.article.publish_date, slug), &())?;
    }
    ARTICLES.put(tx, slug, record)
}

/// Removes the article with its revisions and counts. Returns whether it existed.
pub(super) fn remove(tx: &WriteTx, slug: &Slug) -> Result<bool, StoreError> {
    let Some(record) = get(tx, slug)? else { return Ok(false) };
    ARTICLE_BY_DATE.delete(tx, &(&record.article.publish_date, slug))?;
    ARTICLE_REVISIONS.delete_range(tx, &KeyRange::prefix(slug))?;
    ARTICLE_COUNTS.delete(tx, slug)?;
    ARTICLES.delete(tx, slug)
}

/// The earlier revisions of an article, oldest first, without the current one.
pub fn revisions(tx: &impl Reading, slug: &Slug) -> Result<Vec<Revision>, StoreError> {
    ARTICLE_REVISIONS.scan(tx, KeyRange::prefix(slug)).map(|row| Ok(row?.1)).collect()
}

/// The counts of one article; zero before the first like.
pub fn counts(tx: &impl Reading, slug: &Slug) -> Result<ArticleCounts, StoreError> {
    Ok(ARTICLE_COUNTS.get(tx, slug)?.unwrap_or_default())
}

pub(super) fn change_counts(
    tx: &WriteTx,
    slug: &Slug,
    change: impl FnOnce(&mut ArticleCounts),
) -> Result<(), StoreError> {
    let mut counts = counts(tx, slug)?;
    change(&mut counts);
    counts.version += 1;
    ARTICLE_COUNTS.put(tx, slug, &counts)
}

/// The counts of all articles that have any.
pub fn all_counts(tx: &ReadTx) -> Result<HashMap<Slug, ArticleCounts>, StoreError> {
    ARTICLE_COUNTS.scan_all(tx).collect()
}

/// Visits every article in order of slug.
pub fn each(tx: &ReadTx, visit: &mut dyn FnMut(ArticleRecord) -> ControlFlow<()>) -> Result<(), StoreError> {
    for row in ARTICLES.scan_all(tx) {
        if visit(row?.1).is_break() {
            break;
        }
    }
    Ok(())
}

/// Visits every article, newest publish date first.
pub fn each_newest_first(
    tx: &ReadTx,
    visit: &mut dyn FnMut(ArticleRecord) -> ControlFlow<()>,
) -> Result<(), StoreError> {
    let slugs = ARTICLE_BY_DATE.scan_all_back(tx).map(|row| Ok(row?.0.1));
    ARTICLES.visit_many(tx, slugs, visit)
}

/// The number of articles, whatever their status.
pub fn count(tx: &ReadTx) -> Result<u64, StoreError> {
    ARTICLES.len(tx)
}

/// Whether the store has any article.
pub fn any(tx: &impl Reading) -> Result<bool, StoreError> {
    Ok(!ARTICLES.is_empty(tx)?)
}

/// Recomputes the index and looks for rows without an article.
pub(super) fn verify(tx: &ReadTx, findings: &mut Findings) -> Result<(), StoreError> {
    let articles = findings.each_row(tx, ARTICLES, |findings, key, record| {
        let slug = &record.article.slug;
        if *slug != key {
            findings.row(ARTICLES, &key, "the record names another slug");
        }
        if !ARTICLE_BY_DATE.contains(tx, &(&record.article.publish_date, slug))? {
            findings.add(ARTICLE_BY_DATE.name(), slug.to_string(), "the article is missing from the index".to_owned());
        }
        Ok(())
    })?;
    findings.check_len(tx, ARTICLE_BY_DATE, articles, "articles")?;
    verify_owner(tx, findings, ARTICLE_COUNTS, Slug::clone)?;
    verify_owner(tx, findings, ARTICLE_REVISIONS, |(slug, _)| slug.clone())
}

/// Checks that each row belongs to an article that exists.
fn verify_owner<K: Key, V: DeserializeOwned>(
    tx: &ReadTx,
    findings: &mut Findings,
    table: Table<K, V>,
    owner: fn(&K) -> Slug,
) -> Result<(), StoreError> {
    findings.each_row(tx, table, |findings, key, _| {
        let slug = owner(&key);
        if !ARTICLES.contains(tx, &slug)? {
            findings.add(table.name(), slug.to_string(), "there is no such article".to_owned());
        }
        Ok(())
    })?;
    Ok(())
}
