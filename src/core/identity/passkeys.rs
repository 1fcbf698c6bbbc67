//! The relying party of WebAuthn, which creates the options of a ceremony and verifies the browser's answer.
//!
//! The serialised state of a ceremony stays on the server, as the library requires.

use std::time::Duration;

use data_encoding::BASE64URL_NOPAD;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use url::{Host, Url};
use webauthn_rs::prelude::{
    CreationChallengeResponse, CredentialID, DiscoverableAuthentication, Passkey, PasskeyRegistration,
    PublicKeyCredential, RegisterPublicKeyCredential, Uuid, WebauthnError,
};
use webauthn_rs::{Webauthn, WebauthnBuilder};

use super::secrets;
use crate::error::{Error, Result};

/// How long a user may take, in seconds. Browsers are asked to wait as long.
pub const CEREMONY_SECS: u64 = 300;

/// The options for the browser, and the state against which the answer is verified.
#[derive(Debug, Clone)]
pub struct Ceremony {
    /// For `parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`.
    pub options: Value,
    pub state: Value,
}

/// The account that gets a passkey.
#[derive(Debug, Clone, Copy)]
pub struct PasskeyOwner<'a> {
    /// Random bytes in base64url.
    pub handle: &'a str,
    /// Shown by authenticators: the address, or the display name of an account without one.
    pub name: &'a str,
    pub display_name: &'a str,
}

/// A new or used passkey.
#[derive(Debug, Clone)]
pub struct VerifiedPasskey {
    /// Digest of the credential ID.
    pub id: String,
    /// The public key with its current counter and flags.
    pub credential: Value,
}

/// The reason why an answer was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PasskeyRefusal {
    /// Malformed, or not an answer to this ceremony: challenge, origin, relying party, user verification or signature.
    Invalid,
    /// The counter of the passkey went back: the passkey may have been copied.
    Copied,
}

impl From<WebauthnError> for PasskeyRefusal {
    fn from(error: WebauthnError) -> Self {
        match error {
            WebauthnError::CredentialPossibleCompromise => Self::Copied,
            _ => Self::Invalid,
        }
    }
}

/// An assertion before its verification, with the passkey that it names.
#[derive(Debug, Clone)]
pub struct ClaimedPasskey {
    /// Digest of the credential ID.
    pub id: String,
    /// The user handle in base64url. Discoverable passkeys send it.
    pub handle: Option<String>,
    assertion: PublicKeyCredential,
}

/// This site as a relying party.
// docs/decisions/0220
pub struct RelyingParty(Webauthn);

/// Whether browsers offer passkeys at this address.
pub fn are_possible(public_url: &str) -> bool {
    RelyingParty::of(public_url, "site").is_some()
}

impl RelyingParty {
    /// Returns the relying party of this address; `None` where browsers offer no passkeys. They require a domain name,
    /// and HTTPS except for `localhost`.
    pub fn of(public_url: &str, name: &str) -> Option<Self> {
        let url = Url::parse(public_url).ok()?;
        let Some(Host::Domain(host)) = url.host() else { return None };
        let is_local = host == "localhost" || host.ends_with(".localhost");
        if url.scheme() != "https" && !is_local {
            return None;
        }
        let builder = WebauthnBuilder::new(host, &url).ok()?.rp_name(name).timeout(Duration::from_secs(CEREMONY_SECS));
        builder.build().ok().map(Self)
    }

    /// Starts the registration of a discoverable passkey. Authenticators that hold a `known` passkey are excluded.
    pub fn start_registration(&self, owner: PasskeyOwner<'_>, known: &[&Value]) -> Result<Ceremony> {
        let known = known.iter().map(|stored| Ok(passkey(stored)?.cred_id().clone()));
        let known = known.collect::<Result<Vec<CredentialID>>>()?;
        let started = self.0.start_passkey_registration(Uuid::nil(), owner.name, owner.display_name, Some(known));
        let (mut created, state) = started.map_err(|error| Error::internal("registering a passkey", error))?;
        request_discoverable(&mut created, owner.handle)?;
        Ok(Ceremony { options: to_json(&created.public_key)?, state: to_json(&state)? })
    }

    /// Verifies a new passkey.
    pub fn finish_registration(&self, state: &Value, answer: Value) -> Result<VerifiedPasskey, PasskeyRefusal> {
        let state: PasskeyRegistration = from_json(state.clone())?;
        let answer: RegisterPublicKeyCredential = from_json(answer)?;
        let passkey = self.0.finish_passkey_registration(&answer, &state)?;
        to_verified(&passkey)
    }

