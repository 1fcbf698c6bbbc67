//! Refreshing, listing and ending sessions, and the account's recent activity.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{SessionAnswer, cookies, remove_session_cookie, session};
use crate::error::{Error, ErrorCode};
use crate::ops::accounts::activity::{self, Activity};
use crate::ops::accounts::sessions::{self, Revocation, Session};
use crate::web::bearer::{Bearer, UnverifiedBearer};
use crate::web::error::{Failure, Result};
use crate::web::extract::PathParam;
use crate::web::json::{Nothing, json, nothing};
use crate::web::operation::TooManyRequests;
use crate::web::request_body::OptionalJson;
use crate::web::same_origin::{OwnPage, SameOrigin};
use crate::web::state::{VISITOR, Web};
use crate::web::tenant;

#[derive(Default, Deserialize, ToSchema)]
pub(in crate::web) struct TokenInput {
    /// For clients without the cookie.
    #[serde(default)]
    refresh_token: Option<String>,
}

#[derive(Default, Deserialize, ToSchema)]
pub(in crate::web) struct RevokeInput {
    /// Whether the session of the request is kept.
    #[serde(default)]
    others: bool,
}

#[derive(Serialize, ToSchema)]
pub(in crate::web) struct SessionList {
    /// Most recently used first.
    sessions: Vec<Session>,
}

fn refresh_token(web: &Web, headers: &HeaderMap, input: TokenInput) -> Option<String> {
    input.refresh_token.or_else(|| cookies::get(headers, web, cookies::REFRESH))
}

/// Issues a new access token. Requires the header `X-Requested-With: paragraf`.
#[utoipa::path(post, path = "", tag = "auth", operation_id = "refreshToken", responses(
    (status = 200, description = "The session with a new access token", body = SessionAnswer),
    (status = 401, description = "`missing_refresh_token`, `invalid_refresh_token`, `token_expired`"),
    (status = 403, description = "`user_disabled`, `tenant_id_mismatch`, `project_disabled`"),
    TooManyRequests,
))]
pub(in crate::web) async fn token(
    State(web): State<Arc<Web>>,
    _: OwnPage,
    headers: HeaderMap,
    OptionalJson(input): OptionalJson<TokenInput>,
) -> Result {
    let token = refresh_token(&web, &headers, input);
    let tenant = tenant::requested(&headers)?;
    match sessions::refresh(&web.app, &VISITOR, tenant.as_ref(), token.as_deref()).await {
        Ok(issued) => session(&web, issued),
        Err(error) if matches!(error.code, ErrorCode::InvalidRefreshToken | ErrorCode::TokenExpired) => {
            remove_session_cookie(Failure::from(error).into_response(), &web)
        }
        Err(error) => Err(error.into()),
    }
}

/// Ends the session and removes its cookie. Requires the header `X-Requested-With: paragraf`.
#[utoipa::path(post, path = "", tag = "auth", operation_id = "signOut", responses(
    (status = 200, description = "Signed out", body = Nothing),
))]
pub(in crate::web) async fn sign_out(
    State(web): State<Arc<Web>>,
    _: OwnPage,
    headers: HeaderMap,
    OptionalJson(input): OptionalJson<TokenInput>,
) -> Result {
    let token = refresh_token(&web, &headers, input);
    sessions::sign_out(&web.app, &VISITOR, token.as_deref()).await?;
    remove_session_cookie(nothing()?, &web)
}

/// Ends all sessions, or all but the one of the request.
#[utoipa::path(post, path = "", tag = "auth", operation_id = "revokeSessions", responses(
    (status = 200, description = "Ended", body = Nothing),
))]
pub(in crate::web) async fn revoke(
    State(web): State<Arc<Web>>,
    UnverifiedBearer(actor): UnverifiedBearer,
    SameOrigin(_): SameOrigin,
    OptionalJson(input): OptionalJson<RevokeInput>,
) -> Result {
    let revocation = if input.others { Revocation::Others } else { Revocation::All };
    sessions::revoke(&web.app, &actor, revocation).await?;
    if input.others { nothing() } else { remove_session_cookie(nothing()?, &web) }
}

/// Lists the sessions of the signed-in account.
#[utoipa::path(get, path = "", tag = "auth", operation_id = "getSessions", responses(
    (status = 200, description = "The sessions", body = SessionList),
))]
pub(in crate::web) async fn list(State(web): State<Arc<Web>>, Bearer(actor): Bearer) -> Result {
    json(&SessionList { sessions: sessions::list(&web.app, &actor).await? })
}

#[derive(Serialize, ToSchema)]
pub(in crate::web) struct ActivityList {
    /// Newest first.
    activity: Vec<Activity>,
}

/// Lists the account's sign-ins, failed sign-ins and changes of password and address of the last 90 days.
#[utoipa::path(get, path = "", tag = "auth", operation_id = "getActivity", responses(
    (status = 200, description = "The activity", body = ActivityList),
))]
pub(in crate::web) async fn activity(State(web): State<Arc<Web>>, Bearer(actor): Bearer) -> Result {
    json(&ActivityList { activity: activity::list(&web.app, &actor).await? })
}

/// Ends one session.
#[utoipa::path(delete, path = "", tag = "auth", operation_id = "endSession", responses(
    (status = 200, description = "Ended", body = Nothing),
    (status = 404, description = "`not_found`: there is no such session"),
))]
pub(in crate::web) async fn end(
    State(web): State<Arc<Web>>,
    UnverifiedBearer(actor): UnverifiedBearer,
    SameOrigin(_): SameOrigin,
    PathParam(id): PathParam,
) -> Result {
    let id = Uuid::try_parse(&id).map_err(|_| Error::not_found("There is no such session."))?;
    sessions::end(&web.app, &actor, id).await?;
    nothing()
}
