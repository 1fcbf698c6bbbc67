//! The relying party of OpenID Connect: the authorization code flow with PKCE, state and nonce.

use std::sync::Arc;

use ::oauth2::{CsrfToken, PkceCodeChallenge, Scope, TokenResponse};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use jiff::{SignedDuration, Timestamp};

use super::client::{
    Authentication, AuthorizationGrant, AuthorizationOptions, AuthorizationRequest, BrowserToken, Federation,
    ProviderHttp, Registration,
};
use super::code_exchange::{self, CodeClient, CodeEndpoints};
use super::errors::{invalid, unsuitable};
use super::id_token::{AcceptedAudience, check_access_token, check_auth_time, check_claims};
use super::json_values::{JsonObject, is_true, text, texts};
use super::oidc_issuer::OidcIssuer;
use super::oidc_metadata::{Metadata, MetadataCache};
use super::profile::UncheckedProfile;
use super::signed_token::{SignedToken, TokenProblem};
use crate::domain::federated::FederatedProfile;
use crate::error::Result;
use crate::identity::secrets;

/// How long the discovery document and the keys of a provider are cached.
const METADATA_TTL: SignedDuration = SignedDuration::from_hours(1);

/// Minimum time between two fetches of the keys that unverified tokens cause.
const KEYS_PAUSE: SignedDuration = SignedDuration::from_mins(1);

/// A provider of OpenID Connect, with a cache of its metadata.
pub struct Oidc {
    registration: Registration,
    issuer: OidcIssuer,
    http: ProviderHttp,
    metadata: MetadataCache,
}

impl Federation for Oidc {
    fn authorize<'a>(
        &'a self,
        options: &'a AuthorizationOptions,
        now: Timestamp,
    ) -> BoxFuture<'a, Result<AuthorizationRequest>> {
        self.authorization_request(options, now).boxed()
    }

    fn exchange<'a>(&'a self, grant: &'a AuthorizationGrant, now: Timestamp) -> BoxFuture<'a, Result<Authentication>> {
        async move { Ok(self.profile_of(grant, now).await?.into()) }.boxed()
    }

    fn verify_token<'a>(&'a self, token: &'a BrowserToken, now: Timestamp) -> BoxFuture<'a, Result<FederatedProfile>> {
        async move {
            // Without an access token, missing claims cannot be requested.
            let (signed, _) = self.verify(&token.id_token, &token.nonce, KEYS_PAUSE, now).await?;
            self.profile(&signed.claims)
        }
        .boxed()
    }
}

impl Oidc {
    pub fn new(registration: Registration, issuer: OidcIssuer, http: ProviderHttp) -> Self {
        Self { registration, issuer, http, metadata: MetadataCache::default() }
    }

    async fn authorization_request(
        &self,
        options: &AuthorizationOptions,
        now: Timestamp,
    ) -> Result<AuthorizationRequest> {
        let metadata = self.metadata(now, METADATA_TTL).await?;
        let client = self.client(&metadata, &options.redirect_uri, now)?;
        let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
        let (state, nonce) = (secrets::generate_token(), secrets::generate_token());
        let sent_state = CsrfToken::new(state.clone());
        let scopes = self.registration.all_scopes(options).into_iter().map(Scope::new);
        let mut request = client
            .authorize_url(|| sent_state)
            .set_pkce_challenge(challenge)
            .add_scope(Scope::new("openid".into()))
            .add_scopes(scopes)
            .add_extra_param("nonce", nonce.as_str());
        for (name, value) in self.registration.extra_parameters(options) {
            request = request.add_extra_param(name, value);
        }
        let (url, _) = request.url();
        if !matches!(url.scheme(), "http" | "https") {
            return Err(unsuitable());
        }
        Ok(AuthorizationRequest { url: url.into(), state, nonce, pkce_verifier: verifier.into_secret() })
    }

    async fn profile_of(&self, grant: &AuthorizationGrant, now: Timestamp) -> Result<FederatedProfile> {
        let metadata = self.metadata(now, METADATA_TTL).await?;
        self.check_iss(&metadata, grant.iss.as_deref())?;
        let client = self.client(&metadata, &grant.redirect_uri, now)?;
        let tokens = code_exchange::exchange(&client, grant, &self.http).await?;
        let id_token = tokens.id_token.as_deref().ok_or_else(|| invalid("the ID token is missing"))?;
        let (signed, metadata) = self.verify(id_token, &grant.nonce, SignedDuration::ZERO, now).await?;
        let access_token = tokens.access_token().secret();
        check_access_token(&signed, access_token)?;
        check_auth_time(&signed.claims, grant.authenticated_since)?;
        let claims = self.completed(signed.claims, &metadata, access_token).await?;
        self.profile(&claims)
    }

