//! Shared by all providers: the calls, their parameters, and our registration.

use std::collections::HashMap;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use http::header;
use jiff::Timestamp;
use oauth2::{HttpRequest, HttpResponse};

use super::credential::Credential;
use super::errors::{invalid, unsuitable};
use super::required_claims::RequiredClaims;
use crate::domain::federated::FederatedProfile;
use crate::error::Result;

/// A sign-in provider.
// docs/decisions/0041
pub trait Federation: Send + Sync {
    /// Creates an authorization request.
    ///
    /// # Errors
    /// `provider_unavailable`.
    fn authorize<'a>(
        &'a self,
        options: &'a AuthorizationOptions,
        now: Timestamp,
    ) -> BoxFuture<'a, Result<AuthorizationRequest>>;

    /// Exchanges the response to an authorization request for the user's profile.
    ///
    /// # Errors
    /// `invalid_idp_response` when the response does not authenticate a user, `provider_unavailable`.
    fn exchange<'a>(&'a self, grant: &'a AuthorizationGrant, now: Timestamp) -> BoxFuture<'a, Result<Authentication>>;

    /// Verifies an ID token that the browser got from the provider, and returns the user's profile.
    ///
    /// # Errors
    /// `invalid_idp_response`, also from a provider that issues no ID tokens; `provider_unavailable`.
    fn verify_token<'a>(
        &'a self,
        _token: &'a BrowserToken,
        _now: Timestamp,
    ) -> BoxFuture<'a, Result<FederatedProfile>> {
        async { Err(invalid("the provider issues no ID tokens")) }.boxed()
    }

    /// Returns the metadata document with which the provider's administrator registers us, for a protocol that has one.
    ///
    /// # Errors
    /// `provider_unavailable`.
    fn metadata(&self, _redirect_uri: &str) -> Result<Option<String>> {
        Ok(None)
    }
}

/// An ID token that the browser got from the provider.
#[derive(Debug, Clone)]
pub struct BrowserToken {
    pub id_token: String,
    /// Our nonce, which the token must repeat.
    pub nonce: String,
}

/// The providers by ID.
pub type Federations = HashMap<String, Box<dyn Federation>>;

/// Our registration as a client of a provider.
#[derive(Clone)]
pub struct Registration {
    pub client_id: String,
    pub credential: Credential,
    /// Scopes to request in addition to `openid`.
    pub scopes: Vec<String>,
    /// Additional parameters of the authorization request.
    pub parameters: Vec<(String, String)>,
    /// The parameter for the address that the provider may fill in.
    pub login_hint: Option<&'static str>,
    /// The parameter that makes the provider authenticate the user again.
    pub reauthentication: Option<(&'static str, &'static str)>,
    /// What the provider must state about a user.
    pub required: RequiredClaims,
    /// Other clients of the provider for which ID tokens may be too; `*` for all.
    pub trusted_audiences: Vec<String>,
}

/// Options of an authorization request.
#[derive(Debug, Clone, Default)]
pub struct AuthorizationOptions {
    pub redirect_uri: String,
    pub login_hint: Option<String>,
    /// Whether the provider must authenticate the user again.
    pub is_reauthentication: bool,
    pub additions: RequestAdditions,
}

/// Additions to the authorization request by the page that starts a visit.
#[derive(Debug, Clone, Default)]
pub struct RequestAdditions {
    /// Scopes to request in addition to the registered ones.
    pub scopes: Vec<String>,
    pub parameters: Vec<(String, String)>,
    /// The parameter for the login hint, if it is not the usual one.
    pub login_hint_key: Option<String>,
}

/// An authorization request: the URL to open, and the values that its response is checked against.
#[derive(Debug, Clone)]
pub struct AuthorizationRequest {
    pub url: String,
    pub state: String,
    pub nonce: String,
    pub pkce_verifier: String,
}

/// An authorization response, with the secrets of its request.
#[derive(Debug, Clone)]
pub struct AuthorizationGrant {
    pub redirect_uri: String,
    pub response: AuthorizationResponse,
    /// The issuer by which the provider identifies itself (RFC 9207).
    pub iss: Option<String>,
    /// SAML: the ID of the request.
    pub nonce: String,
    pub pkce_verifier: String,
    /// The user must have authenticated since then, as far as the protocol shows it.
    pub authenticated_since: Option<Timestamp>,
}

