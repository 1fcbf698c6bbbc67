//! Identities at providers such as Google.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::email::Email;

/// Maximum length of a subject (OpenID Connect Core 2, `sub`).
const MAX_SUBJECT: usize = 255;

/// An identity at a provider, linked to an account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct FederatedIdentity {
    /// Such as `google.com`.
    pub provider: String,
    /// The provider's identifier of its user, never reassigned.
    pub subject: String,
    /// The address in the provider's last response.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = Email)]
    pub email: Option<Email>,
    pub linked_at: Timestamp,
}

/// A user's profile as returned by a provider.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FederatedProfile {
    pub subject: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<Email>,
    /// Whether the provider vouches for the address.
    #[serde(default)]
    pub email_verified: bool,
    /// May be empty.
    #[serde(default)]
    pub display_name: String,
    /// The address of the user's picture at the provider, if pictures are taken from it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
}

/// Why a sign-in at a provider failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ProviderFailure {
    /// The user cancelled, or refused to share the profile.
    Cancelled,
    Unavailable,
    InvalidResponse,
    /// The operator does not admit this user of the provider.
    NotAdmitted,
}

/// Whether the text is a valid subject: printable ASCII of bounded length, safe in a store key.
pub fn is_subject(text: &str) -> bool {
    !text.is_empty() && text.len() <= MAX_SUBJECT && text.bytes().all(|byte| byte.is_ascii_graphic() || byte == b' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subject_is_printable_ascii_of_bounded_length() {
        for good in ["1", "auth0|5f7", "a b", &"x".repeat(255)] {
            assert!(is_subject(good), "{good}");
        }
        for bad in ["", "a\0b", "ă", "a\nb", &"x".repeat(256)] {
            assert!(!is_subject(bad), "{bad}");
        }
    }
}
