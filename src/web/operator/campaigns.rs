//! The campaigns, which can be paused and resumed.

use std::sync::Arc;

use axum::extract::State;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::domain::message::MessageKind;
use crate::domain::{CampaignId, Language};
use crate::error::Error;
use crate::ops::mail::campaigns::control::{self, CampaignStatusChange};
use crate::ops::mail::campaigns::status::{self, CampaignView};
use crate::ops::mail::campaigns::{CampaignStatus, Tally};
use crate::web::bearer::OperatorBearer;
use crate::web::error::Result;
use crate::web::extract::PathParam;
use crate::web::json::json;
use crate::web::request_body::Json;
use crate::web::state::Web;

/// A campaign with its progress.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::web) struct MailCampaignDto {
    id: String,
    kind: MessageKind,
    /// `active`, `paused`, `cancelled` or `done`.
    #[schema(value_type = String)]
    status: CampaignStatus,
    created_at: Timestamp,
    /// The scheduled start.
    not_before: Timestamp,
    /// Whether recipients are still being gathered, so the counts still grow.
    gathering: bool,
    /// In Romanian if it has that language; absent for automatic campaigns.
    #[serde(skip_serializing_if = "Option::is_none")]
    subject: Option<String>,
    total: u64,
    pending: u64,
    sent: u64,
    failed: u64,
    bounced: u64,
    suppressed: u64,
    /// Messages that may have arrived.
    unknown: u64,
    /// The last reply of the mail server whose refusals paused the campaign.
    #[serde(skip_serializing_if = "Option::is_none")]
    refusal: Option<String>,
}

#[derive(Debug, Deserialize, ToSchema)]
pub(in crate::web) struct PauseCampaignInput {
    /// Whether the campaign waits.
    paused: bool,
}

/// Lists the campaigns under way and the ten latest others, newest first.
#[utoipa::path(get, path = "", tag = "operator", operation_id = "listMailCampaigns", responses(
    (status = 200, description = "The campaigns", body = Vec<MailCampaignDto>),
))]
pub(in crate::web) async fn list(State(web): State<Arc<Web>>, OperatorBearer(actor): OperatorBearer) -> Result {
    let found = status::all(&web.app, &actor).await?.campaigns;
    json(&found.into_iter().map(MailCampaignDto::from).collect::<Vec<_>>())
}

/// Pauses a campaign, or resumes it with the messages whose refusal paused it.
#[utoipa::path(post, path = "", tag = "operator", operation_id = "pauseMailCampaign", responses(
    (status = 200, description = "The campaign", body = MailCampaignDto),
    (status = 404, description = "`campaign_not_found`, `not_found`"),
    (status = 409, description = "`campaign_over`"),
))]
pub(in crate::web) async fn pause(
    State(web): State<Arc<Web>>,
    OperatorBearer(actor): OperatorBearer,
    PathParam(id): PathParam,
    Json(input): Json<PauseCampaignInput>,
) -> Result {
    let id = CampaignId::parse(&id).ok_or_else(|| Error::not_found("There is no such campaign."))?;
    let change = if input.paused { CampaignStatusChange::Pause } else { CampaignStatusChange::Resume };
    json(&MailCampaignDto::from(control::change(&web.app, &actor, id, change).await?))
}

impl From<CampaignView> for MailCampaignDto {
    fn from(view: CampaignView) -> Self {
        let Tally { sent, failed, bounced, suppressed, unknown, .. } = view.deliveries;
        let mut subjects = view.subjects;
        Self {
            id: view.id.to_string(),
            kind: view.kind,
            status: view.status,
            created_at: view.created_at,
            not_before: view.not_before,
            gathering: view.gathering,
            subject: subjects.remove(&Language::Ro).or_else(|| subjects.into_values().next()),
            total: view.deliveries.total(),
            pending: view.deliveries.unsettled(),
            sent,
            failed,
            bounced,
            suppressed,
            unknown,
            refusal: view.refusals.map(|refusals| refusals.reply),
        }
    }
}
