//! The operator's list of recurring duties, which replaces the built-in one.

use serde::{Deserialize, Serialize};

use super::engine::{ReadTx, Reading, WriteTx};
use super::error::StoreError;
use super::finding::Findings;
use super::table::Table;
use crate::domain::duty::{self, Duty};

/// By id; empty while the built-in list is used.
pub(super) const DUTIES: Table<String, DutyRecord> = Table::new("duties");

/// A duty of the operator's list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DutyRecord {
    /// Position in the list.
    pub position: u32,
    pub duty: Duty,
}

/// The duties in display order: the operator's list, or the built-in one.
pub fn current(tx: &impl Reading) -> Result<Vec<Duty>, StoreError> {
    let mut records = DUTIES.list(tx)?;
    if records.is_empty() {
        return Ok(duty::defaults());
    }
    records.sort_by_key(|record| record.position);
    Ok(records.into_iter().map(|record| record.duty).collect())
}

/// Replaces the list.
pub fn replace(tx: &WriteTx, duties: &[Duty]) -> Result<(), StoreError> {
    for record in DUTIES.list(tx)? {
        DUTIES.delete(tx, record.duty.id.as_str())?;
    }
    for (duty, position) in duties.iter().zip(0..) {
        DUTIES.put(tx, duty.id.as_str(), &DutyRecord { position, duty: duty.clone() })?;
    }
    Ok(())
}

pub(super) fn verify(tx: &ReadTx, findings: &mut Findings) -> Result<(), StoreError> {
    findings.each_row(tx, DUTIES, |findings, id, record| {
        if record.duty.id != id {
            findings.row(DUTIES, &id, "the record names another id");
        }
        Ok(())
    })?;
    Ok(())
}
