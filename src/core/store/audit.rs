//! The audit log: operators' actions, written in the transaction that carries them out.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::engine::{ReadTx, Reading, WriteTx};
use super::error::StoreError;
use super::finding::Findings;
use super::table::Table;

/// By sequence number.
pub(super) const AUDIT: Table<u64, AuditRecord> = Table::new("audit");

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuditRecord {
    pub at: Timestamp,
    /// Who acted, such as `operator:1000`.
    pub actor: String,
    /// The command, such as `articles.withdraw`.
    pub action: String,
    /// The object, such as a slug or a file's name.
    pub subject: String,
}

pub fn append(tx: &WriteTx, record: &AuditRecord) -> Result<(), StoreError> {
    let next = AUDIT.last_key(tx)?.map_or(0, |last| last + 1);
    AUDIT.put(tx, &next, record)
}

/// The last `limit` actions, newest first.
pub fn latest(tx: &dyn Reading, limit: usize) -> Result<Vec<AuditRecord>, StoreError> {
    AUDIT.last(tx, limit)
}

pub(super) fn verify(tx: &ReadTx, findings: &mut Findings) -> Result<(), StoreError> {
    findings.each_row(tx, AUDIT, |_, _, _| Ok(()))?;
    Ok(())
}
