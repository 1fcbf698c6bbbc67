//! `/auth/v1`: signing in, sessions, and the signed-in account. Every handler extracts the request, calls one operation
//! of `ops::accounts`, and writes the response.

pub(super) mod browser_account;
pub(super) mod codes;
pub(super) mod config;
pub(super) mod cookies;
pub(super) mod factor_enrolment;
pub(super) mod first_operator;
pub(super) mod guests;
pub(super) mod link;
pub(super) mod me;
pub(super) mod passkeys;
pub(super) mod phone;
pub(super) mod provider;
pub(super) mod provider_callback;
pub(super) mod second_factor;
pub(super) mod sessions;
pub(super) mod sign_in;
mod sign_in_options;

use axum::body::Body;
use axum::http::{Response, StatusCode};
use serde::Serialize;
use utoipa::ToSchema;

use super::error::Result;
use super::json::json;
use super::state::Web;
use crate::domain::Persistence;
use crate::ops::accounts::completion::SignInOutcome;
use crate::ops::accounts::provider::start::BROWSER_COOKIE_SECS;
use crate::ops::accounts::second_factor::FactorInfo;
use crate::ops::accounts::second_factor::pending::SecondFactorRequired;
use crate::ops::accounts::tokens::IssuedSession;
use crate::ops::accounts::user::User;

/// A session with a new access token.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SessionAnswer {
    /// For `Authorization: Bearer`. Keep it in memory only.
    access_token: String,
    /// Seconds until the access token expires.
    expires_in: i64,
    user: User,
    is_new_user: bool,
    persistence: Persistence,
    /// The new refresh token, only with persistence `none`; otherwise it is set as a cookie.
    #[serde(skip_serializing_if = "Option::is_none")]
    refresh_token: Option<String>,
    /// Whether the session can only be used to add a second factor: the account must have one.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    enrolment_required: bool,
    /// How many recovery codes are left, if the sign-in used one.
    #[serde(skip_serializing_if = "Option::is_none")]
    recovery_codes_left: Option<usize>,
}

/// The first factor is proven, and a second one must follow in this browser: `POST /auth/v1/mfa/sign-in/finalize`.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SecondFactorAnswer {
    /// `second_factor_required`
    status: &'static str,
    /// The pending sign-in; it gives no access by itself.
    pending_credential: String,
    /// Oldest first.
    factors: Vec<FactorInfo>,
    /// Whether a recovery code can take the place of a factor.
    has_recovery_codes: bool,
    /// Whether a passkey of the account can take the place of a factor.
    has_passkeys: bool,
}

/// Responds with a continued session. Its persistence decides whether the refresh token is in a cookie or in the body.
fn session(web: &Web, issued: IssuedSession) -> Result {
    session_with(web, issued, |answer| json(&answer))
}

/// Responds as [`session`] does, with a body that `write` makes of the session.
fn session_with(web: &Web, issued: IssuedSession, write: impl FnOnce(SessionAnswer) -> Result) -> Result {
    let IssuedSession { access_token, expires_in, user, is_new_user, persistence, .. } = issued;
    let IssuedSession { refresh_token, idle_secs, enrolment_required, .. } = issued;
    let (in_cookie, in_body) = match persistence {
        Persistence::None => (None, refresh_token),
        Persistence::Local | Persistence::Session => (refresh_token, None),
    };
    let answer = SessionAnswer {
        access_token,
        expires_in,
        user,
        is_new_user,
        persistence,
        refresh_token: in_body,
        enrolment_required,
        recovery_codes_left: None,
    };
    let mut response = write(answer)?;
    if let Some(token) = in_cookie {
        let life = (persistence == Persistence::Local).then_some(idle_secs);
        cookies::set(&mut response, web, cookies::REFRESH, &token, life)?;
    }
    Ok(response)
}

/// Responds with the new session of a sign-in, or with 202 and the second factors that can complete it.
fn signed_in(web: &Web, outcome: SignInOutcome) -> Result {
    match outcome {
        SignInOutcome::Session(issued) => new_session(web, *issued),
        SignInOutcome::SecondFactorRequired(required) => second_factor_required(web, *required, |answer| json(&answer)),
    }
}

/// Responds with the same session after the user authenticated again, or as [`signed_in`] does.
fn authenticated_again(web: &Web, outcome: SignInOutcome) -> Result {
    match outcome {
        SignInOutcome::Session(issued) => session(web, *issued),
        required @ SignInOutcome::SecondFactorRequired(_) => signed_in(web, required),
    }
}

/// Responds with 202 and a body that `write` makes of the second factors. A cookie binds the sign-in to this browser.
fn second_factor_required(
    web: &Web,
    required: SecondFactorRequired,
    write: impl FnOnce(SecondFactorAnswer) -> Result,
) -> Result {
    let SecondFactorRequired { tenant, credential, browser, factors, has_recovery_codes, has_passkeys } = required;
    let (pending_credential, has_passkeys) = (credential, has_passkeys && config::offers_passkeys(web, &tenant));
    let status = "second_factor_required";
    let mut response =
        write(SecondFactorAnswer { status, pending_credential, factors, has_recovery_codes, has_passkeys })?;
    *response.status_mut() = StatusCode::ACCEPTED;
    cookies::set(&mut response, web, cookies::TRANSACTION, &browser, Some(BROWSER_COOKIE_SECS))?;
    Ok(response)
}

/// Responds with a new session. If it sets no cookie, the cookie of a previous session is removed: otherwise a
/// reload would return to that session.
fn new_session(web: &Web, issued: IssuedSession) -> Result {
    new_session_with(web, issued, |answer| json(&answer))
}

/// Responds as [`new_session`] does, with a body that `write` makes of the session.
fn new_session_with(web: &Web, issued: IssuedSession, write: impl FnOnce(SessionAnswer) -> Result) -> Result {
    let sets_no_cookie = issued.persistence == Persistence::None;
    let response = session_with(web, issued, write)?;
    if sets_no_cookie { remove_session_cookie(response, web) } else { Ok(response) }
}

fn remove_session_cookie(mut response: Response<Body>, web: &Web) -> Result {
    cookies::clear(&mut response, web, cookies::REFRESH)?;
    Ok(response)
}
