//! The discovery document of a provider of OpenID Connect and its keys, fetched and cached.

use std::sync::{Arc, Mutex, PoisonError};

use http::header;
use jiff::{SignedDuration, Timestamp};
use openidconnect::core::{CoreJsonWebKeySet, CoreProviderMetadata};
use openidconnect::{AsyncHttpClient, DiscoveryError};
use serde_json::Value;

use super::client::ProviderHttp;
use super::errors::unsuitable;
use super::oidc_issuer::OidcIssuer;
use crate::error::Result;

/// A provider's discovery document with its keys.
pub(super) struct Metadata {
    pub provider: CoreProviderMetadata,
    /// Whether its responses identify the issuer (RFC 9207).
    pub sends_iss: bool,
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
    let request = http::Request::get(address).header(header::ACCEPT, "application/json").body(vec![]);
    let response = http.call(request.map_err(|error| unsuitable().caused_by(error))?).await?;
    let wrong = |why: String| unsuitable().caused_by(anyhow::anyhow!("the discovery document: {why}"));
    if !response.status().is_success() {
        return Err(wrong(format!("status {}", response.status().as_u16())));
    }
    let document: Value = serde_json::from_slice(response.body()).map_err(|error| wrong(error.to_string()))?;
    let sends_iss = document["authorization_response_iss_parameter_supported"] == Value::Bool(true);
    let provider: CoreProviderMetadata = serde_json::from_value(document).map_err(|error| wrong(error.to_string()))?;
    if !issuer.is_described_by(provider.issuer()) {
        return Err(wrong(format!("its issuer is {}", provider.issuer().as_str())));
    }
    let keys = CoreJsonWebKeySet::fetch_async(provider.jwks_uri(), http).await;
    let keys = keys.map_err(|error| match error {
        DiscoveryError::Request(error) => error,
        error => wrong(error.to_string()),
    })?;
    Ok(Metadata { provider: provider.set_jwks(keys), sends_iss })
}
