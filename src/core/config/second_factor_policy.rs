//! Which accounts may or must have a second factor.

use serde::{Deserialize, Serialize};

use crate::domain::Role;

/// Whether accounts may or must have a second factor. An operator must in any case.
// docs/decisions/0476
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SecondFactorPolicy {
    /// Only operators can add one. Existing ones are still required at sign-in.
    Off,
    /// Accounts may add one.
    Optional,
    /// Editors must; others may.
    Editors,
    /// Everybody must, except guests.
    Mandatory,
}

impl SecondFactorPolicy {
    pub fn is_offered_to(self, role: Role) -> bool {
        self != Self::Off || self.is_required_of(role)
    }

    pub fn is_required_of(self, role: Role) -> bool {
        match self {
            Self::Off | Self::Optional => role == Role::Operator,
            Self::Editors => role.is_editor(),
            Self::Mandatory => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_operator_must_have_a_second_factor_under_every_policy() {
        use SecondFactorPolicy::{Editors, Mandatory, Off, Optional};
        let required = |policy: SecondFactorPolicy| {
            [Role::Reader, Role::Editor, Role::Operator].map(|role| policy.is_required_of(role))
        };
        assert_eq!(required(Off), [false, false, true]);
        assert_eq!(required(Optional), [false, false, true]);
        assert_eq!(required(Editors), [false, true, true]);
        assert_eq!(required(Mandatory), [true; 3]);
        assert!(Off.is_offered_to(Role::Operator) && !Off.is_offered_to(Role::Editor));
        assert!(Optional.is_offered_to(Role::Reader));
    }
}
