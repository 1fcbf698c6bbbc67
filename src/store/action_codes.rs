//! Action codes: the single-use secrets in mailed links.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::accounts;
use super::engine::{ReadTx, Reading, WriteTx};
use super::error::StoreError;
use super::finding::Findings;
use super::key::{Address, KeyRange};
use super::table::Table;
use crate::domain::Uid;
use crate::domain::account::CodeKind;
use crate::domain::email::Email;

/// By the digest of the code, see `identity::secrets`.
pub(super) const ACTION_CODES: Table<String, ActionCodeRecord> = Table::new("action_codes");
/// Index of `ACTION_CODES`.
pub(super) const ACTION_CODES_BY_ACCOUNT: Table<(Uid, String), ()> = Table::new("action_codes_by_account");
/// Index of `ACTION_CODES` by [`ActionCodeRecord::email`].
pub(super) const ACTION_CODES_BY_EMAIL: Table<(Address, String), ()> = Table::new("action_codes_by_email");

/// One code. Its account and address never change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ActionCodeRecord {
    pub hash: String,
    pub kind: CodeKind,
    /// The address that the code was created for.
    pub email: Email,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub new_email: Option<Email>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uid: Option<Uid>,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
    /// Used, or replaced by a newer one.
    pub spent: bool,
    /// Number of attempts with the wrong address.
    pub failures: u32,
}

pub fn get(tx: &impl Reading, hash: &str) -> Result<Option<ActionCodeRecord>, StoreError> {
    ACTION_CODES.get(tx, hash)
}

/// Writes the record and its index rows.
pub fn put(tx: &WriteTx, record: &ActionCodeRecord) -> Result<(), StoreError> {
    if !ACTION_CODES.contains(tx, record.hash.as_str())? {
        ACTION_CODES_BY_EMAIL.put(tx, &(&record.email, &record.hash), &())?;
        if let Some(uid) = &record.uid {
            ACTION_CODES_BY_ACCOUNT.put(tx, &(uid, &record.hash), &())?;
        }
    }
    ACTION_CODES.put(tx, record.hash.as_str(), record)
}

pub fn remove(tx: &WriteTx, record: &ActionCodeRecord) -> Result<(), StoreError> {
    ACTION_CODES_BY_EMAIL.delete(tx, &(&record.email, &record.hash))?;
    if let Some(uid) = &record.uid {
        ACTION_CODES_BY_ACCOUNT.delete(tx, &(uid, &record.hash))?;
    }
    ACTION_CODES.delete(tx, record.hash.as_str())?;
    Ok(())
}

/// The codes of this account and the codes created for this address, used ones too.
pub fn of(tx: &impl Reading, uid: Option<&Uid>, email: Option<&Email>) -> Result<Vec<ActionCodeRecord>, StoreError> {
    let mut hashes = BTreeSet::new();
    if let Some(uid) = uid {
        for row in ACTION_CODES_BY_ACCOUNT.scan(tx, KeyRange::prefix(uid)) {
            hashes.insert(row?.0.1);
        }
    }
    if let Some(email) = email {
        for row in ACTION_CODES_BY_EMAIL.scan(tx, KeyRange::prefix(email)) {
            hashes.insert(row?.0.1);
        }
    }
    ACTION_CODES.get_many(tx, &hashes)?.into_iter().collect()
}

/// Marks these codes as used.
pub fn spend(tx: &WriteTx, codes: impl IntoIterator<Item = ActionCodeRecord>) -> Result<(), StoreError> {
    let unspent = codes.into_iter().filter(|code| !code.spent);
    unspent.into_iter().try_for_each(|code| put(tx, &ActionCodeRecord { spent: true, ..code }))
}

/// Removes the codes that match. Reads all of them; for jobs and commands.
pub fn remove_where(tx: &WriteTx, is_unwanted: &dyn Fn(&ActionCodeRecord) -> bool) -> Result<(), StoreError> {
    for row in ACTION_CODES.scan_all_in_write(tx) {
        let record = row?.1;
        if is_unwanted(&record) {
            remove(tx, &record)?;
        }
    }
    Ok(())
}

/// Visits every code.
pub fn each(tx: &ReadTx, visit: &mut dyn FnMut(ActionCodeRecord) -> ControlFlow<()>) -> Result<(), StoreError> {
    for row in ACTION_CODES.scan_all(tx) {
        if visit(row?.1).is_break() {
            break;
        }
    }
    Ok(())
}

pub(super) fn verify(tx: &ReadTx, findings: &mut Findings) -> Result<(), StoreError> {
    let mut of_accounts = 0;
    let codes = findings.each_row(tx, ACTION_CODES, |findings, hash, record| {
        if record.hash != hash {
            findings.row(ACTION_CODES, &hash, "the record names another code");
        }
        if !ACTION_CODES_BY_EMAIL.contains(tx, &(&record.email, &hash))? {
            findings.row(ACTION_CODES, &hash, "the code is missing from the index of its address");
        }
        if let Some(uid) = &record.uid {
            of_accounts += 1;
            if !ACTION_CODES_BY_ACCOUNT.contains(tx, &(uid, &hash))? {
                findings.row(ACTION_CODES, &hash, "the code is missing from the index of its account");
            }
        }
        check(tx, &record, findings)
    })?;
    findings.check_len(tx, ACTION_CODES_BY_EMAIL, codes, "codes")?;
    findings.check_len(tx, ACTION_CODES_BY_ACCOUNT, of_accounts, "codes of accounts")
}

/// A code belongs to an existing account, and two of one purpose are never valid at once.
fn check(tx: &ReadTx, code: &ActionCodeRecord, findings: &mut Findings) -> Result<(), StoreError> {
    let mut report = |problem| findings.row(ACTION_CODES, code.hash.as_str(), problem);
    // A link that signs in may also create the account.
    if code.uid.is_none() && code.kind != CodeKind::EmailSignIn {
        report("it belongs to no account");
    }
    if let Some(uid) = &code.uid
        && !accounts::exists(tx, uid)?
    {
        report("there is no such account");
    }
    if (code.kind == CodeKind::VerifyAndChangeEmail) != code.new_email.is_some() {
        report("only a change of the address has a new address");
    }
    let is_twin = |other: &ActionCodeRecord| {
        !other.spent && other.hash != code.hash && other.kind == code.kind && other.uid == code.uid
    };
    if !code.spent && of(tx, None, Some(&code.email))?.iter().any(is_twin) {
        report("another code for the same purpose is still valid");
    }
    Ok(())
}
