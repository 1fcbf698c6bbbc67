//! The keys that sign access tokens, and the secrets that seal cookies and links.

use std::ops::ControlFlow;

use jiff::Timestamp;
use redb::TableDefinition;
use serde::{Deserialize, Serialize};

use super::tx::{Order, RawTable, Reading, Table, WriteTx};
use super::verify::Finding;
use super::{StoreError, codec};

/// Key: the key's id. Value: [`SigningKeyRecord`].
pub(super) const SIGNING_KEYS: Table = TableDefinition::new("signing_keys");

/// What a key is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// Signs access tokens (Ed25519).
    AccessToken,
    /// Seals what a cookie carries.
    Cookie,
    /// Seals the links in mails; never renewed, for a mail may be opened years later.
    Link,
}

/// One secret key.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SigningKeyRecord {
    pub id: String,
    pub purpose: Purpose,
    /// 32 random bytes as hexadecimal digits.
    pub secret: String,
    pub created_at: Timestamp,
}

impl std::fmt::Debug for SigningKeyRecord {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SigningKeyRecord").field("id", &self.id).finish_non_exhaustive()
    }
}

pub fn put(tx: &WriteTx, record: &SigningKeyRecord) -> Result<(), StoreError> {
    tx.put(SIGNING_KEYS, record.id.as_bytes(), &codec::encode(record))
}

pub fn remove(tx: &WriteTx, id: &str) -> Result<(), StoreError> {
    tx.delete(SIGNING_KEYS, id.as_bytes())
}

/// All keys, oldest first.
pub fn list(tx: &impl Reading) -> Result<Vec<SigningKeyRecord>, StoreError> {
    let mut keys: Vec<SigningKeyRecord> = Vec::new();
    tx.scan(RawTable(SIGNING_KEYS), &[], Order::Ascending, &mut |key, bytes| {
        keys.push(codec::decode(SIGNING_KEYS, key, bytes)?);
        Ok(ControlFlow::Continue(()))
    })?;
    keys.sort_by(|a, b| a.created_at.cmp(&b.created_at).then_with(|| a.id.cmp(&b.id)));
    Ok(keys)
}

pub(super) fn verify(tx: &impl Reading, findings: &mut Vec<Finding>) -> Result<(), StoreError> {
    tx.scan(RawTable(SIGNING_KEYS), &[], Order::Ascending, &mut |key, bytes| {
        if let Err(error) = codec::decode::<SigningKeyRecord>(SIGNING_KEYS, key, bytes) {
            findings.push(Finding::unreadable("signing_keys", key, &error));
        }
        Ok(ControlFlow::Continue(()))
    })
}
