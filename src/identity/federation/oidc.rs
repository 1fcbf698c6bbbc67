//! The relying party of OpenID Connect: the authorization code flow with PKCE, state and nonce.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use jiff::{SignedDuration, Timestamp};
use openidconnect::core::{
    CoreAuthenticationFlow, CoreClient, CoreClientAuthMethod, CoreIdToken, CoreIdTokenClaims, CoreJwsSigningAlgorithm,
    CoreUserInfoClaims,
};
use openidconnect::{
    AccessTokenHash, AuthType, AuthorizationCode, ClaimsVerificationError, ClientId, ClientSecret, CsrfToken,
    EndUserEmail, EndUserName, EndUserPictureUrl, EndpointMaybeSet, EndpointNotSet, EndpointSet, IssuerUrl,
    LocalizedClaim, Nonce, OAuth2TokenResponse, PkceCodeChallenge, PkceCodeVerifier, RedirectUrl, Scope,
    SignatureVerificationError, TokenResponse,
};

use super::client::{
    Authentication, AuthorizationGrant, AuthorizationOptions, AuthorizationRequest, BrowserToken, Federation,
    ProviderHttp, Registration,
};
use super::errors::{invalid, token_error, unsuitable};
use super::oidc_issuer::OidcIssuer;
use super::oidc_metadata::{Metadata, MetadataCache};
use super::profile::UncheckedProfile;
use crate::domain::federated::FederatedProfile;
use crate::error::Result;
use crate::identity::secrets;

/// How long the discovery document and the keys of a provider are cached.
const METADATA_TTL: SignedDuration = SignedDuration::from_hours(1);

/// Minimum time between two fetches of the keys that unverified tokens cause.
const KEYS_PAUSE: SignedDuration = SignedDuration::from_mins(1);

/// How far the provider's clock may be ahead of ours.
const MAX_CLOCK_SKEW: TimeDelta = TimeDelta::minutes(5);

