//! Whose accounts have second factors.

use serde::{Deserialize, Serialize};

use crate::domain::Role;

/// Whether accounts have second factors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SecondFactorPolicy {
    /// Nobody adds one. Those of before are still asked for.
    Off,
    /// Who wants to.
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
