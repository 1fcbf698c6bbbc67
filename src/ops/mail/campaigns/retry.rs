//! Trying again what failed, and what may or may not have arrived, at the operator's word.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{BATCH, changed, find, note};
use crate::app::App;
use crate::domain::CampaignId;
use crate::domain::message::MessageKind;
use crate::error::{Error, ErrorCode, Result};
use crate::ops::policy::{self, Action, Actor};
use crate::store::campaigns::{self, CampaignRecord, CampaignStatus};
use crate::store::outbox::{self, MessageState, OutboxRecord};
use crate::store::{Reading, WriteTx};

/// What is to be tried again: all of a campaign, or one mail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    Campaign(CampaignId),
    Mail(Uuid),
}

impl FromStr for Target {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if let Ok(id) = Uuid::parse_str(text) {
            return Ok(Self::Mail(id));
        }
        let unknown = || "this is neither a campaign nor the id of a mail; `paragraf mail outbox` shows the ids";
        CampaignId::parse(text).map(Self::Campaign).ok_or_else(|| unknown().to_owned())
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Campaign(id) => id.fmt(f),
            Self::Mail(id) => id.fmt(f),
        }
    }
}

/// What is, or would be, tried again.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Retried {
    pub failed: u64,
    /// Those that may have arrived, and would then arrive twice.
    pub unknown: u64,
}

/// Queues the failed and the unknown ones of the targets again, or with `dry_run` counts them.
///
/// Errors: `campaign_not_found`, `campaign_over` for a cancelled one, `not_found` and `not_retriable` for a
/// mail.
pub async fn retry(app: &App, actor: &Actor, targets: Vec<Target>, dry_run: bool) -> Result<Retried> {
    policy::authorize(actor, Action::SendMail)?;
    let found = app.store.read(move |tx| find_rows(tx, &targets)).await?;
    let (rows, retried) = found;
    if dry_run {
        return Ok(retried);
    }
    for ids in rows.chunks(BATCH) {
        let (ids, now, by) = (ids.to_vec(), app.clock.now(), actor.to_string());
        app.store.write(move |tx| requeue(tx, &ids, now, &by)).await?;
    }
    changed(app);
    Ok(retried)
}

fn find_rows(tx: &impl Reading, targets: &[Target]) -> Result<(Vec<Uuid>, Retried)> {
    let (mut ids, mut retried) = (Vec::new(), Retried::default());
    let mut take = |row: &OutboxRecord| {
        match row.state {
            MessageState::Failed { .. } => retried.failed += 1,
            MessageState::Unknown { .. } => retried.unknown += 1,
            _ => return,
        }
        ids.push(row.id);
    };
    for target in targets {
        match target {
            Target::Campaign(id) => {
                if find(tx, id)?.status == CampaignStatus::Cancelled {
                    return Err(Error::conflict(ErrorCode::CampaignOver, format!("the campaign {id} was cancelled")));
                }
                outbox::each_of(tx, id, &mut |row| {
                    take(&row);
                    ControlFlow::Continue(())
                })?;
            }
            Target::Mail(id) => take(&single(tx, *id)?),
        }
    }
    Ok((ids, retried))
}

/// One mail that can be tried again.
fn single(tx: &impl Reading, id: Uuid) -> Result<OutboxRecord> {
    let missing = || Error::not_found(format!("there is no mail {id}; `paragraf mail outbox --all` shows all"));
    let row = outbox::get(tx, id)?.ok_or_else(missing)?;
    let refuse = |why: &str| Err(Error::conflict(ErrorCode::NotRetriable, format!("the mail {id} {why}")));
    match row.state {
        MessageState::Failed { .. } | MessageState::Unknown { .. } => {}
        MessageState::Sent { .. } => return refuse("was sent"),
        MessageState::Bounced { .. } => return refuse("came back for good; see `paragraf mail suppressed list`"),
        MessageState::Suppressed { .. } => return refuse("was not wanted"),
        _ => return refuse("is still tried by itself"),
    }
    // What it was to say went with its state.
    if !row.kind.is_bulk() && row.kind != MessageKind::ConfirmSubscription {
        return refuse("held a secret link or words that are kept no longer; its reader asks for a new one");
    }
    Ok(row)
}

fn requeue(tx: &WriteTx, ids: &[Uuid], now: Timestamp, by: &str) -> Result<()> {
    let mut campaigns_done = Vec::new();
    for id in ids {
        let again =
            |row: &OutboxRecord| matches!(row.state, MessageState::Failed { .. } | MessageState::Unknown { .. });
        let Some(row) = outbox::get(tx, *id)?.filter(again) else { continue };
        campaigns_done.extend(row.campaign.clone().filter(|id| !campaigns_done.contains(id)));
        outbox::put(tx, &OutboxRecord { state: MessageState::Queued, ..row })?;
    }
    for id in campaigns_done {
        let Some(campaign) = campaigns::get(tx, &id)? else { continue };
        if campaign.status == CampaignStatus::Done {
            campaigns::put(tx, &CampaignRecord { status: CampaignStatus::Active, status_at: now, ..campaign })?;
        }
        note(tx, now, by, "mail.retry", &id)?;
    }
    Ok(())
}
