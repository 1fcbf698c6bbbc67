//! The discovery document of a provider of OpenID Connect and its keys, fetched and cached.

use std::sync::{Arc, Mutex, PoisonError};

use http::header;
use jiff::{SignedDuration, Timestamp};
use serde_json::Value;

use super::client::ProviderHttp;
use super::errors::unsuitable;
use super::json_values::{JsonObject, is_true, shown, text, texts};
use super::oidc_issuer::OidcIssuer;
use super::signed_token::ProviderKeys;
use crate::error::{Error, Result};

/// What is used of a provider's discovery document, and its keys.
pub(super) struct Metadata {
    pub authorization: String,
    pub token: String,
    pub userinfo: Option<String>,
    /// Whether the secret is sent in the header `Authorization` instead of the body.
    pub has_basic_auth: bool,
    /// Whether its responses identify the issuer (RFC 9207).
    pub sends_iss: bool,
    pub keys: ProviderKeys,
}

struct CachedMetadata {
    metadata: Arc<Metadata>,
    fetched_at: Timestamp,
}

/// The metadata that was fetched last.
#[derive(Default)]
pub(super) struct MetadataCache(Mutex<Option<CachedMetadata>>);

impl MetadataCache {
    /// Returns the metadata of the issuer. Cached metadata is fetched again at the age of `max_age`.
    pub(super) async fn get(
        &self,
        issuer: &OidcIssuer,
        http: &ProviderHttp,
        now: Timestamp,
        max_age: SignedDuration,
    ) -> Result<Arc<Metadata>> {
        if let Some(cached) = &*self.0.lock().unwrap_or_else(PoisonError::into_inner)
            && now.duration_since(cached.fetched_at) < max_age
        {
            return Ok(Arc::clone(&cached.metadata));
        }
        let metadata = Arc::new(discover(issuer, http).await?);
        let cached = CachedMetadata { metadata: Arc::clone(&metadata), fetched_at: now };
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(cached);
        Ok(metadata)
    }
}

/// Fetches the discovery document and the keys. The document must describe the configured issuer.
async fn discover(issuer: &OidcIssuer, http: &ProviderHttp) -> Result<Metadata> {
    let address = format!("{}/.well-known/openid-configuration", issuer.issuer.trim_end_matches('/'));
    let document = fetch(http, "the discovery document", &address).await?;
    let wrong = |why: &str| wrong("the discovery document", why);
    let document = document.as_object().ok_or_else(|| wrong("it is not an object"))?;
    let required = |name: &str| text(document, name).ok_or_else(|| wrong(&format!("{name} is missing")));
    let described = required("issuer")?;
    if !issuer.is_described_by(&described) {
        return Err(wrong(&format!("its issuer is {}", shown(&described))));
    }
    let keys = fetch(http, "the list of keys", &required("jwks_uri")?).await?;
    Ok(Metadata {
        authorization: required("authorization_endpoint")?,
        token: required("token_endpoint")?,
        userinfo: text(document, "userinfo_endpoint"),
        has_basic_auth: has_basic_auth(document),
        sends_iss: is_true(document, "authorization_response_iss_parameter_supported"),
        keys: ProviderKeys::read(&keys),
    })
}

/// Whether the provider accepts the secret in the header, which is usual if it names no method.
fn has_basic_auth(document: &JsonObject) -> bool {
    let methods = texts(document, "token_endpoint_auth_methods_supported");
    let supports = |wanted: &str| methods.iter().any(|method| method == wanted);
    supports("client_secret_basic") || !supports("client_secret_post")
}

async fn fetch(http: &ProviderHttp, what: &str, address: &str) -> Result<Value> {
    let request = http::Request::get(address).header(header::ACCEPT, "application/json").body(vec![]);
    let response = http.send(request.map_err(|error| unsuitable().caused_by(error))?).await?;
    if !response.status().is_success() {
        return Err(wrong(what, &format!("status {}", response.status().as_u16())));
    }
    serde_json::from_slice(response.body()).map_err(|error| wrong(what, &error.to_string()))
}

fn wrong(what: &str, why: &str) -> Error {
    unsuitable().caused_by(anyhow::anyhow!("{what}: {why}"))
}