/// The content of a provider's response.
#[derive(Debug, Clone)]
pub enum AuthorizationResponse {
    Code(String),
    /// A SAML response in Base64.
    Saml(String),
}

/// An authenticated user.
#[derive(Debug)]
pub struct Authentication {
    pub profile: FederatedProfile,
    /// Identifiers of a response that could be replayed. The caller accepts each once.
    pub once: Vec<SingleUse>,
}

/// An identifier that is accepted once until this time.
#[derive(Debug, Clone)]
pub struct SingleUse {
    pub id: String,
    pub until: Timestamp,
}

impl From<FederatedProfile> for Authentication {
    fn from(profile: FederatedProfile) -> Self {
        Self { profile, once: vec![] }
    }
}

impl AuthorizationGrant {
    /// Returns the authorization code.
    ///
    /// # Errors
    /// `invalid_idp_response` when the response has none.
    pub(super) fn code(&self) -> Result<&str> {
        match &self.response {
            AuthorizationResponse::Code(code) => Ok(code),
            AuthorizationResponse::Saml(_) => Err(invalid("the response has no code")),
        }
    }

    /// Returns the SAML response.
    ///
    /// # Errors
    /// `invalid_idp_response` when the response is of another protocol.
    pub(super) fn saml_response(&self) -> Result<&str> {
        match &self.response {
            AuthorizationResponse::Saml(response) => Ok(response),
            AuthorizationResponse::Code(_) => Err(invalid("the response has no SAMLResponse")),
        }
    }
}

/// Sends HTTP requests to a provider.
pub struct ProviderHttp(Box<dyn Fn(HttpRequest) -> BoxFuture<'static, Result<HttpResponse>> + Send + Sync>);

impl ProviderHttp {
    pub fn new<F>(send: impl Fn(HttpRequest) -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = Result<HttpResponse>> + Send + 'static,
    {
        Self(Box::new(move |request| send(request).boxed()))
    }

    /// Sends a request and reads the whole response, whatever its status.
    ///
    /// # Errors
    /// `provider_unavailable`.
    pub async fn send(&self, request: HttpRequest) -> Result<HttpResponse> {
        (self.0)(request).await
    }

    /// Returns the body of an endpoint that describes the user of the access token.
    ///
    /// # Errors
    /// `invalid_idp_response`, `provider_unavailable`.
    pub(super) async fn user_info(&self, address: &str, access_token: &str) -> Result<Vec<u8>> {
        let request = http::Request::get(address)
            .header(header::ACCEPT, "application/json")
            .header(header::AUTHORIZATION, format!("Bearer {access_token}"))
            .body(vec![])
            .map_err(|error| unsuitable().caused_by(error))?;
        let response = self.send(request).await?;
        if !response.status().is_success() {
            return Err(invalid(&format!("the profile was refused with {}", response.status().as_u16())));
        }
        Ok(response.into_body())
    }
}

impl Registration {
    /// The scopes of an authorization request, each once.
    pub(super) fn all_scopes(&self, options: &AuthorizationOptions) -> Vec<String> {
        let mut scopes = self.scopes.clone();
        for scope in &options.additions.scopes {
            // The OpenID Connect client adds this one itself.
            if scope != "openid" && !scopes.contains(scope) {
                scopes.push(scope.clone());
            }
        }
        scopes
    }

    /// The parameters of an authorization request that the protocol does not define. Those of the page do not replace
    /// configured ones.
    pub(super) fn extra_parameters(&self, options: &AuthorizationOptions) -> Vec<(String, String)> {
        let additions = &options.additions;
        let hint_key = additions.login_hint_key.as_deref().or(self.login_hint);
        let hint = hint_key.zip(options.login_hint.as_deref());
        let again = self.reauthentication.filter(|_| options.is_reauthentication);
        let own: Vec<_> = hint.into_iter().chain(again).collect();
        let is_own = |name: &str| own.iter().any(|(own, _)| *own == name);
        let is_configured = |name: &str| self.parameters.iter().any(|(configured, _)| configured == name);
        let added = additions.parameters.iter().filter(|(name, _)| !is_configured(name));
        let others = self.parameters.iter().chain(added).filter(|(name, _)| !is_own(name)).cloned();
        others.chain(own.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))).collect()
    }
}
