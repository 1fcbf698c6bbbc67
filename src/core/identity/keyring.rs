//! The keys that sign and verify access tokens (RFC 7519, RFC 8037).

use std::sync::Arc;

use arc_swap::ArcSwap;
use data_encoding::BASE64URL_NOPAD;
use ed25519_dalek::SigningKey;
use ed25519_dalek::pkcs8::EncodePrivateKey;
use jiff::Timestamp;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use moka::sync::Cache;
use sha2::{Digest, Sha256};

use super::claims::{AUDIENCE, Claims, TOKEN_TYPE};
use crate::error::{Error, ErrorCode, Kind, Result};

/// Maximum number of cached verified tokens. Verifying a signature costs more than the rest of a small request.
const CACHED_TOKENS: u64 = 20_000;
/// Maximum length of a token; those that we issue are shorter.
const MAX_TOKEN_LEN: usize = 2048;

/// A secret key from the store.
pub struct KeyMaterial {
    pub id: String,
    pub secret: [u8; 32],
}

struct AccessTokenKey {
    id: String,
    encoding: EncodingKey,
    decoding: DecodingKey,
    public: [u8; 32],
}

/// The valid keys, oldest first; the newest one signs.
pub struct Keyring {
    keys: ArcSwap<Vec<AccessTokenKey>>,
    verified: Cache<[u8; 32], Arc<Claims>>,
}

impl Default for Keyring {
    fn default() -> Self {
        Self { keys: ArcSwap::default(), verified: Cache::new(CACHED_TOKENS) }
    }
}

/// A public key of access tokens, as a JSON Web Key (RFC 8037).
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
pub struct PublicKey {
    pub kid: String,
    pub kty: &'static str,
    pub crv: &'static str,
    pub alg: &'static str,
    #[serde(rename = "use")]
    pub usage: &'static str,
    /// base64url without padding.
    pub x: String,
}

impl Keyring {
    /// Replaces the keys, given oldest first, and clears the cache of verified tokens.
    pub fn set(&self, materials: &[KeyMaterial]) -> Result<()> {
        let keys = materials.iter().map(key).collect::<Result<Vec<_>>>()?;
        self.keys.store(Arc::new(keys));
        self.verified.invalidate_all();
        Ok(())
    }

    /// Signs an access token with the newest key.
    pub fn sign(&self, claims: &Claims) -> Result<String> {
        let keys = self.keys.load();
        let key = keys.last().ok_or_else(|| Error::unavailable("Signing in is not ready yet.").retry_after(1))?;
        let mut header = Header::new(Algorithm::EdDSA);
        header.typ = Some(TOKEN_TYPE.into());
        header.kid = Some(key.id.clone());
        jsonwebtoken::encode(&header, claims, &key.encoding)
            .map_err(|error| Error::internal("signing an access token", error))
    }

    /// Verifies algorithm, type, key, signature, issuer, audience and expiry.
    ///
    /// # Errors
    /// `id_token_expired` or `invalid_user_token`, both of kind `unauthenticated`.
    pub fn verify(&self, token: &str, issuer: &str, now: Timestamp) -> Result<Arc<Claims>> {
        if token.len() > MAX_TOKEN_LEN {
            return Err(invalid_token());
        }
        let digest: [u8; 32] = Sha256::digest(token.as_bytes()).into();
        let claims = match self.verified.get(&digest) {
            Some(claims) => claims,
            None => {
                let claims = Arc::new(self.verify_signed(token, issuer)?);
                self.verified.insert(digest, Arc::clone(&claims));
                claims
            }
        };
        if claims.exp <= now.as_second() {
            return Err(Error::new(Kind::Unauthenticated, ErrorCode::IdTokenExpired, "The access token has expired."));
        }
        Ok(claims)
    }

    /// Whether the key that signed this token is known. Also true for a text that is not a token, since a reload of the
    /// keys would not help.
    pub fn knows_key_of(&self, token: &str) -> bool {
        let header = Some(token).filter(|token| token.len() <= MAX_TOKEN_LEN);
        let header = header.and_then(|token| jsonwebtoken::decode_header(token).ok());
        let kid = header.and_then(|header| header.kid);
        kid.is_none_or(|kid| self.keys.load().iter().any(|key| key.id == kid))
    }

