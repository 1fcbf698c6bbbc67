//! The keys that sign access tokens, and the secrets that seal cookies and links.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::engine::{ReadTx, Reading, WriteTx};
use super::error::StoreError;
use super::finding::Findings;
use super::table::Table;

/// By key id.
pub(super) const SIGNING_KEYS: Table<String, SigningKeyRecord> = Table::new("signing_keys");

/// The use of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KeyPurpose {
    /// Signs access tokens (Ed25519).
    AccessToken,
    /// Seals the content of cookies.
    Cookie,
    /// Seals the links in mails; renewed only by the operator, since a mail may be opened years later.
    Link,
}

/// One secret key.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SigningKeyRecord {
    pub id: String,
    pub purpose: KeyPurpose,
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
    SIGNING_KEYS.put(tx, record.id.as_str(), record)
}

pub fn remove(tx: &WriteTx, id: &str) -> Result<(), StoreError> {
    SIGNING_KEYS.delete(tx, id)?;
    Ok(())
}

/// All keys, oldest first.
pub fn list(tx: &dyn Reading) -> Result<Vec<SigningKeyRecord>, StoreError> {
    let mut keys = SIGNING_KEYS.list(tx)?;
    keys.sort_by(|a, b| a.created_at.cmp(&b.created_at).then_with(|| a.id.cmp(&b.id)));
    Ok(keys)
}

pub(super) fn verify(tx: &ReadTx, findings: &mut Findings) -> Result<(), StoreError> {
    findings.each_row(tx, SIGNING_KEYS, |_, _, _| Ok(()))?;
    Ok(())
}
