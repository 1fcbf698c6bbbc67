//! Acts that sources delivered, and the documents that they were read from.

use std::collections::HashSet;
use std::ops::ControlFlow;

use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::archive;
use super::engine::{ReadTx, Reading, WriteTx};
use super::error::StoreError;
use super::finding::Findings;
use super::table::Table;
use crate::domain::act::Act;
use crate::domain::gazette::Gazette;
use crate::domain::{ActKey, NotDrafted, Slug};

pub(super) const ACTS: Table<String, ActRecord> = Table::new("acts");
/// By the id of the portal's document. Index of `ACTS`.
pub(super) const ACT_BY_PORTAL_ID: Table<u64, ActKey> = Table::new("act_by_portal_id");

/// One act as its source delivered it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ActRecord {
    pub key: ActKey,
    pub act: Act,
    pub title: String,
    /// The day in the act's heading.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<Date>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gazette: Option<Gazette>,
    /// Entry into force as the source gives it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub in_force: Option<Date>,
    /// The id of the portal's document.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub portal_id: Option<u64>,
    #[serde(default, skip_serializing_if = "ActLinks::is_empty")]
    pub links: ActLinks,
    /// SHA-256 of the archived text.
    pub text_sha256: String,
    /// SHA-256 of the archived reply or file that the text was read from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_sha256: Option<String>,
    /// When the present text was first fetched.
    pub fetched_at: Timestamp,
    /// SHA-256 of earlier texts, oldest first: the source corrected them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub earlier_texts: Vec<String>,
    /// The article that was drafted from the act.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub article: Option<Slug>,
    /// Why no article was drafted from the act.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_drafted: Option<NotDrafted>,
}

/// Addresses of the two forms of an act.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ActLinks {
    /// The newest consolidated form.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub consolidated: Option<String>,
    /// The form as first published.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub published: Option<String>,
    /// The PDF file of the gazette's issue, once it was read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gazette: Option<String>,
}

impl ActLinks {
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

pub fn get(tx: &dyn Reading, key: &ActKey) -> Result<Option<ActRecord>, StoreError> {
    ACTS.get(tx, key.as_str())
}

/// The act of a document of the portal.
pub fn by_portal_id(tx: &dyn Reading, portal_id: u64) -> Result<Option<ActRecord>, StoreError> {
    let Some(key) = ACT_BY_PORTAL_ID.get(tx, &portal_id)? else { return Ok(None) };
    get(tx, &key)
}

/// Writes the record and updates the index. The portal's id of a stored act must not change.
pub fn put(tx: &WriteTx, record: &ActRecord) -> Result<(), StoreError> {
    if let Some(portal_id) = record.portal_id {
        ACT_BY_PORTAL_ID.put(tx, &portal_id, &record.key)?;
    }
    ACTS.put(tx, record.key.as_str(), record)
}

/// Most acts that [`of_number`] looks at.
const MOST_ISSUERS: usize = 50;

/// The acts with the type, year and number of `key` and an issuer; `key` itself has none.
pub fn of_number(tx: &dyn Reading, key: &ActKey) -> Result<Vec<ActRecord>, StoreError> {
    let prefix = format!("{key}/");
    let (mut acts, _) = ACTS.page_after(tx, Some(prefix.as_str()), MOST_ISSUERS)?;
    acts.retain(|act| act.key.as_str().starts_with(&prefix));
    Ok(acts)
}

/// Visits every readable act in the order of the keys.
pub fn each(tx: &ReadTx, visit: &mut dyn FnMut(ActRecord) -> ControlFlow<()>) -> Result<(), StoreError> {
    ACTS.visit_all(tx, visit)
}

/// Visits the acts that have a rank, the least rank first, until `visit` breaks.
pub fn each_ranked<R: Ord>(
    tx: &ReadTx,
    rank: &mut dyn FnMut(&ActRecord) -> Option<R>,
    visit: &mut dyn FnMut(ActRecord) -> ControlFlow<()>,
) -> Result<(), StoreError> {
    ACTS.visit_ranked(tx, rank, visit).map(drop)
}

/// The replies and files that acts were read from. Reads all acts; for jobs and commands.
pub fn sources_in_write(tx: &WriteTx) -> Result<HashSet<String>, StoreError> {
    let sources = ACTS.scan_all_in_write(tx).filter_map(|row| row.map(|(_, act)| act.source_sha256).transpose());
    sources.collect()
}

/// The number of acts.
pub fn count(tx: &ReadTx) -> Result<u64, StoreError> {
    ACTS.len(tx)
}

pub(super) fn verify(tx: &ReadTx, findings: &mut Findings) -> Result<(), StoreError> {
    let mut indexed = 0;
    findings.each_row(tx, ACTS, |findings, key, record| {
        if record.key.as_str() != key {
            findings.row(ACTS, key.as_str(), "the record names another act");
        }
        let documents = record.earlier_texts.iter().chain([&record.text_sha256]).chain(&record.source_sha256);
        for sha256 in documents {
            if archive::record(tx, sha256)?.is_none() {
                findings.row(ACTS, key.as_str(), &format!("the archive lacks its document {sha256}"));
            }
        }
        if let Some(portal_id) = record.portal_id {
            indexed += 1;
            if ACT_BY_PORTAL_ID.get(tx, &portal_id)?.is_none_or(|found| found.as_str() != key) {
                findings.row(ACTS, key.as_str(), "the act is missing from the index of the portal's ids");
            }
        }
        Ok(())
    })?;
    findings.check_len(tx, ACT_BY_PORTAL_ID, indexed, "acts of the portal")
}
