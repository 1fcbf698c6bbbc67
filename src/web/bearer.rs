//! Authentication by the access token in `Authorization` (RFC 6750).

use std::sync::Arc;

use axum::extract::{FromRequestParts, RawPathParams, Request, State};
use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::Response;
use jiff::Timestamp;

use super::error::Failure;
use super::extract::PathParam;
use super::state::Web;
use super::tenant;
use crate::domain::TenantId;
use crate::domain::account::SignInMethod;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::identity::claims::Claims;
use crate::ops::accounts::{keys, tenants, verification};
use crate::ops::{Actor, Principal, desk, readers};

/// The account of the request's access token. Rejects requests without a token with 401. Rejects with 403 every request
/// of an account that must first add a second factor, requests that change something if it must first verify its
/// address, and a path with the `uid` of another account.
pub(super) struct Bearer(pub Actor);

/// As [`Bearer`], for an account that may use the desk.
pub(super) struct EditorBearer(pub Actor);

/// As [`Bearer`], for an operator.
pub(super) struct OperatorBearer(pub Actor);

/// As [`Bearer`], but accepts an account that must first add a second factor: for the calls that add one.
pub(super) struct EnrollingBearer(pub Actor);

/// As [`Bearer`], but accepts an account that must first verify its address or add a second factor: for the calls of
/// [`BEFORE_VERIFICATION`](super::routes::BEFORE_VERIFICATION).
pub(super) struct UnverifiedBearer(pub Actor);

/// As [`UnverifiedBearer`], but rejects an account that must first add a second factor: for the calls of
/// [`AFTER_SECOND_FACTOR`](super::routes::AFTER_SECOND_FACTOR).
pub(super) struct UnverifiedFullBearer(pub Actor);

/// The account of the request's access token, or a visitor without one. Rejects invalid tokens.
pub(super) struct MaybeBearer(pub Actor);

/// The guest of the request's access token, otherwise a visitor: for signing up and signing in, which ignore the token
/// of an account.
pub(super) struct MaybeGuest(pub Actor);

/// A call of an account about itself: as [`Bearer`], with the `uid` in the path.
pub(super) struct OwnCall {
    pub web: Arc<Web>,
    pub actor: Actor,
    pub uid: String,
}

/// The account of the request's access token with the time it expires, for responses that may outlive the token.
pub(super) struct BearerUntil(pub Actor, pub Timestamp);

impl FromRequestParts<Arc<Web>> for BearerUntil {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, web: &Arc<Web>) -> Result<Self, Failure> {
        let claims = claims(parts, web)?.ok_or_else(missing)?;
        let actor = Actor::Account(principal(&claims));
        require_own_path(parts, &actor).await?;
        verification::require_second_factor(&web.app, &actor)?;
        Ok(Self(actor, claims.expires_at()))
    }
}

impl FromRequestParts<Arc<Web>> for Bearer {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, web: &Arc<Web>) -> Result<Self, Failure> {
        let EnrollingBearer(actor) = EnrollingBearer::from_request_parts(parts, web).await?;
        verification::require_second_factor(&web.app, &actor)?;
        Ok(Self(actor))
    }
}

impl FromRequestParts<Arc<Web>> for OwnCall {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, web: &Arc<Web>) -> Result<Self, Failure> {
        let Bearer(actor) = Bearer::from_request_parts(parts, web).await?;
        let PathParam(uid) = PathParam::from_request_parts(parts, web).await?;
        Ok(Self { web: Arc::clone(web), actor, uid })
    }
}

impl FromRequestParts<Arc<Web>> for EditorBearer {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, web: &Arc<Web>) -> Result<Self, Failure> {
        let Bearer(actor) = Bearer::from_request_parts(parts, web).await?;
        desk::require_editor(&web.app, &actor).await?;
        Ok(Self(actor))
    }
}

impl FromRequestParts<Arc<Web>> for OperatorBearer {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, web: &Arc<Web>) -> Result<Self, Failure> {
        let Bearer(actor) = Bearer::from_request_parts(parts, web).await?;
        verification::require_operator(&web.app, &actor).await?;
        Ok(Self(actor))
    }
}

impl FromRequestParts<Arc<Web>> for EnrollingBearer {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, web: &Arc<Web>) -> Result<Self, Failure> {
        let UnverifiedBearer(actor) = UnverifiedBearer::from_request_parts(parts, web).await?;
        if !parts.method.is_safe() {
            verification::require_verified(&web.app, &actor).await?;
        }
        Ok(Self(actor))
    }
}

impl FromRequestParts<Arc<Web>> for UnverifiedBearer {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, web: &Arc<Web>) -> Result<Self, Failure> {
        let actor = actor(parts, web)?.ok_or_else(missing)?;
        require_own_path(parts, &actor).await?;
        Ok(Self(actor))
    }
}

