//! Leaving an e-mail address (call 1 of the specification).

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::HeaderMap;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::error::Result;
use super::extract::Json;
use super::limit::Peer;
use super::{VISITOR, Web, site};
use crate::domain::Language;
use crate::error::Problem;
use crate::ops::subscribers;

#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct Subscribe {
    #[schema(format = Email)]
    email: String,
    /// The language in which the visitor reads; default `en`, as that of the pages.
    #[serde(default = "pages_language")]
    lang: Language,
}

fn pages_language() -> Language {
    Language::En
}

/// What was done.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Done {
    message: &'static str,
}

/// Adds an e-mail address to the subscribers.
#[utoipa::path(
    post, path = "/subscribe", tag = "subscribers", operation_id = "subscribe",
    request_body = Subscribe,
    responses(
        (status = 200, description = "Subscribed", body = Done),
        (status = 400, description = "Not an e-mail address, or not JSON", body = Problem),
        (status = 409, description = "`Email already subscribed`", body = Problem),
        (status = 413, description = "The body is too large", body = Problem),
        (status = 415, description = "The body is not JSON", body = Problem),
        (status = 429, description = "Too many from this network; see Retry-After", body = Problem),
    )
)]
pub(super) async fn subscribe(
    State(web): State<Arc<Web>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    Json(input): Json<Subscribe>,
) -> Result {
    web.subscribe_limit.check(web.network(peer, &headers))?;
    subscribers::subscribe(&web.app, &VISITOR, &input.email, input.lang).await?;
    site::json(&Done { message: "Subscribed successfully!" })
}
