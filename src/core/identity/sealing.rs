//! Sealed texts: the tokens of links in mails, a cookie, and the secrets of second factors. The cipher is
//! XChaCha20-Poly1305, with keys derived by HMAC-SHA256.

use std::sync::{Arc, OnceLock};

use arc_swap::ArcSwapOption;
use chacha20poly1305::aead::{Aead, Payload};
use chacha20poly1305::{KeyInit, XChaCha20Poly1305, XNonce};
use data_encoding::BASE64URL_NOPAD;
use hmac::{Hmac, Mac};
use jiff::{SignedDuration, Timestamp};
use sha2::Sha256;

use crate::error::{Error, Result};

const NONCE_LEN: usize = 24;
/// Maximum length of a token. The longest address with the largest number takes less.
pub const MAX_TOKEN_LEN: usize = 512;

const FACTOR_PURPOSE: &str = "second factor";

type SealingKey = [u8; 32];
type Nonce = [u8; NONCE_LEN];

/// Seals the tokens of links in mails.
///
/// The nonce is derived from the sealed text (as in RFC 8452), so a text always has the same token. A mail that is
/// rendered again has the same link, and no state is stored.
#[derive(Default)]
pub struct LinkSealer(ArcSwapOption<LinkKeys>);

struct LinkKeys {
    seal: SealingKey,
    nonce: SealingKey,
}

impl LinkSealer {
    pub fn is_ready(&self) -> bool {
        self.0.load().is_some()
    }

    /// Sets the secret, or replaces it, which voids every token.
    pub fn set_secret(&self, secret: &SealingKey) {
        let (seal, nonce) = (derive(secret, &["mail link: seal"]), derive(secret, &["mail link: nonce"]));
        self.0.store(Some(Arc::new(LinkKeys { seal, nonce })));
    }

    /// Seals `text` for `purpose` into a URL-safe token.
    pub fn seal(&self, purpose: &str, text: &str) -> Result<String> {
        let keys = self.0.load_full().ok_or_else(|| Error::unavailable("Links are not ready yet.").retry_after(1))?;
        let digest = derive(&keys.nonce, &[purpose, "\0", text]);
        seal(&keys.seal, std::array::from_fn(|place| digest[place]), purpose, text.as_bytes())
    }

    /// Returns the text that was sealed for this purpose, or `None` for any other token.
    pub fn open(&self, purpose: &str, token: &str) -> Option<String> {
        String::from_utf8(open(&self.0.load_full()?.seal, purpose, token)?).ok()
    }
}

/// Seals the cookie that binds a sign-in link to the browser that requested it.
///
/// The key depends on the link's state too, so neither the cookie nor the server alone is enough to open it.
#[derive(Default)]
pub struct CookieSealer(ArcSwapOption<SealingKey>);

impl CookieSealer {
    /// Sets the secret, or replaces it, which voids every cookie.
    pub fn set_secret(&self, secret: &SealingKey) {
        self.0.store(Some(Arc::new(*secret)));
    }

    /// A key for this purpose, which processes with the same secret share.
    pub fn derived(&self, purpose: &str) -> Result<[u8; 32]> {
        let secret = self.0.load_full();
        let secret = secret.ok_or_else(|| Error::unavailable("Signing in is not ready yet.").retry_after(1))?;
        Ok(derive(&secret, &["derived\0", purpose]))
    }

    /// Seals `text` for `purpose` and `state` until `now + ttl`.
    pub fn seal(&self, purpose: &str, state: &str, text: &str, now: Timestamp, ttl: SignedDuration) -> Result<String> {
        let secret = self.0.load_full();
        let secret = secret.ok_or_else(|| Error::unavailable("Signing in is not ready yet.").retry_after(1))?;
        let expires_at = now.as_second().saturating_add(ttl.as_secs());
        let plain = [&expires_at.to_be_bytes(), text.as_bytes()].concat();
        seal(&derive(&secret, &[purpose, "\0", state]), rand::random(), purpose, &plain)
    }

