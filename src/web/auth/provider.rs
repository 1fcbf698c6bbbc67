//! Signing in through a provider: the way there, the way back, and what came of it.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Response, StatusCode, header};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{SessionAnswer, begun_as, cookies, session};
use crate::domain::{Language, Persistence};
use crate::error::Error;
use crate::ops::accounts::provider::{self, Answer, BROWSER_SECS, Start};
use crate::ops::accounts::provider_link as link;
use crate::ops::accounts::provider_sign_in::{self as entry, Outcome, Visited};
use crate::web::bearer::Bearer;
use crate::web::error::Result;
use crate::web::extract::{Json, Parameters, PathParam};
use crate::web::operation::TooManyRequests;
use crate::web::same_origin::{FromAnywhere, SameOrigin};
use crate::web::{VISITOR, Web, site};

/// What the window that comes back runs.
const SCRIPT: &str = include_str!("return.js");
/// It shows nothing, for it closes at once.
const PAGE: &str = "<!doctype html><html><head><meta charset=\"utf-8\"><title>Paragraf</title>\
                    <script src=\"/auth/v1/idp/return.js\" defer></script></head><body></body></html>";

/// How the provider's page is opened.
#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(in crate::web) enum SignInFlow {
    /// In a window of its own, which closes when it comes back.
    #[default]
    Popup,
    /// In place of ours.
    Redirect,
}

#[derive(Deserialize, ToSchema)]
pub(in crate::web) struct StartInput {
    #[serde(default)]
    flow: SignInFlow,
    /// An address that the provider may fill in.
    #[serde(default)]
    login_hint: Option<String>,
    /// Whose sign-in it is meant to be; also a hint.
    #[serde(default)]
    expected_email: Option<String>,
    /// Whether who is signed in proves anew who they are.
    #[serde(default)]
    reauth: bool,
}

/// A visit to the provider that can begin.
#[derive(Serialize, ToSchema)]
pub(in crate::web) struct Started {
    authorization_url: String,
    /// The name of the visit; a cookie binds it to this browser.
    transaction: String,
}

#[derive(Deserialize, ToSchema)]
pub(in crate::web) struct ResultInput {
    #[serde(default)]
    transaction: String,
    #[serde(default)]
    persistence: Option<Persistence>,
    /// The language of mails to a new account; default `en`.
    #[serde(default)]
    lang: Option<Language>,
    /// Whether it may be somebody else than was expected.
    #[serde(default)]
    whoever: bool,
}

#[derive(Deserialize, ToSchema)]
pub(in crate::web) struct TransactionInput {
    #[serde(default)]
    transaction: String,
}

/// What came of a visit: one of `session`, `linking` and `mismatch`.
#[derive(Default, Serialize, ToSchema)]
pub(in crate::web) struct ProviderResult {
    /// Such as `google.com`.
    provider: String,
    /// Signed in.
    #[serde(skip_serializing_if = "Option::is_none")]
    session: Option<SessionAnswer>,
    /// The address that has an account whose owner must say yes: sign in, then `POST /auth/v1/link`.
    #[serde(skip_serializing_if = "Option::is_none")]
    linking: Option<String>,
    /// The address that came instead of the expected one: ask again with `whoever` to go on with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    mismatch: Option<Mismatch>,
}

#[derive(Serialize, ToSchema)]
pub(in crate::web) struct Mismatch {
    email: String,
    expected_email: String,
}

/// Begins a visit to the provider.
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
    SameOrigin(origin): SameOrigin,
    PathParam(id): PathParam,
    headers: HeaderMap,
    Json(input): Json<StartInput>,
) -> Result {
    let StartInput { flow, login_hint, expected_email, reauth } = input;
    let start = Start { is_popup: flow == SignInFlow::Popup, login_hint, expected_email, is_proof: reauth };
    let browser = cookies::get(&headers, &web, cookies::TRANSACTION);
    let started = provider::start(&web.app, &VISITOR, &origin, &id, browser.as_deref(), start).await?;
    let provider::Started { authorization_url, transaction, browser } = started;
    let mut response = site::json(&Started { authorization_url, transaction })?;
    cookies::set(&mut response, &web, cookies::TRANSACTION, &browser, Some(BROWSER_SECS))?;
    Ok(response)
}

