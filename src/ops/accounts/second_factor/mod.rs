//! Second factors: adding and removing them, recovery codes, and proving one at a sign-in.

pub mod addition;
pub mod enrolment;
pub mod overview;
pub mod passkey_enrolment;
pub mod passkey_request;
pub mod pending;
pub(super) mod pending_seed;
pub mod phone_enrolment;
pub mod recovery;
pub mod removal;
pub mod sign_in;
pub mod text_message;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::domain::second_factor::{Factor, FactorKind};

/// A second factor of an account, without its secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FactorInfo {
    #[schema(value_type = String)]
    pub id: Uuid,
    pub kind: FactorKind,
    /// Chosen by the owner; may be empty.
    pub display_name: String,
    /// The phone number with only its last digits; absent for kinds without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub masked: Option<String>,
    pub enrolled_at: Timestamp,
    /// When it last completed a sign-in; only for the signed-in owner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, format = DateTime)]
    pub last_used_at: Option<Timestamp>,
}

impl FactorInfo {
    /// The information for a user who has proven only the first factor.
    fn without_use(factor: &Factor) -> Self {
        Self { last_used_at: None, ..Self::from(factor) }
    }
}

impl From<&Factor> for FactorInfo {
    fn from(factor: &Factor) -> Self {
        Self {
            id: factor.id,
            kind: factor.kind(),
            display_name: factor.name.clone(),
            masked: factor.masked(),
            enrolled_at: factor.created_at,
            last_used_at: factor.last_used_at,
        }
    }
}
