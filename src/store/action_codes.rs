//! Action codes: the single-use secrets in links that are mailed.

use std::ops::ControlFlow;

use jiff::Timestamp;
use redb::TableDefinition;
use serde::{Deserialize, Serialize};

use super::tx::{Order, RawTable, Reading, Table, WriteTx};
use super::verify::Finding;
use super::{StoreError, accounts, codec};
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

/// Makes void every code of this sort.
pub fn spend(tx: &WriteTx, is_void: &mut dyn FnMut(&ActionCodeRecord) -> bool) -> Result<(), StoreError> {
    let codes = select(tx, &mut |code| !code.spent && is_void(code))?;
    codes.into_iter().try_for_each(|code| put(tx, &ActionCodeRecord { spent: true, ..code }))
}

/// Takes away every code of this sort.
pub fn remove_where(tx: &WriteTx, is_gone: &mut dyn FnMut(&ActionCodeRecord) -> bool) -> Result<(), StoreError> {
    let codes = select(tx, is_gone)?;
    codes.iter().try_for_each(|code| tx.delete(ACTION_CODES, code.hash.as_bytes()))
}

fn select(
    tx: &impl Reading,
    is_wanted: &mut dyn FnMut(&ActionCodeRecord) -> bool,
) -> Result<Vec<ActionCodeRecord>, StoreError> {
    let mut wanted = Vec::new();
    each(tx, &mut |code| {
        if is_wanted(&code) {
            wanted.push(code);
        }
        ControlFlow::Continue(())
    })?;
    Ok(wanted)
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
            Ok(record) => check(tx, &record, findings)?,
        }
        Ok(ControlFlow::Continue(()))
    })
}

/// A code acts on an account that is there, and two of one purpose are never good at once.
fn check(tx: &impl Reading, code: &ActionCodeRecord, findings: &mut Vec<Finding>) -> Result<(), StoreError> {
    let name = code.uid.as_ref().map(|uid| uid.as_str().as_bytes()).unwrap_or_default();
    // A link that signs in may also make the account.
    if code.uid.is_none() && code.kind != CodeKind::EmailSignIn {
        findings.push(Finding::new("action_codes", name, "it acts on no account"));
    }
    if let Some(uid) = &code.uid
        && accounts::get(tx, uid)?.is_none()
    {
        findings.push(Finding::new("action_codes", name, "there is no such account"));
    }
    if (code.kind == CodeKind::VerifyAndChangeEmail) != code.new_email.is_some() {
        findings.push(Finding::new("action_codes", name, "it changes an address to nothing, or must not change it"));
    }
    let twins = select(tx, &mut |other| {
        !other.spent && other.kind == code.kind && other.email.key() == code.email.key() && other.uid == code.uid
    })?;
    if !code.spent && twins.len() > 1 {
        findings.push(Finding::new("action_codes", name, "an older code for the same is still good"));
    }
    Ok(())
}