/// Where the provider sends the browser back to. Answers with a page that closes its window, or leads on to
/// the sign-in.
#[utoipa::path(
    get, path = "/auth/v1/idp/{provider}/callback", tag = "auth", operation_id = "finishProvider",
    params(
        ("provider" = String, Path, description = "As in the configuration"),
        ("state" = Option<String>, Query, description = "The name of the visit"),
        ("code" = Option<String>, Query, description = "What the provider issued"),
        ("error" = Option<String>, Query, description = "Why it issued nothing"),
        ("iss" = Option<String>, Query, description = "Who the provider is (RFC 9207)"),
    ),
    responses(
        (status = 200, description = "A page that closes its window", content_type = "text/html", body = String),
        (status = 303, description = "To the sign-in screen"),
        (status = 404, description = "`not_found`: there is no such provider"),
        TooManyRequests,
    )
)]
pub(in crate::web) async fn callback(
    State(web): State<Arc<Web>>,
    FromAnywhere(origin): FromAnywhere,
    PathParam(id): PathParam,
    headers: HeaderMap,
    parameters: Parameters,
) -> Result {
    let mut answer = Answer::default();
    parameters.each(|name, value| {
        let value = value.to_owned();
        match name {
            "state" => answer.state = value,
            "code" => answer.code = Some(value),
            "error" => answer.error = Some(value),
            "iss" => answer.iss = Some(value),
            // Providers add what they like.
            _ => {}
        }
        Ok(true)
    })?;
    let state = answer.state.clone();
    let browser = cookies::get(&headers, &web, cookies::TRANSACTION);
    let came = provider::came_back(&web.app, &VISITOR, &origin, &id, browser.as_deref(), answer).await?;
    if came == Some(true) { Ok(page()) } else { onward(&state) }
}

fn page() -> Response<Body> {
    let mut response = Response::new(Body::from(PAGE));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    // The window stays one that a script opened, and may be closed by one.
    headers.insert(HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("unsafe-none"));
    secret(headers);
    response
}

fn onward(state: &str) -> Result {
    let query = url::form_urlencoded::Serializer::new(String::new())
        .append_pair("mode", "callback")
        .append_pair("transaction", state)
        .finish();
    let location = HeaderValue::try_from(format!("/auth?{query}"));
    let location = location.map_err(|error| Error::internal("writing an address", error))?;
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::SEE_OTHER;
    response.headers_mut().insert(header::LOCATION, location);
    secret(response.headers_mut());
    Ok(response)
}

/// The address held a secret, so it is kept nowhere and told to nobody.
fn secret(headers: &mut HeaderMap) {
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
}

/// What the window that comes back runs.
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

/// Signs in as whoever the provider said.
#[utoipa::path(
    post, path = "/auth/v1/idp/result", tag = "auth", operation_id = "signInWithProvider",
    request_body = ResultInput,
    responses(
        (status = 200, description = "The result of the visit", body = ProviderResult),
        (status = 400, description = "`invalid_idp_response`, `session_expired`"),
        (status = 403, description = "`user_cancelled`, `user_disabled`, `admin_restricted_operation`, `email_not_shared`, `unverified_email`"),
        TooManyRequests,
        (status = 502, description = "`provider_unavailable`"),
    )
)]
pub(in crate::web) async fn result(
    State(web): State<Arc<Web>>,
    SameOrigin(origin): SameOrigin,
    headers: HeaderMap,
    Json(input): Json<ResultInput>,
) -> Result {
    let ResultInput { transaction, persistence, lang, whoever } = input;
    let visited = Visited { transaction, browser: browser(&web, &headers), persistence, language: lang, whoever };
    let (provider, outcome) = entry::sign_in(&web.app, &VISITOR, &origin, visited).await?;
    let answer = ProviderResult { provider, ..ProviderResult::default() };
    let signed_in = match outcome {
        Outcome::Linking(email) => {
            return site::json(&ProviderResult { linking: Some(email.as_str().to_owned()), ..answer });
        }
        Outcome::Mismatch { email, expected } => {
            let [email, expected_email] = [email, expected].map(|email| email.as_str().to_owned());
            return site::json(&ProviderResult { mismatch: Some(Mismatch { email, expected_email }), ..answer });
        }
        Outcome::SignedIn(signed_in) => *signed_in,
    };
    let mut response =
        begun_as(&web, signed_in, |session| site::json(&ProviderResult { session: Some(session), ..answer }))?;
    cookies::clear(&mut response, &web, cookies::TRANSACTION)?;
    Ok(response)
}

/// Connects who came back from the provider to the account that is signed in; needs a sign-in of the last
/// five minutes.
#[utoipa::path(
    post, path = "/auth/v1/link", tag = "auth", operation_id = "linkProvider",
    request_body = TransactionInput,
    responses(
        (status = 200, description = "Connected", body = SessionAnswer),
        (status = 400, description = "`invalid_idp_response`, `session_expired`"),
        (status = 403, description = "`requires_recent_login`, `user_mismatch`"),
        (status = 409, description = "`credential_already_in_use`"),
    )
)]
pub(in crate::web) async fn connect(
    State(web): State<Arc<Web>>,
    Bearer(actor): Bearer,
    SameOrigin(_): SameOrigin,
    headers: HeaderMap,
    Json(input): Json<TransactionInput>,
) -> Result {
    session(&web, link::link(&web.app, &actor, &input.transaction, &browser(&web, &headers)).await?)
}

/// Proves by a visit to the provider who is signed in.
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
    Bearer(actor): Bearer,
    SameOrigin(_): SameOrigin,
    headers: HeaderMap,
    Json(input): Json<TransactionInput>,
) -> Result {
    session(&web, link::prove(&web.app, &actor, &input.transaction, &browser(&web, &headers)).await?)
}

fn browser(web: &Web, headers: &HeaderMap) -> String {
    cookies::get(headers, web, cookies::TRANSACTION).unwrap_or_default()
}