    /// Adds the claims of the user info endpoint, if used ones are missing. Those of the ID token take precedence.
    async fn completed(&self, own: JsonObject, metadata: &Metadata, access_token: &str) -> Result<JsonObject> {
        let has_email = text(&own, "email").is_some();
        let is_complete = has_email && self.registration.required.names().all(|name| own.contains_key(name));
        let Some(address) = metadata.userinfo.as_ref().filter(|_| !is_complete) else { return Ok(own) };
        let mut claims = self.user_info(metadata, address, access_token).await?;
        if text(&claims, "sub") != text(&own, "sub") {
            return Err(invalid("the user info is about another subject"));
        }
        // An address and its state come from the same place.
        let is_of_address = |name: &String| name == "email" || name == "email_verified";
        claims.retain(|name, _| !has_email || !is_of_address(name));
        claims.extend(own.into_iter().filter(|(name, value)| !value.is_null() && (has_email || !is_of_address(name))));
        Ok(claims)
    }

    /// Returns the claims of the user info endpoint, which may be a signed token.
    async fn user_info(&self, metadata: &Metadata, address: &str, access_token: &str) -> Result<JsonObject> {
        let body = self.http.user_info(address, access_token).await?;
        let object = match std::str::from_utf8(&body).map(str::trim) {
            Ok(token) if token.starts_with("ey") => metadata.keys.verify(token).ok().map(|signed| signed.claims),
            _ => serde_json::from_slice(&body).ok(),
        };
        object.ok_or_else(|| invalid("the user info is neither an object of JSON nor a token of the provider"))
    }

    /// Verifies an ID token, and returns it with the metadata that verified it. When no key matches the token and the
    /// keys are older than `keys_pause`, they are fetched again: the provider may have rotated them.
    async fn verify(
        &self,
        id_token: &str,
        nonce: &str,
        keys_pause: SignedDuration,
        now: Timestamp,
    ) -> Result<(SignedToken, Arc<Metadata>)> {
        let mut metadata = self.metadata(now, METADATA_TTL).await?;
        let mut signed = metadata.keys.verify(id_token);
        if matches!(signed, Err(TokenProblem::UnknownKey)) {
            metadata = self.metadata(now, keys_pause).await?;
            signed = metadata.keys.verify(id_token);
        }
        let signed = signed.map_err(|problem| match problem {
            TokenProblem::UnknownKey => invalid("the ID token is signed with a key that the provider does not list"),
            TokenProblem::Invalid(why) => invalid(&format!("the ID token is not valid: {why}")),
        })?;
        let Registration { client_id, trusted_audiences: trusted, .. } = &self.registration;
        check_claims(&signed.claims, &self.issuer, AcceptedAudience { client_id, trusted }, nonce, now)?;
        Ok((signed, metadata))
    }

    async fn metadata(&self, now: Timestamp, max_age: SignedDuration) -> Result<Arc<Metadata>> {
        self.metadata.get(&self.issuer, &self.http, now, max_age).await
    }

    /// Refuses a response from another issuer (RFC 9207), which prevents mix-up attacks.
    fn check_iss(&self, metadata: &Metadata, iss: Option<&str>) -> Result<()> {
        let is_expected = match iss {
            Some(iss) => self.issuer.includes(iss),
            None => !metadata.sends_iss,
        };
        if is_expected { Ok(()) } else { Err(invalid("the response is from another issuer")) }
    }

    fn client(&self, metadata: &Metadata, redirect_uri: &str, now: Timestamp) -> Result<CodeClient> {
        let Metadata { authorization, token, has_basic_auth, .. } = metadata;
        let endpoints = CodeEndpoints { authorization, token, has_basic_auth: *has_basic_auth };
        code_exchange::client(&self.registration, &endpoints, redirect_uri, now)
    }

    fn profile(&self, claims: &JsonObject) -> Result<FederatedProfile> {
        self.registration.required.check(|name| texts(claims, name))?;
        let email = text(claims, "email");
        let is_own = email.as_deref().is_some_and(|email| self.issuer.assigns(email));
        let says_so = claims.contains_key("email_verified");
        let profile = UncheckedProfile {
            subject: text(claims, "sub").unwrap_or_default(),
            email_verified: if says_so { is_true(claims, "email_verified") } else { is_own },
            email,
            name: text(claims, "name"),
            picture: text(claims, "picture").filter(|_| self.issuer.has_pictures),
        };
        profile.check()
    }
}
