//! Passkeys: creating, listing, renaming and removing them, signing in and re-authenticating with them.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::provider::browser_secret;
use super::{SessionAnswer, cookies, session, signed_in};
use crate::domain::Persistence;
use crate::ops::accounts::passkeys::list::PasskeyView;
use crate::ops::accounts::passkeys::{
    CeremonyAnswer, StartedCeremony, enroll, list as listed, reauth, remove as removal, sign_in,
};
use crate::ops::accounts::provider::start::BROWSER_COOKIE_SECS;
use crate::web::bearer::{Bearer, MaybeGuest, UnverifiedBearer};
use crate::web::error::Result;
use crate::web::extract::PathParam;
use crate::web::json::{Nothing, json, nothing};
use crate::web::operation::TooManyRequests;
use crate::web::request_body::Json;
use crate::web::same_origin::SameOrigin;
use crate::web::state::{VISITOR, Web};

/// A started ceremony.
#[derive(Serialize, ToSchema)]
pub(in crate::web) struct PasskeyStarted {
    /// Identifies the ceremony; a cookie binds it to this browser. It must be finished within five minutes.
    transaction: String,
    /// For `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`.
    #[schema(value_type = Object)]
    options: Value,
}

#[derive(Deserialize, ToSchema)]
pub(in crate::web) struct PasskeyEnrollInput {
    #[serde(default)]
    #[schema(required = true)]
    transaction: String,
    /// What `toJSON` of the new credential returns.
    #[serde(default)]
    #[schema(required = true, value_type = Object)]
    credential: Value,
    /// Default: the browser and its system.
    #[serde(default)]
    name: String,
}

#[derive(Deserialize, ToSchema)]
pub(in crate::web) struct PasskeySignInInput {
    #[serde(default)]
    #[schema(required = true)]
    transaction: String,
    /// What `toJSON` of the credential returns.
    #[serde(default)]
    #[schema(required = true, value_type = Object)]
    credential: Value,
    #[serde(default)]
    persistence: Option<Persistence>,
}

#[derive(Deserialize, ToSchema)]
pub(in crate::web) struct PasskeyReauthInput {
    #[serde(default)]
    #[schema(required = true)]
    transaction: String,
    /// What `toJSON` of the credential returns.
    #[serde(default)]
    #[schema(required = true, value_type = Object)]
    credential: Value,
}

#[derive(Deserialize, ToSchema)]
pub(in crate::web) struct PasskeyName {
    #[serde(default)]
    name: String,
}

#[derive(Serialize, ToSchema)]
pub(in crate::web) struct PasskeyList {
    /// Oldest first.
    passkeys: Vec<PasskeyView>,
}

fn started(web: &Web, ceremony: StartedCeremony) -> Result {
    started_with(web, ceremony, |started| json(&started))
}

/// Responds with a body that `write` makes of the started ceremony. A cookie binds it to this browser.
pub(super) fn started_with(
    web: &Web,
    ceremony: StartedCeremony,
    write: impl FnOnce(PasskeyStarted) -> Result,
) -> Result {
    let StartedCeremony { transaction, options, browser } = ceremony;
    let mut response = write(PasskeyStarted { transaction, options })?;
    cookies::set(&mut response, web, cookies::TRANSACTION, &browser, Some(BROWSER_COOKIE_SECS))?;
    Ok(response)
}

pub(super) fn answer(web: &Web, headers: &HeaderMap, transaction: String, credential: Value) -> CeremonyAnswer {
    CeremonyAnswer { transaction, browser: browser_secret(web, headers), credential }
}

/// Starts to add a passkey. Requires a sign-in in the last five minutes.
#[utoipa::path(post, path = "", tag = "auth", operation_id = "startPasskeyEnrollment", responses(
    (status = 200, description = "The options for `navigator.credentials.create`", body = PasskeyStarted),
    (status = 403, description = "`requires_recent_login`; `operation_not_allowed`: no passkeys here, or a guest"),
    (status = 409, description = "`too_many_passkeys`"),
    TooManyRequests,
))]
pub(in crate::web) async fn start_enrolment(
    State(web): State<Arc<Web>>,
    Bearer(actor): Bearer,
    SameOrigin(client): SameOrigin,
    headers: HeaderMap,
) -> Result {
    let browser = cookies::get(&headers, &web, cookies::TRANSACTION);
    started(&web, enroll::start(&web.app, &actor, &client, browser.as_deref()).await?)
}

/// Adds the passkey that the browser created to the account.
#[utoipa::path(post, path = "", tag = "auth", operation_id = "finishPasskeyEnrollment", responses(
    (status = 200, description = "Added", body = PasskeyView),
    (status = 400, description = "`session_expired`; `invalid` in `name`"),
    (status = 403, description = "`invalid_passkey`, `operation_not_allowed`"),
    (status = 409, description = "`credential_already_in_use`, `too_many_passkeys`"),
))]
pub(in crate::web) async fn finish_enrolment(
    State(web): State<Arc<Web>>,
    Bearer(actor): Bearer,
    SameOrigin(client): SameOrigin,
    headers: HeaderMap,
    Json(input): Json<PasskeyEnrollInput>,
) -> Result {
    let PasskeyEnrollInput { transaction, credential, name } = input;
    let answer = answer(&web, &headers, transaction, credential);
    json(&enroll::finish(&web.app, &actor, &client, answer, &name).await?)
}

