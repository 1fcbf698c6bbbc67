//! The sign-in methods for e-mail addresses.

use serde::{Deserialize, Serialize};

use crate::domain::account::SignInMethod;

/// A sign-in method for e-mail addresses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EmailMethod {
    Password,
    EmailLink,
}

impl From<EmailMethod> for SignInMethod {
    fn from(method: EmailMethod) -> Self {
        match method {
            EmailMethod::Password => Self::Password,
            EmailMethod::EmailLink => Self::EmailLink,
        }
    }
}
