//! Which accounts may or must have a second factor.

use serde::{Deserialize, Serialize};

use crate::domain::Role;

/// Whether accounts may or must have a second factor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SecondFactorPolicy {
    /// Accounts cannot add one. Existing ones are still required at sign-in.
    Off,
    /// Accounts may add one.
    Optional,
    /// Editors must; others may.
    Editors,
    /// Everybody must, except guests.
    Mandatory,
}

impl SecondFactorPolicy {
    pub fn is_offered(self) -> bool {
        self != Self::Off
    }

    pub fn is_required_of(self, role: Role) -> bool {
        match self {
            Self::Off | Self::Optional => false,
            Self::Editors => role == Role::Editor,
            Self::Mandatory => true,
        }
    }
}
