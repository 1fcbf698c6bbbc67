//! Passkeys: credentials of WebAuthn that sign in without an address or a password.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Most passkeys of an account.
pub const MAX_PASSKEYS: usize = 10;

/// A passkey of an account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passkey {
    /// Digest of the credential ID.
    pub id: String,
    /// As typed by the owner, trimmed.
    pub name: String,
    pub created_at: Timestamp,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_used_at: Option<Timestamp>,
    /// Whether the passkey no longer signs in by itself, only as a second factor: the address of the account was
    /// recovered, and the person who had changed it may have created the passkey.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub only_second: bool,
    /// The public key with its counter and flags, in the form of `identity::passkeys`.
    pub credential: Value,
}
