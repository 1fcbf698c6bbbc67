//! Signing in through a provider of OpenID Connect: the code flow with PKCE, state and nonce.
//!
//! Knows no network: whoever calls gives the way on which requests leave. No token of the provider
//! is kept; what remains of it is who the reader is.

use std::sync::{Arc, Mutex, PoisonError};

use chrono::{DateTime, Utc};
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

/// The way on which requests leave and their answers come.
pub struct Way(Box<dyn Fn(HttpRequest) -> BoxFuture<'static, Result<HttpResponse>> + Send + Sync>);

impl Way {
    pub fn new<F>(send: impl Fn(HttpRequest) -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = Result<HttpResponse>> + Send + 'static,
    {
        Self(Box::new(move |request| send(request).boxed()))
    }
}

impl<'c> AsyncHttpClient<'c> for Way {
    type Error = Error;
    type Future = BoxFuture<'static, Result<HttpResponse>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        (self.0)(request)
    }
}

/// What the provider says of itself and its keys is believed for so long.
const METADATA_LIFE: SignedDuration = SignedDuration::from_hours(1);

const GOOGLE: &str = "https://accounts.google.com";

/// Signatures that only the provider can make; one by our shared secret would say less.
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

type Oidc = CoreClient<EndpointSet, EndpointNotSet, EndpointNotSet, EndpointNotSet, EndpointMaybeSet, EndpointMaybeSet>;

/// How the provider knows us.
#[derive(Clone)]
pub struct Client {
    pub issuer: String,
    pub client_id: String,
    pub client_secret: String,
    /// Where the provider sends the browser back to.
    pub redirect_uri: String,
    /// Besides `openid`.
    pub scopes: Vec<String>,
}

/// What the reader's visit to the provider is about.
#[derive(Debug, Clone, Default)]
pub struct Visit {
    pub login_hint: Option<String>,
    /// Whether the reader is to prove anew who they are.
    pub is_proof: bool,
}

/// A visit that has begun: where it leads, and what its return is checked against.
#[derive(Debug, Clone)]
pub struct Ticket {
    pub url: String,
    pub state: String,
    pub nonce: String,
    pub verifier: String,
}

/// What was drawn for a visit whose reader came back.
#[derive(Debug, Clone)]
pub struct Return {
    pub code: String,
    pub nonce: String,
    pub verifier: String,
}

struct Known {
    metadata: Arc<CoreProviderMetadata>,
    at: Timestamp,
}

/// The one provider: remembers what it says of itself.
#[derive(Default)]
pub struct Issuer(Mutex<Option<Known>>);

impl Issuer {
    /// Begins a visit to the provider.
    ///
    /// Errors: `provider_unavailable`.
    pub async fn begin(&self, client: &Client, way: &Way, visit: &Visit, now: Timestamp) -> Result<Ticket> {
        let oidc = oidc(client, &*self.metadata(client, way, now, METADATA_LIFE).await?)?;
        let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
        let (state, nonce) = (secrets::token(), secrets::token());
        let (csrf, own_nonce) = (CsrfToken::new(state.clone()), Nonce::new(nonce.clone()));
        let mut request = oidc
            .authorize_url(CoreAuthenticationFlow::AuthorizationCode, || csrf, || own_nonce)
            .set_pkce_challenge(challenge)
            .add_scopes(client.scopes.iter().cloned().map(Scope::new));
        if let Some(hint) = &visit.login_hint {
            request = request.set_login_hint(LoginHint::new(hint.clone()));
        }
        if visit.is_proof {
            // Google knows no `login` and refuses what it does not know.
            let is_google = client.issuer == GOOGLE;
            request = request.add_prompt(if is_google { CoreAuthPrompt::SelectAccount } else { CoreAuthPrompt::Login });
        }
        let (url, _, _) = request.url();
        if !matches!(url.scheme(), "http" | "https") {
            return Err(unsuitable());
        }
        Ok(Ticket { url: url.into(), state, nonce, verifier: verifier.into_secret() })
    }

    /// Changes the code for what the provider says of the reader.
    ///
    /// Errors: `invalid_idp_response` for what does not prove anything, `provider_unavailable`.
    pub async fn finish(&self, client: &Client, way: &Way, back: &Return, now: Timestamp) -> Result<FederatedProfile> {
        let oidc = oidc(client, &*self.metadata(client, way, now, METADATA_LIFE).await?)?;
        let request = oidc.exchange_code(AuthorizationCode::new(back.code.clone()));
        let request = request.map_err(|error| unsuitable().caused_by(error))?;
        let request = request.set_pkce_verifier(PkceCodeVerifier::new(back.verifier.clone()));
        let token = request.request_async(way).await.map_err(|error| match error {
            RequestTokenError::Request(error) => error,
            RequestTokenError::ServerResponse(answer) => invalid(&format!("the code was refused: {}", answer.error())),
            _ => invalid("the answer to the code cannot be read"),
        })?;
        let id_token = token.id_token().ok_or_else(|| invalid("there is no ID token"))?;
        let nonce = Nonce::new(back.nonce.clone());
        let fresh;
        let (claims, oidc) = match claims(&oidc, id_token, &nonce, now) {
            // The provider may have new keys since we asked for them.
            Err(ClaimsVerificationError::SignatureVerification(SignatureVerificationError::NoMatchingKey)) => {
                let metadata = self.metadata(client, way, now, SignedDuration::ZERO).await?;
                fresh = self::oidc(client, &metadata)?;
                (claims(&fresh, id_token, &nonce, now), &fresh)
            }
            checked => (checked, &oidc),
        };
        let claims = claims.map_err(|error| invalid(&format!("the ID token does not hold: {error}")))?;
        check_access_token(oidc, id_token, claims, token.access_token())?;
        if claims.email().is_some() {
            return profile(claims.subject(), claims.email(), claims.email_verified(), claims.name());
        }
        let subject = claims.subject();
        let Ok(request) = oidc.user_info(token.access_token().clone(), Some(subject.clone())) else {
            return profile(subject, None, None, claims.name());
        };
        let told: Result<CoreUserInfoClaims, _> = request.request_async(way).await;
        let told = told.map_err(|_| invalid("what it says of the reader cannot be read"))?;
        profile(subject, told.email(), told.email_verified(), told.name())
    }

    async fn metadata(
        &self,
        client: &Client,
        way: &Way,
        now: Timestamp,
        life: SignedDuration,
    ) -> Result<Arc<CoreProviderMetadata>> {
        if let Some(known) = &*self.0.lock().unwrap_or_else(PoisonError::into_inner)
            && now.duration_since(known.at) < life
        {
            return Ok(Arc::clone(&known.metadata));
        }
        let issuer = IssuerUrl::new(client.issuer.clone()).map_err(|error| unsuitable().caused_by(error))?;
        let metadata = CoreProviderMetadata::discover_async(issuer, way).await.map_err(|error| match error {
            DiscoveryError::Request(error) => error,
            // It names what was wrong with the document and repeats nothing of a reader.
            error => unsuitable().caused_by(anyhow::anyhow!("{error}")),
        })?;
        let metadata = Arc::new(metadata);
        let known = Known { metadata: Arc::clone(&metadata), at: now };
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(known);
        Ok(metadata)
    }
}

fn oidc(client: &Client, metadata: &CoreProviderMetadata) -> Result<Oidc> {
    let redirect = RedirectUrl::new(client.redirect_uri.clone()).map_err(|error| unsuitable().caused_by(error))?;
    let (id, secret) = (ClientId::new(client.client_id.clone()), ClientSecret::new(client.client_secret.clone()));
    let oidc = CoreClient::from_provider_metadata(metadata.clone(), id, Some(secret)).set_redirect_uri(redirect);
    let takes = |method| metadata.token_endpoint_auth_methods_supported().is_none_or(|all| all.contains(&method));
    let in_body = !takes(CoreClientAuthMethod::ClientSecretBasic) && takes(CoreClientAuthMethod::ClientSecretPost);
    Ok(if in_body { oidc.set_auth_type(AuthType::RequestBody) } else { oidc })
}

/// What the ID token says, once its signature, issuer, audience, times and nonce are those of this visit.
fn claims<'a>(
    oidc: &Oidc,
    id_token: &'a CoreIdToken,
    nonce: &Nonce,
    now: Timestamp,
) -> Result<&'a CoreIdTokenClaims, ClaimsVerificationError> {
    let now: DateTime<Utc> = DateTime::from_timestamp(now.as_second(), 0).unwrap_or_default();
    let verifier = oidc.id_token_verifier().set_allowed_algs(SIGNATURES).set_time_fn(move || now);
    id_token.claims(&verifier, nonce)
}

