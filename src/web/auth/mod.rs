//! `/auth/v1`: signing in and everything about one's account. Every handler takes the request apart,
//! calls one operation of `ops::accounts` and answers.

pub(super) mod codes;
pub(super) mod config;
mod cookies;
pub(super) mod me;
pub(super) mod provider;
pub(super) mod sessions;
pub(super) mod sign_in;

use axum::body::Body;
use axum::http::Response;
use serde::Serialize;
use utoipa::ToSchema;

use super::error::Result;
use super::{Web, site};
use crate::ops::accounts::{Persistence, SignedIn, User};

/// A session that has begun or goes on.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SessionAnswer {
    /// For `Authorization: Bearer`; keep it in memory only.
    access_token: String,
    /// Seconds for which the access token is good.
    expires_in: i64,
    user: User,
    is_new_user: bool,
    persistence: Persistence,
    /// With persistence `none` only, where there is a new one; otherwise it is in a cookie.
    #[serde(skip_serializing_if = "Option::is_none")]
    refresh_token: Option<String>,
}

/// It was done.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(super) struct Nothing {}

fn nothing() -> Result {
    site::json(&Nothing {})
}

/// Answers with the session; the refresh token goes where its persistence says.
fn session(web: &Web, signed_in: SignedIn) -> Result {
    session_as(web, signed_in, |answer| site::json(&answer))
}

/// As [`session`], in an answer that says more.
fn session_as(web: &Web, signed_in: SignedIn, write: impl FnOnce(SessionAnswer) -> Result) -> Result {
    let SignedIn { access_token, expires_in, user, is_new_user, persistence, refresh_token, idle_secs } = signed_in;
    let (in_cookie, in_body) = match persistence {
        Persistence::None => (None, refresh_token),
        Persistence::Local | Persistence::Session => (refresh_token, None),
    };
    let answer = SessionAnswer { access_token, expires_in, user, is_new_user, persistence, refresh_token: in_body };
    let mut response = write(answer)?;
    if let Some(token) = in_cookie {
        let life = (persistence == Persistence::Local).then_some(idle_secs);
        cookies::set(&mut response, web, cookies::REFRESH, &token, life)?;
    }
    Ok(response)
}

/// As [`session`], for one that begins: where it leaves no cookie, the one of whoever was signed in
/// before goes, or the next page would be theirs.
fn begun(web: &Web, signed_in: SignedIn) -> Result {
    begun_as(web, signed_in, |answer| site::json(&answer))
}

/// As [`begun`], in an answer that says more.
fn begun_as(web: &Web, signed_in: SignedIn, write: impl FnOnce(SessionAnswer) -> Result) -> Result {
    let leaves_none = signed_in.persistence == Persistence::None;
    let response = session_as(web, signed_in, write)?;
    if leaves_none { without_session(response, web) } else { Ok(response) }
}

/// Takes the session's cookie from the browser.
fn without_session(mut response: Response<Body>, web: &Web) -> Result {
    cookies::clear(&mut response, web, cookies::REFRESH)?;
    Ok(response)
}
