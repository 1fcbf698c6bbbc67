//! The sealed texts in links of mails: XChaCha20-Poly1305 under a key that the store keeps.
//!
//! The nonce is made from what is sealed (as in RFC 8452), so that one text has one token however
//! often a mail is written again, and no state is kept. A token says nothing to who has no key.

use std::sync::OnceLock;

use chacha20poly1305::aead::{Aead, Payload};
use chacha20poly1305::{KeyInit, XChaCha20Poly1305, XNonce};
use data_encoding::BASE64URL_NOPAD;
use hkdf::Hkdf;
use hmac::{Hmac, Mac};
use sha2::Sha256;

use crate::error::{Error, Result};

const NONCE_LEN: usize = 24;
/// The longest address and the largest number in base64, with room to spare; no token of ours is longer.
pub const MAX_TOKEN_LEN: usize = 512;

struct Keys {
    cipher: XChaCha20Poly1305,
    nonces: Hmac<Sha256>,
}

/// Seals with the secret that the store keeps; see [`LinkSealer::set`].
#[derive(Default)]
pub struct LinkSealer(OnceLock<Keys>);

impl LinkSealer {
    /// Whether there is a secret.
    pub fn is_ready(&self) -> bool {
        self.0.get().is_some()
    }

    /// Sets the secret; it never changes while the process lives.
    pub fn set(&self, secret: [u8; 32]) -> Result<()> {
        let derived = |name: &[u8]| {
            let mut key = [0; 32];
            let expanded = Hkdf::<Sha256>::new(None, &secret).expand(name, &mut key);
            expanded.map(|()| key).map_err(|error| Error::internal("deriving a key", anyhow::anyhow!("{error}")))
        };
        let cipher = XChaCha20Poly1305::new(&derived(b"mail link: seal")?.into());
        let nonces = <Hmac<Sha256> as hmac::KeyInit>::new_from_slice(&derived(b"mail link: nonce")?)
            .map_err(|error| Error::internal("deriving a key", error))?;
        self.0.get_or_init(|| Keys { cipher, nonces });
        Ok(())
    }

    /// The token of `text` for `purpose`: letters, digits, `-` and `_`.
    pub fn seal(&self, purpose: &str, text: &str) -> Result<String> {
        let keys = self.0.get().ok_or_else(|| Error::unavailable("Links are not ready yet.").retry_after(1))?;
        let nonce = keys.nonce(purpose, text);
        let payload = Payload { msg: text.as_bytes(), aad: purpose.as_bytes() };
        let sealed = keys.cipher.encrypt(&XNonce::from(nonce), payload);
        let sealed = sealed.map_err(|_| Error::internal("sealing a link", anyhow::anyhow!("it was too long")))?;
        Ok(BASE64URL_NOPAD.encode(&[&nonce[..], &sealed].concat()))
    }

    /// What was sealed for this purpose; `None` for everything else, whatever is wrong with it.
    pub fn open(&self, purpose: &str, token: &str) -> Option<String> {
        let keys = self.0.get()?;
        let bytes =
            BASE64URL_NOPAD.decode(Some(token).filter(|token| token.len() <= MAX_TOKEN_LEN)?.as_bytes()).ok()?;
        let (nonce, sealed) = bytes.split_at_checked(NONCE_LEN)?;
        let nonce: [u8; NONCE_LEN] = nonce.try_into().ok()?;
        let payload = Payload { msg: sealed, aad: purpose.as_bytes() };
        let text = keys.cipher.decrypt(&XNonce::from(nonce), payload).ok()?;
        String::from_utf8(text).ok()
    }
}

impl Keys {
    fn nonce(&self, purpose: &str, text: &str) -> [u8; NONCE_LEN] {
        let mut mac = self.nonces.clone();
        for part in [purpose, "\0", text] {
            mac.update(part.as_bytes());
        }
        let digest = mac.finalize().into_bytes();
        std::array::from_fn(|place| digest[place])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sealer(secret: u8) -> LinkSealer {
        let sealer = LinkSealer::default();
        sealer.set([secret; 32]).expect("a secret");
        sealer
    }

    #[test]
    fn a_token_opens_for_its_purpose_and_says_nothing() {
        assert!(LinkSealer::default().seal("mail", "ana@x.ro").is_err(), "there is no secret yet");
        let sealer = sealer(7);
        let token = sealer.seal("mail", "ana@x.ro").expect("a token");
        assert_eq!(sealer.open("mail", &token).as_deref(), Some("ana@x.ro"));
        assert_eq!(sealer.seal("mail", "ana@x.ro").expect("a token"), token, "one text has one token");
        assert_ne!(sealer.seal("confirm", "ana@x.ro").expect("a token")[..32], token[..32]);
        assert!(token.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')), "{token}");
        assert_eq!(sealer.open("confirm", &token), None);
        assert_eq!(self::sealer(8).open("mail", &token), None, "another key");
        let longest = format!("{}@{}.ro", "a".repeat(64), "b".repeat(186));
        assert!(sealer.seal("confirm", &format!("-9223372036854775808 {longest}")).expect("a token").len() < 512);
    }

    #[test]
    fn nothing_of_a_token_can_be_changed() {
        let sealer = sealer(7);
        let token = sealer.seal("mail", "ana@x.ro").expect("a token");
        for place in 0..token.len() {
            let mut changed = token.clone().into_bytes();
            changed[place] = if changed[place] == b'A' { b'B' } else { b'A' };
            let changed = String::from_utf8(changed).expect("ASCII");
            assert_eq!(sealer.open("mail", &changed), None, "{place}");
        }
        let long = "A".repeat(MAX_TOKEN_LEN + 1);
        for bad in ["", "A", "AAAA", "?", "ș", &token[1..], &token[..token.len() - 2], &format!("{token}AA"), &long] {
            assert_eq!(sealer.open("mail", bad), None, "{bad}");
        }
    }
}
