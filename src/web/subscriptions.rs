//! Mail preferences: of an address through the link in a mail, and of an account.

use std::sync::Arc;

use axum::extract::{FromRequestParts, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::IntoResponse;

use super::bearer::OwnCall;
use super::error::Result;
use super::extract::{NoParameters, PathParam};
use super::json::json;
use super::network::ClientNetwork;
use super::request_body::{Json, NullableJson};
use super::state::{VISITOR, Web};
use crate::ops::mail::preferences::{self, PreferencesChange, Subscription};
use crate::ops::mail::settings::{self, MailSettings, SettingsChange};
use crate::rate_limit::Limit;
use crate::web::operation::{LinkTooOld, NoSuchSubscription, TooManyRequests};

/// The token of a mailed link, in the path. Counts the use of the link by the client's network.
pub(super) struct LinkToken(String);

impl FromRequestParts<Arc<Web>> for LinkToken {
    type Rejection = super::error::Failure;

    async fn from_request_parts(parts: &mut Parts, web: &Arc<Web>) -> Result<Self> {
        web.count_link(ClientNetwork::from_request_parts(parts, web).await?)?;
        let PathParam(token) = PathParam::from_request_parts(parts, web).await?;
        Ok(Self(token))
    }
}

impl Web {
    /// Counts the use of a mailed link by the client's network.
    ///
    /// # Errors
    /// `too_many_requests` with the seconds to wait.
    pub(super) fn count_link(&self, network: ClientNetwork) -> crate::error::Result<()> {
        self.count(Limit::MailedLink(self.app.config.limits.links_per_minute), network)
    }
}

/// Returns the mail preferences of an address.
#[utoipa::path(get, path = "", tag = "subscribers", operation_id = "getSubscription", responses(
    (status = 200, description = "The preferences", body = Subscription),
    NoSuchSubscription,
))]
pub(super) async fn get(State(web): State<Arc<Web>>, LinkToken(token): LinkToken, _: NoParameters) -> Result {
    json(&preferences::get(&web.app, &VISITOR, &token).await?)
}

/// Confirms that the address belongs to its subscriber.
#[utoipa::path(post, path = "", tag = "subscribers", operation_id = "confirmSubscription", responses(
    (status = 200, description = "The confirmed subscription", body = Subscription),
    (status = 404, description = "`subscription_not_found`: deleted since the mail was sent"),
    (status = 410, description = "`link_expired`: requested more than thirty days ago; `link_used`: the subscription ended since"),
))]
pub(super) async fn confirm(State(web): State<Arc<Web>>, LinkToken(token): LinkToken) -> Result {
    json(&preferences::confirm(&web.app, &VISITOR, &token).await?)
}

/// Undoes a confirmation and ends the subscription.
#[utoipa::path(post, path = "", tag = "subscribers", operation_id = "undoConfirmSubscription", responses(
    (status = 200, description = "The subscription before its confirmation", body = Subscription),
    NoSuchSubscription,
    LinkTooOld,
))]
pub(super) async fn undo_confirm(State(web): State<Arc<Web>>, LinkToken(token): LinkToken) -> Result {
    json(&preferences::undo_confirm(&web.app, &VISITOR, &token).await?)
}

/// Changes the mail preferences of an address, and of the account with that address.
#[utoipa::path(post, path = "", tag = "subscribers", operation_id = "changeSubscription", responses(
    (status = 200, description = "The preferences after the change", body = Subscription),
    NoSuchSubscription,
    LinkTooOld,
))]
pub(super) async fn change(
    State(web): State<Arc<Web>>,
    LinkToken(token): LinkToken,
    NullableJson(change): NullableJson<PreferencesChange>,
) -> Result {
    json(&preferences::change(&web.app, &VISITOR, &token, change).await?)
}

/// Unsubscribes an address from all mails except those about its account.
#[utoipa::path(post, path = "", tag = "subscribers", operation_id = "leaveSubscription", responses(
    (status = 200, description = "The subscription, which gets no more mails", body = Subscription),
))]
pub(super) async fn leave(State(web): State<Arc<Web>>, LinkToken(token): LinkToken) -> Result {
    json(&preferences::leave(&web.app, &VISITOR, &token).await?)
}

/// Undoes unsubscribing.
#[utoipa::path(post, path = "", tag = "subscribers", operation_id = "rejoinSubscription", responses(
    (status = 200, description = "The subscription as it was", body = Subscription),
    NoSuchSubscription,
    LinkTooOld,
))]
pub(super) async fn rejoin(State(web): State<Arc<Web>>, LinkToken(token): LinkToken) -> Result {
    json(&preferences::rejoin(&web.app, &VISITOR, &token).await?)
}

/// Mails a new link to the preferences, in place of one that is too old to change them.
#[utoipa::path(post, path = "", tag = "subscribers", operation_id = "sendSubscriptionLink", responses(
    (status = 204, description = "The mail is queued"),
    NoSuchSubscription,
))]
pub(super) async fn send_link(State(web): State<Arc<Web>>, LinkToken(token): LinkToken) -> Result {
    preferences::send_link(&web.app, &VISITOR, &token).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Deletes the subscriber's data; an account with the address stays.
#[utoipa::path(delete, path = "", tag = "subscribers", operation_id = "deleteSubscription", responses(
    (status = 204, description = "Deleted"),
    NoSuchSubscription,
    LinkTooOld,
))]
pub(super) async fn delete(State(web): State<Arc<Web>>, LinkToken(token): LinkToken) -> Result {
    preferences::delete(&web.app, &VISITOR, &token).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Returns the account's mail and notification settings.
#[utoipa::path(get, path = "", tag = "readers", operation_id = "getMailPreferences", responses(
    (status = 200, description = "The settings", body = MailSettings),
))]
pub(super) async fn settings(OwnCall { web, actor, uid }: OwnCall, _: NoParameters) -> Result {
    json(&settings::get(&web.app, &actor, &uid).await?)
}

/// Changes the account's mail and notification settings; absent fields keep their values.
#[utoipa::path(post, path = "", tag = "readers", operation_id = "changeMailPreferences", responses(
    (status = 200, description = "The settings after the change", body = MailSettings),
    TooManyRequests,
))]
pub(super) async fn change_settings(
    OwnCall { web, actor, uid }: OwnCall,
    Json(change): Json<SettingsChange>,
) -> Result {
    json(&settings::change(&web.app, &actor, &uid, change).await?)
}
