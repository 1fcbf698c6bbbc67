//! The desk's notes about drafts: who saved them, rejections, and the times at which they are published.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::articles;
use super::engine::{ReadTx, Reading, WriteTx};
use super::error::StoreError;
use super::finding::Findings;
use super::key::KeyRange;
use super::table::Table;
use crate::domain::Slug;
use crate::domain::desk::{Missed, Rejection, Schedule, Signature};

/// By article; no row before an editor changes the draft.
pub(super) const DESK: Table<Slug, DeskRecord> = Table::new("desk");
/// By time of publication and article. Index of the scheduled ones of `DESK`.
pub(super) const DESK_DUE: Table<(Timestamp, Slug), ()> = Table::new("desk_due");

/// What editors did with a draft. It names them and refers to no account, as the published article does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeskRecord {
    pub slug: Slug,
    /// Who last saved the text, and when.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub saved: Option<Signature>,
    /// Number of findings of the checker in the text that was saved last.
    #[serde(default)]
    pub findings: usize,
    /// Whether the draft is rejected now.
    #[serde(default)]
    pub is_rejected: bool,
    /// Oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rejections: Vec<Rejection>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schedule: Option<Schedule>,
    /// Why the last schedule was not carried out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missed: Option<Missed>,
    /// SHA-256 of the act's corrected text, as long as the draft rests on the text before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub corrected_source: Option<String>,
}

impl DeskRecord {
    pub fn new(slug: Slug) -> Self {
        Self {
            slug,
            saved: None,
            findings: 0,
            is_rejected: false,
            rejections: vec![],
            schedule: None,
            missed: None,
            corrected_source: None,
        }
    }
}

/// The notes about an article; empty ones if it has none.
pub fn get(tx: &dyn Reading, slug: &Slug) -> Result<DeskRecord, StoreError> {
    Ok(DESK.get(tx, slug)?.unwrap_or_else(|| DeskRecord::new(slug.clone())))
}

/// Writes the notes and updates the index.
pub fn put(tx: &WriteTx, record: &DeskRecord) -> Result<(), StoreError> {
    let before = DESK.get(tx, &record.slug)?.and_then(|before| before.schedule);
    let key = |schedule: &Schedule| (schedule.at, record.slug.clone());
    DESK_DUE.replace_key(tx, before.as_ref().map(key), record.schedule.as_ref().map(key))?;
    DESK.put(tx, &record.slug, record)
}

/// Cancels the schedule of an article that is published or hidden by other means.
pub fn unschedule(tx: &WriteTx, slug: &Slug) -> Result<(), StoreError> {
    match DESK.get(tx, slug)? {
        Some(record) if record.schedule.is_some() => put(tx, &DeskRecord { schedule: None, ..record }),
        _ => Ok(()),
    }
}

/// The first `limit` articles that are to be published by `now`, the earliest first.
pub fn due(tx: &WriteTx, now: Timestamp, limit: usize) -> Result<Vec<Slug>, StoreError> {
    DESK_DUE.scan(tx, KeyRange::until(now)).take(limit).map(|row| Ok(row?.0.1)).collect()
}

/// When the next article is to be published.
pub fn next_due(tx: &dyn Reading) -> Result<Option<Timestamp>, StoreError> {
    Ok(DESK_DUE.first_key(tx)?.map(|(at, _)| at))
}

pub(super) fn remove_article(tx: &WriteTx, slug: &Slug) -> Result<(), StoreError> {
    unschedule(tx, slug)?;
    DESK.delete(tx, slug)?;
    Ok(())
}

pub(super) fn verify(tx: &ReadTx, findings: &mut Findings) -> Result<(), StoreError> {
    let mut scheduled = 0;
    findings.each_row(tx, DESK, |findings, key, record| {
        if record.slug != key {
            findings.row(DESK, &key, "the record names another article");
        }
        if !articles::exists(tx, &key)? {
            findings.row(DESK, &key, "there is no such article");
        }
        if let Some(schedule) = &record.schedule {
            scheduled += 1;
            if !DESK_DUE.contains(tx, &(&schedule.at, &key))? {
                findings.row(DESK, &key, "the schedule is missing from the index");
            }
        }
        Ok(())
    })?;
    findings.check_len(tx, DESK_DUE, scheduled, "scheduled articles")
}
