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
pub const KEPT_RECORDS: usize = 100;

/// The instance that makes a backup, and until when no other process does.
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
    /// The upload in parts that has begun and not ended. The storage may keep its parts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unfinished_upload: Option<String>,
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

/// Stores the record and removes the oldest ones beyond [`KEPT_RECORDS`].
pub fn put(tx: &WriteTx, record: &BackupRecord) -> Result<(), StoreError> {
    BACKUPS.put(tx, record.name.as_str(), record)?;
    for old in BACKUPS.last(tx, 2 * KEPT_RECORDS)?.iter().skip(KEPT_RECORDS) {
        BACKUPS.delete(tx, old.name.as_str())?;
    }
    Ok(())
}

/// The records, newest first.
pub fn list(tx: &dyn Reading) -> Result<Vec<BackupRecord>, StoreError> {
    BACKUPS.last(tx, KEPT_RECORDS)
}

/// Claims the making of a backup until then. Returns whether nobody else has claimed it.
pub fn claim(tx: &WriteTx, now: Timestamp, until: Timestamp) -> Result<bool, StoreError> {
    let claimed = META.get(tx, CLAIM)?.and_then(|claimed| claimed.split_once(' ')?.1.parse::<Timestamp>().ok());
    // A claim from a time when the clock was wrong holds nobody up for longer than a new one would.
    if claimed.is_some_and(|claimed| now < claimed && claimed <= until) {
        return Ok(false);
    }
    META.put(tx, CLAIM, &format!("{} {until}", tx.instance()))?;
    Ok(true)
}

/// Gives back the claim that a process of this installation made before it died. Called at start.
pub fn recover(tx: &WriteTx) -> Result<(), StoreError> {
    let own = tx.instance().to_string();
    if META.get(tx, CLAIM)?.is_some_and(|claimed| claimed.starts_with(&own)) { release(tx) } else { Ok(()) }
}

/// Gives the claim back.
pub fn release(tx: &WriteTx) -> Result<(), StoreError> {
    META.delete(tx, CLAIM)?;
    Ok(())
}

pub(super) fn verify(tx: &ReadTx, findings: &mut Findings) -> Result<(), StoreError> {
    findings.check_keys(tx, BACKUPS, |name, record| record.name == *name, "the record names another backup")
}

#[cfg(test)]
mod tests {
    use jiff::ToSpan;

    use super::super::Store;
    use super::*;
    use crate::clock::Clock;

    #[test]
    fn one_process_makes_a_backup_until_its_claim_ends_or_it_has_died() {
        let store = Store::in_memory(&Clock::System).expect("a store");
        let now: Timestamp = "2026-11-27T01:30:00Z".parse().expect("an instant");
        let claimed = |now: Timestamp| {
            let until = now + 10.minutes();
            store.write_blocking(move |tx| Ok(claim(tx, now, until)?)).expect("written")
        };
        assert!(claimed(now) && !claimed(now + 5.minutes()) && claimed(now + 10.minutes()));
        assert!(claimed(now - 48.hours()), "the clock was ahead");
        store.write_blocking(|tx| Ok(recover(tx)?)).expect("written");
        assert!(claimed(now - 48.hours()));
        store.write_blocking(|tx| Ok(release(tx)?)).expect("written");
        assert!(claimed(now - 48.hours()));
    }

    #[test]
    fn the_oldest_records_are_removed() {
        let store = Store::in_memory(&Clock::System).expect("a store");
        let proof = BackupProof {
            outcome: ProofOutcome::Proved,
            at: Timestamp::UNIX_EPOCH,
            millis: 1,
            rows: 1,
            articles: 1,
            problem: None,
        };
        let write = move |tx: &WriteTx| {
            for number in 0..KEPT_RECORDS + 5 {
                let record = BackupRecord {
                    name: format!("paragraf-{number:03}"),
                    made_at: Timestamp::UNIX_EPOCH,
                    size_bytes: 1,
                    sha256: String::new(),
                    uploaded_at: None,
                    unfinished_upload: None,
                    proof: proof.clone(),
                };
                put(tx, &record)?;
            }
            Ok(())
        };
        store.write_blocking(write).expect("written");
        // Not through the list, which never has more.
        let listed = store.read_blocking(|tx| Ok(BACKUPS.last(tx, 2 * KEPT_RECORDS)?)).expect("the records");
        assert_eq!((listed.len(), listed[0].name.as_str()), (KEPT_RECORDS, "paragraf-104"));
        assert_eq!(listed[KEPT_RECORDS - 1].name, "paragraf-005");
    }
}
