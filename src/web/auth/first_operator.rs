//! Making an account the first operator, with the link that the server logged.

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::ops::accounts::first_operator;
use crate::web::bearer::Bearer;
use crate::web::error::Result;
use crate::web::json::{Nothing, nothing};
use crate::web::operation::TooManyRequests;
use crate::web::request_body::Json;
use crate::web::same_origin::SameOrigin;
use crate::web::state::Web;

#[derive(Deserialize, ToSchema)]
pub(in crate::web) struct FirstOperatorInput {
    /// The `code` of the link.
    #[serde(default)]
    #[schema(required = true)]
    code: String,
}

/// Makes the account the first operator. Its access tokens become void; the next one has the role.
#[utoipa::path(post, path = "", tag = "auth", operation_id = "becomeFirstOperator", responses(
    (status = 200, description = "The account is an operator", body = Nothing),
    (status = 400, description = "`expired_action_code`, `invalid_action_code`"),
    (status = 403, description = "`operation_not_allowed`: the account is a guest"),
    (status = 409, description = "`operator_exists`"),
    TooManyRequests,
))]
pub(in crate::web) async fn become_first(
    State(web): State<Arc<Web>>,
    Bearer(actor): Bearer,
    SameOrigin(client): SameOrigin,
    Json(input): Json<FirstOperatorInput>,
) -> Result {
    first_operator::become_first(&web.app, &actor, &client, &input.code).await?;
    nothing()
}
