//! The backups that were made, and whether each was restored on trial.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::engine::{ReadTx, Reading, WriteTx};
use super::error::StoreError;
use super::finding::Findings;
use super::meta::META;
use super::table::Table;

/// By name, which begins with the time.
pub(super) const BACKUPS: Table<String, BackupRecord> = Table::new("backups");

/// Records that are kept, also of backups that were removed since.
pub const KEPT: usize = 100;

/// Until when a process makes a backup, so that no other one does.
const CLAIM: &str = "backup_claim";

/// One backup, or an attempt whose result could not be restored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BackupRecord {
    pub name: String,
    pub made_at: Timestamp,
    /// Of the file; 0 if its trial failed and none was kept.
    pub size_bytes: u64,
    /// SHA-256 of the file.
    pub sha256: String,
    /// When the storage gave back the same bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uploaded_at: Option<Timestamp>,
    pub proof: BackupProof,
}

/// The result of restoring a backup on trial.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BackupProof {
    pub outcome: ProofOutcome,
    pub at: Timestamp,
    pub millis: u64,
    /// Rows that were counted, and articles that were compared.
    pub rows: u64,
    pub articles: u64,
    /// Why it failed or could not be tried.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ProofOutcome {
    /// It was restored and has what the store had.
    Proved,
    /// It cannot be restored, or lacks something.
    Failed,
    /// There was no space, or no file could be read or written.
    Untried,
}

impl BackupRecord {
    /// Whether the attempt left a backup.
    pub fn is_made(&self) -> bool {
        self.size_bytes > 0
    }
}

pub fn get(tx: &impl Reading, name: &str) -> Result<Option<BackupRecord>, StoreError> {
    BACKUPS.get_readable(tx, name)
}

/// Stores the record and removes the oldest ones beyond [`KEPT`].
pub fn put(tx: &WriteTx, record: &BackupRecord) -> Result<(), StoreError> {
    BACKUPS.put(tx, record.name.as_str(), record)?;
    for old in BACKUPS.last(tx, 2 * KEPT)?.iter().skip(KEPT) {
        BACKUPS.delete(tx, old.name.as_str())?;
    }
    Ok(())
}

/// The records, newest first.
pub fn list(tx: &impl Reading) -> Result<Vec<BackupRecord>, StoreError> {
    BACKUPS.last(tx, KEPT)
}

/// Claims the making of a backup until then. Returns whether nobody else has claimed it.
pub fn claim(tx: &WriteTx, now: Timestamp, until: Timestamp) -> Result<bool, StoreError> {
    let claimed = META.get(tx, CLAIM)?.and_then(|claimed| claimed.parse::<Timestamp>().ok());
    // A claim from a time when the clock was wrong holds nobody up for longer than a new one would.
    if claimed.is_some_and(|claimed| now < claimed && claimed <= until) {
        return Ok(false);
    }
    META.put(tx, CLAIM, &until.to_string())?;
    Ok(true)
}

/// Gives the claim back.
pub fn release(tx: &WriteTx) -> Result<(), StoreError> {
    META.delete(tx, CLAIM)?;
    Ok(())
}

pub(super) fn verify(tx: &ReadTx, findings: &mut Findings) -> Result<(), StoreError> {
    findings.each_row(tx, BACKUPS, |findings, name, record| {
        if record.name != name {
            findings.row(BACKUPS, name.as_str(), "the record names another backup");
        }
        Ok(())
    })?;
    Ok(())
}
