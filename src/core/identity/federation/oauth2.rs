//! A client of OAuth 2: the authorization code flow with PKCE and state, and the provider's user info endpoint.
//!
//! OAuth 2 has no ID token: the profile at the user info endpoint identifies the user. The access token is used for
//! nothing else.

use ::oauth2::{CsrfToken, PkceCodeChallenge, Scope, TokenResponse};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use jiff::Timestamp;
use serde_json::Value;
use url::Url;

use super::client::{
    Authentication, AuthorizationGrant, AuthorizationOptions, AuthorizationRequest, Federation, ProviderHttp,
    Registration,
};
use super::code_exchange::{self, CodeClient, CodeEndpoints};
use super::errors::invalid;
use super::json_values::texts;
use super::profile::{ProfileFormat, UncheckedProfile, add_github_email};
use crate::error::Result;
use crate::identity::secrets;

/// The addresses of a provider.
#[derive(Debug, Clone)]
pub struct ProviderAddresses {
    /// May be empty.
    pub issuer: String,
    pub authorization: String,
    pub token: String,
    pub userinfo: String,
    /// May be empty.
    pub emails: String,
}

/// A provider of OAuth 2.
pub struct OAuth2 {
    pub registration: Registration,
    pub addresses: ProviderAddresses,
    pub format: ProfileFormat,
    /// Whether the secret is sent in the header `Authorization` instead of the body.
    pub has_basic_auth: bool,
    pub http: ProviderHttp,
}

impl Federation for OAuth2 {
    fn authorize<'a>(
        &'a self,
        options: &'a AuthorizationOptions,
        now: Timestamp,
    ) -> BoxFuture<'a, Result<AuthorizationRequest>> {
        async move {
            let client = self.client(&options.redirect_uri, now)?;
            let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
            let state = secrets::generate_token();
            let sent_state = CsrfToken::new(state.clone());
            let scopes = self.registration.all_scopes(options).into_iter().map(Scope::new);
            let mut request = client.authorize_url(|| sent_state).set_pkce_challenge(challenge).add_scopes(scopes);
            for (name, value) in self.registration.extra_parameters(options) {
                request = request.add_extra_param(name, value);
            }
            let (url, _) = request.url();
            // Without an ID token there is no nonce.
            let nonce = String::new();
            Ok(AuthorizationRequest { url: url.into(), state, nonce, pkce_verifier: verifier.into_secret() })
        }
        .boxed()
    }

    fn exchange<'a>(&'a self, grant: &'a AuthorizationGrant, now: Timestamp) -> BoxFuture<'a, Result<Authentication>> {
        async move {
            self.check_issuer(grant.iss.as_deref())?;
            let client = self.client(&grant.redirect_uri, now)?;
            let tokens = code_exchange::exchange(&client, grant, &self.http).await?;
            Ok(self.profile(tokens.access_token().secret()).await?.check()?.into())
        }
        .boxed()
    }
}

impl OAuth2 {
    fn client(&self, redirect_uri: &str, now: Timestamp) -> Result<CodeClient> {
        let ProviderAddresses { authorization, token, .. } = &self.addresses;
        let endpoints = CodeEndpoints { authorization, token, has_basic_auth: self.has_basic_auth };
        code_exchange::client(&self.registration, &endpoints, redirect_uri, now)
    }

    /// Refuses a response that identifies another issuer (RFC 9207). Without a configured issuer, the response must
    /// name the origin of the authorization endpoint.
    fn check_issuer(&self, iss: Option<&str>) -> Result<()> {
        let Some(iss) = iss else { return Ok(()) };
        let known = &self.addresses.issuer;
        let origin = |text: &str| Url::parse(text).map(|url| url.origin());
        let is_same_origin = || origin(iss).is_ok_and(|own| Ok(own) == origin(&self.addresses.authorization));
        let is_expected = if known.is_empty() { is_same_origin() } else { iss == known };
        if is_expected { Ok(()) } else { Err(invalid("the response is from another issuer")) }
    }

    async fn profile(&self, access_token: &str) -> Result<UncheckedProfile> {
        let answer = self.get(&self.addresses.userinfo, access_token).await?;
        let object = self.format.object(&answer)?;
        self.registration.required.check(|name| texts(object, name))?;
        let mut profile = self.format.read(object);
        if matches!(self.format, ProfileFormat::Github) && !self.addresses.emails.is_empty() {
            add_github_email(&mut profile, &self.get(&self.addresses.emails, access_token).await?);
        }
        Ok(profile)
    }

    async fn get(&self, address: &str, access_token: &str) -> Result<Value> {
        let body = self.http.user_info(address, access_token).await?;
        serde_json::from_slice(&body).map_err(|error| invalid(&format!("the profile is not JSON: {error}")))
    }
}
