//! Sessions: one row per browser that is signed in.

use std::ops::ControlFlow;

use jiff::Timestamp;
use redb::TableDefinition;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::tx::{Order, RawTable, Reading, Table, WriteTx};
use super::verify::Finding;
use super::{StoreError, accounts, codec};
use crate::domain::{Persistence, Uid};

/// Key: uid, session id. Value: [`SessionRecord`].
pub(super) const SESSIONS: Table = TableDefinition::new("sessions");

/// One session; tokens are kept as SHA-256 only.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionRecord {
    pub id: Uuid,
    pub uid: Uid,
    /// SHA-256 of the refresh token that is valid now, in hexadecimal digits.
    pub token_hash: String,
    /// Of the one before, which stays good for a moment so that two tabs do not end each other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub previous_hash: Option<String>,
    pub rotated_at: Timestamp,
    pub persistence: Persistence,
    /// How the reader signed in: `password`, `emailLink`.
    pub provider: String,
    /// The browser and its system in a few words, as it told itself.
    pub device: String,
    pub created_at: Timestamp,
    /// When the reader last proved who they are.
    pub auth_time: Timestamp,
    pub last_used_at: Timestamp,
    /// When it ends, used or not.
    pub expires_at: Timestamp,
}

fn key(uid: &Uid, id: Uuid) -> Vec<u8> {
    [uid.as_str().as_bytes(), id.as_bytes()].concat()
}

pub fn get(tx: &impl Reading, uid: &Uid, id: Uuid) -> Result<Option<SessionRecord>, StoreError> {
    let key = key(uid, id);
    tx.get(RawTable(SESSIONS), &key)?.map(|bytes| codec::decode(SESSIONS, &key, &bytes)).transpose()
}

/// Whether the session is there, without reading its record.
pub fn exists(tx: &impl Reading, uid: &Uid, id: Uuid) -> Result<bool, StoreError> {
    Ok(tx.get(RawTable(SESSIONS), &key(uid, id))?.is_some())
}

pub fn put(tx: &WriteTx, record: &SessionRecord) -> Result<(), StoreError> {
    tx.put(SESSIONS, &key(&record.uid, record.id), &codec::encode(record))
}

pub fn remove(tx: &WriteTx, uid: &Uid, id: Uuid) -> Result<(), StoreError> {
    tx.delete(SESSIONS, &key(uid, id))
}

/// The sessions of one account, oldest first.
pub fn of(tx: &impl Reading, uid: &Uid) -> Result<Vec<SessionRecord>, StoreError> {
    let prefix = uid.as_str().as_bytes();
    let mut found = Vec::new();
    tx.scan(RawTable(SESSIONS), prefix, Order::Ascending, &mut |key, bytes| {
        if !key.starts_with(prefix) {
            return Ok(ControlFlow::Break(()));
        }
        found.push(codec::decode(SESSIONS, key, bytes)?);
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(found)
}

/// Visits every session, those of one account together.
pub fn each(tx: &impl Reading, visit: &mut dyn FnMut(SessionRecord) -> ControlFlow<()>) -> Result<(), StoreError> {
    tx.scan(RawTable(SESSIONS), &[], Order::Ascending, &mut |key, bytes| {
        Ok(visit(codec::decode(SESSIONS, key, bytes)?))
    })
}

pub(super) fn verify(tx: &impl Reading, findings: &mut Vec<Finding>) -> Result<(), StoreError> {
    tx.scan(RawTable(SESSIONS), &[], Order::Ascending, &mut |row, bytes| {
        match codec::decode::<SessionRecord>(SESSIONS, row, bytes) {
            Err(error) => findings.push(Finding::unreadable("sessions", b"", &error)),
            Ok(record) if key(&record.uid, record.id) != row => {
                findings.push(Finding::new("sessions", b"", "a record names another session"));
            }
            Ok(record) if accounts::get(tx, &record.uid)?.is_none() => {
                findings.push(Finding::new("sessions", record.uid.as_str().as_bytes(), "there is no such account"));
            }
            Ok(_) => {}
        }
        Ok(ControlFlow::Continue(()))
    })
}
