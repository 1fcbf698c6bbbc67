//! Reporting a problem with an article to the operator.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Web;
use super::bearer::MaybeBearer;
use super::error::Result;
use super::extract::Json;
use super::limit::Peer;
use super::site::json;
use super::users::slug;
use crate::domain::report::Kind;
use crate::error::Problem;
use crate::ops::reports::{self, NewReport};

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SendReport {
    /// An article's slug.
    article_id: String,
    kind: Kind,
    /// Plain text.
    #[schema(min_length = 1, max_length = 2000)]
    message: String,
    /// The address for an answer.
    #[serde(default)]
    #[schema(format = Email)]
    email: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Reported {
    /// The report's id, for enquiries.
    id: String,
}

/// Reports a problem with an article to the operator.
///
/// Anybody may send a report; with a token, the account is stored with it.
#[utoipa::path(
    post, path = "/reports", tag = "readers", operation_id = "sendReport",
    request_body = SendReport, security((), ("bearer" = [])),
    responses(
        (status = 201, description = "Kept for the operator", body = Reported),
        (status = 400, description = "Not the documented shape; `field` tells where", body = Problem),
        (status = 401, description = "A token came along that is not good", body = Problem),
        (status = 403, description = "`user_disabled`", body = Problem),
        (status = 404, description = "No such article", body = Problem),
        (status = 413, description = "The body is too large", body = Problem),
        (status = 415, description = "The body is not JSON", body = Problem),
        (status = 429, description = "Too many from this network; see Retry-After", body = Problem),
    )
)]
pub(super) async fn send(
    State(web): State<Arc<Web>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    MaybeBearer(actor): MaybeBearer,
    Json(input): Json<SendReport>,
) -> Result {
    web.report_limit.check(web.network(peer, &headers))?;
    let SendReport { article_id, kind, message, email } = input;
    let report = NewReport { slug: slug(&article_id)?, kind, message, email };
    let id = reports::send(&web.app, &actor, report).await?;
    let mut response = json(&Reported { id: id.to_string() })?;
    *response.status_mut() = StatusCode::CREATED;
    Ok(response)
}