/// Lists the passkeys of the account.
#[utoipa::path(get, path = "", tag = "auth", operation_id = "getPasskeys", responses(
    (status = 200, description = "The passkeys", body = PasskeyList),
))]
pub(in crate::web) async fn list(State(web): State<Arc<Web>>, Bearer(actor): Bearer) -> Result {
    json(&PasskeyList { passkeys: listed::list(&web.app, &actor).await? })
}

/// Renames a passkey.
#[utoipa::path(post, path = "", tag = "auth", operation_id = "renamePasskey", responses(
    (status = 200, description = "The passkey as it is now", body = PasskeyView),
    (status = 400, description = "`invalid` in `name`"),
    (status = 404, description = "`passkey_credential_not_found`"),
))]
pub(in crate::web) async fn rename(
    State(web): State<Arc<Web>>,
    Bearer(actor): Bearer,
    SameOrigin(_): SameOrigin,
    PathParam(id): PathParam,
    Json(input): Json<PasskeyName>,
) -> Result {
    json(&listed::rename(&web.app, &actor, &id, &input.name).await?)
}

/// Removes a passkey. Requires a sign-in in the last five minutes, and another way to sign in.
#[utoipa::path(delete, path = "", tag = "auth", operation_id = "removePasskey", responses(
    (status = 200, description = "Removed", body = Nothing),
    (status = 403, description = "`requires_recent_login`"),
    (status = 404, description = "`passkey_credential_not_found`"),
    (status = 409, description = "`last_sign_in_method`; `last_second_factor`: it is the only second factor of an account that must have one"),
))]
pub(in crate::web) async fn remove(
    State(web): State<Arc<Web>>,
    Bearer(actor): Bearer,
    SameOrigin(client): SameOrigin,
    PathParam(id): PathParam,
) -> Result {
    removal::remove(&web.app, &actor, &client, &id).await?;
    nothing()
}

/// Starts a sign-in with any passkey that the user chooses.
#[utoipa::path(post, path = "", tag = "auth", operation_id = "startPasskeySignIn", responses(
    (status = 200, description = "The options for `navigator.credentials.get`", body = PasskeyStarted),
    (status = 403, description = "`operation_not_allowed`: no passkeys here"),
    TooManyRequests,
))]
pub(in crate::web) async fn start_sign_in(
    State(web): State<Arc<Web>>,
    SameOrigin(client): SameOrigin,
    headers: HeaderMap,
) -> Result {
    let browser = cookies::get(&headers, &web, cookies::TRANSACTION);
    started(&web, sign_in::start(&web.app, &VISITOR, &client, browser.as_deref()).await?)
}

/// Signs in with a passkey.
#[utoipa::path(post, path = "", tag = "auth", operation_id = "signInWithPasskey", responses(
    (status = 200, description = "Signed in", body = SessionAnswer),
    (status = 400, description = "`session_expired`"),
    (status = 401, description = "`invalid_user_token`: the guest's session has ended"),
    (status = 403, description = "`invalid_passkey`, `user_disabled`, `operation_not_allowed`"),
    (status = 404, description = "`passkey_credential_not_found`"),
    (status = 409, description = "`merge_conflict`: a guest cannot become this account, and the passkey's answer can be used again without the guest's token"),
))]
pub(in crate::web) async fn finish_sign_in(
    State(web): State<Arc<Web>>,
    MaybeGuest(actor): MaybeGuest,
    SameOrigin(client): SameOrigin,
    headers: HeaderMap,
    Json(input): Json<PasskeySignInInput>,
) -> Result {
    let PasskeySignInInput { transaction, credential, persistence } = input;
    let answer = answer(&web, &headers, transaction, credential);
    signed_in(&web, sign_in::sign_in(&web.app, &actor, &client, answer, persistence).await?)
}

/// Starts to re-authenticate the session with a passkey of the account.
#[utoipa::path(post, path = "", tag = "auth", operation_id = "startPasskeyReauth", responses(
    (status = 200, description = "The options for `navigator.credentials.get`", body = PasskeyStarted),
    (status = 403, description = "`operation_not_allowed`: no passkeys here"),
    (status = 404, description = "`passkey_credential_not_found`: the account has none"),
    TooManyRequests,
))]
pub(in crate::web) async fn start_reauth(
    State(web): State<Arc<Web>>,
    UnverifiedBearer(actor): UnverifiedBearer,
    SameOrigin(client): SameOrigin,
    headers: HeaderMap,
) -> Result {
    let browser = cookies::get(&headers, &web, cookies::TRANSACTION);
    started(&web, reauth::start(&web.app, &actor, &client, browser.as_deref()).await?)
}

/// Re-authenticates the session with a passkey.
#[utoipa::path(post, path = "", tag = "auth", operation_id = "reauthWithPasskey", responses(
    (status = 200, description = "The same session, with a new time of authentication", body = SessionAnswer),
    (status = 400, description = "`session_expired`"),
    (status = 403, description = "`invalid_passkey`, `user_mismatch`, `operation_not_allowed`"),
    (status = 404, description = "`passkey_credential_not_found`"),
))]
pub(in crate::web) async fn finish_reauth(
    State(web): State<Arc<Web>>,
    UnverifiedBearer(actor): UnverifiedBearer,
    SameOrigin(client): SameOrigin,
    headers: HeaderMap,
    Json(input): Json<PasskeyReauthInput>,
) -> Result {
    let answer = answer(&web, &headers, input.transaction, input.credential);
    session(&web, reauth::reauthenticate(&web.app, &actor, &client, answer).await?)
}
