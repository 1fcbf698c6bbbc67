//! Verifying the signatures of JSON Web Tokens (RFC 7515, RFC 7519) with a provider's keys (RFC 7517).

use std::str::FromStr;

use data_encoding::BASE64URL_NOPAD;
use jsonwebtoken::{Algorithm, DecodingKey, crypto};
use serde_json::Value;

use super::json_values::{JsonObject, shown, text};

/// Asymmetric algorithms only: an HMAC with our client secret would not prove that the provider signed.
const ALGORITHMS: [Algorithm; 9] = [
    Algorithm::RS256,
    Algorithm::RS384,
    Algorithm::RS512,
    Algorithm::PS256,
    Algorithm::PS384,
    Algorithm::PS512,
    Algorithm::ES256,
    Algorithm::ES384,
    Algorithm::EdDSA,
];
/// The types of tokens that may be ID tokens, in lower case and without `application/`. Access tokens and logout tokens
/// of the same provider have others.
const TYPES: [&str; 2] = ["jwt", "jose"];

/// The keys of a provider that can verify a signature. Others in its list are skipped.
// docs/decisions/0271
#[derive(Default)]
pub(super) struct ProviderKeys(Vec<ProviderKey>);

struct ProviderKey {
    id: Option<String>,
    /// The only algorithm that the key is for, if the provider names it.
    algorithm: Option<String>,
    kind: KeyKind,
    key: DecodingKey,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum KeyKind {
    Rsa,
    P256,
    P384,
    Ed25519,
}

/// A token whose signature was verified.
#[derive(Debug)]
pub(super) struct SignedToken {
    pub algorithm: Algorithm,
    pub claims: JsonObject,
}

/// Why a token was refused.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum TokenProblem {
    /// None of the known keys is named; the provider may have replaced them.
    UnknownKey,
    /// Contains nothing about the user.
    Invalid(String),
}

impl ProviderKeys {
    /// Reads a set of keys.
    pub(super) fn read(document: &Value) -> Self {
        let keys = document["keys"].as_array().into_iter().flatten();
        Self(keys.filter_map(|key| ProviderKey::read(key.as_object()?)).collect())
    }

    /// Verifies the signature of a token and returns its claims, which the caller checks.
    pub(super) fn verify(&self, token: &str) -> Result<SignedToken, TokenProblem> {
        let parts: Vec<_> = token.split('.').collect();
        let [header, payload, signature] = parts[..] else {
            return Err(invalid("it is not a signed token; encrypted ones are not supported"));
        };
        let header = decode(header).ok_or_else(|| invalid("its header cannot be read"))?;
        let algorithm = check_header(&header)?;
        let id = text(&header, "kid");
        let named = |key: &&ProviderKey| key.id.is_some() && key.id == id;
        let fits: Vec<_> = self.0.iter().filter(|key| key.fits(algorithm, &header)).collect();
        // A key without an ID may have any.
        let is_candidate = |key: &&ProviderKey| id.is_none() || key.id.is_none();
        let mut candidates: Vec<_> = fits.iter().copied().filter(named).collect();
        let is_named = !candidates.is_empty();
        if !is_named {
            candidates = fits.into_iter().filter(is_candidate).collect();
        }
        let message = &token.as_bytes()[..token.len() - signature.len() - 1];
        let is_signed =
            |key: &&ProviderKey| crypto::verify(signature, message, &key.key, algorithm).unwrap_or_default();
        if !candidates.iter().any(is_signed) {
            return Err(if is_named { invalid("its signature is wrong") } else { TokenProblem::UnknownKey });
        }
        let claims = decode(payload).ok_or_else(|| invalid("its claims cannot be read"))?;
        Ok(SignedToken { algorithm, claims })
    }
}

impl ProviderKey {
    fn read(key: &JsonObject) -> Option<Self> {
        if text(key, "use").is_some_and(|usage| usage != "sig") {
            return None;
        }
        let part = |name: &str| text(key, name).map(|part| part.trim_end_matches('=').to_owned());
        let (kind, made) = match (text(key, "kty")?.as_str(), text(key, "crv").as_deref()) {
            ("RSA", _) => (KeyKind::Rsa, DecodingKey::from_rsa_components(&part("n")?, &part("e")?)),
            ("EC", Some("P-256")) => (KeyKind::P256, DecodingKey::from_ec_components(&part("x")?, &part("y")?)),
            ("EC", Some("P-384")) => (KeyKind::P384, DecodingKey::from_ec_components(&part("x")?, &part("y")?)),
            ("OKP", Some("Ed25519")) => (KeyKind::Ed25519, DecodingKey::from_ed_components(&part("x")?)),
            _ => return None,
        };
        Some(Self { id: text(key, "kid"), algorithm: text(key, "alg"), kind, key: made.ok()? })
    }

    fn fits(&self, algorithm: Algorithm, header: &JsonObject) -> bool {
        let kind = match algorithm {
            Algorithm::ES256 => KeyKind::P256,
            Algorithm::ES384 => KeyKind::P384,
            Algorithm::EdDSA => KeyKind::Ed25519,
            _ => KeyKind::Rsa,
        };
        self.kind == kind && (self.algorithm.is_none() || self.algorithm == text(header, "alg"))
    }
}

