//! Signing in with an account at a provider that the browser itself offers (FedCM).

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::cookies;
use super::provider::browser_secret;
use crate::ops::accounts::provider::browser_account::{self, StartedBrowserVisit};
use crate::ops::accounts::provider::start::BROWSER_COOKIE_SECS;
use crate::web::error::Result;
use crate::web::extract::PathParam;
use crate::web::json::{Nothing, json, nothing};
use crate::web::operation::{NoSuchProvider, TooManyRequests};
use crate::web::request_body::Json;
use crate::web::same_origin::SameOrigin;
use crate::web::state::{VISITOR, Web};

/// What the browser needs to ask the user for an account at the provider.
#[derive(Serialize, ToSchema)]
pub(in crate::web) struct BrowserAccountStarted {
    /// Identifies the sign-in; a cookie binds it to this browser.
    transaction: String,
    /// The ID token must repeat it.
    nonce: String,
}

#[derive(Deserialize, ToSchema)]
pub(in crate::web) struct BrowserAccountInput {
    #[serde(default)]
    #[schema(required = true)]
    transaction: String,
    /// The ID token that the provider gave the browser.
    #[serde(default)]
    #[schema(required = true)]
    id_token: String,
}

/// Starts a sign-in with an account that the browser itself offers (FedCM).
#[utoipa::path(post, path = "", tag = "auth", operation_id = "startBrowserAccount", responses(
    (status = 200, description = "The nonce for the provider", body = BrowserAccountStarted),
    (status = 403, description = "`operation_not_allowed`: browsers offer no accounts at this provider here"),
    NoSuchProvider,
    TooManyRequests,
))]
pub(in crate::web) async fn start(
    State(web): State<Arc<Web>>,
    SameOrigin(client): SameOrigin,
    PathParam(id): PathParam,
    headers: HeaderMap,
) -> Result {
    let browser = cookies::get(&headers, &web, cookies::TRANSACTION);
    let started = browser_account::start(&web.app, &VISITOR, &client, &id, browser.as_deref()).await?;
    let StartedBrowserVisit { transaction, nonce, browser } = started;
    let mut response = json(&BrowserAccountStarted { transaction, nonce })?;
    cookies::set(&mut response, &web, cookies::TRANSACTION, &browser, Some(BROWSER_COOKIE_SECS))?;
    Ok(response)
}

/// Verifies the ID token. The sign-in then continues with `POST /auth/v1/idp/result`.
#[utoipa::path(post, path = "", tag = "auth", operation_id = "finishBrowserAccount", responses(
    (status = 200, description = "Verified", body = Nothing),
    (status = 400, description = "`invalid_idp_response`"),
    (status = 403, description = "`operation_not_allowed`: browsers offer no accounts at this provider here"),
    NoSuchProvider,
    TooManyRequests,
    (status = 502, description = "`provider_unavailable`"),
))]
pub(in crate::web) async fn finish(
    State(web): State<Arc<Web>>,
    SameOrigin(client): SameOrigin,
    PathParam(id): PathParam,
    headers: HeaderMap,
    Json(input): Json<BrowserAccountInput>,
) -> Result {
    let BrowserAccountInput { transaction, id_token } = input;
    let browser = browser_secret(&web, &headers);
    browser_account::finish(&web.app, &VISITOR, &client, &id, &browser, &transaction, &id_token).await?;
    nothing()
}
