//! Reporting a problem with an article to the operator.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::bearer::MaybeBearer;
use super::error::Result;
use super::extract::slug;
use super::json::json;
use super::network::ClientNetwork;
use super::request_body::Json;
use super::state::Web;
use crate::domain::report::ReportKind;
use crate::ops::reports::{self, NewReport};
use crate::rate_limit::Limit;
use crate::web::operation::{InvalidToken, NoSuchArticle, TooManyRequests, UserDisabled};

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SendReport {
    /// An article's slug.
    article_id: String,
    kind: ReportKind,
    /// Plain text.
    #[schema(min_length = 1)]
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
    post, path = "", tag = "readers", operation_id = "sendReport",
    security((), ("bearer" = [])),
    responses(
        (status = 201, description = "Stored", body = Reported),
        InvalidToken,
        UserDisabled,
        NoSuchArticle,
        TooManyRequests,
    ),
)]
pub(super) async fn send(
    State(web): State<Arc<Web>>,
    network: ClientNetwork,
    MaybeBearer(actor): MaybeBearer,
    Json(input): Json<SendReport>,
) -> Result {
    web.count(Limit::Report(web.app.config.limits.report_per_hour), network)?;
    let SendReport { article_id, kind, message, email } = input;
    let report = NewReport { slug: slug(&article_id)?, kind, message, email };
    let id = reports::send(&web.app, &actor, report).await?;
    Ok((StatusCode::CREATED, json(&Reported { id: id.to_string() })?).into_response())
}
