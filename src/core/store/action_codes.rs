//! Action codes: the single-use secrets in mailed links.

use std::ops::ControlFlow;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::accounts::{self, AccountRecord};
use super::engine::{ReadTx, Reading, WriteTx};
use super::error::StoreError;
use super::finding::Findings;
use super::key::KeyRange;
use super::key_parts::Address;
use super::table::Table;
use crate::domain::account::CodeKind;
use crate::domain::email::Email;
use crate::domain::{TenantId, Uid};

/// By the digest of the code, see `identity::secrets`.
pub(super) const ACTION_CODES: Table<String, ActionCodeRecord> = Table::new("action_codes");
/// The digest of the account's code for a [purpose](ActionCodeRecord::purpose). Index of `ACTION_CODES`.
pub(super) const ACTION_CODES_BY_ACCOUNT: Table<(Uid, String), String> = Table::new("action_codes_by_account");
/// The digest of the code for signing in with this address to the tenant. Index of `ACTION_CODES`.
pub(super) const SIGN_IN_CODES: Table<(String, Address), String> = Table::new("sign_in_codes");

/// One code that is neither used nor replaced. Its account and address never change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ActionCodeRecord {
    pub hash: String,
    pub kind: CodeKind,
    #[serde(default, skip_serializing_if = "TenantId::is_default")]
    pub tenant: TenantId,
    /// The address that the code was created for.
    pub email: Email,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub new_email: Option<Email>,
    /// The second factor that the code removes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub factor: Option<Uuid>,
    /// The account that the code acts on; `None` for a code for signing in, which may also create an account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uid: Option<Uid>,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
    /// Whether only the browser that requested the link may use it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub same_device: bool,
    /// Number of attempts with the wrong address.
    pub failures: u32,
}

impl ActionCodeRecord {
    /// The purpose, for which an account has at most one code: the kind and, for the removal of a second factor, the
    /// factor, so that each addition can be undone.
    fn purpose(&self) -> String {
        match self.factor {
            Some(factor) => format!("{} {factor}", self.kind.name()),
            None => self.kind.name().to_owned(),
        }
    }
}

pub fn get(tx: &dyn Reading, hash: &str) -> Result<Option<ActionCodeRecord>, StoreError> {
    ACTION_CODES.get(tx, hash)
}

/// The account's code of this kind.
pub fn of_kind(tx: &dyn Reading, uid: &Uid, kind: CodeKind) -> Result<Option<ActionCodeRecord>, StoreError> {
    let hash = ACTION_CODES_BY_ACCOUNT.get(tx, &(uid, kind.name()))?;
    hash.map_or(Ok(None), |hash| get(tx, &hash))
}

/// The code that signs in to the tenant with this address.
pub fn for_sign_in(tx: &dyn Reading, tenant: &TenantId, email: &Email) -> Result<Option<ActionCodeRecord>, StoreError> {
    let hash = SIGN_IN_CODES.get(tx, &(tenant.as_str(), email))?;
    hash.map_or(Ok(None), |hash| get(tx, &hash))
}

/// The account's codes, at most one for each purpose.
pub fn of(tx: &dyn Reading, uid: &Uid) -> Result<Vec<ActionCodeRecord>, StoreError> {
    let rows = ACTION_CODES_BY_ACCOUNT.scan(tx, KeyRange::prefix(uid));
    let hashes = rows.map(|row| Ok(row?.1)).collect::<Result<Vec<_>, StoreError>>()?;
    ACTION_CODES.get_many(tx, &hashes)?.into_iter().collect()
}

/// Writes the record and its index row, in place of an earlier code for the same purpose.
pub fn put(tx: &WriteTx, record: &ActionCodeRecord) -> Result<(), StoreError> {
    let earlier = match &record.uid {
        Some(uid) => ACTION_CODES_BY_ACCOUNT.get(tx, &(uid, record.purpose().as_str()))?,
        None => SIGN_IN_CODES.get(tx, &(record.tenant.as_str(), &record.email))?,
    };
    if let Some(earlier) = earlier.filter(|hash| *hash != record.hash) {
        ACTION_CODES.delete(tx, earlier.as_str())?;
    }
    match &record.uid {
        Some(uid) => ACTION_CODES_BY_ACCOUNT.put(tx, &(uid, record.purpose().as_str()), &record.hash)?,
        None => SIGN_IN_CODES.put(tx, &(record.tenant.as_str(), &record.email), &record.hash)?,
    }
    ACTION_CODES.put(tx, record.hash.as_str(), record)
}

