//! Signing in through an identity provider: starting, the callback, and the result.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Response, StatusCode, header};
use maud::{DOCTYPE, html};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{SessionAnswer, cookies, new_session_with, session};
use crate::domain::{Language, Persistence};
use crate::error::Error;
use crate::ops::accounts::provider::authorization::{
    self, BROWSER_COOKIE_SECS, Callback, Continuation, StartOptions, StartedTransaction,
};
use crate::ops::accounts::provider::linking;
use crate::ops::accounts::provider::sign_in::{self, ProviderOutcome, ProviderSignIn};
use crate::web::bearer::UnverifiedBearer;
use crate::web::error::Result;
use crate::web::extract::{Json, Parameters, PathParam};
use crate::web::operation::{InvalidQuery, TooManyRequests};
use crate::web::same_origin::{AnyOrigin, SameOrigin};
use crate::web::site;
use crate::web::state::{VISITOR, Web};

/// The script of the popup window after the callback.
const SCRIPT: &str = include_str!("return.js");

/// How the provider's page opens.
#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(in crate::web) enum SignInFlow {
    /// In a popup window, which closes after the callback.
    #[default]
    Popup,
    /// In place of the current page.
    Redirect,
}

#[derive(Deserialize, ToSchema)]
pub(in crate::web) struct StartInput {
    #[serde(default)]
    flow: SignInFlow,
    /// An address that the provider may fill in.
    #[serde(default)]
    login_hint: Option<String>,
    /// The address expected to sign in; also used as a hint.
    #[serde(default)]
    expected_email: Option<String>,
    /// Whether to re-authenticate the signed-in user.
    #[serde(default)]
    reauth: bool,
}

/// A started sign-in at the provider.
#[derive(Serialize, ToSchema)]
pub(in crate::web) struct Started {
    authorization_url: String,
    /// Identifies the sign-in; a cookie binds it to this browser.
    transaction: String,
}

#[derive(Deserialize, ToSchema)]
pub(in crate::web) struct ResultInput {
    #[serde(default)]
    transaction: String,
    #[serde(default)]
    persistence: Option<Persistence>,
    /// Language of mails to a new account; default `en`.
    #[serde(default)]
    lang: Option<Language>,
    /// Whether an address other than the expected one is accepted.
    #[serde(default)]
    accepts_mismatch: bool,
}

#[derive(Deserialize, ToSchema)]
pub(in crate::web) struct TransactionInput {
    #[serde(default)]
    transaction: String,
}

/// The result of a sign-in at the provider: one of `session`, `linking` and `mismatch`.
#[derive(Default, Serialize, ToSchema)]
pub(in crate::web) struct ProviderResult {
    /// Such as `google.com`.
    provider: String,
    /// The new session.
    #[serde(skip_serializing_if = "Option::is_none")]
    session: Option<SessionAnswer>,
    /// The address of an existing account, whose owner must confirm: sign in, then `POST /auth/v1/link`.
    #[serde(skip_serializing_if = "Option::is_none")]
    linking: Option<String>,
    /// Another address than the expected one; repeat the call with `accepts_mismatch` to accept it.
    #[serde(skip_serializing_if = "Option::is_none")]
    mismatch: Option<Mismatch>,
}

#[derive(Serialize, ToSchema)]
pub(in crate::web) struct Mismatch {
    email: String,
    expected_email: String,
}

/// Starts a sign-in at the provider.
#[utoipa::path(
    post, path = "/auth/v1/idp/{provider}/start", tag = "auth", operation_id = "startProvider",
    params(("provider" = String, Path, description = "As in the configuration, such as `google.com`")),
    request_body = StartInput,
    responses(
        (status = 200, description = "The address of the provider", body = Started),
        (status = 400, description = "`invalid_email`"),
        (status = 404, description = "`not_found`: there is no such provider"),
        TooManyRequests,
        (status = 502, description = "`provider_unavailable`"),
    )
)]
pub(in crate::web) async fn start(
    State(web): State<Arc<Web>>,
    SameOrigin(client): SameOrigin,
    PathParam(id): PathParam,
    headers: HeaderMap,
    Json(input): Json<StartInput>,
) -> Result {
    let StartInput { flow, login_hint, expected_email, reauth } = input;
    let is_popup = flow == SignInFlow::Popup;
    let options = StartOptions { is_popup, login_hint, expected_email, is_reauthentication: reauth };
    let browser = cookies::get(&headers, &web, cookies::TRANSACTION);
    let started = authorization::start(&web.app, &VISITOR, &client, &id, browser.as_deref(), options).await?;
    let StartedTransaction { authorization_url, transaction, browser } = started;
    let mut response = site::json(&Started { authorization_url, transaction })?;
    cookies::set(&mut response, &web, cookies::TRANSACTION, &browser, Some(BROWSER_COOKIE_SECS))?;
    Ok(response)
}

