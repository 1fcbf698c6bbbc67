//! Signing up, signing in, and proving again who one is.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{SessionAnswer, begun, cookies, session};
use crate::domain::Language;
use crate::ops::accounts::sign_up::{SignUp, SignUpOutcome};
use crate::ops::accounts::{self, Persistence, email_link as link, send};
use crate::web::bearer::Bearer;
use crate::web::error::Result;
use crate::web::extract::Json;
use crate::web::operation::{TooManyRequests, Unavailable};
use crate::web::same_origin::SameOrigin;
use crate::web::{VISITOR, Web, site};

#[derive(Deserialize, ToSchema)]
pub(in crate::web) struct MethodsInput {
    #[serde(default)]
    email: String,
}

#[derive(Serialize, ToSchema)]
pub(in crate::web) struct Methods {
    /// `password`, `emailLink`, and providers such as `google.com`; empty where there is no account.
    methods: Vec<String>,
}

#[derive(Deserialize, ToSchema)]
pub(in crate::web) struct SignUpInput {
    #[serde(default)]
    email: String,
    #[serde(default)]
    password: String,
    #[serde(default)]
    display_name: Option<String>,
    #[serde(default)]
    persistence: Option<Persistence>,
    /// The language of mails; default `en`.
    #[serde(default)]
    lang: Option<Language>,
}

/// The rest is in a mail to the address.
#[derive(Serialize, ToSchema)]
pub(in crate::web) struct CheckEmail {
    /// `check_email`
    status: &'static str,
}

#[derive(Deserialize, ToSchema)]
pub(in crate::web) struct PasswordInput {
    #[serde(default)]
    email: String,
    #[serde(default)]
    password: String,
    #[serde(default)]
    persistence: Option<Persistence>,
}

#[derive(Deserialize, ToSchema)]
pub(in crate::web) struct EmailLinkInput {
    #[serde(default)]
    email: String,
    #[serde(default)]
    code: String,
    #[serde(default)]
    persistence: Option<Persistence>,
    /// The language of mails to a new account; default `en`.
    #[serde(default)]
    lang: Option<Language>,
    /// The state in the link; needed where links are good only in the browser that asked for them.
    #[serde(default)]
    ui_sid: Option<String>,
}

#[derive(Deserialize, ToSchema)]
pub(in crate::web) struct ReauthPasswordInput {
    #[serde(default)]
    password: String,
}

#[derive(Deserialize, ToSchema)]
pub(in crate::web) struct ReauthEmailLinkInput {
    #[serde(default)]
    email: String,
    #[serde(default)]
    code: String,
}

/// How an address signs in; where addresses are protected, what is offered to everybody.
#[utoipa::path(
    post, path = "/auth/v1/methods", tag = "auth", operation_id = "getSignInMethods",
    request_body = MethodsInput,
    responses(
        (status = 200, description = "The methods, oldest first", body = Methods),
        (status = 400, description = "`invalid_email`"),
        TooManyRequests,
    )
)]
pub(in crate::web) async fn methods(
    State(web): State<Arc<Web>>,
    SameOrigin(origin): SameOrigin,
    Json(input): Json<MethodsInput>,
) -> Result {
    let methods = accounts::methods::methods(&web.app, &VISITOR, &origin, &input.email).await?;
    site::json(&Methods { methods })
}

/// Makes an account and signs it in. Where addresses are protected, a mail says what came of it.
#[utoipa::path(
    post, path = "/auth/v1/sign-up", tag = "auth", operation_id = "signUp",
    request_body = SignUpInput,
    responses(
        (status = 200, description = "Signed in", body = SessionAnswer),
        (status = 202, description = "The address is not confirmed yet; a mail explains how to go on", body = CheckEmail),
        (status = 400, description = "`invalid_email`, `missing_password`, `weak_password`"),
        (status = 403, description = "`operation_not_allowed`, `admin_restricted_operation`"),
        (status = 409, description = "`email_already_in_use`"),
        TooManyRequests,
        Unavailable,
    )
)]
pub(in crate::web) async fn sign_up(
    State(web): State<Arc<Web>>,
    SameOrigin(origin): SameOrigin,
    Json(input): Json<SignUpInput>,
) -> Result {
    let SignUpInput { email, password, display_name, persistence, lang } = input;
    let input = SignUp { email, password, display_name, persistence, language: lang };
    match accounts::sign_up::sign_up(&web.app, &VISITOR, &origin, input).await? {
        SignUpOutcome::SignedIn(signed_in) => begun(&web, *signed_in),
        SignUpOutcome::CheckEmail => {
            let mut response = site::json(&CheckEmail { status: "check_email" })?;
            *response.status_mut() = StatusCode::ACCEPTED;
            Ok(response)
        }
    }
}

