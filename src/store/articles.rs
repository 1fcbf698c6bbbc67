//! Articles: the current content and status, earlier revisions, and the readers' counts.

use std::collections::HashMap;
use std::ops::ControlFlow;

use jiff::Timestamp;
use redb::TableDefinition;
use serde::{Deserialize, Serialize};

use super::tx::{Order, RawTable, Reading, Table, WriteTx};
use super::verify::Finding;
use super::{StoreError, codec, keys, notifications, readers};
use crate::domain::article::Revision;
use crate::domain::{Article, ArticleCounts, Slug, Status};

/// Key: slug. Value: [`ArticleRecord`].
pub(super) const ARTICLES: Table = TableDefinition::new("articles");
/// Key: slug, NUL, revision. Value: [`Revision`]. Earlier revisions only.
pub(super) const ARTICLE_REVISIONS: Table = TableDefinition::new("article_revisions");
/// Key: slug. Value: [`ArticleCounts`]. Apart from the article, so that a like does not rewrite it.
pub(super) const ARTICLE_COUNTS: Table = TableDefinition::new("article_counts");
/// Key: publish date, slug. Value: nothing. Index of `ARTICLES`.
pub(super) const ARTICLE_BY_DATE: Table = TableDefinition::new("article_by_date");

/// An article as it stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArticleRecord {
    pub status: Status,
    /// Counted from 1; grows with each change of content.
    pub revision: u32,
    pub created_at: Timestamp,
    /// When the content last changed.
    pub updated_at: Timestamp,
    /// While it is not published: the revision that readers saw last; see [`ArticleRecord::last_seen`].
    #[serde(default, skip_serializing_if = "is_zero")]
    pub announced: u32,
    /// When readers saw it first; see [`ArticleRecord::first_seen`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub published_at: Option<Timestamp>,
    pub article: Article,
}

impl ArticleRecord {
    /// The last revision that was published, of which nobody is told again; 0: none was.
    pub fn last_seen(&self) -> u32 {
        if self.status == Status::Published { self.revision } else { self.announced }
    }

    /// When readers saw it first; for one of before that was written down, when it came into the store.
    pub fn first_seen(&self) -> Option<Timestamp> {
        self.published_at.or_else(|| (self.last_seen() > 0).then_some(self.created_at))
    }

    /// As it is kept from now on, having been `before`.
    #[must_use]
    pub fn seen_since(self, before: Option<&Self>, now: Timestamp) -> Self {
        let now = (self.status == Status::Published).then_some(now);
        Self { published_at: before.and_then(Self::first_seen).or(now), ..self }
    }
}

fn is_zero(revision: &u32) -> bool {
    *revision == 0
}

/// What a mark asks of an article, read without its texts.
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
    let key = slug.as_str().as_bytes();
    tx.get(RawTable(ARTICLES), key)?.map(|bytes| codec::decode(ARTICLES, key, &bytes)).transpose()
}

/// As [`get`], for those who need little of it.
pub fn brief(tx: &impl Reading, slug: &Slug) -> Result<Option<Brief>, StoreError> {
    let key = slug.as_str().as_bytes();
    tx.get(RawTable(ARTICLES), key)?.map(|bytes| codec::decode(ARTICLES, key, &bytes)).transpose()
}

/// Writes the record and keeps the index in step.
///
/// When `before` (what [`get`] gave in this transaction) has another revision, it is kept among
/// the earlier ones.
pub fn put(tx: &WriteTx, before: Option<&ArticleRecord>, record: &ArticleRecord) -> Result<(), StoreError> {
    let slug = &record.article.slug;
    if let Some(before) = before {
        if before.revision != record.revision {
            let earlier =
                Revision { revision: before.revision, updated_at: before.updated_at, article: before.article.clone() };
            tx.put(ARTICLE_REVISIONS, &keys::slug_revision(slug, before.revision), &codec::encode(&earlier))?;
        }
        if before.article.publish_date != record.article.publish_date {
            tx.delete(ARTICLE_BY_DATE, &keys::date_slug(before.article.publish_date, slug))?;
        }
    }
    if before.is_none_or(|before| before.article.publish_date != record.article.publish_date) {
        tx.put(ARTICLE_BY_DATE, &keys::date_slug(record.article.publish_date, slug), &[])?;
    }
    tx.put(ARTICLES, slug.as_str().as_bytes(), &codec::encode(record))
}

/// Removes the article with its revisions, counts, and all that readers have of it; says whether it was there.
pub fn remove(tx: &WriteTx, slug: &Slug) -> Result<bool, StoreError> {
    let Some(record) = get(tx, slug)? else { return Ok(false) };
    readers::remove_article(tx, slug)?;
    notifications::remove_article(tx, slug)?;
    tx.delete(ARTICLE_BY_DATE, &keys::date_slug(record.article.publish_date, slug))?;
    for revision in revisions(tx, slug)? {
        tx.delete(ARTICLE_REVISIONS, &keys::slug_revision(slug, revision.revision))?;
    }
    tx.delete(ARTICLE_COUNTS, slug.as_str().as_bytes())?;
    tx.delete(ARTICLES, slug.as_str().as_bytes())?;
    Ok(true)
}

