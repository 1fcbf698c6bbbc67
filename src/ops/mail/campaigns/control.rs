//! Stopping a campaign, going on, and giving it up.

use std::ops::ControlFlow;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::status::{self, CampaignView};
use super::{BATCH, changed, find, note};
use crate::app::App;
use crate::domain::CampaignId;
use crate::domain::mailing::Unwanted;
use crate::error::{Error, ErrorCode, Result};
use crate::ops::policy::{self, Action, Actor};
use crate::store::WriteTx;
use crate::store::campaigns::{self, CampaignRecord, CampaignStatus};
use crate::store::outbox::{self, MessageState, OutboxRecord};

/// What the operator does with a campaign that is under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    Pause,
    Resume,
    /// For good; what is not sent is never sent.
    Cancel,
}

impl Change {
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

/// Pauses, resumes or cancels; doing it twice is doing it once. A mail that is on its way is not held back.
///
/// Errors: `campaign_not_found`, `campaign_over` when there is nothing to change any more.
pub async fn change(app: &App, actor: &Actor, id: CampaignId, change: Change) -> Result<CampaignView> {
    policy::authorize(actor, Action::SendMail)?;
    let (now, by, wanted) = (app.clock.now(), actor.to_string(), id.clone());
    let written = app.store.write(move |tx| {
        let before = find(tx, &wanted)?;
        let after = change.after();
        if before.status != after {
            if !before.is_under_way() {
                return Err(over(&before));
            }
            let gathering = before.gathering.clone().filter(|_| change != Change::Cancel);
            campaigns::put(tx, &CampaignRecord { status: after, status_at: now, gathering, ..before })?;
            note(tx, now, &by, change.action(), &wanted)?;
        }
        Ok(())
    });
    written.await?;
    changed(app);
    if change == Change::Cancel {
        settle_cancelled(app, &id).await?;
    }
    status::one(app, actor, id).await
}

fn over(campaign: &CampaignRecord) -> Error {
    let state = match campaign.status {
        CampaignStatus::Cancelled => "was cancelled",
        _ => "is done",
    };
    let message = format!("the campaign {} {state}; `paragraf mail status {0}` tells what became of it", campaign.id);
    Error::conflict(ErrorCode::CampaignOver, message)
}

/// Settles what cancelled campaigns still have in the ledger, for who was stopped in the middle of it.
pub async fn settle_all_cancelled(app: &App, actor: &Actor) -> Result<()> {
    policy::authorize(actor, Action::SendMail)?;
    let left = app.store.read(|tx| {
        let mut cancelled = Vec::new();
        campaigns::each(tx, &mut |campaign| {
            cancelled.extend(Some(campaign.id).filter(|_| campaign.status == CampaignStatus::Cancelled));
            ControlFlow::Continue(())
        })?;
        let mut left = Vec::new();
        for id in cancelled {
            let waits = outbox::tally(tx, Some(&id))?.unsettled() > 0;
            if waits || !campaigns::listed_after(tx, &id, None, 1)?.is_empty() {
                left.push(id);
            }
        }
        Ok(left)
    });
    for id in left.await? {
        settle_cancelled(app, &id).await?;
    }
    Ok(())
}

/// Batch by batch; what is on its way is left to whoever sends it.
async fn settle_cancelled(app: &App, id: &CampaignId) -> Result<()> {
    loop {
        let (now, id) = (app.clock.now(), id.clone());
        if app.store.write(move |tx| settle_batch(tx, &id, now)).await? == 0 {
            return Ok(());
        }
    }
}

/// Answers how many rows and addresses it did away with.
fn settle_batch(tx: &WriteTx, id: &CampaignId, now: Timestamp) -> Result<usize> {
    if campaigns::get(tx, id)?.is_none_or(|campaign| campaign.status != CampaignStatus::Cancelled) {
        return Ok(0);
    }
    let listed = campaigns::listed_after(tx, id, None, BATCH)?;
    for address in &listed {
        campaigns::remove_listed(tx, id, &address.email)?;
    }
    let mut settled = listed.len();
    for row in outbox::due(tx, Some(id), Timestamp::MAX, BATCH)?.ids {
        let waits = |row: &OutboxRecord| matches!(row.state, MessageState::Queued | MessageState::Deferred { .. });
        let Some(row) = outbox::get(tx, row)?.filter(waits) else { continue };
        let state = MessageState::Suppressed { at: now, why: Unwanted::CampaignCancelled };
        outbox::put(tx, &OutboxRecord { state, content: Default::default(), ..row })?;
        settled += 1;
    }
    Ok(settled)
}
