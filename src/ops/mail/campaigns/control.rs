//! Pauses, resumes and cancels campaigns.

use std::ops::ControlFlow;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::retry::{RetryOptions, RetryTarget, retry};
use super::status::{self, CampaignView};
use super::{ROWS_PER_WRITE, audit_action, find, notify_changed};
use crate::app::App;
use crate::domain::CampaignId;
use crate::domain::mailing::SkipReason;
use crate::error::{Error, ErrorCode, Result};
use crate::ops::policy::{self, Action, Actor};
use crate::store::WriteTx;
use crate::store::campaigns::{self, CampaignRecord, CampaignStatus};
use crate::store::outbox::{self, MessageState, OutboxRecord};

/// A change of a campaign's status by the operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CampaignStatusChange {
    Pause,
    Resume,
    /// Permanent: unsent messages are never sent.
    Cancel,
}

impl CampaignStatusChange {
    fn after(self) -> CampaignStatus {
        match self {
            Self::Pause => CampaignStatus::Paused,
            Self::Resume => CampaignStatus::Active,
            Self::Cancel => CampaignStatus::Cancelled,
        }
    }

    fn action(self) -> &'static str {
        match self {
            Self::Pause => "mail.pause",
            Self::Resume => "mail.resume",
            Self::Cancel => "mail.cancel",
        }
    }
}

/// Changes the campaign's status; idempotent. Does not stop a message that is being sent. A campaign that refusals paused
/// is resumed with its failed messages.
///
/// # Errors
/// `campaign_not_found`; `campaign_over` when the campaign has ended.
pub async fn change(app: &App, actor: &Actor, id: CampaignId, change: CampaignStatusChange) -> Result<CampaignView> {
    policy::authorize(actor, Action::SendMail)?;
    if change == CampaignStatusChange::Resume && is_refused(app, &id).await? {
        retry(app, actor, vec![RetryTarget::Campaign(id.clone())], RetryOptions::default()).await?;
    }
    let (now, by, wanted) = (app.clock.now(), actor.to_string(), id.clone());
    let written = app.store.write(move |tx| {
        let before = find(tx, &wanted)?;
        let after = change.after();
        if before.status != after {
            if !before.is_under_way() {
                return Err(over(&before));
            }
            let gathering = before.gathering.clone().filter(|_| change != CampaignStatusChange::Cancel);
            let record = CampaignRecord {
                status: after,
                status_at: now,
                gathering,
                refusals: None,
                reported_refusals: None,
                ..before
            };
            campaigns::put(tx, &record)?;
            audit_action(tx, now, &by, change.action(), &wanted)?;
        }
        Ok(())
    });
    written.await?;
    notify_changed(app);
    if change == CampaignStatusChange::Cancel {
        settle_cancelled(app, &id).await?;
    }
    status::one(app, actor, id).await
}

/// Whether refusals paused the campaign.
async fn is_refused(app: &App, id: &CampaignId) -> Result<bool> {
    let id = id.clone();
    let campaign = app.store.read(move |tx| find(tx, &id)).await?;
    Ok(campaign.status == CampaignStatus::Paused && campaign.refusals.is_some())
}

fn over(campaign: &CampaignRecord) -> Error {
    let state = match campaign.status {
        CampaignStatus::Cancelled => "was cancelled",
        _ => "is done",
    };
    let message = format!("the campaign {} {state}; `paragraf mail status {0}` shows the result", campaign.id);
    Error::conflict(ErrorCode::CampaignOver, message)
}

/// Settles the remaining deliveries of cancelled campaigns after an interrupted cancellation.
pub async fn settle_all_cancelled(app: &App, actor: &Actor) -> Result<()> {
    policy::authorize(actor, Action::SendMail)?;
    let unfinished = app.store.read(|tx| {
        let mut cancelled = Vec::new();
        campaigns::each(tx, &mut |campaign| {
            cancelled.extend(Some(campaign.id).filter(|_| campaign.status == CampaignStatus::Cancelled));
            ControlFlow::Continue(())
        })?;
        let mut unfinished = Vec::new();
        for id in cancelled {
            let waits = outbox::tally(tx, Some(&id))?.unsettled() > 0;
            if waits || !campaigns::listed_after(tx, &id, None, 1)?.is_empty() {
                unfinished.push(id);
            }
        }
        Ok(unfinished)
    });
    for id in unfinished.await? {
        settle_cancelled(app, &id).await?;
    }
    Ok(())
}

/// Settles the unsent deliveries in batches. A claimed delivery is settled by its worker.
async fn settle_cancelled(app: &App, id: &CampaignId) -> Result<()> {
    loop {
        let (now, id) = (app.clock.now(), id.clone());
        if app.store.write(move |tx| settle_batch(tx, &id, now)).await? == 0 {
            return Ok(());
        }
    }
}

/// Settles one batch; returns the number of rows and listed addresses in it.
fn settle_batch(tx: &WriteTx, id: &CampaignId, now: Timestamp) -> Result<usize> {
    if campaigns::get(tx, id)?.is_none_or(|campaign| campaign.status != CampaignStatus::Cancelled) {
        return Ok(0);
    }
    let listed = campaigns::listed_after(tx, id, None, ROWS_PER_WRITE)?;
    for address in &listed {
        campaigns::remove_listed(tx, id, &address.email)?;
    }
    let mut settled = listed.len();
    for row in outbox::due(tx, Some(id), Timestamp::MAX, ROWS_PER_WRITE)?.ids {
        let waits = |row: &OutboxRecord| matches!(row.state, MessageState::Queued | MessageState::Deferred { .. });
        let Some(row) = outbox::get(tx, row)?.filter(waits) else { continue };
        let state = MessageState::Suppressed { at: now, why: SkipReason::CampaignCancelled };
        outbox::put(tx, &OutboxRecord { state, content: Default::default(), ..row })?;
        settled += 1;
    }
    Ok(settled)
}
