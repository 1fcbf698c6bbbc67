//! Action codes: the single-use secrets in links that are mailed.

use std::ops::ControlFlow;

use jiff::Timestamp;
use redb::TableDefinition;
use serde::{Deserialize, Serialize};

use super::tx::{Order, RawTable, Reading, Table, WriteTx};
use super::verify::Finding;
use super::{StoreError, codec};
use crate::domain::Uid;
use crate::domain::email::Email;

/// Key: SHA-256 of the code, in hexadecimal digits. Value: [`ActionCodeRecord`].
pub(super) const ACTION_CODES: Table = TableDefinition::new("action_codes");

/// What a code does (sign-in.md 7.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CodeKind {
    PasswordReset,
    EmailSignIn,
    VerifyEmail,
    VerifyAndChangeEmail,
    RecoverEmail,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ActionCodeRecord {
    pub hash: String,
    pub kind: CodeKind,
    /// The address that the code was made for.
    pub email: Email,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub new_email: Option<Email>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uid: Option<Uid>,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
    /// Used, or made void by a newer one.
    #[serde(default)]
    pub spent: bool,
    /// How often it came with the wrong address.
    #[serde(default)]
    pub failures: u32,
}

pub fn get(tx: &impl Reading, hash: &str) -> Result<Option<ActionCodeRecord>, StoreError> {
    let key = hash.as_bytes();
    tx.get(RawTable(ACTION_CODES), key)?.map(|bytes| codec::decode(ACTION_CODES, key, &bytes)).transpose()
}

pub fn put(tx: &WriteTx, record: &ActionCodeRecord) -> Result<(), StoreError> {
    tx.put(ACTION_CODES, record.hash.as_bytes(), &codec::encode(record))
}

pub fn remove(tx: &WriteTx, hash: &str) -> Result<(), StoreError> {
    tx.delete(ACTION_CODES, hash.as_bytes())
}

/// Visits every code.
pub fn each(tx: &impl Reading, visit: &mut dyn FnMut(ActionCodeRecord) -> ControlFlow<()>) -> Result<(), StoreError> {
    tx.scan(RawTable(ACTION_CODES), &[], Order::Ascending, &mut |key, bytes| {
        Ok(visit(codec::decode(ACTION_CODES, key, bytes)?))
    })
}

pub(super) fn verify(tx: &impl Reading, findings: &mut Vec<Finding>) -> Result<(), StoreError> {
    tx.scan(RawTable(ACTION_CODES), &[], Order::Ascending, &mut |key, bytes| {
        match codec::decode::<ActionCodeRecord>(ACTION_CODES, key, bytes) {
            Err(error) => findings.push(Finding::unreadable("action_codes", b"", &error)),
            Ok(record) if record.hash.as_bytes() != key => {
                findings.push(Finding::new("action_codes", b"", "a record names another code"));
            }
            Ok(_) => {}
        }
        Ok(ControlFlow::Continue(()))
    })
}

/// Removes the codes that expired before this time; answers how many.
pub fn remove_expired(tx: &WriteTx, before: Timestamp) -> Result<u64, StoreError> {
    remove_where(tx, &|record| record.expires_at < before)
}

/// Removes the codes of an account that is deleted, and those that were made for its address.
pub fn remove_of(tx: &WriteTx, uid: &Uid, email: &Email) -> Result<u64, StoreError> {
    let key = email.key();
    remove_where(tx, &|record| record.uid.as_ref() == Some(uid) || record.email.key() == key)
}

/// Makes the unused codes of this kind void, so that only the newest one counts.
pub fn spend_all(tx: &WriteTx, uid: &Uid, kind: CodeKind) -> Result<(), StoreError> {
    let mut open = Vec::new();
    each(tx, &mut |record| {
        if record.uid.as_ref() == Some(uid) && record.kind == kind && !record.spent {
            open.push(record);
        }
        ControlFlow::Continue(())
    })?;
    open.into_iter().try_for_each(|record| put(tx, &ActionCodeRecord { spent: true, ..record }))
}

fn remove_where(tx: &WriteTx, unwanted: &dyn Fn(&ActionCodeRecord) -> bool) -> Result<u64, StoreError> {
    let mut hashes = Vec::new();
    each(tx, &mut |record| {
        if unwanted(&record) {
            hashes.push(record.hash);
        }
        ControlFlow::Continue(())
    })?;
    hashes.iter().try_for_each(|hash| remove(tx, hash))?;
    Ok(hashes.len() as u64)
}
