//! Published articles that are still to be matched with saved searches, and what the searches found.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::articles;
use super::engine::{ReadTx, Reading, WriteTx};
use super::error::StoreError;
use super::finding::Findings;
use super::key::KeyRange;
use super::table::Table;
use crate::domain::Slug;

/// By article.
pub(super) const SEARCH_PENDING: Table<Slug, PendingArticle> = Table::new("search_pending");
/// When the search found the article, by article and name of the follow.
pub(super) const SEARCH_HITS: Table<(Slug, String), Timestamp> = Table::new("search_hits");

/// A newly published article that is still to be matched with saved searches.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PendingArticle {
    pub revision: u32,
    pub published_at: Timestamp,
    /// The last search that the article was matched with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
}

pub fn put_pending(tx: &WriteTx, slug: &Slug, pending: &PendingArticle) -> Result<(), StoreError> {
    SEARCH_PENDING.put(tx, slug, pending)
}

pub fn pending_of(tx: &dyn Reading, slug: &Slug) -> Result<Option<PendingArticle>, StoreError> {
    SEARCH_PENDING.get_readable(tx, slug)
}

pub fn remove_pending(tx: &WriteTx, slug: &Slug) -> Result<bool, StoreError> {
    SEARCH_PENDING.delete(tx, slug)
}

/// The first pending articles in the order of their slugs, at most `limit`.
pub fn pending(tx: &ReadTx, limit: usize) -> Result<Vec<(Slug, PendingArticle)>, StoreError> {
    SEARCH_PENDING.scan_all(tx).take(limit).collect()
}

pub fn put_hit(tx: &WriteTx, slug: &Slug, name: &str, at: Timestamp) -> Result<(), StoreError> {
    SEARCH_HITS.put(tx, &(slug, name), &at)
}

/// The saved searches that found the article, by the names of their follows.
pub fn hits(tx: &dyn Reading, slug: &Slug) -> Result<Vec<String>, StoreError> {
    SEARCH_HITS.scan(tx, KeyRange::prefix(slug)).map(|row| Ok(row?.0.1)).collect()
}

/// Whether any hit is stored.
pub fn any_hits(tx: &dyn Reading) -> Result<bool, StoreError> {
    Ok(!SEARCH_HITS.is_empty(tx)?)
}

/// Removes what was found before this instant. Reads all hits; for jobs.
pub fn remove_hits_before(tx: &WriteTx, instant: Timestamp) -> Result<(), StoreError> {
    SEARCH_HITS.delete_where(tx, |_, at| *at < instant)
}

pub(super) fn remove_article(tx: &WriteTx, slug: &Slug) -> Result<(), StoreError> {
    remove_pending(tx, slug)?;
    SEARCH_HITS.delete_range(tx, &KeyRange::prefix(slug))
}

/// Checks that each row belongs to an existing article.
pub(super) fn verify(tx: &ReadTx, findings: &mut Findings) -> Result<(), StoreError> {
    findings.check_rows(tx, SEARCH_PENDING, |slug, _| articles::exists(tx, slug), "there is no such article")?;
    findings.check_rows(tx, SEARCH_HITS, |(slug, _), _| articles::exists(tx, slug), "there is no such article")
}