/// Asymmetric algorithms only: an HMAC with our client secret would not prove that the provider signed.
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
        self.profile_of_token(token, now).boxed()
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
        let (sent_state, sent_nonce) = (CsrfToken::new(state.clone()), Nonce::new(nonce.clone()));
        let mut request = client
            .authorize_url(CoreAuthenticationFlow::AuthorizationCode, || sent_state, || sent_nonce)
            .set_pkce_challenge(challenge)
            .add_scopes(self.registration.all_scopes(options).into_iter().map(Scope::new));
        for (name, value) in self.registration.extra_parameters(options) {
            request = request.add_extra_param(name, value);
        }
        let (url, _, _) = request.url();
        if !matches!(url.scheme(), "http" | "https") {
            return Err(unsuitable());
        }
        Ok(AuthorizationRequest { url: url.into(), state, nonce, pkce_verifier: verifier.into_secret() })
    }

    async fn profile_of(&self, grant: &AuthorizationGrant, now: Timestamp) -> Result<FederatedProfile> {
        let metadata = self.metadata(now, METADATA_TTL).await?;
        self.check_iss(&metadata, grant.iss.as_deref())?;
        let client = self.client(&metadata, &grant.redirect_uri, now)?;
        let request = client.exchange_code(AuthorizationCode::new(grant.code()?.to_owned()));
        let request = request.map_err(|error| unsuitable().caused_by(error))?;
        let request = request.set_pkce_verifier(PkceCodeVerifier::new(grant.pkce_verifier.clone()));
        let token = request.request_async(&self.http).await.map_err(token_error)?;
        let id_token = token.id_token().ok_or_else(|| invalid("the ID token is missing"))?;
        let (claims, client) =
            self.verify(id_token, &grant.nonce, &grant.redirect_uri, SignedDuration::ZERO, now).await?;
        let client = &client;
        check_access_token(client, id_token, claims, token.access_token())?;
        check_auth_time(claims, grant.authenticated_since)?;
        if claims.email().is_some() {
            let (email, verified) = (claims.email(), claims.email_verified());
            return self.profile(claims.subject(), email, verified, claims.name(), claims.picture());
        }
        let subject = claims.subject();
        let Ok(request) = client.user_info(token.access_token().clone(), Some(subject.clone())) else {
            return self.profile(subject, None, None, claims.name(), claims.picture());
        };
        let claims: Result<CoreUserInfoClaims, _> = request.request_async(&self.http).await;
        let claims = claims.map_err(|_| invalid("the user info response is not valid"))?;
        self.profile(subject, claims.email(), claims.email_verified(), claims.name(), claims.picture())
    }

    /// Returns the profile in an ID token. Without an access token, missing claims cannot be requested.
    async fn profile_of_token(&self, token: &BrowserToken, now: Timestamp) -> Result<FederatedProfile> {
        let id_token: CoreIdToken = token.id_token.parse().map_err(|_| invalid("the ID token cannot be parsed"))?;
        let (claims, _) = self.verify(&id_token, &token.nonce, &token.redirect_uri, KEYS_PAUSE, now).await?;
        self.profile(claims.subject(), claims.email(), claims.email_verified(), claims.name(), claims.picture())
    }

    /// Returns the verified claims of an ID token, and the client with the keys that verified them. When no key matches
    /// the token and the keys are older than `keys_pause`, they are fetched again: the provider may have rotated them.
    async fn verify<'a>(
        &self,
        id_token: &'a CoreIdToken,
        nonce: &str,
        redirect_uri: &str,
        keys_pause: SignedDuration,
        now: Timestamp,
    ) -> Result<(&'a CoreIdTokenClaims, ConfiguredClient)> {
        let nonce = Nonce::new(nonce.to_owned());
        let mut client = self.client(&*self.metadata(now, METADATA_TTL).await?, redirect_uri, now)?;
        let mut claims = self.verified_claims(&client, id_token, &nonce, now);
        if let Err(ClaimsVerificationError::SignatureVerification(SignatureVerificationError::NoMatchingKey)) = claims {
            client = self.client(&*self.metadata(now, keys_pause).await?, redirect_uri, now)?;
            claims = self.verified_claims(&client, id_token, &nonce, now);
        }
        let claims = claims.map_err(|error| invalid(&format!("the ID token is not valid: {error}")))?;
        if !self.issuer.includes(claims.issuer()) {
            return Err(invalid("the ID token is from another issuer"));
        }
        Ok((claims, client))
    }

    async fn metadata(&self, now: Timestamp, max_age: SignedDuration) -> Result<Arc<Metadata>> {
        self.metadata.get(&self.issuer, &self.http, now, max_age).await
    }

    /// Refuses a response from another issuer (RFC 9207), which prevents mix-up attacks.
    fn check_iss(&self, metadata: &Metadata, iss: Option<&str>) -> Result<()> {
        let is_expected = match iss {
            Some(iss) => IssuerUrl::new(iss.to_owned()).is_ok_and(|iss| self.issuer.includes(&iss)),
            None => !metadata.sends_iss,
        };
        if is_expected { Ok(()) } else { Err(invalid("the response is from another issuer")) }
    }

    fn client(&self, metadata: &Metadata, redirect_uri: &str, now: Timestamp) -> Result<ConfiguredClient> {
        let Registration { client_id, credential, .. } = &self.registration;
        let redirect = RedirectUrl::new(redirect_uri.to_owned()).map_err(|error| unsuitable().caused_by(error))?;
        let (id, secret) = (ClientId::new(client_id.clone()), ClientSecret::new(credential.secret(client_id, now)?));
        let metadata = &metadata.provider;
        let client = CoreClient::from_provider_metadata(metadata.clone(), id, Some(secret)).set_redirect_uri(redirect);
        let supports =
            |method| metadata.token_endpoint_auth_methods_supported().is_none_or(|all| all.contains(&method));
        let in_body =
            !supports(CoreClientAuthMethod::ClientSecretBasic) && supports(CoreClientAuthMethod::ClientSecretPost);
        Ok(if in_body { client.set_auth_type(AuthType::RequestBody) } else { client })
    }

    /// Returns the claims of an ID token after verifying its signature, audience, times and nonce. The issuer is
    /// verified here unless the provider has tenants.
    fn verified_claims<'a>(
        &self,
        client: &ConfiguredClient,
        id_token: &'a CoreIdToken,
        nonce: &Nonce,
        now: Timestamp,
    ) -> Result<&'a CoreIdTokenClaims, ClaimsVerificationError> {
        let now: DateTime<Utc> = DateTime::from_timestamp(now.as_second(), 0).unwrap_or_default();
        let verifier = client.id_token_verifier().set_allowed_algs(SIGNATURES).set_time_fn(move || now);
        let latest = now + MAX_CLOCK_SKEW;
        let verifier =
            verifier.require_issuer_match(!self.issuer.has_tenants).set_issue_time_verifier_fn(move |issued| {
                if issued <= latest { Ok(()) } else { Err("it was issued in the future".into()) }
            });
        id_token.claims(&verifier, nonce)
    }

    fn profile(
        &self,
        subject: &str,
        email: Option<&EndUserEmail>,
        email_verified: Option<bool>,
        name: Option<&LocalizedClaim<EndUserName>>,
        picture: Option<&LocalizedClaim<EndUserPictureUrl>>,
    ) -> Result<FederatedProfile> {
        let email = email.map(|email| email.as_str().to_owned());
        let is_own = email.as_deref().is_some_and(|email| self.issuer.assigns(email));
        let profile = UncheckedProfile {
            subject: subject.to_owned(),
            email_verified: email_verified.unwrap_or(is_own),
            email,
            name: name.and_then(|name| name.get(None)).map(|name| name.as_str().to_owned()),
            picture: picture
                .filter(|_| self.issuer.has_pictures)
                .and_then(|url| url.get(None))
                .map(|url| url.as_str().to_owned()),
        };
        profile.check()
    }
}

/// Refuses an authentication before this time, if the provider reports its time.
fn check_auth_time(claims: &CoreIdTokenClaims, since: Option<Timestamp>) -> Result<()> {
    let (Some(since), Some(auth_time)) = (since, claims.auth_time()) else { return Ok(()) };
    let earliest = since.as_second() - MAX_CLOCK_SKEW.num_seconds();
    if auth_time.timestamp() >= earliest { Ok(()) } else { Err(invalid("the user did not authenticate again")) }
}

/// Checks the access token against the ID token's `at_hash`, if the provider sends one.
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
