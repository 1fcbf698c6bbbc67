//! Signing up, signing in, and re-authenticating.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{SecondFactorAnswer, SessionAnswer, authenticated_again, cookies, signed_in};
use crate::domain::account::SignInMethod;
use crate::domain::{Language, Persistence};
use crate::ops::accounts::email_link::EmailLinkSignIn;
use crate::ops::accounts::methods::LookUp;
use crate::ops::accounts::sign_up::{SignUp, SignUpOutcome};
use crate::ops::accounts::{self, send_code};
use crate::rate_limit::Limit;
use crate::web::bearer::{MaybeGuest, UnverifiedBearer};
use crate::web::error::{ProofProblem, Result};
use crate::web::json::json;
use crate::web::operation::{TooManyRequests, Unavailable};
use crate::web::proof::Proof;
use crate::web::request_body::Json;
use crate::web::same_origin::SameOrigin;
use crate::web::state::{VISITOR, Web};

#[derive(Deserialize, ToSchema)]
pub(in crate::web) struct MethodsInput {
    #[serde(default)]
    #[schema(required = true)]
    email: String,
    /// The solution of the challenge of an earlier 429.
    #[serde(default)]
    proof: Option<Proof>,
}

#[derive(Serialize, ToSchema)]
pub(in crate::web) struct Methods {
    /// `password`, `emailLink`, and provider IDs such as `google.com`; empty without an account.
    #[schema(value_type = Vec<String>)]
    methods: Vec<SignInMethod>,
    /// Whether the address has an account without a method: its owner asks for a mail that sets a password.
    recoverable: bool,
}

#[derive(Deserialize, ToSchema)]
pub(in crate::web) struct SignUpInput {
    #[serde(default)]
    #[schema(required = true)]
    email: String,
    #[serde(default)]
    #[schema(required = true)]
    password: String,
    #[serde(default)]
    display_name: Option<String>,
    #[serde(default)]
    persistence: Option<Persistence>,
    /// Language of mails; default `en`.
    #[serde(default)]
    lang: Option<Language>,
}

/// A mail to the address continues the sign-up.
#[derive(Serialize, ToSchema)]
pub(in crate::web) struct CheckEmail {
    /// `check_email`
    status: &'static str,
}

#[derive(Deserialize, ToSchema)]
pub(in crate::web) struct PasswordInput {
    #[serde(default)]
    #[schema(required = true)]
    email: String,
    #[serde(default)]
    #[schema(required = true)]
    password: String,
    #[serde(default)]
    persistence: Option<Persistence>,
}

#[derive(Deserialize, ToSchema)]
pub(in crate::web) struct EmailLinkInput {
    #[serde(default)]
    #[schema(required = true)]
    email: String,
    #[serde(default)]
    #[schema(required = true)]
    code: String,
    #[serde(default)]
    persistence: Option<Persistence>,
    /// Language of mails to a new account; default `en`.
    #[serde(default)]
    lang: Option<Language>,
    /// The state in the link; required if links work only in the browser that requested them.
    #[serde(default)]
    ui_sid: Option<String>,
}

#[derive(Deserialize, ToSchema)]
pub(in crate::web) struct ReauthPasswordInput {
    #[serde(default)]
    #[schema(required = true)]
    password: String,
}

#[derive(Deserialize, ToSchema)]
pub(in crate::web) struct ReauthEmailLinkInput {
    #[serde(default)]
    #[schema(required = true)]
    email: String,
    #[serde(default)]
    #[schema(required = true)]
    code: String,
}

/// Returns the sign-in methods of an address; with protected addresses, those offered to everyone.
///
/// From its fifth call within a minute on, a network gets a 429 with code `proof_required` and a challenge, and repeats
/// the call with a proof of work. Far over the limit, it gets `too_many_requests` with `Retry-After`.
#[utoipa::path(post, path = "", tag = "auth", operation_id = "getSignInMethods", responses(
    (status = 200, description = "The methods, oldest first", body = Methods),
    (status = 400, description = "`invalid_email`"),
    (status = 429, description = "`proof_required` with a challenge, or `too_many_requests` with `Retry-After`", body = ProofProblem),
))]
pub(in crate::web) async fn methods(
    State(web): State<Arc<Web>>,
    SameOrigin(client): SameOrigin,
    Json(input): Json<MethodsInput>,
) -> Result {
    let (limiter, now) = (&web.app.rate_limiter, web.app.clock.steady());
    // A client that must wait anyway solves nothing.
    limiter.peek(Limit::LookUp, client.network, now)?;
    if limiter.take(Limit::FreeLookUp, client.network, now).is_err() {
        web.require_proof(client.network, input.proof).await?;
    }
    let LookUp { methods, recoverable } = accounts::methods::methods(&web.app, &VISITOR, &client, &input.email).await?;
    json(&Methods { methods, recoverable })
}

