//! Published articles about which the answers of accounts are still to be asked.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::articles;
use super::engine::{ReadTx, Reading, WriteTx};
use super::error::StoreError;
use super::finding::Findings;
use super::table::Table;
use crate::domain::{Slug, Uid};

/// By article.
// docs/decisions/0361
pub(super) const CONCERN_NOTICES: Table<Slug, PendingNotice> = Table::new("concern_notices");

/// A newly published article whose readers are still to be found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PendingNotice {
    pub published_at: Timestamp,
    /// The last account that was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<Uid>,
}

pub fn put(tx: &WriteTx, slug: &Slug, pending: &PendingNotice) -> Result<(), StoreError> {
    CONCERN_NOTICES.put(tx, slug, pending)
}

pub fn get(tx: &dyn Reading, slug: &Slug) -> Result<Option<PendingNotice>, StoreError> {
    CONCERN_NOTICES.get_readable(tx, slug)
}

/// Removes the row. Returns whether there was one.
pub fn remove(tx: &WriteTx, slug: &Slug) -> Result<bool, StoreError> {
    CONCERN_NOTICES.delete(tx, slug)
}

/// The first rows in the order of their slugs, at most `limit`.
pub fn first(tx: &ReadTx, limit: usize) -> Result<Vec<(Slug, PendingNotice)>, StoreError> {
    CONCERN_NOTICES.scan_all(tx).take(limit).collect()
}

/// Checks that each row belongs to an existing article.
pub(super) fn verify(tx: &ReadTx, findings: &mut Findings) -> Result<(), StoreError> {
    findings.check_rows(tx, CONCERN_NOTICES, |slug, _| articles::exists(tx, slug), "there is no such article")
}
