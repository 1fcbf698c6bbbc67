//! Second factors: proving one at a sign-in.

pub(super) mod pending;
pub mod sign_in;

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::domain::second_factor::{Factor, FactorKind};

/// A second factor of an account, without its secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct FactorInfo {
    #[schema(value_type = String)]
    pub id: Uuid,
    pub kind: FactorKind,
    /// Chosen by the owner; may be empty.
    pub display_name: String,
    /// The phone number with only its last digits; absent for kinds without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub masked: Option<String>,
    #[schema(value_type = String, format = DateTime)]
    pub enrolled_at: Timestamp,
}

impl From<&Factor> for FactorInfo {
    fn from(factor: &Factor) -> Self {
        Self {
            id: factor.id,
            kind: factor.kind(),
            display_name: factor.name.clone(),
            masked: factor.masked(),
            enrolled_at: factor.created_at,
        }
    }
}