/// Creates an account and signs it in. With a guest's access token, the guest becomes the account. With protected
/// addresses, a mail continues the sign-up.
#[utoipa::path(post, path = "", tag = "auth", operation_id = "signUp", responses(
    (status = 200, description = "Signed in", body = SessionAnswer),
    (status = 202, description = "The address is not confirmed yet; a mail explains how to go on", body = CheckEmail),
    (status = 400, description = "`invalid_email`, `missing_password`, `weak_password`, `password_too_long`, `common_password`, `personal_password`"),
    (status = 403, description = "`operation_not_allowed`, `admin_restricted_operation`"),
    (status = 401, description = "`invalid_user_token`: the guest's session has ended"),
    (status = 409, description = "`email_already_in_use`"),
    TooManyRequests,
    Unavailable,
))]
pub(in crate::web) async fn sign_up(
    State(web): State<Arc<Web>>,
    MaybeGuest(actor): MaybeGuest,
    SameOrigin(client): SameOrigin,
    Json(input): Json<SignUpInput>,
) -> Result {
    let SignUpInput { email, password, display_name, persistence, lang } = input;
    let input = SignUp { email, password, display_name, persistence, language: lang };
    match accounts::sign_up::sign_up(&web.app, &actor, &client, input).await? {
        SignUpOutcome::SignedIn(outcome) => signed_in(&web, outcome),
        SignUpOutcome::CheckEmail => {
            Ok((StatusCode::ACCEPTED, json(&CheckEmail { status: "check_email" })?).into_response())
        }
    }
}

/// Signs in with an address and a password.
#[utoipa::path(post, path = "", tag = "auth", operation_id = "signInWithPassword", responses(
    (status = 200, description = "Signed in", body = SessionAnswer),
    (status = 202, description = "A second factor must follow", body = SecondFactorAnswer),
    (status = 400, description = "`invalid_email`, `missing_password`"),
    (status = 401, description = "`wrong_password`; with protected addresses `invalid_credential`"),
    (status = 403, description = "`user_disabled`, `operation_not_allowed`"),
    (status = 404, description = "`user_not_found`"),
    (status = 409, description = "`merge_conflict`: a guest cannot become this account; the call works without the guest's token"),
    TooManyRequests,
    Unavailable,
))]
pub(in crate::web) async fn password(
    State(web): State<Arc<Web>>,
    MaybeGuest(actor): MaybeGuest,
    SameOrigin(client): SameOrigin,
    Json(input): Json<PasswordInput>,
) -> Result {
    let PasswordInput { email, password, persistence } = input;
    let outcome = accounts::password::sign_in(&web.app, &actor, &client, &email, &password, persistence);
    signed_in(&web, outcome.await?)
}

/// Signs in with the code of a mailed link and the address that received it. With a guest's access token and a new
/// address, the guest becomes the account.
#[utoipa::path(post, path = "", tag = "auth", operation_id = "signInWithEmailLink", responses(
    (status = 200, description = "Signed in", body = SessionAnswer),
    (status = 202, description = "A second factor must follow", body = SecondFactorAnswer),
    (status = 400, description = "`invalid_email`, `expired_action_code`, `invalid_action_code`"),
    (status = 403, description = "`different_device` (the code can be used again), `user_disabled`, `operation_not_allowed`, `admin_restricted_operation`"),
    (status = 401, description = "`invalid_user_token`: the guest's session has ended"),
    (status = 409, description = "`merge_conflict`: a guest cannot become this account; the code can be used again without the guest's token"),
    TooManyRequests,
))]
pub(in crate::web) async fn email_link(
    State(web): State<Arc<Web>>,
    MaybeGuest(actor): MaybeGuest,
    SameOrigin(client): SameOrigin,
    headers: HeaderMap,
    Json(input): Json<EmailLinkInput>,
) -> Result {
    let EmailLinkInput { email, code, persistence, lang, ui_sid } = input;
    let sealed = cookies::get(&headers, &web, cookies::EMAIL);
    let requested_for = send_code::open_link_state(&web.app, &VISITOR, &ui_sid.unwrap_or_default(), sealed.as_deref())?;
    let requested_for = requested_for.map(|state| state.email);
    let input = EmailLinkSignIn { email, code, persistence, language: lang, requested_for };
    let outcome = accounts::email_link::sign_in(&web.app, &actor, &client, input).await?;
    let mut response = signed_in(&web, outcome)?;
    cookies::clear(&mut response, &web, cookies::EMAIL)?;
    Ok(response)
}

/// Re-authenticates the session with the password.
#[utoipa::path(post, path = "", tag = "auth", operation_id = "reauthWithPassword", responses(
    (status = 200, description = "The same session, with a new time of authentication", body = SessionAnswer),
    (status = 202, description = "A second factor must follow", body = SecondFactorAnswer),
    (status = 403, description = "`wrong_password`"),
    TooManyRequests,
))]
pub(in crate::web) async fn reauth_password(
    State(web): State<Arc<Web>>,
    UnverifiedBearer(actor): UnverifiedBearer,
    SameOrigin(client): SameOrigin,
    Json(input): Json<ReauthPasswordInput>,
) -> Result {
    let outcome = accounts::password::reauthenticate(&web.app, &actor, &client, &input.password).await?;
    authenticated_again(&web, outcome)
}

/// Re-authenticates the session with a mailed link.
#[utoipa::path(post, path = "", tag = "auth", operation_id = "reauthWithEmailLink", responses(
    (status = 200, description = "The same session, with a new time of authentication", body = SessionAnswer),
    (status = 202, description = "A second factor must follow", body = SecondFactorAnswer),
    (status = 400, description = "`expired_action_code`, `invalid_action_code`, `invalid_email`"),
    (status = 403, description = "`user_mismatch`"),
    TooManyRequests,
))]
pub(in crate::web) async fn reauth_email_link(
    State(web): State<Arc<Web>>,
    UnverifiedBearer(actor): UnverifiedBearer,
    SameOrigin(client): SameOrigin,
    Json(input): Json<ReauthEmailLinkInput>,
) -> Result {
    let outcome = accounts::email_link::reauthenticate(&web.app, &actor, &client, &input.email, &input.code);
    authenticated_again(&web, outcome.await?)
}
