//! Random identifiers and secrets, and the digests under which the store keeps secrets.

use data_encoding::BASE64URL_NOPAD;
use rand::RngExt;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::domain::Uid;
use crate::error::{Error, Result};

const ALPHANUMERIC: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/// Characters that need no escaping in a URL (RFC 4648, 5).
const URL_SAFE: &[u8; 64] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";

const UID_LEN: usize = 28;
/// 324 bits.
const ACTION_CODE_LEN: usize = 54;
const LINK_STATE_LEN: usize = 32;
/// 258 bits.
const TOKEN_LEN: usize = 43;

fn random_string(alphabet: &[u8], len: usize) -> String {
    let mut rng = rand::rng();
    (0..len).map(|_| char::from(alphabet[rng.random_range(0..alphabet.len())])).collect()
}

/// Generates the identifier of a new account.
pub fn generate_uid() -> Result<Uid> {
    let uid = Uid::parse(&random_string(ALPHANUMERIC, UID_LEN));
    uid.ok_or_else(|| Error::internal("generating a uid", anyhow::anyhow!("it is malformed")))
}

pub fn generate_action_code() -> String {
    random_string(URL_SAFE, ACTION_CODE_LEN)
}

/// Whether the text has the form of an action code.
pub fn is_action_code(text: &str) -> bool {
    text.len() == ACTION_CODE_LEN && text.bytes().all(|byte| URL_SAFE.contains(&byte))
}

/// Generates the state that binds a sign-in link to the browser that requested it.
pub fn generate_link_state() -> String {
    random_string(ALPHANUMERIC, LINK_STATE_LEN)
}

pub fn is_link_state(text: &str) -> bool {
    text.len() == LINK_STATE_LEN && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// Generates a secret, such as that of a refresh token, the state or nonce of an authorization request, or the secret
/// that binds such a request to its browser.
pub fn generate_token() -> String {
    random_string(URL_SAFE, TOKEN_LEN)
}

/// Generates the user handle by which authenticators identify an account: 32 bytes in base64url.
pub fn generate_user_handle() -> String {
    let mut bytes = [0; 32];
    rand::rng().fill(&mut bytes);
    BASE64URL_NOPAD.encode(&bytes)
}

/// Whether the text has the form of a [`generate_token`] result.
pub fn is_token(text: &str) -> bool {
    text.len() == TOKEN_LEN && text.bytes().all(|byte| URL_SAFE.contains(&byte))
}

/// Returns the known token if it is well-formed, otherwise a new one.
pub fn known_or_new_token(known: Option<&str>) -> String {
    known.filter(|text| is_token(text)).map_or_else(generate_token, str::to_owned)
}

/// The digest that the store keeps in place of a secret: SHA-256 in base64url.
///
/// The secrets have at least 190 bits, so a plain hash cannot be reversed.
pub fn digest(secret: impl AsRef<[u8]>) -> String {
    BASE64URL_NOPAD.encode(&Sha256::digest(secret.as_ref()))
}

/// Whether `secret` has this [`digest`], compared in constant time.
pub fn matches_digest(secret: &str, digest: &str) -> bool {
    self::digest(secret).as_bytes().ct_eq(digest.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn l08_ten_thousand_link_states_are_well_formed_and_unique() {
        let states: HashSet<String> = (0..10_000).map(|_| generate_link_state()).collect();
        assert_eq!(states.len(), 10_000);
        assert!(states.iter().all(|state| is_link_state(state)));
    }

    #[test]
    fn secrets_have_their_length_and_alphabet() {
        assert_eq!(generate_uid().expect("a uid").as_str().len(), UID_LEN);
        let code = generate_action_code();
        assert!(is_action_code(&code) && !is_action_code(&code[1..]));
        assert!(!is_action_code(&"%".repeat(ACTION_CODE_LEN)));
        assert_eq!(url::form_urlencoded::byte_serialize(code.as_bytes()).collect::<String>(), code);
        assert!(matches_digest("x", &digest("x")) && !matches_digest("y", &digest("x")) && !matches_digest("x", ""));
    }
}
