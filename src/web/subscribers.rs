//! `POST /subscribe`.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::error::{ProofProblem, Result};
use super::json::json;
use super::network::ClientNetwork;
use super::proof::Proof;
use super::request_body::Json;
use super::state::{VISITOR, Web};
use crate::domain::Language;
use crate::ops::subscribers;
use crate::rate_limit::Limit;

/// How many times `limits.subscribe_per_hour` a network may subscribe with proofs of work.
const HARD_LIMIT_FACTOR: u32 = 10;

#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct Subscribe {
    #[schema(format = Email)]
    email: String,
    /// Language of the confirmation mail; default `en`, as for pages.
    #[serde(default = "pages_language")]
    lang: Language,
    /// Leave this field empty: it is hidden from people, and a request that fills it is not stored.
    #[serde(default)]
    website: Option<String>,
    /// The solution of the challenge of an earlier 429.
    #[serde(default)]
    proof: Option<Proof>,
}

fn pages_language() -> Language {
    Language::En
}

/// The confirmation of a subscription.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Done {
    message: &'static str,
}

/// Subscribes an e-mail address.
///
/// Over its limit, a network gets a 429 with code `proof_required` and a challenge, and repeats the request with a
/// proof of work. Far over the limit, it gets `too_many_requests` with `Retry-After`.
#[utoipa::path(post, path = "", tag = "subscribers", operation_id = "subscribe", responses(
    (status = 200, description = "Subscribed", body = Done),
    (status = 400, description = "`invalid`: `email` is not an e-mail address"),
    (status = 409, description = "`already_subscribed`"),
    (status = 429, description = "`proof_required` with a challenge, or `too_many_requests` with `Retry-After`", body = ProofProblem),
))]
pub(super) async fn subscribe(
    State(web): State<Arc<Web>>,
    network: ClientNetwork,
    Json(input): Json<Subscribe>,
) -> Result {
    let per_hour = web.app.config.limits.subscribe_per_hour;
    web.count(Limit::SubscribeHard(per_hour.saturating_mul(HARD_LIMIT_FACTOR)), network)?;
    if web.count(Limit::Subscribe(per_hour), network).is_err() {
        web.require_proof(network.0, input.proof).await?;
    }
    // A robot gets the usual response, so that it cannot learn what gave it away.
    if input.website.is_none_or(|website| website.is_empty()) {
        subscribers::subscribe(&web.app, &VISITOR, &input.email, input.lang).await?;
    }
    json(&Done { message: "Subscribed successfully!" })
}