/// Signs in with address and password.
#[utoipa::path(
    post, path = "/auth/v1/sign-in/password", tag = "auth", operation_id = "signInWithPassword",
    request_body = PasswordInput,
    responses(
        (status = 200, description = "Signed in", body = SessionAnswer),
        (status = 400, description = "`invalid_email`, `missing_password`"),
        (status = 401, description = "`wrong_password`; with protected addresses `invalid_credential`"),
        (status = 403, description = "`user_disabled`, `operation_not_allowed`"),
        (status = 404, description = "`user_not_found`"),
        TooManyRequests,
        Unavailable,
    )
)]
pub(in crate::web) async fn password(
    State(web): State<Arc<Web>>,
    SameOrigin(origin): SameOrigin,
    Json(input): Json<PasswordInput>,
) -> Result {
    let PasswordInput { email, password, persistence } = input;
    let signed_in = accounts::sign_in::with_password(&web.app, &VISITOR, &origin, &email, &password, persistence);
    begun(&web, signed_in.await?)
}

/// Signs in with the code of a mailed link and the address that it was mailed to.
#[utoipa::path(
    post, path = "/auth/v1/sign-in/email-link", tag = "auth", operation_id = "signInWithEmailLink",
    request_body = EmailLinkInput,
    responses(
        (status = 200, description = "Signed in", body = SessionAnswer),
        (status = 400, description = "`invalid_email`, `expired_action_code`, `invalid_action_code`"),
        (status = 403, description = "`different_device` (the code can be used again), `user_disabled`, `operation_not_allowed`, `admin_restricted_operation`"),
        TooManyRequests,
    )
)]
pub(in crate::web) async fn email_link(
    State(web): State<Arc<Web>>,
    SameOrigin(origin): SameOrigin,
    headers: HeaderMap,
    Json(input): Json<EmailLinkInput>,
) -> Result {
    let EmailLinkInput { email, code, persistence, lang, ui_sid } = input;
    let sealed = cookies::get(&headers, &web, cookies::EMAIL);
    let asked_for = send::opened_state(&web.app, &VISITOR, &ui_sid.unwrap_or_default(), sealed.as_deref())?;
    let input = link::EmailLink { email, code, persistence, language: lang, asked_for };
    let signed_in = link::sign_in(&web.app, &VISITOR, &origin, input).await?;
    let mut response = begun(&web, signed_in)?;
    cookies::clear(&mut response, &web, cookies::EMAIL)?;
    Ok(response)
}

/// Proves with the password who is signed in.
#[utoipa::path(
    post, path = "/auth/v1/reauth/password", tag = "auth", operation_id = "reauthWithPassword",
    request_body = ReauthPasswordInput,
    responses(
        (status = 200, description = "The same session, with a new time of authentication", body = SessionAnswer),
        (status = 403, description = "`wrong_password`"),
        TooManyRequests,
    )
)]
pub(in crate::web) async fn reauth_password(
    State(web): State<Arc<Web>>,
    Bearer(actor): Bearer,
    SameOrigin(origin): SameOrigin,
    Json(input): Json<ReauthPasswordInput>,
) -> Result {
    session(&web, accounts::sign_in::prove(&web.app, &actor, &origin, &input.password).await?)
}

/// Proves with a mailed link who is signed in.
#[utoipa::path(
    post, path = "/auth/v1/reauth/email-link", tag = "auth", operation_id = "reauthWithEmailLink",
    request_body = ReauthEmailLinkInput,
    responses(
        (status = 200, description = "The same session, with a new time of authentication", body = SessionAnswer),
        (status = 400, description = "`expired_action_code`, `invalid_action_code`, `invalid_email`"),
        (status = 403, description = "`user_mismatch`"),
        TooManyRequests,
    )
)]
pub(in crate::web) async fn reauth_email_link(
    State(web): State<Arc<Web>>,
    Bearer(actor): Bearer,
    SameOrigin(origin): SameOrigin,
    Json(input): Json<ReauthEmailLinkInput>,
) -> Result {
    session(&web, link::prove(&web.app, &actor, &origin, &input.email, &input.code).await?)
}
