//! Addresses that get nothing more but mails about their own account.

use std::ops::ControlFlow;

use jiff::Timestamp;
use redb::TableDefinition;
use serde::{Deserialize, Serialize};

use super::tx::{Order, RawTable, Reading, Table, WriteTx};
use super::verify::Finding;
use super::{StoreError, codec};
use crate::domain::email::Email;
use crate::domain::mailing::SuppressionReason;

/// Key: the address in lower case. Value: [`SuppressionRecord`].
pub(super) const SUPPRESSIONS: Table = TableDefinition::new("suppressions");

/// An address, and what its mail server or its owner said.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SuppressionRecord {
    pub email: Email,
    pub at: Timestamp,
    /// `None`: mails only came back so far, `soft_bounces` times in a row.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<SuppressionReason>,
    #[serde(default)]
    pub soft_bounces: u32,
    /// What the mail server said, or the operator.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
}

pub fn get(tx: &impl Reading, email: &Email) -> Result<Option<SuppressionRecord>, StoreError> {
    let key = email.key();
    let found = tx.get(RawTable(SUPPRESSIONS), key.as_bytes())?;
    found.map(|bytes| codec::decode(SUPPRESSIONS, key.as_bytes(), &bytes)).transpose()
}

/// Why the address gets nothing more, if it does not.
pub fn reason(tx: &impl Reading, email: &Email) -> Result<Option<SuppressionReason>, StoreError> {
    Ok(get(tx, email)?.and_then(|record| record.reason))
}

pub fn put(tx: &WriteTx, record: &SuppressionRecord) -> Result<(), StoreError> {
    tx.put(SUPPRESSIONS, record.email.key().as_bytes(), &codec::encode(record))
}

/// Removes the address from the list; says whether it was there.
pub fn remove(tx: &WriteTx, email: &Email) -> Result<bool, StoreError> {
    let there = get(tx, email)?.is_some();
    if there {
        tx.delete(SUPPRESSIONS, email.key().as_bytes())?;
    }
    Ok(there)
}

/// Visits every record that can be read, in order of the addresses; `verify` tells of the others.
pub fn each_readable(tx: &impl Reading, visit: &mut dyn FnMut(SuppressionRecord)) -> Result<(), StoreError> {
    tx.scan(RawTable(SUPPRESSIONS), &[], Order::Ascending, &mut |key, bytes| {
        if let Ok(record) = codec::decode(SUPPRESSIONS, key, bytes) {
            visit(record);
        }
        Ok(ControlFlow::Continue(()))
    })
}

pub(super) fn verify(tx: &impl Reading, findings: &mut Vec<Finding>) -> Result<(), StoreError> {
    tx.scan(RawTable(SUPPRESSIONS), &[], Order::Ascending, &mut |key, bytes| {
        match codec::decode::<SuppressionRecord>(SUPPRESSIONS, key, bytes) {
            Ok(record) if record.email.key().as_bytes() == key => {}
            Ok(_) => findings.push(Finding::new("suppressions", b"", "a record names another address")),
            Err(error) => findings.push(Finding::unreadable("suppressions", b"", &error)),
        }
        Ok(ControlFlow::Continue(()))
    })
}
