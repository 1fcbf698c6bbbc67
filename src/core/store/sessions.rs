//! Sessions: one row per browser that is signed in.

use std::ops::ControlFlow;

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
use crate::domain::custom_claims::CustomClaims;
use crate::domain::second_factor::FactorProof;
use crate::domain::{Persistence, Uid};

/// By account and session id.
pub(super) const SESSIONS: Table<(Uid, Uuid), SessionRecord> = Table::new("sessions");

/// One session; only hashes of tokens are stored.
// docs/decisions/0036
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionRecord {
    pub id: Uuid,
    pub uid: Uid,
    /// Digest of the current refresh token, see `identity::secrets`.
    pub token_hash: String,
    /// Digest of the previous one, which stays valid for a moment so that two tabs do not end each other's session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub previous_hash: Option<String>,
    pub rotated_at: Timestamp,
    pub persistence: Persistence,
    /// How the reader signed in: `password`, `emailLink`.
    pub provider: SignInMethod,
    /// What proved the second factor, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second_factor: Option<FactorProof>,
    /// Claims of the session's access tokens; they take precedence over those of the account.
    #[serde(default, skip_serializing_if = "CustomClaims::is_empty")]
    pub claims: CustomClaims,
    /// Browser and operating system in a few words, from the user agent.
    pub device: String,
    pub created_at: Timestamp,
    /// When the reader last authenticated.
    pub auth_time: Timestamp,
    pub last_used_at: Timestamp,
    /// When it ends, used or not.
    pub expires_at: Timestamp,
}

pub fn get(tx: &dyn Reading, uid: &Uid, id: Uuid) -> Result<Option<SessionRecord>, StoreError> {
    SESSIONS.get(tx, &(uid, &id))
}

/// Whether the session exists, without reading its record.
pub fn exists(tx: &dyn Reading, uid: &Uid, id: Uuid) -> Result<bool, StoreError> {
    SESSIONS.contains(tx, &(uid, &id))
}

pub fn put(tx: &WriteTx, record: &SessionRecord) -> Result<(), StoreError> {
    SESSIONS.put(tx, &(&record.uid, &record.id), record)
}

pub fn remove(tx: &WriteTx, uid: &Uid, id: Uuid) -> Result<(), StoreError> {
    SESSIONS.delete(tx, &(uid, &id))?;
    Ok(())
}

/// The sessions of one account, oldest first.
pub fn of(tx: &dyn Reading, uid: &Uid) -> Result<Vec<SessionRecord>, StoreError> {
    SESSIONS.scan(tx, KeyRange::prefix(uid)).map(|row| Ok(row?.1)).collect()
}

/// Visits every readable session, by account.
pub fn each(tx: &ReadTx, visit: &mut dyn FnMut(SessionRecord) -> ControlFlow<()>) -> Result<(), StoreError> {
    SESSIONS.visit_all(tx, visit)
}

/// Removes the sessions that match. Reads all of them; for jobs and commands.
pub fn remove_where(tx: &WriteTx, is_unwanted: &dyn Fn(&SessionRecord) -> bool) -> Result<(), StoreError> {
    SESSIONS.delete_where(tx, |_, record| is_unwanted(record))
}

pub(super) fn verify(tx: &ReadTx, findings: &mut Findings) -> Result<(), StoreError> {
    findings.each_row(tx, SESSIONS, |findings, (uid, id), record| {
        if (&record.uid, record.id) != (&uid, id) {
            findings.row(SESSIONS, &(&uid, &id), "the record names another session");
        }
        if !accounts::exists(tx, &uid)? {
            findings.row(SESSIONS, &(&uid, &id), "there is no such account");
        }
        Ok(())
    })?;
    Ok(())
}
