//! Who somebody is to a provider such as Google.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::email::Email;

/// Longest name that a provider gives to somebody (OpenID Connect Core 2, `sub`).
const MAX_SUBJECT: usize = 255;

/// An identity at a provider by which an account is entered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct FederatedIdentity {
    /// Such as `google.com`.
    pub provider: String,
    /// The provider's own name for its user; never given to another.
    pub subject: String,
    /// The address that the provider last told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = Email)]
    pub email: Option<Email>,
    #[schema(value_type = String, format = DateTime)]
    pub linked_at: Timestamp,
}

/// What a provider tells of somebody who signs in.
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
}

/// Whether this can be a provider's name for somebody: letters that a key can hold, and not too many.
pub fn is_subject(text: &str) -> bool {
    !text.is_empty() && text.len() <= MAX_SUBJECT && text.bytes().all(|byte| byte.is_ascii_graphic() || byte == b' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subject_is_plain_and_of_bounded_length() {
        for good in ["1", "auth0|5f7", "a b", &"x".repeat(255)] {
            assert!(is_subject(good), "{good}");
        }
        for bad in ["", "a\0b", "ă", "a\nb", &"x".repeat(256)] {
            assert!(!is_subject(bad), "{bad}");
        }
    }
}