/// The earlier revisions of an article, oldest first, without the current one.
pub fn revisions(tx: &impl Reading, slug: &Slug) -> Result<Vec<Revision>, StoreError> {
    let prefix = keys::slug_prefix(slug);
    let mut found = Vec::new();
    tx.scan(RawTable(ARTICLE_REVISIONS), &prefix, Order::Ascending, &mut |key, bytes| {
        if !key.starts_with(&prefix) {
            return Ok(ControlFlow::Break(()));
        }
        found.push(codec::decode(ARTICLE_REVISIONS, key, bytes)?);
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(found)
}

/// The counts of one article; zero when nobody has touched it.
pub fn counts(tx: &impl Reading, slug: &Slug) -> Result<ArticleCounts, StoreError> {
    let key = slug.as_str().as_bytes();
    let bytes = tx.get(RawTable(ARTICLE_COUNTS), key)?;
    Ok(bytes.map(|bytes| codec::decode(ARTICLE_COUNTS, key, &bytes)).transpose()?.unwrap_or_default())
}

/// Changes the counts of the article of this name.
pub(super) fn change_counts(
    tx: &WriteTx,
    slug: &str,
    change: impl FnOnce(&mut ArticleCounts),
) -> Result<(), StoreError> {
    let key = slug.as_bytes();
    let bytes = tx.get(RawTable(ARTICLE_COUNTS), key)?;
    let mut counts: ArticleCounts =
        bytes.map(|bytes| codec::decode(ARTICLE_COUNTS, key, &bytes)).transpose()?.unwrap_or_default();
    change(&mut counts);
    counts.version += 1;
    tx.put(ARTICLE_COUNTS, key, &codec::encode(&counts))
}

/// The counts of all articles that anybody has touched.
pub fn all_counts(tx: &impl Reading) -> Result<HashMap<Slug, ArticleCounts>, StoreError> {
    let mut all = HashMap::new();
    tx.scan(RawTable(ARTICLE_COUNTS), &[], Order::Ascending, &mut |key, bytes| {
        if let Some(slug) = std::str::from_utf8(key).ok().and_then(Slug::parse) {
            all.insert(slug, codec::decode(ARTICLE_COUNTS, key, bytes)?);
        }
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(all)
}

/// Visits every article in order of slug.
pub fn each(tx: &impl Reading, visit: &mut dyn FnMut(ArticleRecord) -> ControlFlow<()>) -> Result<(), StoreError> {
    tx.scan(RawTable(ARTICLES), &[], Order::Ascending, &mut |key, bytes| {
        Ok(visit(codec::decode(ARTICLES, key, bytes)?))
    })
}

/// Visits every article, newest publish date first.
pub fn each_newest_first(
    tx: &impl Reading,
    visit: &mut dyn FnMut(ArticleRecord) -> ControlFlow<()>,
) -> Result<(), StoreError> {
    let mut inner = Ok(());
    tx.scan(RawTable(ARTICLE_BY_DATE), &[], Order::Descending, &mut |key, _| {
        let record = keys::slug_of_date_slug(key).map(|slug| get(tx, &slug)).transpose();
        match record {
            Ok(record) => Ok(record.flatten().map_or(ControlFlow::Continue(()), &mut *visit)),
            Err(error) => {
                inner = Err(error);
                Ok(ControlFlow::Break(()))
            }
        }
    })?;
    inner
}

/// How many articles there are, whatever their status.
pub fn count(tx: &impl Reading) -> Result<u64, StoreError> {
    tx.count(RawTable(ARTICLES))
}

/// Recomputes the index and looks for rows without an article.
pub(super) fn verify(tx: &impl Reading, findings: &mut Vec<Finding>) -> Result<(), StoreError> {
    let mut articles = 0_u64;
    tx.scan(RawTable(ARTICLES), &[], Order::Ascending, &mut |key, bytes| {
        articles += 1;
        match codec::decode::<ArticleRecord>(ARTICLES, key, bytes) {
            Err(error) => findings.push(Finding::unreadable("articles", key, &error)),
            Ok(record) => {
                let slug = &record.article.slug;
                if slug.as_str().as_bytes() != key {
                    findings.push(Finding::new("articles", key, "the record names another slug"));
                }
                let index = keys::date_slug(record.article.publish_date, slug);
                if tx.get(RawTable(ARTICLE_BY_DATE), &index)?.is_none() {
                    findings.push(Finding::new("article_by_date", key, "the article is missing from the index"));
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    })?;
    let indexed = tx.count(RawTable(ARTICLE_BY_DATE))?;
    if indexed != articles {
        findings.push(Finding::new("article_by_date", b"", &format!("{indexed} rows for {articles} articles")));
    }
    verify_dependants(tx, ARTICLE_COUNTS, findings, &|key, bytes| {
        codec::decode::<ArticleCounts>(ARTICLE_COUNTS, key, bytes).map(|_| key.to_vec())
    })?;
    verify_dependants(tx, ARTICLE_REVISIONS, findings, &|key, bytes| {
        codec::decode::<Revision>(ARTICLE_REVISIONS, key, bytes)
            .map(|revision| revision.article.slug.as_str().as_bytes().to_vec())
    })
}

/// Gives the key of the article that a row belongs to; fails when the row cannot be read.
type Owner<'a> = &'a dyn Fn(&[u8], &[u8]) -> Result<Vec<u8>, StoreError>;

/// Checks that each row can be read and belongs to an article that is there.
fn verify_dependants(
    tx: &impl Reading,
    table: Table,
    findings: &mut Vec<Finding>,
    owner: Owner,
) -> Result<(), StoreError> {
    use redb::TableHandle;
    tx.scan(RawTable(table), &[], Order::Ascending, &mut |key, bytes| {
        match owner(key, bytes) {
            Err(error) => findings.push(Finding::unreadable(table.name(), key, &error)),
            Ok(owner) if tx.get(RawTable(ARTICLES), &owner)?.is_none() => {
                findings.push(Finding::new(table.name(), key, "there is no such article"));
            }
            Ok(_) => {}
        }
        Ok(ControlFlow::Continue(()))
    })
}
