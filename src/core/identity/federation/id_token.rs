//! Checking the claims of an ID token (OpenID Connect Core 3.1.3.7). Only the claims that are used are read.

use data_encoding::BASE64URL_NOPAD;
use jiff::{SignedDuration, Timestamp};
use jsonwebtoken::Algorithm;
use sha2::{Digest, Sha256, Sha384, Sha512};

use super::errors::invalid;
use super::json_values::{JsonObject, seconds, shown, text, texts};
use super::oidc_issuer::OidcIssuer;
use super::signed_token::SignedToken;
use crate::error::Result;

/// How far the provider's clock may be ahead of ours.
const MAX_CLOCK_SKEW: SignedDuration = SignedDuration::from_mins(5);

/// Our name at the provider, and other clients whose tokens are accepted.
#[derive(Clone, Copy)]
pub(super) struct AcceptedAudience<'a> {
    pub client_id: &'a str,
    /// May contain `*` for all.
    pub trusted: &'a [String],
}

/// Checks issuer, audience, times and nonce of a token whose signature was verified.
pub(super) fn check_claims(
    claims: &JsonObject,
    issuer: &OidcIssuer,
    audience: AcceptedAudience<'_>,
    nonce: &str,
    now: Timestamp,
) -> Result<()> {
    if !text(claims, "iss").is_some_and(|iss| issuer.includes(&iss)) {
        return Err(invalid("the ID token is from another issuer"));
    }
    check_audience(claims, audience)?;
    let time = |name: &str| {
        seconds(claims, name).ok_or_else(|| invalid(&format!("the claim {name} of the ID token is missing or no time")))
    };
    if now.as_second() >= time("exp")? {
        return Err(invalid("the ID token has expired"));
    }
    if time("iat")? > now.as_second().saturating_add(MAX_CLOCK_SKEW.as_secs()) {
        return Err(invalid("the ID token was issued in the future"));
    }
    if text(claims, "nonce").is_none_or(|own| own != nonce) {
        return Err(invalid("the ID token has another nonce"));
    }
    Ok(())
}

/// Checks that the token is for us. A token for several audiences must have been issued to us (`azp`), and the others
/// must be trusted, because each of them can present it.
fn check_audience(claims: &JsonObject, AcceptedAudience { client_id, trusted }: AcceptedAudience<'_>) -> Result<()> {
    let audiences = texts(claims, "aud");
    let is_trusted = |name: &str| name == client_id || trusted.iter().any(|one| one == "*" || one == name);
    if !audiences.iter().any(|name| name == client_id) {
        return Err(invalid("the ID token is for another client"));
    }
    if let Some(other) = audiences.iter().find(|name| !is_trusted(name)) {
        let other = shown(other);
        return Err(invalid(&format!("the ID token is also for {other}, which trusted_audiences does not name")));
    }
    match claims.get("azp").filter(|value| !value.is_null()) {
        None if audiences.len() > 1 => Err(invalid("the ID token is for several clients, and azp names none")),
        Some(_) if !text(claims, "azp").is_some_and(|party| is_trusted(&party)) => {
            Err(invalid("the ID token was issued to another client (azp), which trusted_audiences does not name"))
        }
        _ => Ok(()),
    }
}

/// Refuses an authentication before this time, if the provider reports its time.
pub(super) fn check_auth_time(claims: &JsonObject, since: Option<Timestamp>) -> Result<()> {
    let (Some(since), Some(auth_time)) = (since, seconds(claims, "auth_time")) else { return Ok(()) };
    let earliest = since.as_second() - MAX_CLOCK_SKEW.as_secs();
    if auth_time >= earliest { Ok(()) } else { Err(invalid("the user did not authenticate again")) }
}

