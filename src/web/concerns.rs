//! Whether duties and articles concern a reader, from the reader's answers, and the questions.

use std::sync::Arc;

use axum::extract::State;

use super::accepted::Accepted;
use super::error::Result;
use super::extract::NoParameters;
use super::json::{json_response, to_body, to_bytes};
use super::parameter_values::Lang;
use super::reply::{Caching, make, send};
use super::request_body::Json;
use super::state::{VISITOR, Web};
use crate::domain::concern::{ConcernQuestion, ConcernReport, ConcernRequest};
use crate::ops::blocking::blocking;
use crate::ops::concerns;

/// Decides which duties and published articles concern a reader, from the reader's answers.
///
/// Nothing of the request is kept or logged. An answer has three values; a maybe names what is missing. `reasons`
/// adds the words in both languages. An article without conditions is a maybe.
#[utoipa::path(post, path = "", tag = "articles", operation_id = "concerns", responses(
    (status = 200, description = "The answers", body = ConcernReport),
))]
pub(super) async fn concerns(
    State(web): State<Arc<Web>>,
    _: NoParameters,
    Json(request): Json<ConcernRequest>,
) -> Result {
    let report = concerns::concerns(&web.app, &VISITOR, request).await?;
    // Of many articles this takes milliseconds.
    let bytes = blocking("writing what concerns a reader", move || to_bytes(&report)).await??;
    Ok(json_response(bytes))
}

/// Lists the questions about a reader, in the order in which they are asked.
#[utoipa::path(get, path = "", tag = "articles", operation_id = "listConcernQuestions", responses(
    (status = 200, description = "The questions", body = Vec<ConcernQuestion<'static>>),
))]
pub(super) async fn questions(State(web): State<Arc<Web>>, accepted: Accepted, Lang(language): Lang) -> Result {
    let (key, shared) = ((web.catalogue_generation(), web.app.clock.today(), language), Arc::clone(&web));
    let write = move || to_body(&concerns::questions(&shared.app, &VISITOR, language)?);
    let body = web.bodies.questions.get_or_make(key, make(&accepted, "listing questions", write)).await?;
    Ok(send(&accepted, body, Caching::Revalidate).await?)
}