    fn verify_signed(&self, token: &str, issuer: &str) -> Result<Claims> {
        let header = jsonwebtoken::decode_header(token).map_err(|_| invalid_token())?;
        if header.alg != Algorithm::EdDSA || header.typ.as_deref() != Some(TOKEN_TYPE) {
            return Err(invalid_token());
        }
        let keys = self.keys.load();
        let key = keys.iter().find(|key| Some(&key.id) == header.kid.as_ref()).ok_or_else(invalid_token)?;
        let mut validation = Validation::new(Algorithm::EdDSA);
        validation.set_audience(&[AUDIENCE]);
        validation.set_issuer(&[issuer]);
        // `verify` checks the expiry by our own clock, which tests advance.
        validation.validate_exp = false;
        let decoded = jsonwebtoken::decode::<Claims>(token, &key.decoding, &validation);
        decoded.map(|token| token.claims).map_err(|_| invalid_token())
    }

    /// The public keys, oldest first.
    pub fn public_keys(&self) -> Vec<PublicKey> {
        let public = |key: &AccessTokenKey| PublicKey {
            kid: key.id.clone(),
            kty: "OKP",
            crv: "Ed25519",
            alg: "EdDSA",
            usage: "sig",
            x: BASE64URL_NOPAD.encode(&key.public),
        };
        self.keys.load().iter().map(public).collect()
    }
}

fn key(material: &KeyMaterial) -> Result<AccessTokenKey> {
    let signing = SigningKey::from_bytes(&material.secret);
    let document = signing.to_pkcs8_der().map_err(|error| Error::internal("reading a signing key", error))?;
    let public = signing.verifying_key().to_bytes();
    Ok(AccessTokenKey {
        id: material.id.clone(),
        encoding: EncodingKey::from_ed_der(document.as_bytes()),
        decoding: DecodingKey::from_ed_der(&public),
        public,
    })
}

fn invalid_token() -> Error {
    Error::new(Kind::Unauthenticated, ErrorCode::InvalidUserToken, "The access token is not valid.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::account::SignInMethod;
    use crate::domain::{Role, Uid};

    fn claims() -> Claims {
        Claims {
            iss: "https://p.ro".into(),
            aud: AUDIENCE.into(),
            sub: Uid::parse(&"a".repeat(28)).expect("a uid"),
            sid: uuid::Uuid::nil(),
            iat: 1000,
            exp: 1900,
            auth_time: 1000,
            email: Some("ana@x.ro".into()),
            email_verified: false,
            phone_number: None,
            name: "Ana".into(),
            sign_in_provider: SignInMethod::Password,
            sign_in_second_factor: None,
            tenant: Default::default(),
            custom: Default::default(),
            role: Role::Reader,
        }
    }

    fn ring(secret: u8) -> Keyring {
        let ring = Keyring::default();
        ring.set(&[KeyMaterial { id: "k".into(), secret: [secret; 32] }]).expect("a key");
        ring
    }

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).expect("an instant")
    }

    #[test]
    fn a_token_is_valid_until_it_expires() {
        let ring = ring(1);
        let token = ring.sign(&claims()).expect("a token");
        assert_eq!(*ring.verify(&token, "https://p.ro", at(1899)).expect("valid"), claims());
        let expired = ring.verify(&token, "https://p.ro", at(1900)).expect_err("expired");
        assert_eq!(expired.code, ErrorCode::IdTokenExpired);
    }

    #[test]
    fn forged_and_foreign_tokens_are_refused() {
        let ring = ring(1);
        let code = |token: &str, issuer: &str| ring.verify(token, issuer, at(1001)).expect_err("refused").code;
        let foreign = self::ring(2).sign(&claims()).expect("a token");
        assert_eq!(code(&foreign, "https://p.ro"), ErrorCode::InvalidUserToken);
        let own = ring.sign(&claims()).expect("a token");
        assert_eq!(code(&own, "https://q.ro"), ErrorCode::InvalidUserToken);
        let parts: Vec<&str> = own.split('.').collect();
        let none = BASE64URL_NOPAD.encode(br#"{"alg":"none","typ":"at+jwt","kid":"k"}"#);
        for forged in [format!("{none}.{}.", parts[1]), format!("{none}.{}.{}", parts[1], parts[2]), own[1..].into()] {
            assert_eq!(code(&forged, "https://p.ro"), ErrorCode::InvalidUserToken, "{forged}");
        }
        assert_eq!(code(&"a".repeat(5000), "https://p.ro"), ErrorCode::InvalidUserToken);
    }
}
