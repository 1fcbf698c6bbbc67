//! What operators did, written in the same transaction as the deed.

use std::ops::ControlFlow;

use jiff::Timestamp;
use redb::TableDefinition;
use serde::{Deserialize, Serialize};

use super::tx::{Order, RawTable, Reading, Table, WriteTx};
use super::verify::Finding;
use super::{StoreError, codec};

/// Key: sequence number, big-endian. Value: [`AuditRecord`].
pub(super) const AUDIT: Table = TableDefinition::new("audit");

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuditRecord {
    pub at: Timestamp,
    /// Who acted, such as `operator:1000`.
    pub actor: String,
    /// The command, such as `articles.withdraw`.
    pub action: String,
    /// On what, such as a slug or a file's name.
    pub subject: String,
}

pub fn append(tx: &WriteTx, record: &AuditRecord) -> Result<(), StoreError> {
    let mut next = 0_u64;
    tx.scan(RawTable(AUDIT), &[], Order::Descending, &mut |key, _| {
        next = key.try_into().map_or(0, u64::from_be_bytes) + 1;
        Ok(ControlFlow::Break(()))
    })?;
    tx.put(AUDIT, &next.to_be_bytes(), &codec::encode(record))
}

/// The last `limit` deeds, newest first.
pub fn latest(tx: &impl Reading, limit: usize) -> Result<Vec<AuditRecord>, StoreError> {
    let mut records = Vec::new();
    tx.scan(RawTable(AUDIT), &[], Order::Descending, &mut |key, bytes| {
        if records.len() == limit {
            return Ok(ControlFlow::Break(()));
        }
        records.push(codec::decode(AUDIT, key, bytes)?);
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(records)
}

pub(super) fn verify(tx: &impl Reading, findings: &mut Vec<Finding>) -> Result<(), StoreError> {
    tx.scan(RawTable(AUDIT), &[], Order::Ascending, &mut |key, bytes| {
        if let Err(error) = codec::decode::<AuditRecord>(AUDIT, key, bytes) {
            findings.push(Finding::unreadable("audit", key, &error));
        }
        Ok(ControlFlow::Continue(()))
    })
}
