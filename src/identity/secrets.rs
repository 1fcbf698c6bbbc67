//! Random names and secrets, and the form in which the store keeps secrets.

use data_encoding::HEXLOWER;
use rand::RngExt;
use sha2::{Digest, Sha256};

use crate::domain::Uid;

/// Letters and digits.
const ALPHANUMERIC: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/// What may stand in an address as it is (RFC 4648, 5).
const URL_SAFE: &[u8; 64] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";

const UID_LEN: usize = 28;
/// 324 bits.
const CODE_LEN: usize = 54;
/// The random state of a link that signs in.
const STATE_LEN: usize = 32;
const TOKEN_LEN: usize = 43;

fn draw(letters: &[u8], count: usize) -> String {
    let mut random = rand::rng();
    (0..count).map(|_| char::from(letters[random.random_range(0..letters.len())])).collect()
}

/// A name for a new account.
pub fn uid() -> Option<Uid> {
    Uid::parse(&draw(ALPHANUMERIC, UID_LEN))
}

/// An action code.
pub fn code() -> String {
    draw(URL_SAFE, CODE_LEN)
}

/// Whether this could be an action code, so that nothing else is looked for.
pub fn is_code(text: &str) -> bool {
    text.len() == CODE_LEN && text.bytes().all(|byte| URL_SAFE.contains(&byte))
}

/// The state that binds a link to the browser that asked for it.
pub fn ui_sid() -> String {
    draw(ALPHANUMERIC, STATE_LEN)
}

pub fn is_ui_sid(text: &str) -> bool {
    text.len() == STATE_LEN && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// The secret part of a refresh token; also what binds a visit to a provider to its browser: 258 bits.
pub fn token() -> String {
    draw(URL_SAFE, TOKEN_LEN)
}

/// Whether this could be what [`token`] drew.
pub fn is_token(text: &str) -> bool {
    text.len() == TOKEN_LEN && text.bytes().all(|byte| URL_SAFE.contains(&byte))
}

/// How a secret is kept: nobody can sign in with what the store says.
pub fn digest(secret: &str) -> String {
    HEXLOWER.encode(&Sha256::digest(secret.as_bytes()))
}

/// Whether `secret` is the one of this [`digest`]; takes as long for every wrong one.
pub fn is_of(secret: &str, digest: &str) -> bool {
    use subtle::ConstantTimeEq;
    self::digest(secret).as_bytes().ct_eq(digest.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn l08_ten_thousand_states_are_sound_and_differ() {
        let states: HashSet<String> = (0..10_000).map(|_| ui_sid()).collect();
        assert_eq!(states.len(), 10_000);
        assert!(states.iter().all(|state| is_ui_sid(state)));
    }

    #[test]
    fn secrets_have_their_lengths_and_letters() {
        assert_eq!(uid().expect("a uid").as_str().len(), 28);
        let code = code();
        assert!(is_code(&code) && !is_code(&code[1..]) && !is_code(&"%".repeat(CODE_LEN)));
        assert_eq!(url::form_urlencoded::byte_serialize(code.as_bytes()).collect::<String>(), code);
        assert!(is_of("x", &digest("x")) && !is_of("y", &digest("x")) && !is_of("x", ""));
        assert_eq!(digest("x").len(), 64);
    }
}