/// Removes a code that was used or is void.
pub fn remove(tx: &WriteTx, record: &ActionCodeRecord) -> Result<(), StoreError> {
    match &record.uid {
        Some(uid) => ACTION_CODES_BY_ACCOUNT.delete(tx, &(uid, record.purpose().as_str()))?,
        None => SIGN_IN_CODES.delete(tx, &(record.tenant.as_str(), &record.email))?,
    };
    ACTION_CODES.delete(tx, record.hash.as_str())?;
    Ok(())
}

/// Removes the account's codes and the code that signs in with its address.
pub fn remove_all(tx: &WriteTx, account: &AccountRecord) -> Result<(), StoreError> {
    let for_sign_in = account.email.as_ref().map_or(Ok(None), |email| for_sign_in(tx, &account.tenant, email))?;
    of(tx, &account.uid)?.iter().chain(&for_sign_in).try_for_each(|code| remove(tx, code))
}

/// As [`remove_all`], but keeps the codes that remove a second factor: they only undo its addition, and the owner may
/// have no other way to do so.
pub fn remove_access(tx: &WriteTx, account: &AccountRecord) -> Result<(), StoreError> {
    let for_sign_in = account.email.as_ref().map_or(Ok(None), |email| for_sign_in(tx, &account.tenant, email))?;
    let mut codes = of(tx, &account.uid)?;
    codes.retain(|code| code.kind != CodeKind::RevertSecondFactorAddition);
    codes.iter().chain(&for_sign_in).try_for_each(|code| remove(tx, code))
}

/// Removes the account's code that removes this second factor.
pub fn remove_reversal(tx: &WriteTx, uid: &Uid, factor: Uuid) -> Result<(), StoreError> {
    of(tx, uid)?.iter().filter(|code| code.factor == Some(factor)).try_for_each(|code| remove(tx, code))
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

/// Visits every readable code.
pub fn each(tx: &ReadTx, visit: &mut dyn FnMut(ActionCodeRecord) -> ControlFlow<()>) -> Result<(), StoreError> {
    ACTION_CODES.visit_all(tx, visit)
}

pub(super) fn verify(tx: &ReadTx, findings: &mut Findings) -> Result<(), StoreError> {
    let (mut of_accounts, mut for_sign_in) = (0, 0);
    findings.each_row(tx, ACTION_CODES, |findings, hash, record| {
        if record.hash != hash {
            findings.row(ACTION_CODES, &hash, "the record names another code");
        }
        let indexed = match &record.uid {
            Some(uid) => {
                of_accounts += 1;
                ACTION_CODES_BY_ACCOUNT.get(tx, &(uid, record.purpose().as_str()))?
            }
            None => {
                for_sign_in += 1;
                SIGN_IN_CODES.get(tx, &(record.tenant.as_str(), &record.email))?
            }
        };
        if indexed.as_ref() != Some(&hash) {
            findings.row(ACTION_CODES, &hash, "the code is missing from its index");
        }
        check(tx, &record, findings)
    })?;
    findings.check_len(tx, ACTION_CODES_BY_ACCOUNT, of_accounts, "codes of accounts")?;
    findings.check_len(tx, SIGN_IN_CODES, for_sign_in, "codes for signing in")
}

/// Checks that a code belongs to an existing account, except one for signing in.
fn check(tx: &ReadTx, code: &ActionCodeRecord, findings: &mut Findings) -> Result<(), StoreError> {
    let mut report = |problem| findings.row(ACTION_CODES, code.hash.as_str(), problem);
    if code.uid.is_none() != (code.kind == CodeKind::EmailSignIn) {
        report("only a code for signing in belongs to no account");
    }
    if let Some(uid) = &code.uid {
        if !accounts::exists(tx, uid)? {
            report("there is no such account");
        } else if accounts::is_of_other_tenant(tx, uid, &code.tenant)? {
            report("the account belongs to another tenant");
        }
    }
    if (code.kind == CodeKind::RevertSecondFactorAddition) != code.factor.is_some() {
        report("only the removal of a second factor names one");
    }
    if (code.kind == CodeKind::VerifyAndChangeEmail) != code.new_email.is_some() {
        report("only a change of the address has a new address");
    }
    Ok(())
}
