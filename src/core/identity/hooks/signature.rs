//! The signature of a question: HMAC-SHA256 over ID, time and body.

use data_encoding::BASE64;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// The prefix of a key in base64.
const PREFIX: &str = "whsec_";

/// The key of signatures.
pub struct HookKey(Vec<u8>);

impl HookKey {
    /// Parses `whsec_` and a key in base64. Any other text is used as the key itself.
    pub fn new(secret: &str) -> Self {
        let key = secret.strip_prefix(PREFIX).and_then(|encoded| BASE64.decode(encoded.as_bytes()).ok());
        Self(key.unwrap_or_else(|| secret.as_bytes().to_vec()))
    }

    /// The value of the header `webhook-signature`.
    pub(super) fn sign(&self, id: &str, seconds: i64, body: &[u8]) -> String {
        // HMAC accepts keys of every length, so this never fails.
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(&self.0) else { return String::new() };
        mac.update(format!("{id}.{seconds}.").as_bytes());
        mac.update(body);
        format!("v1,{}", BASE64.encode(&mac.finalize().into_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_standard_webhooks_has_its_signature() {
        let key = HookKey::new("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
        let signed = key.sign("msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, br#"{"test": 2432232314}"#);
        assert_eq!(signed, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    #[test]
    fn a_secret_without_the_prefix_is_taken_as_it_is() {
        assert_eq!(HookKey::new("parola").0, b"parola");
        assert_eq!(HookKey::new("whsec_?").0, b"whsec_?");
    }
}