    /// Returns the text that was sealed for this purpose and state, unless it has expired or was altered.
    pub fn open(&self, purpose: &str, state: &str, sealed: &str, now: Timestamp) -> Option<String> {
        let plain = open(&derive(&*self.0.load_full()?, &[purpose, "\0", state]), purpose, sealed)?;
        let (expires_at, text) = plain.split_first_chunk()?;
        (now.as_second() < i64::from_be_bytes(*expires_at)).then(|| String::from_utf8(text.to_vec()).ok())?
    }
}

/// Seals the secrets of second factors at rest.
///
/// The key is kept outside the store, so that a copy of the store does not disclose them.
#[derive(Default)]
pub struct FactorSealer(OnceLock<SealingKey>);

impl FactorSealer {
    /// Sets the secret. Later calls have no effect: the secret never changes while the process lives.
    pub fn set_secret(&self, secret: &SealingKey) {
        self.0.get_or_init(|| *secret);
    }

    pub fn is_ready(&self) -> bool {
        self.0.get().is_some()
    }

    /// A text that identifies a secret without disclosing it.
    pub fn digest(secret: &SealingKey) -> String {
        BASE64URL_NOPAD.encode(&derive(secret, &["digest of the key of second factors"]))
    }

    /// Seals `text` for `owner`, which identifies an account and its factor or enrolment.
    pub fn seal(&self, owner: &str, text: &str) -> Result<String> {
        let secret = self.0.get().ok_or_else(|| Error::unavailable("Second factors are not ready yet."))?;
        seal(&derive(secret, &[FACTOR_PURPOSE, "\0", owner]), rand::random(), FACTOR_PURPOSE, text.as_bytes())
    }

    /// Returns the text that was sealed for this owner.
    pub fn open(&self, owner: &str, sealed: &str) -> Option<String> {
        let key = derive(self.0.get()?, &[FACTOR_PURPOSE, "\0", owner]);
        String::from_utf8(open(&key, FACTOR_PURPOSE, sealed)?).ok()
    }
}

/// Derives a key or nonce from a secret key with HMAC-SHA256 as the pseudorandom function (NIST SP 800-108).
fn derive(secret: &SealingKey, context: &[&str]) -> SealingKey {
    // HMAC pads keys to the block length of the hash with zeros.
    let mut block = [0; 64];
    block[..secret.len()].copy_from_slice(secret);
    let mut mac = Hmac::<Sha256>::new(&block.into());
    context.iter().for_each(|part| mac.update(part.as_bytes()));
    mac.finalize().into_bytes().into()
}

/// Returns the nonce and the sealed text in base64url.
fn seal(key: &SealingKey, nonce: Nonce, purpose: &str, text: &[u8]) -> Result<String> {
    let payload = Payload { msg: text, aad: purpose.as_bytes() };
    let sealed = XChaCha20Poly1305::new(key.into()).encrypt(&XNonce::from(nonce), payload);
    let sealed = sealed.map_err(|_| Error::internal("sealing a text", anyhow::anyhow!("it is too long")))?;
    Ok(BASE64URL_NOPAD.encode(&[&nonce[..], &sealed].concat()))
}

