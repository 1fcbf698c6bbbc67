//! Claims of access tokens that the operator or a hook adds to those of the product.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Most characters of all claims as JSON: each request carries them.
pub const MAX_CLAIMS_CHARS: usize = 1000;

/// Names with a meaning of their own: those of RFC 7519, RFC 9068 and OpenID Connect, and ours.
const RESERVED: [&str; 34] = [
    "acr",
    "amr",
    "at_hash",
    "aud",
    "auth_time",
    "azp",
    "c_hash",
    "client_id",
    "cnf",
    "email",
    "email_verified",
    "exp",
    "iat",
    "identities",
    "identity",
    "iss",
    "jti",
    "name",
    "nbf",
    "nonce",
    "phone_number",
    "phone_number_verified",
    "picture",
    "provider_id",
    "role",
    "scope",
    "second_factor_identifier",
    "sid",
    "sign_in_attributes",
    "sign_in_provider",
    "sign_in_second_factor",
    "sub",
    "tenant",
    "user_id",
];

/// An object of claims without reserved names, of at most [`MAX_CLAIMS_CHARS`].
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CustomClaims(Map<String, Value>);

/// Why claims are refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClaimsProblem {
    NoObject,
    TooLarge,
    Reserved(String),
}

impl CustomClaims {
    pub fn parse(value: Value) -> Result<Self, ClaimsProblem> {
        let Value::Object(claims) = value else { return Err(ClaimsProblem::NoObject) };
        if let Some(name) = claims.keys().find(|name| RESERVED.contains(&name.as_str())) {
            return Err(ClaimsProblem::Reserved(name.clone()));
        }
        let claims = Self(claims);
        if claims.to_string().chars().count() > MAX_CLAIMS_CHARS { Err(ClaimsProblem::TooLarge) } else { Ok(claims) }
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// These claims with those of `over`, which win.
    #[must_use]
    pub fn merged(&self, over: &Self) -> Self {
        let both = self.0.iter().chain(&over.0).map(|(name, value)| (name.clone(), value.clone()));
        Self(both.collect())
    }
}

impl fmt::Display for CustomClaims {
    /// Writes JSON.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(&self.0).map_err(|_| fmt::Error)?)
    }
}

impl fmt::Display for ClaimsProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoObject => f.write_str("claims are a JSON object, such as {\"plan\":\"pro\"}"),
            Self::TooLarge => write!(f, "claims have at most {MAX_CLAIMS_CHARS} characters as JSON"),
            Self::Reserved(name) => write!(f, "the claim {name:?} has a meaning of its own; choose another name"),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn claims_are_a_small_object_without_reserved_names() {
        let claims = |value| CustomClaims::parse(value);
        assert_eq!(claims(json!({"plan": "pro"})).expect("good").to_string(), r#"{"plan":"pro"}"#);
        assert!(claims(json!({})).expect("good").is_empty());
        assert_eq!(claims(json!(["plan"])), Err(ClaimsProblem::NoObject));
        for name in ["sub", "role", "tenant", "sign_in_provider"] {
            assert_eq!(claims(json!({ name: 1 })), Err(ClaimsProblem::Reserved(name.into())));
        }
        let of_chars = |chars: usize| claims(json!({"x": "ș".repeat(chars - r#"{"x":""}"#.len())}));
        assert!(of_chars(MAX_CLAIMS_CHARS).is_ok());
        assert_eq!(of_chars(MAX_CLAIMS_CHARS + 1), Err(ClaimsProblem::TooLarge));
    }

    #[test]
    fn later_claims_win() {
        let claims = |value| CustomClaims::parse(value).expect("good");
        let merged = claims(json!({"a": 1, "b": 1})).merged(&claims(json!({"b": 2})));
        assert_eq!(merged, claims(json!({"a": 1, "b": 2})));
        assert!(RESERVED.is_sorted());
    }
}
