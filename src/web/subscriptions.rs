//! What an address gets, through the link in a mail, and what an account wants: preferences, leaving, undo.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Response, StatusCode};
use serde::Deserialize;
use utoipa::ToSchema;

use super::bearer::Bearer;
use super::error::Result;
use super::extract::{Json, Parameters, PathUid};
use super::limit::Peer;
use super::site::json;
use super::{VISITOR, Web};
use crate::domain::{Importance, Language};
use crate::error::Problem;
use crate::ops::mail::preferences::{self, PreferencesChange, Subscription};
use crate::ops::mail::settings::{self, MailSettings, SettingsChange};

/// The token in a path of subscriptions, for a network that has not asked too often.
pub(super) struct Token(String);

impl FromRequestParts<Arc<Web>> for Token {
    type Rejection = super::error::Failure;

    async fn from_request_parts(parts: &mut Parts, web: &Arc<Web>) -> Result<Self> {
        let Extension(peer) = Extension::<Peer>::from_request_parts(parts, web)
            .await
            .map_err(|error| crate::error::Error::internal("reading the client's address", error))?;
        web.link_limit.check(web.network(peer, &parts.headers))?;
        // A token has no letter that a client would need to encode.
        Ok(Self(parts.uri.path().split('/').nth(2).unwrap_or_default().to_owned()))
    }
}

impl Web {
    /// Lets a form through unless its network has sent too many.
    pub(super) fn check_link(&self, peer: Peer, headers: &HeaderMap) -> Result<()> {
        Ok(self.link_limit.check(self.network(peer, headers))?)
    }
}

/// What the address of a mailed link gets.
#[utoipa::path(
    get, path = "/subscriptions/{token}", tag = "subscribers", operation_id = "getSubscription",
    params(("token" = String, Path, description = "Of a mailed link")),
    responses(
        (status = 200, description = "The subscription", body = Subscription),
        (status = 400, description = "`invalid_link`", body = Problem),
        (status = 404, description = "`subscription_not_found`", body = Problem),
        (status = 429, description = "Too many from this network; see Retry-After", body = Problem),
    )
)]
pub(super) async fn get(State(web): State<Arc<Web>>, Token(token): Token, parameters: Parameters) -> Result {
    parameters.each(|_, _| Ok(false))?;
    json(&preferences::get(&web.app, &VISITOR, &token).await?)
}

/// Says that the address is one's own and that its owner subscribed.
#[utoipa::path(
    post, path = "/subscriptions/{token}/confirm", tag = "subscribers", operation_id = "confirmSubscription",
    params(("token" = String, Path, description = "Of the mailed link that asks")),
    responses(
        (status = 200, description = "It is confirmed", body = Subscription),
        (status = 400, description = "`invalid_link`", body = Problem),
        (status = 404, description = "`subscription_not_found`: it was deleted meanwhile", body = Problem),
        (status = 410, description = "`link_expired`: it was asked for thirty days ago", body = Problem),
        (status = 429, description = "Too many from this network; see Retry-After", body = Problem),
    )
)]
pub(super) async fn confirm(State(web): State<Arc<Web>>, Token(token): Token) -> Result {
    json(&preferences::confirm(&web.app, &VISITOR, &token).await?)
}

/// Takes the confirmation back, and with it the subscription.
#[utoipa::path(
    post, path = "/subscriptions/{token}/undo-confirm", tag = "subscribers", operation_id = "undoConfirmSubscription",
    params(("token" = String, Path, description = "Of a mailed link")),
    responses(
        (status = 200, description = "It is as if nobody had confirmed", body = Subscription),
        (status = 400, description = "`invalid_link`", body = Problem),
        (status = 404, description = "`subscription_not_found`", body = Problem),
        (status = 429, description = "Too many from this network; see Retry-After", body = Problem),
    )
)]
pub(super) async fn undo_confirm(State(web): State<Arc<Web>>, Token(token): Token) -> Result {
    json(&preferences::undo_confirm(&web.app, &VISITOR, &token).await?)
}

/// Changes what the address gets; an account that has the address is changed with it.
#[utoipa::path(
    post, path = "/subscriptions/{token}", tag = "subscribers", operation_id = "changeSubscription",
    params(("token" = String, Path, description = "Of a mailed link, but not of the one that asks to confirm")),
    request_body = PreferencesChange,
    responses(
        (status = 200, description = "The subscription after the change", body = Subscription),
        (status = 400, description = "`invalid_link`; or not the documented shape, `field` tells where", body = Problem),
        (status = 404, description = "`subscription_not_found`", body = Problem),
        (status = 413, description = "The body is too large", body = Problem),
        (status = 415, description = "The body is not JSON", body = Problem),
        (status = 429, description = "Too many from this network; see Retry-After", body = Problem),
    )
)]
pub(super) async fn change(
    State(web): State<Arc<Web>>,
    Token(token): Token,
    Json(change): Json<PreferencesChange>,
) -> Result {
    json(&preferences::change(&web.app, &VISITOR, &token, change).await?)
}