fn open(key: &SealingKey, purpose: &str, token: &str) -> Option<Vec<u8>> {
    let bytes = BASE64URL_NOPAD.decode(Some(token).filter(|token| token.len() <= MAX_TOKEN_LEN)?.as_bytes()).ok()?;
    let (nonce, sealed) = bytes.split_first_chunk::<NONCE_LEN>()?;
    let payload = Payload { msg: sealed, aad: purpose.as_bytes() };
    XChaCha20Poly1305::new(key.into()).decrypt(&XNonce::from(*nonce), payload).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TTL: SignedDuration = SignedDuration::from_secs(3600);

    fn links(secret: u8) -> LinkSealer {
        let sealer = LinkSealer::default();
        sealer.set_secret(&[secret; 32]);
        sealer
    }

    fn cookies(secret: u8) -> CookieSealer {
        let sealer = CookieSealer::default();
        sealer.set_secret(&[secret; 32]);
        sealer
    }

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).expect("an instant")
    }

    /// Every token that differs from this one in one character.
    fn altered(token: &str) -> impl Iterator<Item = String> {
        (0..token.len()).map(|place| {
            let mut changed = token.as_bytes().to_vec();
            changed[place] = if changed[place] == b'A' { b'B' } else { b'A' };
            String::from_utf8(changed).expect("ASCII")
        })
    }

    #[test]
    fn a_link_token_opens_only_for_its_purpose_and_under_its_key() {
        assert!(LinkSealer::default().seal("mail", "ana@x.ro").is_err(), "there is no secret yet");
        let sealer = links(7);
        let token = sealer.seal("mail", "ana@x.ro").expect("a token");
        assert_eq!(sealer.open("mail", &token).as_deref(), Some("ana@x.ro"));
        assert_eq!(sealer.seal("mail", "ana@x.ro").expect("a token"), token, "a text always has the same token");
        assert_ne!(sealer.seal("confirm", "ana@x.ro").expect("a token")[..32], token[..32]);
        assert!(token.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')), "{token}");
        assert_eq!(sealer.open("confirm", &token), None);
        assert_eq!(links(8).open("mail", &token), None, "another key");
        let longest = format!("{}@{}.ro", "a".repeat(64), "b".repeat(186));
        let token = sealer.seal("confirm", &format!("-9223372036854775808 {longest}")).expect("a token");
        assert!(token.len() < MAX_TOKEN_LEN);
    }

    #[test]
    fn an_altered_link_token_does_not_open() {
        let sealer = links(7);
        let token = sealer.seal("mail", "ana@x.ro").expect("a token");
        for changed in altered(&token) {
            assert_eq!(sealer.open("mail", &changed), None, "{changed}");
        }
        let long = "A".repeat(MAX_TOKEN_LEN + 1);
        for bad in ["", "A", "AAAA", "?", "ș", &token[1..], &token[..token.len() - 2], &format!("{token}AA"), &long] {
            assert_eq!(sealer.open("mail", bad), None, "{bad}");
        }
    }

    #[test]
    fn a_cookie_opens_only_with_its_purpose_state_and_key_until_it_expires() {
        assert!(CookieSealer::default().seal("p", "s", "x", at(0), TTL).is_err(), "there is no secret yet");
        let sealer = cookies(7);
        let sealed = sealer.seal("p", "s", "ana@x.ro", at(1000), TTL).expect("sealed");
        assert!(!sealed.contains("ana"));
        assert_eq!(sealer.open("p", "s", &sealed, at(4599)).as_deref(), Some("ana@x.ro"));
        assert_eq!(sealer.open("p", "s", &sealed, at(4600)), None);
        assert_eq!(sealer.open("q", "s", &sealed, at(1000)), None);
        assert_eq!(sealer.open("p", "t", &sealed, at(1000)), None);
        assert_eq!(cookies(8).open("p", "s", &sealed, at(1000)), None);
    }

    #[test]
    fn a_factors_secret_opens_only_for_its_owner_and_under_its_key() {
        assert!(FactorSealer::default().seal("ana", "x").is_err(), "there is no secret yet");
        let sealer = |secret: u8| {
            let sealer = FactorSealer::default();
            sealer.set_secret(&[secret; 32]);
            sealer
        };
        let sealed = sealer(7).seal("ana", "GEZDGNBV").expect("sealed");
        assert!(!sealed.contains("GEZDGNBV"));
        assert_eq!(sealer(7).open("ana", &sealed).as_deref(), Some("GEZDGNBV"));
        assert_eq!(sealer(7).open("dan", &sealed), None);
        assert_eq!(sealer(8).open("ana", &sealed), None);
        for changed in altered(&sealed) {
            assert_eq!(sealer(7).open("ana", &changed), None, "{changed}");
        }
    }

    #[test]
    fn an_altered_cookie_does_not_open() {
        let sealer = cookies(7);
        let sealed = sealer.seal("p", "s", "ana@x.ro", at(1000), TTL).expect("sealed");
        for changed in altered(&sealed) {
            assert_eq!(sealer.open("p", "s", &changed, at(1000)), None, "{changed}");
        }
        for bad in ["", "AAAA", "?", &"A".repeat(2000)] {
            assert_eq!(sealer.open("p", "s", bad, at(1000)), None);
        }
    }
}
