//! `/mail/bounces`: where mail providers report what came back.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{FromRequest, Request, State};
use axum::http::{HeaderMap, header};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::error::Problem;
use crate::ops::mail::bounces::{self, BounceSummary, ProviderReport};
use crate::web::Web;
use crate::web::error::{Result, unsupported_media_type};
use crate::web::extract::{Json, body, media_type};
use crate::web::limit::Peer;
use crate::web::site::json;

/// What became of what was posted.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::web) struct Taken {
    /// Mails that did not arrive, complaints and requests to be left alone that were written down.
    taken: u64,
    /// What is not about a mail of ours, or was known already.
    unknown: u64,
}

/// A report of a mail provider.
#[derive(Debug, Deserialize, ToSchema)]
pub(in crate::web) struct BounceReport {
    #[schema(format = Email)]
    email: String,
    #[schema(value_type = String, example = "hard")]
    kind: bounces::BounceKind,
    /// What the mail server said.
    #[serde(default)]
    reason: String,
    /// The `Message-ID` of the mail, with which a report counts once.
    #[serde(default)]
    message_id: Option<String>,
}

/// Reports a mail that came back: the mail itself, or JSON. `kind` is `hard`, `soft` or `complaint`.
#[utoipa::path(
    post, path = "/mail/bounces", tag = "subscribers", operation_id = "reportBounce",
    request_body(content((String = "message/rfc822"), (BounceReport = "application/json"))), security(("bearer" = [])),
    responses(
        (status = 200, description = "It is written down", body = Taken),
        (status = 400, description = "Not the documented shape", body = Problem),
        (status = 401, description = "`invalid_secret`: not the bearer of `mail.bounce_token`", body = Problem),
        (status = 413, description = "Larger than 1 MiB", body = Problem),
        (status = 415, description = "Neither a mail nor JSON", body = Problem),
        (status = 429, description = "Too many without the secret from this network; see Retry-After", body = Problem),
    )
)]
pub(in crate::web) async fn report(
    State(web): State<Arc<Web>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    request: Request,
) -> Result {
    let bearer = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()?.split_once(' '));
    let secret = bearer.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer")).map(|(_, secret)| secret.trim());
    let actor = match bounces::authorize(&web.app, secret.unwrap_or_default()) {
        Ok(actor) => actor,
        Err(error) => {
            web.check_link(peer, &headers)?;
            return Err(error.into());
        }
    };
    let summary = match media_type(&headers).as_str() {
        "message/rfc822" => {
            let raw = body(request, bounces::MAX_BYTES as u64).await?;
            bounces::process(&web.app, &actor, &raw).await?
        }
        "application/json" => {
            let Json(report): Json<BounceReport> = Json::from_request(request, &web).await?;
            let BounceReport { email, kind, reason, message_id } = report;
            bounces::process_report(&web.app, &actor, ProviderReport { email, kind, reason, message_id }).await?
        }
        _ => return Err(unsupported_media_type()),
    };
    let BounceSummary { hard, soft, complaints, unsubscribed, unknown, ignored, .. } = summary;
    json(&Taken { taken: hard + soft + complaints + unsubscribed, unknown: unknown + ignored })
}
