//! Signing in through an identity provider: starting, and the result.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{SecondFactorAnswer, SessionAnswer, cookies, new_session_with, second_factor_required};
use crate::config::SignInFlow;
use crate::domain::account::SignInMethod;
use crate::domain::{Language, Persistence};
use crate::identity::federation::RequestAdditions;
use crate::ops::accounts::completion::SignInOutcome;
use crate::ops::accounts::provider::sign_in::{self, Linking, ProviderOutcome, ProviderSignIn, SignInResult};
use crate::ops::accounts::provider::start::{
    self, BROWSER_COOKIE_SECS, StartOptions, StartedTransaction, VisitPurpose,
};
use crate::web::bearer::{MaybeBearer, MaybeGuest};
use crate::web::error::Result;
use crate::web::extract::PathParam;
use crate::web::json::json;
use crate::web::operation::{InvalidToken, NoSuchProvider, TooManyRequests};
use crate::web::request_body::Json;
use crate::web::same_origin::SameOrigin;
use crate::web::state::Web;

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
    #[serde(default)]
    purpose: Purpose,
    /// Where the browser continues after the visit: a path, or an address at an allowed origin.
    #[serde(default)]
    continue_url: Option<String>,
    /// Scopes to request in addition to the configured ones.
    #[serde(default)]
    scopes: Vec<String>,
    /// Parameters to add to the authorization request; configured ones stay.
    #[serde(default)]
    parameters: BTreeMap<String, String>,
    /// The provider's parameter for the login hint, if it is not the usual one.
    #[serde(default)]
    login_hint_key: Option<String>,
}

/// Why the user visits the provider. All but `sign_in` need an access token.
#[derive(Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(in crate::web) enum Purpose {
    #[default]
    SignIn,
    /// To authenticate again.
    Reauthenticate,
    /// To connect the identity to the account.
    Link,
}

impl From<Purpose> for VisitPurpose {
    fn from(purpose: Purpose) -> Self {
        match purpose {
            Purpose::SignIn => Self::SignIn,
            Purpose::Reauthenticate => Self::Reauthenticate,
            Purpose::Link => Self::Link,
        }
    }
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
    #[schema(required = true)]
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

/// The result of a sign-in at the provider: one of `session`, `second_factor`, `linking` and `mismatch`.
#[derive(Default, Serialize, ToSchema)]
pub(in crate::web) struct ProviderResult {
    /// Such as `google.com`.
    provider: String,
    /// The new session.
    #[serde(skip_serializing_if = "Option::is_none")]
    session: Option<SessionAnswer>,
    /// The second factors of which one must follow.
    #[serde(skip_serializing_if = "Option::is_none")]
    second_factor: Option<SecondFactorAnswer>,
    /// An existing account with the address, whose owner must confirm: sign in, then `POST /auth/v1/link`.
    #[serde(skip_serializing_if = "Option::is_none")]
    linking: Option<LinkingAnswer>,
    /// Another address than the expected one; repeat the call with `accepts_mismatch` to accept it.
    #[serde(skip_serializing_if = "Option::is_none")]
    mismatch: Option<Mismatch>,
    /// Where the browser continues, as requested at the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    continue_url: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub(in crate::web) struct LinkingAnswer {
    email: String,
    /// The account's sign-in methods: `password`, `emailLink`, and provider IDs.
    #[schema(value_type = Vec<String>)]
    methods: Vec<SignInMethod>,
}

#[derive(Serialize, ToSchema)]
pub(in crate::web) struct Mismatch {
    email: String,
    expected_email: String,
}

/// Starts a sign-in at the provider.
#[utoipa::path(post, path = "", tag = "auth", operation_id = "startProvider", responses(
    (status = 200, description = "The address of the provider", body = Started),
    (status = 400, description = "`invalid_email`, `invalid`, `unauthorized_continue_uri`"),
    InvalidToken,
    (status = 403, description = "`requires_recent_login`"),
    NoSuchProvider,
    TooManyRequests,
    (status = 502, description = "`provider_unavailable`"),
))]
pub(in crate::web) async fn start(
    State(web): State<Arc<Web>>,
    MaybeBearer(actor): MaybeBearer,
    SameOrigin(client): SameOrigin,
    PathParam(id): PathParam,
    headers: HeaderMap,
    Json(input): Json<StartInput>,
) -> Result {
    let StartInput { flow, login_hint, expected_email, purpose, continue_url, scopes, parameters, login_hint_key } =
        input;
    let (is_popup, purpose) = (flow == SignInFlow::Popup, purpose.into());
    let additions = RequestAdditions { scopes, parameters: parameters.into_iter().collect(), login_hint_key };
    let options = StartOptions { is_popup, purpose, login_hint, expected_email, continue_url, additions };
    let browser = cookies::get(&headers, &web, cookies::TRANSACTION);
    let started = start::start(&web.app, &actor, &client, &id, browser.as_deref(), options).await?;
    let StartedTransaction { authorization_url, transaction, browser } = started;
    let mut response = json(&Started { authorization_url, transaction })?;
    cookies::set(&mut response, &web, cookies::TRANSACTION, &browser, Some(BROWSER_COOKIE_SECS))?;
    Ok(response)
}