impl FromRequestParts<Arc<Web>> for UnverifiedFullBearer {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, web: &Arc<Web>) -> Result<Self, Failure> {
        let UnverifiedBearer(actor) = UnverifiedBearer::from_request_parts(parts, web).await?;
        verification::require_second_factor(&web.app, &actor)?;
        Ok(Self(actor))
    }
}

impl FromRequestParts<Arc<Web>> for MaybeBearer {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, web: &Arc<Web>) -> Result<Self, Failure> {
        Ok(Self(actor(parts, web)?.unwrap_or(Actor::Visitor)))
    }
}

impl FromRequestParts<Arc<Web>> for MaybeGuest {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, web: &Arc<Web>) -> Result<Self, Failure> {
        let claims = match claims(parts, web) {
            Err(error) if error.code == ErrorCode::TenantIdMismatch => return Err(error.into()),
            claims => claims.ok().flatten(),
        };
        let claims = claims.filter(|claims| claims.sign_in_provider == SignInMethod::Anonymous);
        Ok(Self(claims.map_or(Actor::Visitor, |claims| Actor::Account(principal(&claims)))))
    }
}

/// Learns the key of the request's access token from the store if it is unknown. Only processes on one database need
/// it: another one may have signed the token.
pub(super) async fn learn_key(State(web): State<Arc<Web>>, request: Request, next: Next) -> Response {
    if let Some(token) = bearer_token(request.headers())
        && let Err(error) = keys::learn(&web.app, token).await
    {
        tracing::debug!(error = error.chain(), "the keys of access tokens cannot be read");
    }
    next.run(request).await
}

/// Refuses a path with the `uid` of another account, before the body is read.
async fn require_own_path(parts: &mut Parts, actor: &Actor) -> Result<()> {
    // The handler answers that a path which is not valid UTF-8 is not found.
    let Ok(parameters) = RawPathParams::from_request_parts(parts, &()).await else { return Ok(()) };
    let uid = parameters.iter().find_map(|(name, value)| (name == "uid").then_some(value));
    uid.map_or(Ok(()), |uid| readers::check_own(actor, uid))
}

fn missing() -> Error {
    Error::new(Kind::Unauthenticated, ErrorCode::InvalidUserToken, "Sign in first.")
}

fn actor(parts: &Parts, web: &Web) -> Result<Option<Actor>> {
    Ok(claims(parts, web)?.map(|claims| Actor::Account(principal(&claims))))
}

/// The account of an access token that is part of a request's body.
pub(super) fn actor_of(web: &Web, token: &str) -> Option<Actor> {
    let claims = web.app.keyring.verify(token, &web.site.public_url, web.app.clock.now()).ok()?;
    Some(Actor::Account(principal(&claims)))
}

/// The claims of the request's access token, if it has one. Checks that the token's tenant is enabled, and is the
/// tenant that the request names.
fn claims(parts: &Parts, web: &Web) -> Result<Option<Arc<Claims>>> {
    let Some(claims) = verified(parts, web)? else { return Ok(None) };
    tenants::rules(&web.app, &claims.tenant)?;
    if let Some(requested) = tenant::requested(&parts.headers)? {
        tenants::require_same(&requested, &claims.tenant)?;
    }
    Ok(Some(claims))
}

/// The tenant that a request is for: the one it names, otherwise that of its access token, otherwise the default one.
///
/// # Errors
/// `invalid_tenant_id`, `project_disabled`, `tenant_id_mismatch`.
pub(super) fn tenant_of(parts: &Parts, web: &Web) -> Result<TenantId> {
    let of_token = match claims(parts, web) {
        Ok(claims) => claims.map(|claims| claims.tenant.clone()),
        // If the call needs the token, its extractor refuses an invalid one.
        Err(error) if error.kind == Kind::Unauthenticated => None,
        Err(error) => return Err(error),
    };
    let tenant = tenant::requested(&parts.headers)?.or(of_token).unwrap_or_default();
    tenants::rules(&web.app, &tenant)?;
    Ok(tenant)
}

/// The credentials of the scheme `Bearer` in `Authorization`.
pub(super) fn bearer_token(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

fn verified(parts: &Parts, web: &Web) -> Result<Option<Arc<Claims>>> {
    if !parts.headers.contains_key(AUTHORIZATION) {
        return Ok(None);
    }
    let token = bearer_token(&parts.headers);
    web.app.keyring.verify(token.unwrap_or_default(), &web.site.public_url, web.app.clock.now()).map(Some)
}

fn principal(claims: &Claims) -> Principal {
    Principal {
        uid: claims.sub.clone(),
        tenant: claims.tenant.clone(),
        session_id: claims.sid,
        role: claims.role,
        issued_at: claims.issued_at(),
        auth_time: claims.authenticated_at(),
        is_guest: claims.sign_in_provider == SignInMethod::Anonymous,
        has_second_factor: claims.sign_in_second_factor.is_some(),
    }
}
