//! The claims of an access token.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::domain::account::SignInMethod;
use crate::domain::custom_claims::CustomClaims;
use crate::domain::second_factor::FactorProof;
use crate::domain::{Role, TenantId, Uid};

/// The `aud` claim of our access tokens.
pub const AUDIENCE: &str = "paragraf";
/// The media type of access tokens (RFC 9068), which no other kind of token has.
pub const TOKEN_TYPE: &str = "at+jwt";

/// The claims of an access token; instants are whole seconds since the epoch (RFC 7519).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claims {
    pub iss: String,
    pub aud: String,
    pub sub: Uid,
    /// Absent for the default tenant.
    #[serde(default, skip_serializing_if = "TenantId::is_default")]
    pub tenant: TenantId,
    /// The session ID.
    pub sid: Uuid,
    pub iat: i64,
    pub exp: i64,
    pub auth_time: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    pub email_verified: bool,
    /// In E.164 format.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phone_number: Option<String>,
    pub name: String,
    pub sign_in_provider: SignInMethod,
    /// The kind of proof of the second factor, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sign_in_second_factor: Option<FactorProof>,
    #[serde(default)]
    pub role: Role,
    #[serde(flatten)]
    pub custom: CustomClaims,
}

impl Claims {
    pub fn issued_at(&self) -> Timestamp {
        instant(self.iat)
    }

    pub fn expires_at(&self) -> Timestamp {
        instant(self.exp)
    }

    pub fn authenticated_at(&self) -> Timestamp {
        instant(self.auth_time)
    }
}

fn instant(seconds: i64) -> Timestamp {
    Timestamp::from_second(seconds).unwrap_or(Timestamp::UNIX_EPOCH)
}