/// Signs in with the result of a sign-in at the provider. With a guest's access token and a new identity, the guest
/// becomes the account.
#[utoipa::path(post, path = "", tag = "auth", operation_id = "signInWithProvider", responses(
    (status = 200, description = "The result of the sign-in", body = ProviderResult),
    (status = 202, description = "A second factor must follow", body = ProviderResult),
    (status = 400, description = "`invalid_idp_response`, `session_expired`"),
    (status = 403, description = "`user_cancelled`, `user_disabled`, `admin_restricted_operation`, `email_not_shared`, `unverified_email`"),
    (status = 401, description = "`invalid_user_token`: the guest's session has ended"),
    (status = 409, description = "`too_many_identities`; `merge_conflict`: a guest cannot become this account, and the visit can be used again without the guest's token"),
    TooManyRequests,
    (status = 502, description = "`provider_unavailable`"),
))]
pub(in crate::web) async fn result(
    State(web): State<Arc<Web>>,
    MaybeGuest(actor): MaybeGuest,
    SameOrigin(client): SameOrigin,
    headers: HeaderMap,
    Json(input): Json<ResultInput>,
) -> Result {
    let ResultInput { transaction, persistence, lang, accepts_mismatch } = input;
    let browser = browser_secret(&web, &headers);
    let input = ProviderSignIn { transaction, browser, persistence, language: lang, accepts_mismatch };
    let SignInResult { provider, continue_url, outcome } = sign_in::sign_in(&web.app, &actor, &client, input).await?;
    let answer = ProviderResult { provider, continue_url, ..ProviderResult::default() };
    let issued = match outcome {
        ProviderOutcome::LinkingRequired(Linking { email, methods }) => {
            let linking = LinkingAnswer { email: email.as_str().to_owned(), methods };
            return json(&ProviderResult { linking: Some(linking), ..answer });
        }
        ProviderOutcome::Mismatch { email, expected } => {
            let [email, expected_email] = [email, expected].map(|email| email.as_str().to_owned());
            return json(&ProviderResult { mismatch: Some(Mismatch { email, expected_email }), ..answer });
        }
        ProviderOutcome::Completed(SignInOutcome::Session(issued)) => *issued,
        ProviderOutcome::Completed(SignInOutcome::SecondFactorRequired(required)) => {
            return second_factor_required(&web, *required, |second_factor| {
                json(&ProviderResult { second_factor: Some(second_factor), ..answer })
            });
        }
    };
    // The cookie stays: another visit of this browser may wait for the sign-in.
    new_session_with(&web, issued, |session| json(&ProviderResult { session: Some(session), ..answer }))
}

pub(super) fn browser_secret(web: &Web, headers: &HeaderMap) -> String {
    cookies::get(headers, web, cookies::TRANSACTION).unwrap_or_default()
}
