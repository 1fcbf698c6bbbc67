//! The relying party of OpenID Connect: the authorization code flow with PKCE, state and nonce.
//!
//! Requests are sent through a [`ProviderHttp`] that the caller supplies. No token of the provider is kept, only
//! the profile of the user.

use std::sync::{Arc, Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use jiff::{SignedDuration, Timestamp};
use openidconnect::core::{
    CoreAuthPrompt, CoreAuthenticationFlow, CoreClient, CoreClientAuthMethod, CoreIdToken, CoreIdTokenClaims,
    CoreJwsSigningAlgorithm, CoreProviderMetadata, CoreUserInfoClaims,
};
use openidconnect::{
    AccessTokenHash, AsyncHttpClient, AuthType, AuthorizationCode, ClaimsVerificationError, ClientId, ClientSecret,
    CsrfToken, DiscoveryError, EndUserEmail, EndUserName, EndpointMaybeSet, EndpointNotSet, EndpointSet, HttpRequest,
    HttpResponse, IssuerUrl, LocalizedClaim, LoginHint, Nonce, OAuth2TokenResponse, PkceCodeChallenge,
    PkceCodeVerifier, RedirectUrl, RequestTokenError, Scope, SignatureVerificationError, TokenResponse,
};

use super::secrets;
use crate::domain::account::display_name;
use crate::domain::email::Email;
use crate::domain::federated::{FederatedProfile, is_subject};
use crate::error::{Error, ErrorCode, Kind, Result};

/// Sends HTTP requests to a provider.
pub struct ProviderHttp(Box<dyn Fn(HttpRequest) -> BoxFuture<'static, Result<HttpResponse>> + Send + Sync>);

impl ProviderHttp {
    pub fn new<F>(send: impl Fn(HttpRequest) -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = Result<HttpResponse>> + Send + 'static,
    {
        Self(Box::new(move |request| send(request).boxed()))
    }
}

impl<'c> AsyncHttpClient<'c> for ProviderHttp {
    type Error = Error;
    type Future = BoxFuture<'static, Result<HttpResponse>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        (self.0)(request)
    }
}

/// How long the discovery document and the keys of a provider are cached.
const METADATA_TTL: SignedDuration = SignedDuration::from_hours(1);

/// How far the provider's clock may be ahead of ours.
const MAX_CLOCK_SKEW: TimeDelta = TimeDelta::minutes(5);

const GOOGLE: &str = "https://accounts.google.com";

/// Asymmetric algorithms: an HMAC under our client secret would not prove that the provider signed.
const SIGNATURES: [CoreJwsSigningAlgorithm; 9] = [
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha384,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha512,
    CoreJwsSigningAlgorithm::RsaSsaPssSha256,
    CoreJwsSigningAlgorithm::RsaSsaPssSha384,
    CoreJwsSigningAlgorithm::RsaSsaPssSha512,
    CoreJwsSigningAlgorithm::EcdsaP256Sha256,
    CoreJwsSigningAlgorithm::EcdsaP384Sha384,
    CoreJwsSigningAlgorithm::EdDsa,
];

type ConfiguredClient =
    CoreClient<EndpointSet, EndpointNotSet, EndpointNotSet, EndpointNotSet, EndpointMaybeSet, EndpointMaybeSet>;

/// Our registration as a client of a provider.
#[derive(Clone)]
pub struct ClientRegistration {
    pub issuer: String,
    pub client_id: String,
    pub client_secret: String,
    pub redirect_uri: String,
    /// In addition to `openid`.
    pub scopes: Vec<String>,
}

/// Options of an authorization request.
#[derive(Debug, Clone, Default)]
pub struct AuthorizationOptions {
    pub login_hint: Option<String>,
    /// Whether the provider must authenticate the user again.
    pub is_reauthentication: bool,
}

/// An authorization request: the URL to open, and the values that its response is checked against.
#[derive(Debug, Clone)]
pub struct AuthorizationRequest {
    pub url: String,
    pub state: String,
    pub nonce: String,
    pub pkce_verifier: String,
}

/// The code of an authorization response, with the secrets of its request.
#[derive(Debug, Clone)]
pub struct AuthorizationGrant {
    pub code: String,
    pub nonce: String,
    pub pkce_verifier: String,
}

struct CachedMetadata {
    metadata: Arc<CoreProviderMetadata>,
    fetched_at: Timestamp,
}

/// A client of the configured provider, with a cache of the provider's metadata.
#[derive(Default)]
pub struct RelyingParty(Mutex<Option<CachedMetadata>>);

impl RelyingParty {
    /// Makes an authorization request.
    ///
    /// # Errors
    /// `provider_unavailable`.
    pub async fn authorize(
        &self,
        registration: &ClientRegistration,
        http: &ProviderHttp,
        options: &AuthorizationOptions,
        now: Timestamp,
    ) -> Result<AuthorizationRequest> {
        let client = client(registration, &*self.metadata(registration, http, now, METADATA_TTL).await?)?;
        let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
        let (state, nonce) = (secrets::generate_token(), secrets::generate_token());
        let (sent_state, sent_nonce) = (CsrfToken::new(state.clone()), Nonce::new(nonce.clone()));
        let mut request = client
            .authorize_url(CoreAuthenticationFlow::AuthorizationCode, || sent_state, || sent_nonce)
            .set_pkce_challenge(challenge)
            .add_scopes(registration.scopes.iter().cloned().map(Scope::new));
        if let Some(hint) = &options.login_hint {
            request = request.set_login_hint(LoginHint::new(hint.clone()));
        }
        if options.is_reauthentication {
            // Google does not support `prompt=login` and refuses unknown values.
            let is_google = registration.issuer == GOOGLE;
            request = request.add_prompt(if is_google { CoreAuthPrompt::SelectAccount } else { CoreAuthPrompt::Login });
        }
        let (url, _, _) = request.url();
        if !matches!(url.scheme(), "http" | "https") {
            return Err(unsuitable());
        }
        Ok(AuthorizationRequest { url: url.into(), state, nonce, pkce_verifier: verifier.into_secret() })
    }

    /// Exchanges an authorization code for the user's profile.
    ///
    /// # Errors
    /// `invalid_idp_response` when the response does not authenticate a user, `provider_unavailable`.
    pub async fn exchange(
        &self,
        registration: &ClientRegistration,
        http: &ProviderHttp,
        grant: &AuthorizationGrant,
        now: Timestamp,
    ) -> Result<FederatedProfile> {
        let cached = client(registration, &*self.metadata(registration, http, now, METADATA_TTL).await?)?;
        let request = cached.exchange_code(AuthorizationCode::new(grant.code.clone()));
        let request = request.map_err(|error| unsuitable().caused_by(error))?;
        let request = request.set_pkce_verifier(PkceCodeVerifier::new(grant.pkce_verifier.clone()));
        let token = request.request_async(http).await.map_err(|error| match error {
            RequestTokenError::Request(error) => error,
            RequestTokenError::ServerResponse(answer) => invalid(&format!("the code was refused: {}", answer.error())),
            _ => invalid("the token response cannot be parsed"),
        })?;
        let id_token = token.id_token().ok_or_else(|| invalid("the ID token is missing"))?;
        let nonce = Nonce::new(grant.nonce.clone());
        let refreshed;
        let (claims, client) = match verified_claims(&cached, id_token, &nonce, now) {
            // The provider may have rotated its keys since they were fetched.
            Err(ClaimsVerificationError::SignatureVerification(SignatureVerificationError::NoMatchingKey)) => {
                let metadata = self.metadata(registration, http, now, SignedDuration::ZERO).await?;
                refreshed = client(registration, &metadata)?;
                (verified_claims(&refreshed, id_token, &nonce, now), &refreshed)
            }
            claims => (claims, &cached),
        };
        let claims = claims.map_err(|error| invalid(&format!("the ID token is not valid: {error}")))?;
        check_access_token(client, id_token, claims, token.access_token())?;
        if claims.email().is_some() {
            return profile(claims.subject(), claims.email(), claims.email_verified(), claims.name());
        }
        let subject = claims.subject();
        let Ok(request) = client.user_info(token.access_token().clone(), Some(subject.clone())) else {
            return profile(subject, None, None, claims.name());
        };
        let claims: Result<CoreUserInfoClaims, _> = request.request_async(http).await;
        let claims = claims.map_err(|_| invalid("the user info response is not valid"))?;
        profile(subject, claims.email(), claims.email_verified(), claims.name())
    }

    async fn metadata(
        &self,
        registration: &ClientRegistration,
        http: &ProviderHttp,
        now: Timestamp,
        max_age: SignedDuration,
    ) -> Result<Arc<CoreProviderMetadata>> {
        if let Some(cached) = &*self.0.lock().unwrap_or_else(PoisonError::into_inner)
            && now.duration_since(cached.fetched_at) < max_age
        {
            return Ok(Arc::clone(&cached.metadata));
        }
        let issuer = IssuerUrl::new(registration.issuer.clone()).map_err(|error| unsuitable().caused_by(error))?;
        let metadata = CoreProviderMetadata::discover_async(issuer, http).await.map_err(|error| match error {
            DiscoveryError::Request(error) => error,
            // Names the fault of the document; contains no data of a user.
            error => unsuitable().caused_by(anyhow::anyhow!("{error}")),
        })?;
        let metadata = Arc::new(metadata);
        let cached = CachedMetadata { metadata: Arc::clone(&metadata), fetched_at: now };
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(cached);
        Ok(metadata)
    }
}

fn client(registration: &ClientRegistration, metadata: &CoreProviderMetadata) -> Result<ConfiguredClient> {
    let redirect =
        RedirectUrl::new(registration.redirect_uri.clone()).map_err(|error| unsuitable().caused_by(error))?;
    let id = ClientId::new(registration.client_id.clone());
    let secret = ClientSecret::new(registration.client_secret.clone());
    let client = CoreClient::from_provider_metadata(metadata.clone(), id, Some(secret)).set_redirect_uri(redirect);
    let supports = |method| metadata.token_endpoint_auth_methods_supported().is_none_or(|all| all.contains(&method));
    let in_body =
        !supports(CoreClientAuthMethod::ClientSecretBasic) && supports(CoreClientAuthMethod::ClientSecretPost);
    Ok(if in_body { client.set_auth_type(AuthType::RequestBody) } else { client })
}

/// Returns the claims of an ID token after verifying its signature, issuer, audience, times and nonce.
fn verified_claims<'a>(
    client: &ConfiguredClient,
    id_token: &'a CoreIdToken,
    nonce: &Nonce,
    now: Timestamp,
) -> Result<&'a CoreIdTokenClaims, ClaimsVerificationError> {
    let now: DateTime<Utc> = DateTime::from_timestamp(now.as_second(), 0).unwrap_or_default();
    let verifier = client.id_token_verifier().set_allowed_algs(SIGNATURES).set_time_fn(move || now);
    let latest = now + MAX_CLOCK_SKEW;
    let verifier = verifier.set_issue_time_verifier_fn(move |issued| {
        if issued <= latest { Ok(()) } else { Err("it was issued in the future".into()) }
    });
    id_token.claims(&verifier, nonce)
}