/// Checks the header, and returns the algorithm of the signature.
fn check_header(header: &JsonObject) -> Result<Algorithm, TokenProblem> {
    let name = text(header, "alg").unwrap_or_default();
    let algorithm = Algorithm::from_str(&name).ok().filter(|algorithm| ALGORITHMS.contains(algorithm));
    let algorithm = algorithm.ok_or_else(|| invalid(&format!("its algorithm {} is not accepted", shown(&name))))?;
    if header.contains_key("crit") {
        return Err(invalid("its header has critical fields"));
    }
    if let Some(kind) = text(header, "typ") {
        let lower = kind.to_ascii_lowercase();
        if !TYPES.contains(&lower.strip_prefix("application/").unwrap_or(&lower)) {
            return Err(invalid(&format!("its type {} is not that of an ID token", shown(&kind))));
        }
    }
    Ok(algorithm)
}

fn decode(part: &str) -> Option<JsonObject> {
    serde_json::from_slice(&BASE64URL_NOPAD.decode(part.as_bytes()).ok()?).ok()
}

fn invalid(why: &str) -> TokenProblem {
    TokenProblem::Invalid(why.to_owned())
}

#[cfg(test)]
mod tests {
    use jsonwebtoken::{EncodingKey, Header};
    use rcgen::KeyPair;
    use serde_json::json;

    use super::*;

    fn jwk(pair: &KeyPair, more: Value) -> Value {
        let point = pair.public_key_raw();
        let [x, y] = [&point[1..33], &point[33..]].map(|part| BASE64URL_NOPAD.encode(part));
        let mut key = json!({"kty": "EC", "crv": "P-256", "x": x, "y": y});
        for (name, value) in more.as_object().expect("fields") {
            key[name] = value.clone();
        }
        key
    }

    fn sign(pair: &KeyPair, header: Header) -> String {
        let key = EncodingKey::from_ec_pem(pair.serialize_pem().as_bytes()).expect("our key");
        jsonwebtoken::encode(&header, &json!({"sub": "u"}), &key).expect("a token")
    }

    fn with_kid(kid: Option<&str>) -> Header {
        Header { kid: kid.map(str::to_owned), ..Header::new(Algorithm::ES256) }
    }

    #[test]
    fn the_key_is_found_by_its_id_or_without_one() {
        let (own, other) = (KeyPair::generate().expect("a key"), KeyPair::generate().expect("a key"));
        let verify = |keys: Value, kid: Option<&str>| {
            ProviderKeys::read(&json!({ "keys": keys })).verify(&sign(&own, with_kid(kid))).map(|token| token.claims)
        };
        let good = Ok(json!({"sub": "u"}).as_object().cloned().expect("an object"));
        let id = |kid: &str| json!({"kid": kid, "use": "sig", "alg": "ES256"});
        assert_eq!(verify(json!([jwk(&other, id("a")), jwk(&own, id("b"))]), Some("b")), good);
        assert_eq!(verify(json!([jwk(&other, id("a")), jwk(&own, id("b"))]), None), good);
        assert_eq!(verify(json!([jwk(&own, json!({}))]), Some("b")), good);
        // Keys that cannot be read, or are for something else, are skipped.
        let odd =
            json!([5, {"kty": "LMS"}, {"kty": "OKP", "crv": "X25519", "x": "AAAA"}, {"kty": "EC", "crv": "P-256"}]);
        let odd = odd.as_array().cloned().expect("a list").into_iter().chain([jwk(&own, id("b"))]);
        assert_eq!(verify(odd.collect(), Some("b")), good);

        assert_eq!(verify(json!([jwk(&own, id("a"))]), Some("b")), Err(TokenProblem::UnknownKey));
        assert_eq!(verify(json!([jwk(&own, json!({"use": "enc"}))]), None), Err(TokenProblem::UnknownKey));
        assert_eq!(verify(json!([jwk(&own, json!({"alg": "ECDH-ES"}))]), None), Err(TokenProblem::UnknownKey));
        assert_eq!(verify(json!([jwk(&other, id("b"))]), Some("b")), Err(invalid("its signature is wrong")));
        assert_eq!(verify(json!(null), None), Err(TokenProblem::UnknownKey));
    }

    #[test]
    fn tokens_with_another_header_are_refused() {
        let pair = KeyPair::generate().expect("a key");
        let keys = ProviderKeys::read(&json!({"keys": [jwk(&pair, json!({"kid": "a"}))]}));
        let typed = |typ: &str| sign(&pair, Header { typ: Some(typ.to_owned()), ..with_kid(Some("a")) });
        for good in ["JWT", "application/jwt", "JOSE"] {
            assert!(keys.verify(&typed(good)).is_ok(), "{good}");
        }
        assert!(keys.verify(&typed("at+jwt")).is_err() && keys.verify(&typed("logout+jwt")).is_err());
        let good = sign(&pair, with_kid(Some("a")));
        let rest = good.split_once('.').expect("parts").1;
        let encode = |header: Value| format!("{}.{rest}", BASE64URL_NOPAD.encode(header.to_string().as_bytes()));
        for bad in [json!({"alg": "none"}), json!({"alg": "HS256", "kid": "a"}), json!({"alg": "ES256", "crit": ["x"]})]
        {
            assert!(matches!(keys.verify(&encode(bad.clone())), Err(TokenProblem::Invalid(_))), "{bad}");
        }
        for bad in ["", "a.b", "a.b.c", "a.b.c.d", &good[..good.len() - 2], &good.replace('.', "..")] {
            assert!(keys.verify(bad).is_err(), "{bad}");
        }
    }
}
