//! An authenticator of passkeys in software: makes P-256 credentials and signs assertions with them, truthfully or not.

use std::collections::BTreeMap;

use data_encoding::BASE64URL_NOPAD;
use ring::digest::{SHA256, digest};
use ring::rand::{SecureRandom, SystemRandom};
use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::{Value, json};

const USER_PRESENT: u8 = 0x01;
const USER_VERIFIED: u8 = 0x04;
const ATTESTED_DATA: u8 = 0x40;

/// The claims of an answer; a test changes one of them.
#[derive(Debug, Clone)]
pub struct Claims {
    pub origin: String,
    pub rp_id: String,
    pub is_user_verified: bool,
    /// In place of the stored user handle.
    pub user_handle: Option<String>,
    /// In place of the next value of the counter.
    pub counter: Option<u32>,
}

/// Holds passkeys by credential ID.
pub struct Authenticator {
    pub claims: Claims,
    passkeys: BTreeMap<String, Held>,
}

struct Held {
    key: EcdsaKeyPair,
    user_handle: String,
    counter: u32,
}

impl Authenticator {
    /// An authenticator of a browser at this origin, which is also the relying party.
    pub fn at(origin: &str) -> Self {
        let rp_id = url::Url::parse(origin).expect("an origin").host_str().expect("a host").to_owned();
        let claims =
            Claims { origin: origin.to_owned(), rp_id, is_user_verified: true, user_handle: None, counter: None };
        Self { claims, passkeys: BTreeMap::new() }
    }

    /// The same passkeys under other claims.
    pub fn claiming(&mut self, change: impl FnOnce(&mut Claims)) -> &mut Self {
        change(&mut self.claims);
        self
    }

    /// Makes a passkey, and returns it as the browser sends it.
    pub fn create(&mut self, options: &Value) -> Value {
        let mut id = [0; 32];
        SystemRandom::new().fill(&mut id).expect("random bytes");
        self.create_as(id, options)
    }

    /// Makes a passkey with this credential ID.
    pub fn create_as(&mut self, id: [u8; 32], options: &Value) -> Value {
        let random = SystemRandom::new();
        let pkcs8 = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, &random).expect("a key");
        let key = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, pkcs8.as_ref(), &random).expect("a key");
        let attested = [&[0; 16][..], &32_u16.to_be_bytes()[..], &id[..], &cose_key(key.public_key().as_ref())[..]];
        let data = [self.authenticator_data(ATTESTED_DATA, 0), attested.concat()].concat();
        let user_handle = options["user"]["id"].as_str().expect("a user handle").to_owned();
        let id = BASE64URL_NOPAD.encode(&id);
        self.passkeys.insert(id.clone(), Held { key, user_handle, counter: 0 });
        let client_data = self.client_data("webauthn.create", options);
        credential(
            &id,
            &json!({
                "clientDataJSON": BASE64URL_NOPAD.encode(client_data.as_bytes()),
                "attestationObject": BASE64URL_NOPAD.encode(&attestation_object(&data)),
                "transports": ["internal"],
            }),
        )
    }

    /// Signs with the newest passkey among those that the options allow, and returns it as the browser sends it.
    pub fn get(&mut self, options: &Value) -> Value {
        let allowed = options["allowCredentials"].as_array().cloned().unwrap_or_default();
        let is_allowed = |id: &String| allowed.is_empty() || allowed.iter().any(|one| one["id"] == json!(id));
        let id = self.passkeys.keys().rfind(|id| is_allowed(id)).expect("a passkey").clone();
        self.get_with(&id, options)
    }

    /// Signs with this passkey, allowed or not.
    pub fn get_with(&mut self, id: &str, options: &Value) -> Value {
        let client_data = self.client_data("webauthn.get", options);
        let held = self.passkeys.get_mut(id).expect("a passkey");
        held.counter += 1;
        let (counter, user_handle) = (held.counter, held.user_handle.clone());
        let data = self.authenticator_data(0, self.claims.counter.unwrap_or(counter));
        let hash = digest(&SHA256, client_data.as_bytes());
        let signed = [&data[..], hash.as_ref()].concat();
        let signature = self.passkeys[id].key.sign(&SystemRandom::new(), &signed).expect("a signature");
        credential(
            id,
            &json!({
                "clientDataJSON": BASE64URL_NOPAD.encode(client_data.as_bytes()),
                "authenticatorData": BASE64URL_NOPAD.encode(&data),
                "signature": BASE64URL_NOPAD.encode(signature.as_ref()),
                "userHandle": self.claims.user_handle.clone().unwrap_or(user_handle),
            }),
        )
    }

    fn client_data(&self, kind: &str, options: &Value) -> String {
        json!({"type": kind, "challenge": options["challenge"], "origin": self.claims.origin, "crossOrigin": false})
            .to_string()
    }

    fn authenticator_data(&self, flags: u8, counter: u32) -> Vec<u8> {
        let verified = if self.claims.is_user_verified { USER_VERIFIED } else { 0 };
        let hash = digest(&SHA256, self.claims.rp_id.as_bytes());
        [hash.as_ref(), &[USER_PRESENT | verified | flags], &counter.to_be_bytes()].concat()
    }
}

/// A credential as the browser's `toJSON` returns it.
fn credential(id: &str, response: &Value) -> Value {
    json!({
        "id": id,
        "rawId": id,
        "type": "public-key",
        "authenticatorAttachment": "platform",
        "clientExtensionResults": {},
        "response": response,
    })
}

/// The public key, an uncompressed point, in COSE (RFC 9053, 7.1): a CBOR map of five entries.
fn cose_key(point: &[u8]) -> Vec<u8> {
    let (x, y) = (&point[1..33], &point[33..65]);
    let head = [0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20];
    [&head[..], x, &[0x22, 0x58, 0x20], y].concat()
}

/// An attestation of the format "none" in CBOR (WebAuthn 6.5.4).
fn attestation_object(data: &[u8]) -> Vec<u8> {
    let len = u8::try_from(data.len()).expect("a short text");
    [b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58".as_slice(), &[len], data].concat()
}
