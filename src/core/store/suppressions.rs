//! Suppressed addresses: they receive only mails about their own account.

use std::ops::ControlFlow;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::engine::{ReadTx, Reading, WriteTx};
use super::error::StoreError;
use super::finding::Findings;
use super::key_parts::Address;
use super::table::Table;
use crate::domain::email::Email;
use crate::domain::mailing::SuppressionReason;

pub(super) const SUPPRESSIONS: Table<Address, SuppressionRecord> = Table::new("suppressions");

/// An address with the reason why it is suppressed, or with its bounces so far.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SuppressionRecord {
    pub email: Email,
    pub at: Timestamp,
    /// `None` while its bounces do not suffice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<SuppressionReason>,
    /// Temporary failures in a row.
    pub soft_bounces: u32,
    /// Reports in a row that the address does not exist, without the code that would make it certain.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub doubtful_bounces: u32,
    /// The mail server's or the operator's words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
}

impl SuppressionRecord {
    /// An address without a reason to suppress it.
    pub fn new(email: Email, at: Timestamp) -> Self {
        Self { email, at, reason: None, soft_bounces: 0, doubtful_bounces: 0, detail: String::new() }
    }
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

pub fn get(tx: &dyn Reading, email: &Email) -> Result<Option<SuppressionRecord>, StoreError> {
    SUPPRESSIONS.get(tx, email)
}

/// Why the address is suppressed; `None` if it is not.
pub fn reason(tx: &dyn Reading, email: &Email) -> Result<Option<SuppressionReason>, StoreError> {
    Ok(get(tx, email)?.and_then(|record| record.reason))
}

pub fn put(tx: &WriteTx, record: &SuppressionRecord) -> Result<(), StoreError> {
    SUPPRESSIONS.put(tx, &record.email, record)
}

/// Removes the address from the list. Returns whether it was there.
pub fn remove(tx: &WriteTx, email: &Email) -> Result<bool, StoreError> {
    SUPPRESSIONS.delete(tx, email)
}

/// Visits the suppressions that have a rank, the least rank first, until `visit` breaks.
pub fn each_ranked<R: Ord>(
    tx: &ReadTx,
    rank: &mut dyn FnMut(&SuppressionRecord) -> Option<R>,
    visit: &mut dyn FnMut(SuppressionRecord) -> ControlFlow<()>,
) -> Result<(), StoreError> {
    SUPPRESSIONS.visit_ranked(tx, rank, visit).map(drop)
}

/// Visits every readable row, also those of addresses that are not suppressed.
pub fn each(tx: &ReadTx, visit: &mut dyn FnMut(SuppressionRecord)) -> Result<(), StoreError> {
    SUPPRESSIONS.scan_all(tx).try_for_each(|row| {
        visit(row?.1);
        Ok(())
    })
}

pub(super) fn verify(tx: &ReadTx, findings: &mut Findings) -> Result<(), StoreError> {
    findings.check_keys(
        tx,
        SUPPRESSIONS,
        |address, record| record.email.key() == address.0,
        "the record names another address",
    )
}
