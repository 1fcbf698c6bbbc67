//! `POST /mail/bounces`: reports of mail providers about undelivered mails and complaints.

use std::sync::Arc;

use axum::extract::{FromRequest, Request, State};
use axum::http::HeaderMap;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::ops::mail::bounces::{self, BounceSummary, ProviderReport};
use crate::web::bearer::bearer_token;
use crate::web::error::{Result, unsupported_media_type};
use crate::web::json::json;
use crate::web::network::ClientNetwork;
use crate::web::request_body::{NullableJson, body, media_type};
use crate::web::state::Web;

/// How many events of a report were recorded.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::web) struct Taken {
    /// The number of recorded bounces, complaints and requests to unsubscribe.
    taken: u64,
    /// The number of events that were not recorded: not about a mail of this server, or recorded before.
    unknown: u64,
}

/// A report of a mail provider.
#[derive(Debug, Deserialize, ToSchema)]
pub(in crate::web) struct BounceReport {
    #[schema(format = Email)]
    email: String,
    #[schema(value_type = String, example = "hard")]
    kind: bounces::BounceKind,
    /// The response of the mail server, which counts more than `kind`.
    #[serde(default)]
    reason: String,
    /// The `Message-ID` of the mail, or its header `X-Paragraf-Id`; a report without it is not recorded.
    #[serde(default)]
    #[schema(default = json!(null))]
    message_id: Option<String>,
}

/// Reports a bounced mail or a complaint: the mail itself, or JSON. `kind` is `hard`, `soft` or `complaint`.
#[utoipa::path(
    post, path = "", tag = "subscribers", operation_id = "reportBounce",
    request_body(content((String = "message/rfc822"), (BounceReport = "application/json"))),
    responses(
        (status = 200, description = "How many reports were recorded", body = Taken),
        (status = 401, description = "`invalid_secret`: not the value of `mail.bounce_token`"),
        (status = 413, description = "`payload_too_large`: larger than 1 MiB"),
        (status = 415, description = "`unsupported_media_type`: neither a mail nor JSON, or compressed"),
        (status = 429, description = "`too_many_requests`, for requests without the secret"),
    ),
)]
pub(in crate::web) async fn report(
    State(web): State<Arc<Web>>,
    network: ClientNetwork,
    headers: HeaderMap,
    request: Request,
) -> Result {
    let actor = match bounces::authorize(&web.app, bearer_token(&headers).unwrap_or_default()) {
        Ok(actor) => actor,
        Err(error) => {
            web.count_link(network)?;
            return Err(error.into());
        }
    };
    let summary = match media_type(&headers).as_str() {
        "message/rfc822" => {
            let raw = body(request, bounces::MAX_BYTES as u64).await?;
            bounces::process(&web.app, &actor, &raw).await?
        }
        "application/json" => {
            let NullableJson(report): NullableJson<BounceReport> = NullableJson::from_request(request, &web).await?;
            let BounceReport { email, kind, reason, message_id } = report;
            bounces::process_report(&web.app, &actor, ProviderReport { email, kind, reason, message_id }).await?
        }
        _ => return Err(unsupported_media_type()),
    };
    let BounceSummary { refused, repeated, unknown, ignored, .. } = summary;
    json(&Taken { taken: summary.recorded(), unknown: unknown + repeated + ignored + refused })
}
