//! Visits to a provider that have begun: what their return is checked against, and what came of them.

use std::ops::ControlFlow;

use jiff::Timestamp;
use redb::TableDefinition;
use serde::{Deserialize, Serialize};

use super::tx::{Order, RawTable, Reading, Table, WriteTx};
use super::verify::Finding;
use super::{StoreError, codec};
use crate::domain::email::Email;
use crate::domain::federated::FederatedProfile;
use crate::error::ErrorCode;

/// Key: SHA-256 of the state, in hexadecimal digits. Value: [`TransactionRecord`].
pub(super) const SIGN_IN_TRANSACTIONS: Table = TableDefinition::new("sign_in_transactions");

/// One visit, from the press of the button to the session (sign-in.md 5.4).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TransactionRecord {
    pub hash: String,
    /// SHA-256 of the secret in the browser's cookie.
    pub browser_hash: String,
    pub provider: String,
    /// Whether the provider's page is in a window of its own.
    pub is_popup: bool,
    /// Whether somebody who is signed in proves anew who they are.
    pub is_proof: bool,
    /// Whose sign-in it was meant to be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected_email: Option<Email>,
    pub expires_at: Timestamp,
    pub stage: Stage,
}

/// How far a visit is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// The reader is at the provider.
    Away { nonce: String, verifier: String },
    /// The reader is back, and the code is being changed.
    Back,
    /// The provider said who it is.
    Known(FederatedProfile),
    /// Nothing came of it; the code of the error.
    Failed(ErrorCode),
}

pub fn get(tx: &impl Reading, hash: &str) -> Result<Option<TransactionRecord>, StoreError> {
    let key = hash.as_bytes();
    let row = tx.get(RawTable(SIGN_IN_TRANSACTIONS), key)?;
    row.map(|bytes| codec::decode(SIGN_IN_TRANSACTIONS, key, &bytes)).transpose()
}

pub fn put(tx: &WriteTx, record: &TransactionRecord) -> Result<(), StoreError> {
    tx.put(SIGN_IN_TRANSACTIONS, record.hash.as_bytes(), &codec::encode(record))
}

pub fn remove(tx: &WriteTx, hash: &str) -> Result<(), StoreError> {
    tx.delete(SIGN_IN_TRANSACTIONS, hash.as_bytes())
}

/// Takes away every visit of this sort.
pub fn remove_where(tx: &WriteTx, is_gone: &mut dyn FnMut(&TransactionRecord) -> bool) -> Result<(), StoreError> {
    let mut gone = Vec::new();
    tx.scan(RawTable(SIGN_IN_TRANSACTIONS), &[], Order::Ascending, &mut |key, bytes| {
        let record: TransactionRecord = codec::decode(SIGN_IN_TRANSACTIONS, key, bytes)?;
        gone.extend(is_gone(&record).then_some(record.hash));
        Ok(ControlFlow::Continue(()))
    })?;
    gone.iter().try_for_each(|hash| remove(tx, hash))
}

pub(super) fn verify(tx: &impl Reading, findings: &mut Vec<Finding>) -> Result<(), StoreError> {
    tx.scan(RawTable(SIGN_IN_TRANSACTIONS), &[], Order::Ascending, &mut |key, bytes| {
        match codec::decode::<TransactionRecord>(SIGN_IN_TRANSACTIONS, key, bytes) {
            Err(error) => findings.push(Finding::unreadable("sign_in_transactions", b"", &error)),
            Ok(record) if record.hash.as_bytes() != key => {
                findings.push(Finding::new("sign_in_transactions", b"", "a record names another visit"));
            }
            Ok(_) => {}
        }
        Ok(ControlFlow::Continue(()))
    })
}
