//! Leaving an e-mail address (call 1 of the specification).

use std::net::IpAddr;
use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::HeaderMap;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::error::{Failure, ProofProblem, Result};
use super::extract::Json;
use super::limit::Peer;
use super::proof::Proof;
use super::{VISITOR, Web, site};
use crate::domain::Language;
use crate::error::{Error, ErrorCode, Kind, Problem};
use crate::ops::subscribers;

#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct Subscribe {
    #[schema(format = Email)]
    email: String,
    /// The language in which the visitor reads; default `en`, as that of the pages.
    #[serde(default = "pages_language")]
    lang: Language,
    /// A field that people do not see and leave empty; what a robot wrote into it is not kept.
    #[serde(default)]
    website: Option<String>,
    /// The answer to the challenge of an earlier 429.
    #[serde(default)]
    proof: Option<Proof>,
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
///
/// A network over its limit is answered 429 with code `proof_required` and a challenge; the same
/// request with a proof is then served. Far over the limit there is no challenge, only Retry-After.
#[utoipa::path(
    post, path = "/subscribe", tag = "subscribers", operation_id = "subscribe",
    request_body = Subscribe,
    responses(
        (status = 200, description = "Subscribed", body = Done),
        (status = 400, description = "Not an e-mail address, or not JSON", body = Problem),
        (status = 409, description = "`Email already subscribed`", body = Problem),
        (status = 413, description = "The body is too large", body = Problem),
        (status = 415, description = "The body is not JSON", body = Problem),
        (
            status = 429,
            description = "Too many from this network: `proof_required` with a challenge, or see Retry-After",
            body = ProofProblem
        ),
    )
)]
pub(super) async fn subscribe(
    State(web): State<Arc<Web>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    Json(input): Json<Subscribe>,
) -> Result {
    let network = web.network(peer, &headers);
    web.subscribe_ceiling.check(network)?;
    if web.subscribe_limit.check(network).is_err() {
        check_proof(&web, network, input.proof)?;
    }
    // The robot is told what it likes to hear, so that it does not look for what gave it away.
    if input.website.is_none_or(|website| website.is_empty()) {
        subscribers::subscribe(&web.app, &VISITOR, &input.email, input.lang).await?;
    }
    site::json(&Done { message: "Subscribed successfully!" })
}

/// Lets in who has done the work; everybody else gets a new challenge.
fn check_proof(web: &Web, network: IpAddr, proof: Option<Proof>) -> Result<()> {
    let now = web.app.clock.now();
    if proof.is_some_and(|proof| web.proofs.redeem(proof, network, now)) {
        return Ok(());
    }
    let message = "Too many requests from your network; a proof of work is needed.";
    let failure = Failure::from(Error::new(Kind::TooMany, ErrorCode::ProofRequired, message));
    Err(failure.with_challenge(web.proofs.challenge(network, now)))
}
