//! What conditions are built from, and what a condition says.

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::domain::concern::{ConditionParts, ConditionReading, Expression};
use crate::ops::desk::conditions;
use crate::web::bearer::EditorBearer;
use crate::web::error::Result;
use crate::web::json::json;
use crate::web::parameter_values::Lang;
use crate::web::request_body::ArticleJson;
use crate::web::state::Web;

#[derive(Debug, Deserialize, ToSchema)]
pub(in crate::web) struct ReadCondition {
    /// A condition as articles have it.
    #[schema(value_type = Object)]
    condition: Expression,
}

/// Lists the questions and the named rules that conditions are built from.
#[utoipa::path(get, path = "", tag = "desk", operation_id = "listConditionParts", responses(
    (status = 200, description = "The questions and rules", body = ConditionParts<'static>),
))]
pub(in crate::web) async fn parts(
    State(web): State<Arc<Web>>,
    EditorBearer(actor): EditorBearer,
    Lang(language): Lang,
) -> Result {
    json(&conditions::parts(&web.app, &actor, language)?)
}

/// Reads a condition: in words, and whether it concerns each of some made-up readers.
#[utoipa::path(post, path = "", tag = "desk", operation_id = "readCondition", responses(
    (status = 200, description = "The condition in words", body = ConditionReading),
    (status = 400, description = "`invalid`: `field` is the part that cannot be read"),
))]
pub(in crate::web) async fn read(
    State(web): State<Arc<Web>>,
    EditorBearer(actor): EditorBearer,
    ArticleJson(input): ArticleJson<ReadCondition>,
) -> Result {
    json(&conditions::read(&web.app, &actor, &input.condition)?)
}
