//! Sign-ins that wait for a second factor.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::accounts;
use super::engine::{ReadTx, Reading, WriteTx};
use super::error::StoreError;
use super::finding::Findings;
use super::key::KeyRange;
use super::table::Table;
use crate::domain::account::SignInMethod;
use crate::domain::federated::FederatedProfile;
use crate::domain::{Persistence, TenantId, Uid};

/// By account and digest of the handle's secret, see `identity::secrets`.
pub(super) const PENDING_SIGN_INS: Table<(Uid, String), PendingSignInRecord> = Table::new("pending_sign_ins");

/// A proven first factor of an account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PendingSignInRecord {
    pub uid: Uid,
    /// The tenant of the account.
    #[serde(default, skip_serializing_if = "TenantId::is_default")]
    pub tenant: TenantId,
    pub hash: String,
    /// Digest of the secret in the browser's cookie.
    pub browser_hash: String,
    pub method: SignInMethod,
    pub persistence: Persistence,
    /// The identity at a provider that the completed sign-in connects.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub identity: Option<PendingIdentity>,
    /// The session that authenticates again; `None` for a new one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<Uuid>,
    pub expires_at: Timestamp,
    /// Number of wrong codes.
    pub failures: u32,
}

/// A new identity of the account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PendingIdentity {
    pub provider: String,
    pub profile: FederatedProfile,
}

pub fn get(tx: &dyn Reading, uid: &Uid, hash: &str) -> Result<Option<PendingSignInRecord>, StoreError> {
    PENDING_SIGN_INS.get(tx, &(uid, hash))
}

/// The pending sign-ins of an account, the first to expire first.
pub fn of(tx: &dyn Reading, uid: &Uid) -> Result<Vec<PendingSignInRecord>, StoreError> {
    let rows = PENDING_SIGN_INS.scan(tx, KeyRange::prefix(uid)).map(|row| Ok(row?.1));
    let mut records = rows.collect::<Result<Vec<PendingSignInRecord>, StoreError>>()?;
    records.sort_by_key(|record| record.expires_at);
    Ok(records)
}

pub fn put(tx: &WriteTx, record: &PendingSignInRecord) -> Result<(), StoreError> {
    PENDING_SIGN_INS.put(tx, &(&record.uid, record.hash.as_str()), record)
}

pub fn remove(tx: &WriteTx, record: &PendingSignInRecord) -> Result<(), StoreError> {
    PENDING_SIGN_INS.delete(tx, &(&record.uid, record.hash.as_str()))?;
    Ok(())
}

/// Removes the pending sign-ins of an account.
pub fn remove_all(tx: &WriteTx, uid: &Uid) -> Result<(), StoreError> {
    of(tx, uid)?.iter().try_for_each(|record| remove(tx, record))
}

/// Removes the matching sign-ins. Reads all of them; for jobs and commands.
pub fn remove_where(tx: &WriteTx, is_unwanted: &dyn Fn(&PendingSignInRecord) -> bool) -> Result<(), StoreError> {
    PENDING_SIGN_INS.delete_where(tx, |_, record| is_unwanted(record))
}

pub(super) fn verify(tx: &ReadTx, findings: &mut Findings) -> Result<(), StoreError> {
    findings.each_row(tx, PENDING_SIGN_INS, |findings, (uid, hash), record| {
        if (&record.uid, &record.hash) != (&uid, &hash) {
            findings.row(PENDING_SIGN_INS, &(&uid, hash.as_str()), "the record names another sign-in");
        }
        if !accounts::exists(tx, &uid)? {
            findings.row(PENDING_SIGN_INS, &(&uid, hash.as_str()), "there is no such account");
        } else if accounts::is_of_other_tenant(tx, &uid, &record.tenant)? {
            findings.row(PENDING_SIGN_INS, &(&uid, hash.as_str()), "the account belongs to another tenant");
        }
        Ok(())
    })?;
    Ok(())
}
