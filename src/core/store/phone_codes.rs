//! Codes sent to telephone numbers, and the proofs that follow from them.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::engine::{ReadTx, Reading, WriteTx};
use super::error::StoreError;
use super::finding::Findings;
use super::table::Table;
use crate::domain::{Phone, Uid};

/// By the digest of the secret that the client got with the request, see `identity::secrets`.
// docs/decisions/0218
pub(super) const PHONE_CODES: Table<String, PhoneCodeRecord> = Table::new("phone_codes");

/// A code that was sent to a number, or a proof that the user owns the number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PhoneCodeRecord {
    pub hash: String,
    pub phone: Phone,
    #[serde(default, skip_serializing_if = "CodePurpose::is_first_factor")]
    pub purpose: CodePurpose,
    /// Digest of the client's secret together with the code; that of the code alone could be reversed. `None` for a
    /// proof, which needs no code any more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code_hash: Option<String>,
    pub expires_at: Timestamp,
    /// Number of wrong codes.
    pub failures: u32,
}

/// The only use of a code.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CodePurpose {
    /// Signing in, authenticating again, and giving an account the number.
    #[default]
    FirstFactor,
    /// Adding the number to this account as a second factor.
    AddFactor(Uid),
    /// Completing a pending sign-in, named by its digest, with this factor.
    SecondFactor { pending: String, factor: Uuid },
}

impl CodePurpose {
    fn is_first_factor(&self) -> bool {
        *self == Self::FirstFactor
    }
}

pub fn get(tx: &dyn Reading, hash: &str) -> Result<Option<PhoneCodeRecord>, StoreError> {
    PHONE_CODES.get(tx, hash)
}

pub fn put(tx: &WriteTx, record: &PhoneCodeRecord) -> Result<(), StoreError> {
    PHONE_CODES.put(tx, record.hash.as_str(), record)
}

pub fn remove(tx: &WriteTx, hash: &str) -> Result<(), StoreError> {
    PHONE_CODES.delete(tx, hash)?;
    Ok(())
}

/// Removes the matching records. Reads all of them; for jobs.
pub fn remove_where(tx: &WriteTx, is_unwanted: &dyn Fn(&PhoneCodeRecord) -> bool) -> Result<(), StoreError> {
    PHONE_CODES.delete_where(tx, |_, record| is_unwanted(record))
}

pub(super) fn verify(tx: &ReadTx, findings: &mut Findings) -> Result<(), StoreError> {
    findings.check_keys(tx, PHONE_CODES, |hash, record| record.hash == *hash, "the record names another code")
}
