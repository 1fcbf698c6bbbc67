//! The relying party of WebAuthn: makes the options of a ceremony and verifies what the browser returns.
//!
//! The state of a ceremony stays on the server, which is what the library's feature of serialising it asks for.

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

/// How long a user may take. Browsers are asked to wait as long.
pub const CEREMONY_SECS: u64 = 300;

/// The options for the browser and the state that their answer is verified against.
#[derive(Debug, Clone)]
pub struct Ceremony {
    /// For `parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`.
    pub options: Value,
    pub state: Value,
}

/// The account for which a passkey is made.
#[derive(Debug, Clone, Copy)]
pub struct Owner<'a> {
    /// Random bytes in base64url.
    pub handle: &'a str,
    /// What authenticators show: the address, or else the name.
    pub name: &'a str,
    pub display_name: &'a str,
}

/// A new or used passkey.
#[derive(Debug, Clone)]
pub struct VerifiedPasskey {
    /// Digest of the credential ID.
    pub id: String,
    /// The public key with its counter and flags as they are now.
    pub credential: Value,
}

/// Why an answer was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// Malformed, or not an answer to this ceremony: challenge, origin, relying party, user verification or signature.
    Invalid,
    /// The counter of the passkey went back: there may be a copy of it.
    Copied,
}

impl From<WebauthnError> for Refusal {
    fn from(error: WebauthnError) -> Self {
        match error {
            WebauthnError::CredentialPossibleCompromise => Self::Copied,
            _ => Self::Invalid,
        }
    }
}

/// What an assertion says about its origin, before it is verified.
#[derive(Debug, Clone)]
pub struct ClaimedPasskey {
    /// Digest of the credential ID.
    pub id: String,
    /// The user handle in base64url; passkeys that sign in without an address send it.
    pub handle: Option<String>,
    assertion: PublicKeyCredential,
}

/// This site, as authenticators know it.
pub struct RelyingParty(Webauthn);

/// Whether browsers have passkeys at this address.
pub fn are_possible(public_url: &str) -> bool {
    RelyingParty::of(public_url, "site").is_some()
}

impl RelyingParty {
    /// Returns the relying party of this address; `None` where browsers offer no passkeys: they want HTTPS or the
    /// same machine, and a name instead of an IP address.
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

    /// Begins to make a passkey that authenticators find without an address, and refuses those that are known.
    pub fn start_registration(&self, owner: Owner<'_>, known: &[&Value]) -> Result<Ceremony> {
        let known = known.iter().map(|stored| Ok(passkey(stored)?.cred_id().clone()));
        let known = known.collect::<Result<Vec<CredentialID>>>()?;
        let started = self.0.start_passkey_registration(Uuid::nil(), owner.name, owner.display_name, Some(known));
        let (mut created, state) = started.map_err(|error| Error::internal("making a passkey", error))?;
        request_discoverable(&mut created, owner.handle)?;
        Ok(Ceremony { options: to_json(&created.public_key)?, state: to_json(&state)? })
    }

    /// Verifies a new passkey.
    pub fn finish_registration(&self, state: &Value, answer: Value) -> Result<VerifiedPasskey, Refusal> {
        let state: PasskeyRegistration = from_json(state.clone())?;
        let answer: RegisterPublicKeyCredential = from_json(answer)?;
        let passkey = self.0.finish_passkey_registration(&answer, &state)?;
        verified(&passkey)
    }

    /// Asks for one of these passkeys, or for whichever the user chooses when none are given.
    pub fn start_assertion(&self, allowed: &[&Value]) -> Result<Ceremony> {
        let started = self.0.start_discoverable_authentication();
        let (requested, state) = started.map_err(|error| Error::internal("asking for a passkey", error))?;
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
    ) -> Result<VerifiedPasskey, Refusal> {
        let state: DiscoverableAuthentication = from_json(state.clone())?;
        let mut passkey: Passkey = from_json(stored.clone())?;
        let result = self.0.finish_discoverable_authentication_v2(&claimed.assertion, state, &passkey)?;
        passkey.update_credential(&result).ok_or(Refusal::Invalid)?;
        verified(&passkey)
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

/// Asks for a passkey that the authenticator finds by itself: the library's own default is one that it does not.
/// The library's user handle is a UUID; ours has 256 random bits.
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

fn verified(passkey: &Passkey) -> Result<VerifiedPasskey, Refusal> {
    let credential = serde_json::to_value(passkey).map_err(|_| Refusal::Invalid)?;
    Ok(VerifiedPasskey { id: secrets::digest(passkey.cred_id()), credential })
}

fn passkey(stored: &Value) -> Result<Passkey> {
    serde_json::from_value(stored.clone()).map_err(|error| Error::internal("reading a passkey", error))
}

fn to_json(value: &impl serde::Serialize) -> Result<Value> {
    serde_json::to_value(value).map_err(|error| Error::internal("writing a ceremony", error))
}

fn from_json<T: DeserializeOwned>(value: Value) -> Result<T, Refusal> {
    serde_json::from_value(value).map_err(|_| Refusal::Invalid)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passkeys_need_a_name_and_https_or_the_same_machine() {
        for good in ["https://p.ro", "https://p.ro:8443", "http://localhost:5173", "http://a.localhost"] {
            assert!(RelyingParty::of(good, "P").is_some(), "{good}");
        }
        for bad in ["http://p.ro", "https://192.0.2.1", "http://127.0.0.1:8080", "https://[::1]", "", "localhost"] {
            assert!(RelyingParty::of(bad, "P").is_none(), "{bad}");
        }
    }

    #[test]
    fn a_new_passkey_is_discoverable_verifies_its_user_and_knows_no_uid() {
        let party = RelyingParty::of("https://p.ro", "P").expect("a relying party");
        let handle = BASE64URL_NOPAD.encode(&[7; 32]);
        let owner = Owner { handle: &handle, name: "ana@x.ro", display_name: "Ana" };
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