/// Where the ID token names the access token it came with, it is this one.
fn check_access_token(
    oidc: &Oidc,
    id_token: &CoreIdToken,
    claims: &CoreIdTokenClaims,
    access_token: &openidconnect::AccessToken,
) -> Result<()> {
    let Some(named) = claims.access_token_hash() else { return Ok(()) };
    let verifier = oidc.id_token_verifier();
    let key = id_token.signing_key(&verifier).map_err(|_| invalid("the key of the ID token is not there"))?;
    let signed = id_token.signing_alg().map_err(|_| invalid("the signature of the ID token is not known"))?;
    let own = AccessTokenHash::from_token(access_token, signed, key);
    if own.is_ok_and(|own| own == *named) { Ok(()) } else { Err(invalid("the access token is not the ID token's")) }
}

fn profile(
    subject: &str,
    email: Option<&EndUserEmail>,
    email_verified: Option<bool>,
    name: Option<&LocalizedClaim<EndUserName>>,
) -> Result<FederatedProfile> {
    if !is_subject(subject) {
        return Err(invalid("it names nobody"));
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
    let error = Error::new(Kind::Invalid, ErrorCode::InvalidIdpResponse, "The provider's answer proves nothing.");
    error.caused_by(anyhow::anyhow!("{why}"))
}

fn unsuitable() -> Error {
    Error::new(Kind::Upstream, ErrorCode::ProviderUnavailable, "The provider of this sign-in cannot be understood.")
}
