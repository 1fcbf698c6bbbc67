//! What a cookie carries sealed: XChaCha20-Poly1305 under a key that needs both our secret and the
//! state from the link. The cookie alone, or the server alone, opens nothing.

use std::sync::OnceLock;

use chacha20poly1305::aead::{Aead, Payload};
use chacha20poly1305::{KeyInit, XChaCha20Poly1305, XNonce};
use data_encoding::BASE64URL_NOPAD;
use hkdf::Hkdf;
use jiff::{SignedDuration, Timestamp};
use sha2::Sha256;

use crate::error::{Error, Result};

const NONCE_LEN: usize = 24;
const TIME_LEN: usize = 8;
/// No cookie of ours is longer.
const MAX_LEN: usize = 1024;

/// Seals with the secret that the store keeps; see [`Sealer::set`].
#[derive(Default)]
pub struct Sealer(OnceLock<[u8; 32]>);

impl Sealer {
    /// Sets the secret; it never changes while the process lives.
    pub fn set(&self, secret: [u8; 32]) {
        self.0.get_or_init(|| secret);
    }

    /// Seals `text` for `purpose` and this state until `now + life`.
    pub fn seal(&self, purpose: &str, state: &str, text: &str, now: Timestamp, life: SignedDuration) -> Result<String> {
        let expires = now.as_second().saturating_add(life.as_secs());
        let mut plain = expires.to_be_bytes().to_vec();
        plain.extend_from_slice(text.as_bytes());
        let nonce: [u8; NONCE_LEN] = rand::random();
        let payload = Payload { msg: &plain, aad: purpose.as_bytes() };
        let sealed = self.cipher(purpose, state)?.encrypt(&XNonce::from(nonce), payload);
        let sealed = sealed.map_err(|_| Error::internal("sealing a cookie", anyhow::anyhow!("it was too long")))?;
        Ok(BASE64URL_NOPAD.encode(&[&nonce[..], &sealed].concat()))
    }

    /// What was sealed, if all of it is as it was and its time is not over.
    pub fn open(&self, purpose: &str, state: &str, sealed: &str, now: Timestamp) -> Option<String> {
        let bytes = Some(sealed).filter(|sealed| sealed.len() <= MAX_LEN)?;
        let bytes = BASE64URL_NOPAD.decode(bytes.as_bytes()).ok()?;
        let (nonce, sealed) = bytes.split_at_checked(NONCE_LEN)?;
        let nonce: [u8; NONCE_LEN] = nonce.try_into().ok()?;
        let payload = Payload { msg: sealed, aad: purpose.as_bytes() };
        let plain = self.cipher(purpose, state).ok()?.decrypt(&XNonce::from(nonce), payload).ok()?;
        let (expires, text) = plain.split_at_checked(TIME_LEN)?;
        let expires = i64::from_be_bytes(expires.try_into().ok()?);
        (now.as_second() < expires).then(|| String::from_utf8(text.to_vec()).ok())?
    }

    fn cipher(&self, purpose: &str, state: &str) -> Result<XChaCha20Poly1305> {
        let secret = self.0.get().ok_or_else(|| Error::unavailable("Signing in is not ready yet.").retry_after(1))?;
        let mut key = [0; 32];
        Hkdf::<Sha256>::new(Some(state.as_bytes()), secret)
            .expand(purpose.as_bytes(), &mut key)
            .map_err(|error| Error::internal("deriving a key", anyhow::anyhow!("{error}")))?;
        Ok(XChaCha20Poly1305::new(&key.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).expect("an instant")
    }

    #[test]
    fn only_the_same_purpose_and_state_open_in_time_what_nobody_touched() {
        let sealer = Sealer::default();
        assert!(sealer.seal("p", "s", "x", at(0), SignedDuration::from_secs(1)).is_err(), "there is no secret yet");
        sealer.set([7; 32]);
        let sealed = sealer.seal("p", "s", "ana@x.ro", at(1000), SignedDuration::from_secs(3600)).expect("sealed");
        assert!(!sealed.contains("ana"));
        assert_eq!(sealer.open("p", "s", &sealed, at(4599)).as_deref(), Some("ana@x.ro"));
        assert_eq!(sealer.open("p", "s", &sealed, at(4600)), None);
        assert_eq!(sealer.open("q", "s", &sealed, at(1000)), None);
        assert_eq!(sealer.open("p", "t", &sealed, at(1000)), None);
        for place in 0..sealed.len() {
            let mut changed = sealed.clone().into_bytes();
            changed[place] = if changed[place] == b'A' { b'B' } else { b'A' };
            let changed = String::from_utf8(changed).expect("ASCII");
            // The last letter has bits that stand for nothing; what decodes to the same is the same.
            if BASE64URL_NOPAD.decode(changed.as_bytes()).ok() != BASE64URL_NOPAD.decode(sealed.as_bytes()).ok() {
                assert_eq!(sealer.open("p", "s", &changed, at(1000)), None, "{place}");
            }
        }
        for bad in ["", "AAAA", "?", &"A".repeat(2000)] {
            assert_eq!(sealer.open("p", "s", bad, at(1000)), None);
        }
        let other = Sealer::default();
        other.set([8; 32]);
        assert_eq!(other.open("p", "s", &sealed, at(1000)), None);
    }
}
