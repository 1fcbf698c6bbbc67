//! Publishing and rejecting drafts.

use std::sync::Arc;

use axum::extract::State;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::domain::Status;
use crate::error::Error;
use crate::ops::desk::correction::{self, Adoption};
use crate::ops::desk::drafts::{Confirmed, Draft};
use crate::ops::desk::publish::{self, Approval, Publication};
use crate::ops::desk::reject::{self, NewRejection};
use crate::web::bearer::EditorBearer;
use crate::web::error::Result;
use crate::web::extract::{PathParam, slug};
use crate::web::json::json;
use crate::web::operation::NoSuchArticle;
use crate::web::request_body::Json;
use crate::web::state::Web;

#[derive(Debug, Deserialize, ToSchema)]
pub(in crate::web) struct PublishDraft {
    /// The version that the editor read.
    version: String,
    /// The time of publication, at most a year ahead; now if missing or past.
    #[serde(default)]
    at: Option<Timestamp>,
    /// The ids of the checker's findings that the editor accepts.
    #[serde(default)]
    confirmed: Vec<String>,
}

/// An approved draft.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::web) struct PublishedDraft {
    status: Status,
    /// Present until the time has come.
    #[serde(skip_serializing_if = "Option::is_none")]
    scheduled_for: Option<Timestamp>,
}

#[derive(Debug, Deserialize, ToSchema)]
pub(in crate::web) struct RejectDraft {
    /// Plain text.
    #[schema(min_length = 1)]
    reason: String,
}

/// Publishes a draft, now or later. Its review is recorded with the account's name and today's date.
#[utoipa::path(post, path = "", tag = "desk", operation_id = "publishDraft", responses(
    (status = 200, description = "Published or scheduled", body = PublishedDraft),
    NoSuchArticle,
    (status = 409, description = "`changed_meanwhile`, `findings_open`, `not_a_draft`, `draft_rejected`, `name_missing`"),
))]
pub(in crate::web) async fn publish(
    State(web): State<Arc<Web>>,
    PathParam(name): PathParam,
    EditorBearer(actor): EditorBearer,
    Json(input): Json<PublishDraft>,
) -> Result {
    let PublishDraft { version, at, confirmed } = input;
    let confirmed = Confirmed::Findings(confirmed);
    let approvals = vec![Approval { slug: slug(&name)?, version: Some(version), confirmed }];
    let publication = Publication { approvals, at, reviewed_by: None };
    let published = publish::publish(&web.app, &actor, publication).await?.pop();
    let published = published.ok_or_else(|| Error::not_found("There is no such article."))?;
    json(&PublishedDraft { status: published.after, scheduled_for: published.scheduled_for })
}

#[derive(Debug, Deserialize, ToSchema)]
pub(in crate::web) struct AdoptSource {
    /// The version that the editor read.
    version: String,
    /// The SHA-256 of the corrected text that the editor saw.
    sha256: String,
}

/// Makes the corrected text of its act the source of a draft. The draft's own text stays; the checker compares it with
/// the new source.
#[utoipa::path(post, path = "", tag = "desk", operation_id = "adoptSource", responses(
    (status = 200, description = "The draft", body = Draft),
    NoSuchArticle,
    (status = 409, description = "`changed_meanwhile`, `not_a_draft`, `draft_scheduled`, `draft_rejected`"),
))]
pub(in crate::web) async fn adopt_source(
    State(web): State<Arc<Web>>,
    PathParam(name): PathParam,
    EditorBearer(actor): EditorBearer,
    Json(input): Json<AdoptSource>,
) -> Result {
    let AdoptSource { version, sha256 } = input;
    json(&correction::adopt(&web.app, &actor, Adoption { slug: slug(&name)?, version, sha256 }).await?)
}

/// Cancels the scheduled publication of a draft.
#[utoipa::path(post, path = "", tag = "desk", operation_id = "cancelPublication", responses(
    (status = 200, description = "The draft", body = Draft),
    NoSuchArticle,
    (status = 409, description = "`not_a_draft`: it is published already"),
))]
pub(in crate::web) async fn cancel(
    State(web): State<Arc<Web>>,
    PathParam(name): PathParam,
    EditorBearer(actor): EditorBearer,
) -> Result {
    json(&publish::cancel(&web.app, &actor, slug(&name)?).await?)
}

/// Rejects a draft. The reason is kept, and so is the text.
#[utoipa::path(post, path = "", tag = "desk", operation_id = "rejectDraft", responses(
    (status = 200, description = "The draft", body = Draft),
    NoSuchArticle,
    (status = 409, description = "`not_a_draft`, `name_missing`"),
))]
pub(in crate::web) async fn reject(
    State(web): State<Arc<Web>>,
    PathParam(name): PathParam,
    EditorBearer(actor): EditorBearer,
    Json(input): Json<RejectDraft>,
) -> Result {
    let rejection = NewRejection { slug: slug(&name)?, reason: input.reason };
    json(&reject::reject(&web.app, &actor, rejection).await?)
}

/// Makes a rejected draft editable again.
#[utoipa::path(post, path = "", tag = "desk", operation_id = "reopenDraft", responses(
    (status = 200, description = "The draft", body = Draft),
    NoSuchArticle,
    (status = 409, description = "`not_a_draft`"),
))]
pub(in crate::web) async fn reopen(
    State(web): State<Arc<Web>>,
    PathParam(name): PathParam,
    EditorBearer(actor): EditorBearer,
) -> Result {
    json(&reject::reopen(&web.app, &actor, slug(&name)?).await?)
}