/// Leaves all mails but those about one's own account.
#[utoipa::path(
    post, path = "/subscriptions/{token}/leave", tag = "subscribers", operation_id = "leaveSubscription",
    params(("token" = String, Path, description = "Of a mailed link, but not of the one that asks to confirm")),
    responses(
        (status = 200, description = "Nothing more is sent", body = Subscription),
        (status = 400, description = "`invalid_link`", body = Problem),
        (status = 429, description = "Too many from this network; see Retry-After", body = Problem),
    )
)]
pub(super) async fn leave(State(web): State<Arc<Web>>, Token(token): Token) -> Result {
    json(&preferences::leave(&web.app, &VISITOR, &token).await?)
}

/// Takes leaving back.
#[utoipa::path(
    post, path = "/subscriptions/{token}/rejoin", tag = "subscribers", operation_id = "rejoinSubscription",
    params(("token" = String, Path, description = "Of a mailed link, but not of the one that asks to confirm")),
    responses(
        (status = 200, description = "It is as before", body = Subscription),
        (status = 400, description = "`invalid_link`", body = Problem),
        (status = 404, description = "`subscription_not_found`", body = Problem),
        (status = 429, description = "Too many from this network; see Retry-After", body = Problem),
    )
)]
pub(super) async fn rejoin(State(web): State<Arc<Web>>, Token(token): Token) -> Result {
    json(&preferences::rejoin(&web.app, &VISITOR, &token).await?)
}

/// Deletes what is kept of the subscriber; an account of the same address stays.
#[utoipa::path(
    delete, path = "/subscriptions/{token}", tag = "subscribers", operation_id = "deleteSubscription",
    params(("token" = String, Path, description = "Of a mailed link")),
    responses(
        (status = 204, description = "It is deleted"),
        (status = 400, description = "`invalid_link`", body = Problem),
        (status = 404, description = "`subscription_not_found`", body = Problem),
        (status = 429, description = "Too many from this network; see Retry-After", body = Problem),
    )
)]
pub(super) async fn delete(State(web): State<Arc<Web>>, Token(token): Token) -> Result {
    preferences::delete(&web.app, &VISITOR, &token).await?;
    let mut response = Response::new(axum::body::Body::empty());
    *response.status_mut() = StatusCode::NO_CONTENT;
    Ok(response)
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SettingsInput {
    #[serde(default)]
    language: Option<Language>,
    #[serde(default)]
    #[schema(value_type = Option<u8>, minimum = 1, maximum = 5)]
    in_app_from: Option<Importance>,
    #[serde(default)]
    preferences: Option<PreferencesChange>,
}

/// Which mails and notices the account wants.
#[utoipa::path(
    get, path = "/users/mail-preferences/{uid}", tag = "readers", operation_id = "getMailPreferences",
    params(("uid" = String, Path, description = "The token's own account")), security(("bearer" = [])),
    responses(
        (status = 200, description = "The settings", body = MailSettings),
        (status = 401, description = "`id_token_expired`, `invalid_user_token`", body = Problem),
        (status = 403, description = "`forbidden`: another account's; `user_disabled`", body = Problem),
    )
)]
pub(super) async fn settings(
    State(web): State<Arc<Web>>,
    Bearer(actor): Bearer,
    PathUid(uid): PathUid,
    parameters: Parameters,
) -> Result {
    parameters.each(|_, _| Ok(false))?;
    json(&settings::get(&web.app, &actor, &uid).await?)
}

/// Changes which mails and notices the account wants; what is absent stays as it is.
#[utoipa::path(
    post, path = "/users/mail-preferences/{uid}", tag = "readers", operation_id = "changeMailPreferences",
    params(("uid" = String, Path, description = "The token's own account")),
    request_body = SettingsInput, security(("bearer" = [])),
    responses(
        (status = 200, description = "The settings after the change", body = MailSettings),
        (status = 400, description = "Not the documented shape; `field` tells where", body = Problem),
        (status = 401, description = "`id_token_expired`, `invalid_user_token`", body = Problem),
        (status = 403, description = "`forbidden`: another account's; `user_disabled`", body = Problem),
        (status = 429, description = "`too_many_requests`; see Retry-After", body = Problem),
    )
)]
pub(super) async fn change_settings(
    State(web): State<Arc<Web>>,
    Bearer(actor): Bearer,
    PathUid(uid): PathUid,
    Json(input): Json<SettingsInput>,
) -> Result {
    let SettingsInput { language, in_app_from, preferences } = input;
    let change = SettingsChange { language, in_app_from, preferences: preferences.unwrap_or_default() };
    json(&settings::change(&web.app, &actor, &uid, change).await?)
}