/// Receives the provider's redirect. Responds with a page that closes the popup window, or redirects to the sign-in.
#[utoipa::path(
    get, path = "/auth/v1/idp/{provider}/callback", tag = "auth", operation_id = "finishProvider",
    params(
        ("provider" = String, Path, description = "As in the configuration"),
        ("state" = Option<String>, Query, description = "Identifies the sign-in"),
        ("code" = Option<String>, Query, description = "The authorization code"),
        ("error" = Option<String>, Query, description = "Why there is no code"),
        ("iss" = Option<String>, Query, description = "The provider's issuer (RFC 9207)"),
    ),
    responses(
        (status = 200, description = "A page that closes the popup window", content_type = "text/html", body = String),
        (status = 303, description = "To the sign-in screen"),
        InvalidQuery,
        (status = 404, description = "`not_found`: there is no such provider"),
        TooManyRequests,
    )
)]
pub(in crate::web) async fn callback(
    State(web): State<Arc<Web>>,
    AnyOrigin(client): AnyOrigin,
    PathParam(id): PathParam,
    headers: HeaderMap,
    parameters: Parameters,
) -> Result {
    let mut callback = Callback::default();
    parameters.each(|name, value| {
        let value = value.to_owned();
        match name {
            "state" => callback.state = value,
            "code" => callback.code = Some(value),
            "error" => callback.error = Some(value),
            "iss" => callback.iss = Some(value),
            // Providers may add parameters.
            _ => {}
        }
        Ok(true)
    })?;
    let state = callback.state.clone();
    let browser = cookies::get(&headers, &web, cookies::TRANSACTION);
    let continuation = authorization::callback(&web.app, &VISITOR, &client, &id, browser.as_deref(), callback);
    match continuation.await? {
        Continuation::ClosePopup => Ok(popup_page()),
        Continuation::Redirect => redirect_to_sign_in(&state),
    }
}

/// The page of the popup window after the callback. It is blank because it closes at once.
fn popup_page() -> Response<Body> {
    let page = html! {
        (DOCTYPE)
        html {
            head {
                meta charset="utf-8";
                title { "Paragraf" }
                script src="/auth/v1/idp/return.js" defer {}
            }
            body {}
        }
    };
    let mut response = Response::new(Body::from(page.into_string()));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    // Otherwise the browser would detach the window from its opener, and the script could not close it.
    headers.insert(HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("unsafe-none"));
    prevent_leaks(headers);
    response
}

fn redirect_to_sign_in(state: &str) -> Result {
    let query = url::form_urlencoded::Serializer::new(String::new())
        .append_pair("mode", "callback")
        .append_pair("transaction", state)
        .finish();
    let location = HeaderValue::try_from(format!("/auth?{query}"));
    let location = location.map_err(|error| Error::internal("writing an address", error))?;
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::SEE_OTHER;
    response.headers_mut().insert(header::LOCATION, location);
    prevent_leaks(response.headers_mut());
    Ok(response)
}

/// Keeps the authorization code in the address out of caches and `Referer` headers.
fn prevent_leaks(headers: &mut HeaderMap) {
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
}

/// Returns the script of the popup window.
#[utoipa::path(
    get, path = "/auth/v1/idp/return.js", tag = "auth", operation_id = "getProviderScript",
    responses((status = 200, description = "The script", content_type = "text/javascript", body = String))
)]
pub(in crate::web) async fn script() -> Result {
    let mut response = Response::new(Body::from(SCRIPT));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/javascript; charset=utf-8"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    Ok(response)
}

