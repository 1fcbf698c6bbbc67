//! Retries failed and unknown deliveries at the operator's request.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{ROWS_PER_WRITE, audit_action, find, notify_changed};
use crate::app::App;
use crate::domain::CampaignId;
use crate::domain::message::MessageKind;
use crate::error::{Error, ErrorCode, Result};
use crate::ops::policy::{self, Action, Actor};
use crate::store::campaigns::{self, CampaignRecord, CampaignStatus};
use crate::store::outbox::{self, MessageState, OutboxRecord};
use crate::store::{Reading, WriteTx};

/// What to retry: a campaign or a single message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RetryTarget {
    Campaign(CampaignId),
    Mail(Uuid),
}

impl FromStr for RetryTarget {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if let Ok(id) = Uuid::parse_str(text) {
            return Ok(Self::Mail(id));
        }
        let unknown = || "neither a campaign nor a message id; `paragraf mail outbox` lists the ids";
        CampaignId::parse(text).map(Self::Campaign).ok_or_else(|| unknown().to_owned())
    }
}

impl fmt::Display for RetryTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Campaign(id) => id.fmt(f),
            Self::Mail(id) => id.fmt(f),
        }
    }
}

/// Which deliveries are retried, and how.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RetryOptions {
    /// Whether to retry deliveries that may have arrived; their recipients may get a second copy.
    pub unknown: bool,
    /// Counts without queuing.
    pub dry_run: bool,
}

/// Retried deliveries.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Retried {
    /// Deliveries that did not arrive.
    pub failed: u64,
    /// Deliveries that may have arrived; left out unless [`RetryOptions::unknown`] is set.
    pub unknown: u64,
}

/// Queues the failed deliveries again, and on request those with an unknown outcome.
///
/// # Errors
/// `campaign_not_found`; `campaign_over` for a cancelled campaign; `not_found` and `not_retriable` for a message.
pub async fn retry(app: &App, actor: &Actor, targets: Vec<RetryTarget>, options: RetryOptions) -> Result<Retried> {
    policy::authorize(actor, Action::SendMail)?;
    let (rows, retried) = app.store.read(move |tx| find_rows(tx, &targets, options.unknown)).await?;
    if options.dry_run {
        return Ok(retried);
    }
    for ids in rows.chunks(ROWS_PER_WRITE) {
        let (ids, now, by) = (ids.to_vec(), app.clock.now(), actor.to_string());
        app.store.write(move |tx| requeue(tx, &ids, options.unknown, now, &by)).await?;
    }
    notify_changed(app);
    Ok(retried)
}

/// Whether a delivery in this state is retried.
fn is_retried(state: &MessageState, unknown: bool) -> bool {
    match state {
        MessageState::Failed { .. } => true,
        MessageState::Unknown { .. } => unknown,
        _ => false,
    }
}

fn find_rows(tx: &dyn Reading, targets: &[RetryTarget], unknown: bool) -> Result<(Vec<Uuid>, Retried)> {
    let (mut ids, mut retried) = (Vec::new(), Retried::default());
    let mut take = |row: &OutboxRecord| {
        retried.failed += u64::from(matches!(row.state, MessageState::Failed { .. }));
        retried.unknown += u64::from(matches!(row.state, MessageState::Unknown { .. }));
        ids.extend(is_retried(&row.state, unknown).then_some(row.id));
    };
    for target in targets {
        match target {
            RetryTarget::Campaign(id) => {
                if find(tx, id)?.status == CampaignStatus::Cancelled {
                    return Err(Error::conflict(ErrorCode::CampaignOver, format!("the campaign {id} was cancelled")));
                }
                outbox::each_of(tx, id, &mut |row| {
                    take(&row);
                    ControlFlow::Continue(())
                })?;
            }
            RetryTarget::Mail(id) => take(&single(tx, *id)?),
        }
    }
    Ok((ids, retried))
}

/// A single message that can be retried.
fn single(tx: &dyn Reading, id: Uuid) -> Result<OutboxRecord> {
    let missing = || Error::not_found(format!("there is no message {id}; `paragraf mail outbox --all` lists all"));
    let row = outbox::get(tx, id)?.ok_or_else(missing)?;
    let refuse = |why: &str| Err(Error::conflict(ErrorCode::NotRetriable, format!("the message {id} {why}")));
    match row.state {
        MessageState::Failed { .. } | MessageState::Unknown { .. } => {}
        MessageState::Sent { .. } => return refuse("was sent"),
        MessageState::Bounced { .. } => return refuse("bounced; see `paragraf mail suppressed list`"),
        MessageState::Suppressed { .. } => return refuse("was skipped"),
        _ => return refuse("is still pending"),
    }
    // The content of a settled message is deleted.
    if !row.kind.is_bulk() && row.kind != MessageKind::ConfirmSubscription {
        return refuse("has no stored content any more; its recipient must request a new one");
    }
    Ok(row)
}

fn requeue(tx: &WriteTx, ids: &[Uuid], unknown: bool, now: Timestamp, by: &str) -> Result<()> {
    let mut retried_campaigns = Vec::new();
    for id in ids {
        let Some(row) = outbox::get(tx, *id)?.filter(|row| is_retried(&row.state, unknown)) else { continue };
        retried_campaigns.extend(row.campaign.clone().filter(|id| !retried_campaigns.contains(id)));
        outbox::put(tx, &OutboxRecord { state: MessageState::Queued, ..row })?;
    }
    for id in retried_campaigns {
        let Some(campaign) = campaigns::get(tx, &id)? else { continue };
        if campaign.status == CampaignStatus::Done {
            campaigns::put(tx, &CampaignRecord { status: CampaignStatus::Active, status_at: now, ..campaign })?;
        }
        audit_action(tx, now, by, "mail.retry", &id)?;
    }
    Ok(())
}