/// Checks the access token against the ID token's `at_hash`, where the provider sends one.
fn check_access_token(
    client: &ConfiguredClient,
    id_token: &CoreIdToken,
    claims: &CoreIdTokenClaims,
    access_token: &openidconnect::AccessToken,
) -> Result<()> {
    let Some(expected) = claims.access_token_hash() else { return Ok(()) };
    let verifier = client.id_token_verifier();
    let key = id_token.signing_key(&verifier).map_err(|_| invalid("the key of the ID token is missing"))?;
    let algorithm = id_token.signing_alg().map_err(|_| invalid("the algorithm of the ID token is unknown"))?;
    let hash = AccessTokenHash::from_token(access_token, algorithm, key);
    if hash.is_ok_and(|hash| hash == *expected) {
        Ok(())
    } else {
        Err(invalid("at_hash does not match the access token"))
    }
}

fn profile(
    subject: &str,
    email: Option<&EndUserEmail>,
    email_verified: Option<bool>,
    name: Option<&LocalizedClaim<EndUserName>>,
) -> Result<FederatedProfile> {
    if !is_subject(subject) {
        return Err(invalid("the subject is not valid"));
    }
    let email = email.and_then(|email| Email::parse(email.as_str()));
    let name = name.and_then(|name| name.get(None)).and_then(|name| display_name(name.as_str()));
    Ok(FederatedProfile {
        subject: subject.to_owned(),
        email_verified: email.is_some() && email_verified == Some(true),
        email,
        display_name: name.unwrap_or_default(),
    })
}

fn invalid(why: &str) -> Error {
    let error = Error::new(Kind::Invalid, ErrorCode::InvalidIdpResponse, "The response of the provider is not valid.");
    error.caused_by(anyhow::anyhow!("{why}"))
}

fn unsuitable() -> Error {
    Error::new(Kind::Upstream, ErrorCode::ProviderUnavailable, "The provider of this sign-in cannot be used.")
}
