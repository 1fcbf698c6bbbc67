//! Action codes: requesting a mail with one, checking it, and using it.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::cookies;
use crate::domain::Language;
use crate::domain::account::CodeKind;
use crate::ops::accounts::apply_code::{self, AppliedCode, CodeInfo};
use crate::ops::accounts::password_reset;
use crate::ops::accounts::send_code::{self, CodeRequest, PendingVisit, STATE_SECS};
use crate::web::bearer::MaybeBearer;
use crate::web::error::Result;
use crate::web::json::json;
use crate::web::operation::{InvalidToken, TooManyRequests, Unavailable};
use crate::web::request_body::Json;
use crate::web::same_origin::SameOrigin;
use crate::web::state::{VISITOR, Web};

#[derive(Deserialize, ToSchema)]
pub(in crate::web) struct SendInput {
    /// Any kind but `recover_email` and `revert_second_factor_addition`, which are sent automatically.
    kind: CodeKind,
    #[serde(default)]
    email: Option<String>,
    /// For `verify_and_change_email`.
    #[serde(default)]
    new_email: Option<String>,
    /// Where the browser continues after the page of the link: a path, or an address at an allowed origin.
    #[serde(default)]
    continue_url: Option<String>,
    /// For `email_sign_in`: the visit to a provider whose identity is to be connected after the sign-in.
    #[serde(default)]
    transaction: Option<String>,
    /// For `email_sign_in`: whether the link's page refuses other browsers than this one.
    #[serde(default)]
    force_same_device: bool,
    /// Language of the mail; default: the account's.
    #[serde(default)]
    lang: Option<Language>,
}

/// The address of the recipient.
#[derive(Serialize, ToSchema)]
pub(in crate::web) struct EmailAnswer {
    email: String,
}

#[derive(Deserialize, ToSchema)]
pub(in crate::web) struct DeviceInput {
    /// The state in the link: 32 letters and digits.
    #[serde(default)]
    #[schema(required = true)]
    ui_sid: String,
}

/// Whether this browser requested the link.
#[derive(Serialize, ToSchema)]
pub(in crate::web) struct Device {
    same_device: bool,
    /// The address for which it was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    email: Option<String>,
    /// The visit whose identity is to be connected after the sign-in.
    #[serde(skip_serializing_if = "Option::is_none")]
    transaction: Option<String>,
}

#[derive(Deserialize, ToSchema)]
pub(in crate::web) struct CodeInput {
    #[serde(default)]
    #[schema(required = true)]
    code: String,
}

#[derive(Deserialize, ToSchema)]
pub(in crate::web) struct ResetInput {
    #[serde(default)]
    #[schema(required = true)]
    code: String,
    #[serde(default)]
    #[schema(required = true)]
    new_password: String,
}

/// Queues a mail with a code. `verify_email` and `verify_and_change_email` need an access token.
#[utoipa::path(post, path = "", tag = "auth", operation_id = "sendCode", responses(
    (status = 200, description = "The mail is queued", body = EmailAnswer),
    (status = 400, description = "`invalid_email`, `missing_email`, `unauthorized_continue_uri`, `invalid_idp_response`, `session_expired`"),
    InvalidToken,
    (status = 403, description = "`operation_not_allowed`, `admin_restricted_operation`, `requires_recent_login`, `second_factor_required`"),
    (status = 404, description = "`user_not_found`"),
    (status = 409, description = "`email_already_in_use`"),
    TooManyRequests,
))]
pub(in crate::web) async fn send(
    State(web): State<Arc<Web>>,
    MaybeBearer(actor): MaybeBearer,
    SameOrigin(client): SameOrigin,
    headers: HeaderMap,
    Json(input): Json<SendInput>,
) -> Result {
    let SendInput { kind, email, new_email, continue_url, transaction, force_same_device, lang } = input;
    let browser = cookies::get(&headers, &web, cookies::TRANSACTION).unwrap_or_default();
    let pending = transaction.map(|transaction| PendingVisit { transaction, browser });
    let same_device = force_same_device;
    let request = CodeRequest { kind, email, new_email, continue_url, pending, same_device, language: lang };
    let sent = send_code::send(&web.app, &actor, &client, request).await?;
    let mut response = json(&EmailAnswer { email: sent.email.as_str().to_owned() })?;
    if let Some(state) = sent.state {
        cookies::set(&mut response, &web, cookies::EMAIL, &state, Some(STATE_SECS))?;
    }
    Ok(response)
}

/// Returns whether this browser requested the link with this state, and for which address.
#[utoipa::path(post, path = "", tag = "auth", operation_id = "getLinkDevice", responses(
    (status = 200, description = "Whether the cookie of this browser belongs to the link", body = Device),
))]
pub(in crate::web) async fn device(
    State(web): State<Arc<Web>>,
    SameOrigin(_): SameOrigin,
    headers: HeaderMap,
    Json(input): Json<DeviceInput>,
) -> Result {
    let sealed = cookies::get(&headers, &web, cookies::EMAIL);
    let state = send_code::open_link_state(&web.app, &VISITOR, &input.ui_sid, sealed.as_deref())?;
    let same_device = state.is_some();
    let (email, transaction) = state.map_or((None, None), |state| (Some(state.email), state.transaction));
    json(&Device { same_device, email, transaction })
}

/// Returns what a code does, without using it.
#[utoipa::path(post, path = "", tag = "auth", operation_id = "checkCode", responses(
    (status = 200, description = "The purpose of the code", body = CodeInfo),
    (status = 400, description = "`expired_action_code`, `invalid_action_code`"),
    TooManyRequests,
))]
pub(in crate::web) async fn check(
    State(web): State<Arc<Web>>,
    SameOrigin(client): SameOrigin,
    Json(input): Json<CodeInput>,
) -> Result {
    json(&apply_code::check(&web.app, &VISITOR, &client, &input.code).await?)
}

/// Applies a code of kind `verify_email`, `verify_and_change_email`, `recover_email` or
/// `revert_second_factor_addition`.
///
/// With an access token of the account, its password and providers count as set by the owner of the address. Without
/// one, they are removed when the owner signs in by a mailed link or through a provider.
#[utoipa::path(post, path = "", tag = "auth", operation_id = "applyCode", responses(
    (status = 200, description = "The result", body = AppliedCode),
    (status = 400, description = "`expired_action_code`, `invalid_action_code`"),
    InvalidToken,
    (status = 403, description = "`user_disabled`, `different_device` (the code can be used again)"),
    (status = 409, description = "`email_already_in_use`"),
    TooManyRequests,
))]
pub(in crate::web) async fn apply(
    State(web): State<Arc<Web>>,
    MaybeBearer(actor): MaybeBearer,
    SameOrigin(client): SameOrigin,
    Json(input): Json<CodeInput>,
) -> Result {
    json(&apply_code::apply(&web.app, &actor, &client, &input.code).await?)
}

/// Sets a new password and ends all sessions.
#[utoipa::path(post, path = "", tag = "auth", operation_id = "resetPassword", responses(
    (status = 200, description = "The password is set", body = EmailAnswer),
    (status = 400, description = "`weak_password`, `password_too_long`, `common_password` and `personal_password` (the code can be used again), `expired_action_code`, `invalid_action_code`"),
    TooManyRequests,
    Unavailable,
))]
pub(in crate::web) async fn reset_password(
    State(web): State<Arc<Web>>,
    SameOrigin(client): SameOrigin,
    Json(input): Json<ResetInput>,
) -> Result {
    let email = password_reset::reset(&web.app, &VISITOR, &client, &input.code, &input.new_password).await?;
    json(&EmailAnswer { email: email.as_str().to_owned() })
}