/// Signs in with the result of a sign-in at the provider.
#[utoipa::path(
    post, path = "/auth/v1/idp/result", tag = "auth", operation_id = "signInWithProvider",
    request_body = ResultInput,
    responses(
        (status = 200, description = "The result of the sign-in", body = ProviderResult),
        (status = 400, description = "`invalid_idp_response`, `session_expired`"),
        (status = 403, description = "`user_cancelled`, `user_disabled`, `admin_restricted_operation`, `email_not_shared`, `unverified_email`"),
        (status = 409, description = "`too_many_identities`"),
        TooManyRequests,
        (status = 502, description = "`provider_unavailable`"),
    )
)]
pub(in crate::web) async fn result(
    State(web): State<Arc<Web>>,
    SameOrigin(client): SameOrigin,
    headers: HeaderMap,
    Json(input): Json<ResultInput>,
) -> Result {
    let ResultInput { transaction, persistence, lang, accepts_mismatch } = input;
    let browser = browser_secret(&web, &headers);
    let input = ProviderSignIn { transaction, browser, persistence, language: lang, accepts_mismatch };
    let (provider, outcome) = sign_in::sign_in(&web.app, &VISITOR, &client, input).await?;
    let answer = ProviderResult { provider, ..ProviderResult::default() };
    let issued = match outcome {
        ProviderOutcome::LinkingRequired(email) => {
            return site::json(&ProviderResult { linking: Some(email.as_str().to_owned()), ..answer });
        }
        ProviderOutcome::Mismatch { email, expected } => {
            let [email, expected_email] = [email, expected].map(|email| email.as_str().to_owned());
            return site::json(&ProviderResult { mismatch: Some(Mismatch { email, expected_email }), ..answer });
        }
        ProviderOutcome::SignedIn(issued) => *issued,
    };
    let mut response =
        new_session_with(&web, issued, |session| site::json(&ProviderResult { session: Some(session), ..answer }))?;
    cookies::clear(&mut response, &web, cookies::TRANSACTION)?;
    Ok(response)
}

/// Links the identity at the provider to the signed-in account. Requires a sign-in in the last five minutes.
#[utoipa::path(
    post, path = "/auth/v1/link", tag = "auth", operation_id = "linkProvider",
    request_body = TransactionInput,
    responses(
        (status = 200, description = "Connected", body = SessionAnswer),
        (status = 400, description = "`invalid_idp_response`, `session_expired`"),
        (status = 403, description = "`requires_recent_login`, `user_mismatch`"),
        (status = 409, description = "`credential_already_in_use`, `too_many_identities`"),
    )
)]
pub(in crate::web) async fn connect(
    State(web): State<Arc<Web>>,
    UnverifiedBearer(actor): UnverifiedBearer,
    SameOrigin(_): SameOrigin,
    headers: HeaderMap,
    Json(input): Json<TransactionInput>,
) -> Result {
    session(&web, linking::link(&web.app, &actor, &input.transaction, &browser_secret(&web, &headers)).await?)
}

/// Re-authenticates the session with a sign-in at the provider.
#[utoipa::path(
    post, path = "/auth/v1/reauth/idp", tag = "auth", operation_id = "reauthWithProvider",
    request_body = TransactionInput,
    responses(
        (status = 200, description = "The same session, with a new time of authentication", body = SessionAnswer),
        (status = 400, description = "`invalid_idp_response`, `session_expired`"),
        (status = 403, description = "`user_cancelled`, `user_mismatch`"),
        (status = 502, description = "`provider_unavailable`"),
    )
)]
pub(in crate::web) async fn reauth(
    State(web): State<Arc<Web>>,
    UnverifiedBearer(actor): UnverifiedBearer,
    SameOrigin(_): SameOrigin,
    headers: HeaderMap,
    Json(input): Json<TransactionInput>,
) -> Result {
    let browser = browser_secret(&web, &headers);
    session(&web, linking::reauthenticate(&web.app, &actor, &input.transaction, &browser).await?)
}

fn browser_secret(web: &Web, headers: &HeaderMap) -> String {
    cookies::get(headers, web, cookies::TRANSACTION).unwrap_or_default()
}
