//! Ceremonies of passkeys: challenges that wait for the browser's answer.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::engine::{ReadTx, Reading, WriteTx};
use super::error::StoreError;
use super::finding::Findings;
use super::table::Table;
use crate::domain::{TenantId, Uid};

/// By the digest of the secret that names the ceremony, see `identity::secrets`.
pub(super) const PASSKEY_CEREMONIES: Table<String, CeremonyRecord> = Table::new("passkey_ceremonies");

/// A ceremony that was started and not finished.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CeremonyRecord {
    pub hash: String,
    /// SHA-256 of the secret in the browser's cookie.
    pub browser_hash: String,
    /// The tenant where the passkey is used or made.
    #[serde(default, skip_serializing_if = "TenantId::is_default")]
    pub tenant: TenantId,
    pub purpose: CeremonyPurpose,
    pub expires_at: Timestamp,
    /// What the answer is verified against, in the form of `identity::passkeys`.
    pub state: Value,
}

/// Why the browser is asked for a passkey.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CeremonyPurpose {
    SignIn,
    /// This account gets a new passkey under this user handle.
    Enroll {
        uid: Uid,
        user_handle: String,
    },
    /// The user of this account authenticates again.
    Reauthenticate(Uid),
    /// A passkey of this account completes its pending sign-in, named by its digest.
    SecondFactor {
        uid: Uid,
        pending: String,
    },
}

pub fn get(tx: &dyn Reading, hash: &str) -> Result<Option<CeremonyRecord>, StoreError> {
    PASSKEY_CEREMONIES.get(tx, hash)
}

pub fn put(tx: &WriteTx, record: &CeremonyRecord) -> Result<(), StoreError> {
    PASSKEY_CEREMONIES.put(tx, record.hash.as_str(), record)
}

/// Removes the ceremony and returns whether it was there.
pub fn remove(tx: &WriteTx, hash: &str) -> Result<bool, StoreError> {
    PASSKEY_CEREMONIES.delete(tx, hash)
}

/// Removes the matching ceremonies. Reads all of them; for jobs and commands.
pub fn remove_where(tx: &WriteTx, is_unwanted: &dyn Fn(&CeremonyRecord) -> bool) -> Result<(), StoreError> {
    PASSKEY_CEREMONIES.delete_where(tx, |_, record| is_unwanted(record))
}

pub(super) fn verify(tx: &ReadTx, findings: &mut Findings) -> Result<(), StoreError> {
    findings.check_keys(
        tx,
        PASSKEY_CEREMONIES,
        |hash, record| record.hash == *hash,
        "the record names another ceremony",
    )
}
