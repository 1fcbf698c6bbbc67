//! The signed-in account's identities at providers: connecting, disconnecting and re-authenticating with one.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use serde::Deserialize;
use utoipa::ToSchema;

use super::provider::browser_secret;
use super::{SecondFactorAnswer, SessionAnswer, authenticated_again, session};
use crate::ops::accounts::provider::{linking, unlinking};
use crate::web::bearer::{Bearer, UnverifiedBearer, UnverifiedFullBearer};
use crate::web::error::Result;
use crate::web::extract::PathParam;
use crate::web::request_body::Json;
use crate::web::same_origin::SameOrigin;
use crate::web::state::Web;

#[derive(Deserialize, ToSchema)]
pub(in crate::web) struct TransactionInput {
    #[serde(default)]
    #[schema(required = true)]
    transaction: String,
}

/// Links the identity at the provider to the signed-in account. Requires a sign-in in the last five minutes.
#[utoipa::path(post, path = "", tag = "auth", operation_id = "linkProvider", responses(
    (status = 200, description = "Connected", body = SessionAnswer),
    (status = 400, description = "`invalid_idp_response`, `session_expired`"),
    (status = 403, description = "`requires_recent_login`, `user_mismatch`, `second_factor_required`"),
    (status = 409, description = "`credential_already_in_use`, `provider_already_linked`, `email_already_in_use`, `too_many_identities`"),
))]
pub(in crate::web) async fn connect(
    State(web): State<Arc<Web>>,
    UnverifiedFullBearer(actor): UnverifiedFullBearer,
    SameOrigin(client): SameOrigin,
    headers: HeaderMap,
    Json(input): Json<TransactionInput>,
) -> Result {
    let browser = browser_secret(&web, &headers);
    session(&web, linking::link(&web.app, &actor, &client, &input.transaction, &browser).await?)
}

/// Re-authenticates the session with a sign-in at the provider.
#[utoipa::path(post, path = "", tag = "auth", operation_id = "reauthWithProvider", responses(
    (status = 200, description = "The same session, with a new time of authentication", body = SessionAnswer),
    (status = 202, description = "A second factor must follow", body = SecondFactorAnswer),
    (status = 400, description = "`invalid_idp_response`, `session_expired`"),
    (status = 403, description = "`user_cancelled`, `user_mismatch`"),
    (status = 502, description = "`provider_unavailable`"),
))]
pub(in crate::web) async fn reauth(
    State(web): State<Arc<Web>>,
    UnverifiedBearer(actor): UnverifiedBearer,
    SameOrigin(client): SameOrigin,
    headers: HeaderMap,
    Json(input): Json<TransactionInput>,
) -> Result {
    let browser = browser_secret(&web, &headers);
    let outcome = linking::reauthenticate(&web.app, &actor, &client, &input.transaction, &browser);
    authenticated_again(&web, outcome.await?)
}

/// Disconnects the account's identities at a provider. Requires a sign-in in the last five minutes, and another way to
/// sign in.
#[utoipa::path(delete, path = "", tag = "auth", operation_id = "unlinkProvider", responses(
    (status = 200, description = "Disconnected", body = SessionAnswer),
    (status = 403, description = "`requires_recent_login`"),
    (status = 404, description = "`no_such_provider`: the account has no identity there"),
    (status = 409, description = "`last_sign_in_method`"),
))]
pub(in crate::web) async fn disconnect(
    State(web): State<Arc<Web>>,
    Bearer(actor): Bearer,
    SameOrigin(client): SameOrigin,
    PathParam(id): PathParam,
) -> Result {
    session(&web, unlinking::unlink(&web.app, &actor, &client, &id).await?)
}