/// Checks the access token against the ID token's `at_hash`, if the provider sends one.
pub(super) fn check_access_token(token: &SignedToken, access_token: &str) -> Result<()> {
    let Some(expected) = text(&token.claims, "at_hash") else { return Ok(()) };
    let digest = match token.algorithm {
        Algorithm::RS384 | Algorithm::PS384 | Algorithm::ES384 => Sha384::digest(access_token).to_vec(),
        Algorithm::RS512 | Algorithm::PS512 | Algorithm::EdDSA => Sha512::digest(access_token).to_vec(),
        _ => Sha256::digest(access_token).to_vec(),
    };
    let hash = BASE64URL_NOPAD.encode(&digest[..digest.len() / 2]);
    if hash == expected.trim_end_matches('=') {
        Ok(())
    } else {
        Err(invalid("at_hash does not match the access token"))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    const NOW: i64 = 1_795_680_000;

    fn claims(changes: Value) -> JsonObject {
        let usual = json!({
            "iss": "https://idp.example", "aud": "cid", "sub": "u1", "nonce": "n", "iat": NOW, "exp": NOW + 300,
        });
        let mut claims = usual.as_object().cloned().expect("an object");
        claims.extend(changes.as_object().cloned().expect("an object"));
        claims.retain(|_, value| !value.is_null());
        claims
    }

    fn reason(trusted: &[&str], changes: Value) -> String {
        let issuer = "https://idp.example".to_owned();
        let issuer = OidcIssuer { issuer, has_tenants: false, own_domains: vec![], has_pictures: false };
        let trusted: Vec<_> = trusted.iter().map(|name| (*name).to_owned()).collect();
        let audience = AcceptedAudience { client_id: "cid", trusted: &trusted };
        let now = Timestamp::from_second(NOW).expect("an instant");
        let checked = check_claims(&claims(changes), &issuer, audience, "n", now);
        checked.err().map(|error| error.chain()).unwrap_or_default()
    }

    #[test]
    fn a_token_is_accepted_for_us_and_for_trusted_clients_only() {
        let two = |azp: Value| json!({"aud": ["cid", "account"], "azp": azp});
        for (trusted, changes, wanted) in [
            (&[][..], json!({}), ""),
            (&[], json!({"aud": ["cid"], "azp": "cid"}), ""),
            (&[], json!({"aud": "other"}), "for another client"),
            (&[], json!({"aud": []}), "for another client"),
            (&[], json!({"aud": null}), "for another client"),
            (&[], two(json!("cid")), "also for account, which trusted_audiences does not name"),
            (&["account"], two(json!("cid")), ""),
            (&["*"], two(json!("cid")), ""),
            (&["account"], two(json!(null)), "azp names none"),
            (&["account"], two(json!("other")), "issued to another client"),
            (&[], json!({"azp": "other"}), "issued to another client"),
            (&[], json!({"azp": ["cid"]}), "issued to another client"),
            (&["other"], json!({"azp": "other"}), ""),
        ] {
            let found = reason(trusted, changes.clone());
            let is_right = if wanted.is_empty() { found.is_empty() } else { found.contains(wanted) };
            assert!(is_right, "{changes} with {trusted:?}: {found:?}");
        }
    }

    #[test]
    fn times_nonce_and_issuer_are_checked_and_other_claims_are_not_read() {
        for good in [
            json!({"updated_at": "2026-11-20T08:15:30.123Z", "birthdate": 5, "address": "x", "locale": {}, "gender": []}),
            json!({"exp": "1795680300", "iat": 1_795_680_000.5, "auth_time": "yesterday", "email_verified": "maybe"}),
            json!({"iat": NOW + 300}),
        ] {
            assert_eq!(reason(&[], good.clone()), "", "{good}");
        }
        for (bad, wanted) in [
            (json!({"exp": NOW}), "expired"),
            (json!({"exp": null}), "the claim exp"),
            (json!({"exp": "never"}), "the claim exp"),
            (json!({"iat": null}), "the claim iat"),
            (json!({"iat": NOW + 301}), "in the future"),
            (json!({"nonce": "m"}), "nonce"),
            (json!({"nonce": null}), "nonce"),
            (json!({"iss": "https://idp.example/"}), "issuer"),
            (json!({"iss": null}), "issuer"),
        ] {
            assert!(reason(&[], bad.clone()).contains(wanted), "{bad}");
        }
    }

    #[test]
    fn at_hash_is_half_the_digest_of_the_access_token() {
        // OpenID Connect Core, A.3.
        let token = |algorithm, at_hash: &str| SignedToken { algorithm, claims: claims(json!({"at_hash": at_hash})) };
        let access = "jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y";
        assert!(check_access_token(&token(Algorithm::RS256, "77QmUPtjPfzWtF2AnpK9RQ"), access).is_ok());
        assert!(check_access_token(&token(Algorithm::RS256, "77QmUPtjPfzWtF2AnpK9RA"), access).is_err());
        assert!(check_access_token(&token(Algorithm::RS512, "77QmUPtjPfzWtF2AnpK9RQ"), access).is_err());
    }
}
