//! The credential with which we authenticate at a provider's token endpoint.

use jiff::{SignedDuration, Timestamp};
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use serde::Serialize;

use super::errors::unsuitable;
use crate::error::Result;

/// Lifetime of a client secret that is created for one request; Apple allows up to six months.
const LIFETIME: SignedDuration = SignedDuration::from_mins(5);
const APPLE: &str = "https://appleid.apple.com";

/// A client secret, or the key that creates one.
#[derive(Clone)]
pub enum Credential {
    Secret(String),
    /// Apple's client secret is a token that we sign with our private key. The key is in PEM.
    AppleKey {
        team_id: String,
        key_id: String,
        private_key: String,
    },
}

/// Claims of Apple's client secret.
#[derive(Serialize)]
struct AppleClaims<'a> {
    iss: &'a str,
    iat: i64,
    exp: i64,
    aud: &'a str,
    sub: &'a str,
}

impl Credential {
    /// Returns the client secret for a request now.
    ///
    /// # Errors
    /// `provider_unavailable` when the private key cannot sign.
    pub(super) fn secret(&self, client_id: &str, now: Timestamp) -> Result<String> {
        let (team_id, key_id, private_key) = match self {
            Self::Secret(secret) => return Ok(secret.clone()),
            Self::AppleKey { team_id, key_id, private_key } => (team_id, key_id, private_key),
        };
        let iat = now.as_second();
        let claims = AppleClaims { iss: team_id, iat, exp: iat + LIFETIME.as_secs(), aud: APPLE, sub: client_id };
        let header = Header { kid: Some(key_id.clone()), ..Header::new(Algorithm::ES256) };
        let key = EncodingKey::from_ec_pem(private_key.as_bytes()).map_err(|error| unsuitable().caused_by(error))?;
        jsonwebtoken::encode(&header, &claims, &key).map_err(|error| unsuitable().caused_by(error))
    }
}

#[cfg(test)]
mod tests {
    use jsonwebtoken::{DecodingKey, Validation};
    use serde_json::Value;

    use super::*;

    #[test]
    fn apples_client_secret_is_a_short_lived_signed_token() {
        let pair = rcgen::KeyPair::generate().expect("a key of P-256");
        let key = |private_key: &str| Credential::AppleKey {
            team_id: "TEAM123456".into(),
            key_id: "KEY1234567".into(),
            private_key: private_key.into(),
        };
        let now: Timestamp = "2026-11-23T12:00:00Z".parse().expect("an instant");
        let token = key(&pair.serialize_pem()).secret("ro.paragraf", now).expect("a token");
        let mut validation = Validation::new(Algorithm::ES256);
        validation.set_audience(&["https://appleid.apple.com"]);
        validation.validate_exp = false;
        let public = DecodingKey::from_ec_pem(pair.public_key_pem().as_bytes()).expect("a key");
        let read = jsonwebtoken::decode::<Value>(&token, &public, &validation).expect("our signature");
        assert_eq!(read.header.kid.as_deref(), Some("KEY1234567"));
        let claims = ["iss", "sub"].map(|name| read.claims[name].as_str().map(str::to_owned));
        assert_eq!(claims, [Some("TEAM123456".to_owned()), Some("ro.paragraf".to_owned())]);
        assert_eq!(read.claims["exp"].as_i64(), Some(now.as_second() + 300));
        assert!(key("not a key").secret("ro.paragraf", now).is_err());
    }
}