    /// Requests one of these passkeys. When none are given, the user may choose any passkey of this site.
    pub fn start_assertion(&self, allowed: &[&Value]) -> Result<Ceremony> {
        let started = self.0.start_discoverable_authentication();
        let (requested, state) = started.map_err(|error| Error::internal("requesting a passkey", error))?;
        let mut options = to_json(&requested.public_key)?;
        let allowed = allowed.iter().map(|stored| {
            let id = BASE64URL_NOPAD.encode(passkey(stored)?.cred_id());
            Ok(json!({"type": "public-key", "id": id}))
        });
        options["allowCredentials"] = Value::Array(allowed.collect::<Result<_>>()?);
        Ok(Ceremony { options, state: to_json(&state)? })
    }

    /// Verifies an assertion with the stored passkey that it claims.
    pub fn finish_assertion(
        &self,
        state: &Value,
        claimed: &ClaimedPasskey,
        stored: &Value,
    ) -> Result<VerifiedPasskey, PasskeyRefusal> {
        let state: DiscoverableAuthentication = from_json(state.clone())?;
        let mut passkey: Passkey = from_json(stored.clone())?;
        let result = self.0.finish_discoverable_authentication_v2(&claimed.assertion, state, &passkey)?;
        passkey.update_credential(&result).ok_or(PasskeyRefusal::Invalid)?;
        to_verified(&passkey)
    }
}

impl ClaimedPasskey {
    /// Reads an assertion; `None` when it is malformed.
    pub fn read(assertion: Value) -> Option<Self> {
        let assertion: PublicKeyCredential = from_json(assertion).ok()?;
        let handle = assertion.get_user_unique_id().map(|bytes| BASE64URL_NOPAD.encode(bytes));
        Some(Self { id: secrets::digest(assertion.get_credential_id()), handle, assertion })
    }
}

/// Requires a discoverable passkey, which the library does not by default. Replaces the library's user handle, a UUID,
/// by ours of 256 random bits.
fn request_discoverable(created: &mut CreationChallengeResponse, handle: &str) -> Result<()> {
    let handle = BASE64URL_NOPAD.decode(handle.as_bytes());
    created.public_key.user.id = handle.map_err(|error| Error::internal("reading a user handle", error))?;
    let mut selection = to_json(&created.public_key.authenticator_selection)?;
    selection["residentKey"] = json!("required");
    selection["requireResidentKey"] = json!(true);
    let selection = serde_json::from_value(selection);
    created.public_key.authenticator_selection =
        selection.map_err(|error| Error::internal("choosing authenticators", error))?;
    Ok(())
}

fn to_verified(passkey: &Passkey) -> Result<VerifiedPasskey, PasskeyRefusal> {
    let credential = serde_json::to_value(passkey).map_err(|_| PasskeyRefusal::Invalid)?;
    Ok(VerifiedPasskey { id: secrets::digest(passkey.cred_id()), credential })
}

fn passkey(stored: &Value) -> Result<Passkey> {
    serde_json::from_value(stored.clone()).map_err(|error| Error::internal("reading a passkey", error))
}

fn to_json(value: &impl serde::Serialize) -> Result<Value> {
    serde_json::to_value(value).map_err(|error| Error::internal("writing a ceremony", error))
}

fn from_json<T: DeserializeOwned>(value: Value) -> Result<T, PasskeyRefusal> {
    serde_json::from_value(value).map_err(|_| PasskeyRefusal::Invalid)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passkeys_need_a_domain_name_and_https_or_localhost() {
        for good in ["https://p.ro", "https://p.ro:8443", "http://localhost:5173", "http://a.localhost"] {
            assert!(RelyingParty::of(good, "P").is_some(), "{good}");
        }
        for bad in ["http://p.ro", "https://192.0.2.1", "http://127.0.0.1:8080", "https://[::1]", "", "localhost"] {
            assert!(RelyingParty::of(bad, "P").is_none(), "{bad}");
        }
    }

    #[test]
    fn a_new_passkey_is_discoverable_verifies_its_user_and_contains_no_uid() {
        let party = RelyingParty::of("https://p.ro", "P").expect("a relying party");
        let handle = BASE64URL_NOPAD.encode(&[7; 32]);
        let owner = PasskeyOwner { handle: &handle, name: "ana@x.ro", display_name: "Ana" };
        let options = party.start_registration(owner, &[]).expect("options").options;
        assert_eq!(options["user"]["id"], json!(handle));
        assert_eq!(options["rp"], json!({"name": "P", "id": "p.ro"}));
        let selection = &options["authenticatorSelection"];
        assert_eq!((&selection["residentKey"], &selection["requireResidentKey"]), (&json!("required"), &json!(true)));
        assert_eq!((&selection["userVerification"], &options["attestation"]), (&json!("required"), &json!("none")));
        let algorithms: Vec<_> = options["pubKeyCredParams"].as_array().expect("algorithms").iter().collect();
        assert!(algorithms.iter().any(|kind| kind["alg"] == -7) && algorithms.iter().any(|kind| kind["alg"] == -257));
        let request = party.start_assertion(&[]).expect("options").options;
        assert_eq!((&request["userVerification"], &request["allowCredentials"]), (&json!("required"), &json!([])));
    }
}
