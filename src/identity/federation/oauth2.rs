//! A client of OAuth 2: the authorization code flow with PKCE and state, and the provider's user info endpoint.
//!
//! OAuth 2 has no ID token: the profile at the user info endpoint identifies the user. The access token is used for
//! nothing else.

use ::oauth2::basic::BasicClient;
use ::oauth2::{
    AsyncHttpClient, AuthType, AuthUrl, AuthorizationCode, ClientId, ClientSecret, CsrfToken, EndpointNotSet,
    EndpointSet, PkceCodeChallenge, PkceCodeVerifier, RedirectUrl, Scope, TokenResponse, TokenUrl,
};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use http::header;
use jiff::Timestamp;
use serde_json::Value;
use url::Url;

use super::client::{
    Authentication, AuthorizationGrant, AuthorizationOptions, AuthorizationRequest, Federation, ProviderHttp,
    Registration,
};
use super::errors::{invalid, token_error, unsuitable};
use super::profile::{ProfileFormat, UncheckedProfile, add_github_email};
use crate::error::Result;
use crate::identity::secrets;

type OAuth2Client = BasicClient<EndpointSet, EndpointNotSet, EndpointNotSet, EndpointNotSet, EndpointSet>;

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
            let request = client
                .exchange_code(AuthorizationCode::new(grant.code()?.to_owned()))
                .set_pkce_verifier(PkceCodeVerifier::new(grant.pkce_verifier.clone()));
            let token = request.request_async(&self.http).await.map_err(token_error)?;
            Ok(self.profile(token.access_token().secret()).await?.check()?.into())
        }
        .boxed()
    }
}

impl OAuth2 {
    fn client(&self, redirect_uri: &str, now: Timestamp) -> Result<OAuth2Client> {
        let unusable = |error| unsuitable().caused_by(error);
        let secret = self.registration.credential.secret(&self.registration.client_id, now)?;
        Ok(BasicClient::new(ClientId::new(self.registration.client_id.clone()))
            .set_client_secret(ClientSecret::new(secret))
            .set_auth_type(if self.has_basic_auth { AuthType::BasicAuth } else { AuthType::RequestBody })
            .set_auth_uri(AuthUrl::new(self.addresses.authorization.clone()).map_err(unusable)?)
            .set_token_uri(TokenUrl::new(self.addresses.token.clone()).map_err(unusable)?)
            .set_redirect_uri(RedirectUrl::new(redirect_uri.to_owned()).map_err(unusable)?))
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
        let mut profile = self.format.read(&self.get(&self.addresses.userinfo, access_token).await?)?;
        if matches!(self.format, ProfileFormat::Github) && !self.addresses.emails.is_empty() {
            add_github_email(&mut profile, &self.get(&self.addresses.emails, access_token).await?);
        }
        Ok(profile)
    }

    async fn get(&self, address: &str, access_token: &str) -> Result<Value> {
        let request = http::Request::get(address)
            .header(header::ACCEPT, "application/json")
            .header(header::AUTHORIZATION, format!("Bearer {access_token}"))
            .body(vec![])
            .map_err(|error| unsuitable().caused_by(error))?;
        let response = self.http.call(request).await?;
        if !response.status().is_success() {
            return Err(invalid(&format!("the profile was refused with {}", response.status().as_u16())));
        }
        serde_json::from_slice(response.body()).map_err(|_| invalid("the profile is not JSON"))
    }
}
