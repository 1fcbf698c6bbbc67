//! The steps and duties that a signed-in reader has ticked off.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::bearer::Bearer;
use super::error::Result;
use super::json::json;
use super::operation::TooManyRequests;
use super::request_body::Json;
use super::state::Web;
use crate::ops::done_steps::{self, DoneSteps};
use crate::ops::readers;

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TickSteps {
    /// The uid of the token's account.
    user_id: String,
    /// The wanted state.
    done: bool,
    /// Ids by article: of its steps, or `due-DATE-INDEX` for an entry of its `deadlines` and the day that was due. Of a
    /// recurring duty: its id with `due-DATE-0`.
    #[schema(value_type = std::collections::HashMap<String, Vec<String>>)]
    steps: DoneSteps,
}

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct DoneState {
    /// All that is done, ids by article.
    #[schema(value_type = std::collections::HashMap<String, Vec<String>>)]
    done_steps: DoneSteps,
}

/// Ticks off steps and duties of articles, or takes their ticks back.
///
/// Ids that neither a published article nor a duty has are ignored when they are ticked off. An account keeps the 200 articles
/// ticked last.
#[utoipa::path(post, path = "", tag = "readers", operation_id = "tickSteps", responses(
    (status = 200, description = "The new state", body = DoneState),
    TooManyRequests,
))]
pub(super) async fn tick(State(web): State<Arc<Web>>, Bearer(actor): Bearer, Json(input): Json<TickSteps>) -> Result {
    let TickSteps { user_id, done, steps } = input;
    readers::check_own(&actor, &user_id)?;
    json(&DoneState { done_steps: done_steps::set(&web.app, &actor, &user_id, steps, done).await? })
}
