//! Sign-ins at a provider: the values that the callback is checked against, and the outcome.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::engine::{ReadTx, Reading, WriteTx};
use super::error::StoreError;
use super::finding::Findings;
use super::table::Table;
use crate::domain::email::Email;
use crate::domain::federated::{FederatedProfile, ProviderFailure};
use crate::domain::{TenantId, Uid};

/// By the digest of the state, see `identity::secrets`.
pub(super) const SIGN_IN_TRANSACTIONS: Table<String, TransactionRecord> = Table::new("sign_in_transactions");

/// A sign-in at a provider, from the start to the session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TransactionRecord {
    pub hash: String,
    /// SHA-256 of the secret in the browser's cookie.
    pub browser_hash: String,
    pub provider: String,
    #[serde(default, skip_serializing_if = "TenantId::is_default")]
    pub tenant: TenantId,
    /// Whether the provider's page is in a pop-up window.
    pub is_popup: bool,
    pub purpose: TransactionPurpose,
    /// The address that is expected to sign in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected_email: Option<Email>,
    /// Where the browser continues, checked when it was stored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub continue_url: Option<String>,
    pub expires_at: Timestamp,
    pub stage: Stage,
}

/// Why the user visits the provider.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TransactionPurpose {
    SignIn,
    /// The user of this account authenticates again.
    Reauthenticate(Uid),
    /// The user of this account connects the identity.
    Link(Uid),
}

/// The parameters of a provider's answer.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProviderAnswer {
    pub code: Option<String>,
    pub error: Option<String>,
    /// The issuer by which the provider identifies itself (RFC 9207).
    pub iss: Option<String>,
    /// Apple: the user's name, as JSON.
    pub user: Option<String>,
    /// The Base64 of a SAML response.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub saml_response: Option<String>,
}

/// The stage of a sign-in at a provider.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// The user is at the provider.
    Started {
        nonce: String,
        pkce_verifier: String,
        /// What the provider posted, until the browser returns with its cookie.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        answer: Option<ProviderAnswer>,
    },
    /// The browser lets the user choose an account at the provider, and gets an ID token with this nonce.
    Asked {
        nonce: String,
    },
    /// The code is being exchanged.
    Exchanging,
    /// The provider authenticated the user.
    Authenticated(FederatedProfile),
    Failed(ProviderFailure),
}

pub fn get(tx: &dyn Reading, hash: &str) -> Result<Option<TransactionRecord>, StoreError> {
    SIGN_IN_TRANSACTIONS.get(tx, hash)
}

pub fn put(tx: &WriteTx, record: &TransactionRecord) -> Result<(), StoreError> {
    SIGN_IN_TRANSACTIONS.put(tx, record.hash.as_str(), record)
}

pub fn remove(tx: &WriteTx, hash: &str) -> Result<(), StoreError> {
    SIGN_IN_TRANSACTIONS.delete(tx, hash)?;
    Ok(())
}

/// Removes the matching transactions. Reads all of them; for jobs and commands.
pub fn remove_where(tx: &WriteTx, is_unwanted: &dyn Fn(&TransactionRecord) -> bool) -> Result<(), StoreError> {
    SIGN_IN_TRANSACTIONS.delete_where(tx, |_, record| is_unwanted(record))
}

pub(super) fn verify(tx: &ReadTx, findings: &mut Findings) -> Result<(), StoreError> {
    findings.check_keys(
        tx,
        SIGN_IN_TRANSACTIONS,
        |hash, record| record.hash == *hash,
        "the record names another transaction",
    )
}
