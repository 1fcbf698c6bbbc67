//! Who asks, by the access token in `Authorization` (RFC 6750).

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;

use super::Web;
use super::error::Failure;
use crate::error::{Error, Kind, Result};
use crate::identity::claims::Claims;
use crate::ops::{Actor, Principal};

/// The account whose access token came with the request; without one, 401.
pub(super) struct Bearer(pub Actor);

/// As [`Bearer`], or a visitor where no token came; a bad token is refused all the same.
pub(super) struct MaybeBearer(pub Actor);

impl FromRequestParts<Arc<Web>> for Bearer {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, web: &Arc<Web>) -> Result<Self, Failure> {
        let missing = || Error::new(Kind::Unauthenticated, "invalid_user_token", "Sign in first.");
        let actor = actor(parts, web)?;
        actor.map(Self).ok_or_else(|| missing().into())
    }
}

impl FromRequestParts<Arc<Web>> for MaybeBearer {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, web: &Arc<Web>) -> Result<Self, Failure> {
        Ok(Self(actor(parts, web)?.unwrap_or(Actor::Visitor)))
    }
}

fn actor(parts: &Parts, web: &Web) -> Result<Option<Actor>> {
    let Some(header) = parts.headers.get(AUTHORIZATION) else { return Ok(None) };
    let token = header.to_str().ok().and_then(|value| value.split_once(' '));
    let token = token.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer")).map(|(_, token)| token.trim());
    let claims = web.app.keyring.verify(token.unwrap_or_default(), &web.site.public_url, web.app.clock.now())?;
    Ok(Some(Actor::Account(principal(&claims))))
}

fn principal(claims: &Claims) -> Principal {
    Principal {
        uid: claims.sub.clone(),
        session_id: claims.sid,
        role: claims.role,
        issued_at: claims.issued_at(),
        auth_time: claims.authenticated_at(),
    }
}
