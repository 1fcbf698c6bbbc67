//! What a worker does next: one write settles what it had in its hands and claims what it sends then.

use std::sync::atomic::Ordering;

use jiff::Timestamp;
use jiff::civil::Date;

use crate::app::App;
use crate::domain::CampaignId;
use crate::domain::mailing::SuppressionReason;
use crate::error::Result;
use crate::mail::Weight;
use crate::ops::mail::campaigns::end;
use crate::ops::mail::{quiet, recipients};
use crate::store::campaigns::{self, CampaignRecord, CampaignStatus};
use crate::store::outbox::{self, MessageState, OutboxRecord};
use crate::store::suppressions::{self, SuppressionRecord};
use crate::store::{Reading, WriteTx};

/// Deliveries that are looked at in one write, when one after the other is not wanted any more.
const LOOKED_AT: usize = 200;

/// A delivery that was tried, and its next state.
#[derive(Clone)]
pub(super) struct Done {
    pub record: OutboxRecord,
    pub state: MessageState,
    /// What the mail server said, when it refuses the address for good.
    pub bounce: Option<String>,
}

/// Until when single mails, and mails to many, wait; `None`: they may go.
#[derive(Debug, Clone, Copy)]
pub(super) struct Gates {
    single: Option<Timestamp>,
    bulk: Option<Timestamp>,
}

/// What there is to do.
#[derive(Default)]
pub(super) struct Next {
    /// A claimed delivery.
    pub record: Option<OutboxRecord>,
    /// When something may be claimed, if nothing was now.
    pub at: Option<Timestamp>,
    /// Whether there may be more to claim now.
    pub more: bool,
    /// The campaigns that ended with this write.
    ended: Vec<CampaignId>,
}

impl Gates {
    pub(super) fn now(app: &App) -> Self {
        let quiet = quiet::quiet_until(app, app.clock.now());
        Self { single: app.mailer.ready_at(Weight::Single), bulk: app.mailer.ready_at(Weight::Bulk).max(quiet) }
    }
}

/// Settles what was tried and claims the next delivery, unless `claim` is false.
pub(super) async fn next(app: &App, done: Option<Done>, claim: bool) -> Result<Next> {
    let (now, today, gates) = (app.clock.now(), app.clock.today(), Gates::now(app));
    if done.is_none() {
        // Whoever has nothing to write down looks before waiting for the writer.
        let at = app.store.read(move |tx| earliest(tx, now, gates)).await?;
        if !claim || at.is_none_or(|at| at > now) {
            return Ok(Next { at, ..Next::default() });
        }
    }
    let write = app.store.write(move |tx| {
        let mut next = Next::default();
        if let Some(done) = &done {
            settle(tx, done, now, &mut next)?;
        }
        if claim {
            claim_next(tx, now, today, gates, &mut next)?;
        }
        if next.record.is_none() {
            next.at = earliest(tx, now, gates)?;
        }
        Ok(next)
    });
    let next = write.await?;
    for id in &next.ended {
        app.campaigns_generation.fetch_add(1, Ordering::Relaxed);
        tracing::info!(mail.campaign = id.as_str(), "every delivery of a campaign is settled");
    }
    Ok(next)
}

fn settle(tx: &WriteTx, done: &Done, now: Timestamp, next: &mut Next) -> Result<()> {
    let Done { record, state, bounce } = done;
    if outbox::settle(tx, record, state.clone())?
        && let Some(detail) = bounce
        && suppressions::reason(tx, &record.to)?.is_none()
    {
        let before = suppressions::get(tx, &record.to)?;
        let soft_bounces = before.map_or(0, |before| before.soft_bounces);
        let (email, reason) = (record.to.clone(), Some(SuppressionReason::Bounced));
        suppressions::put(tx, &SuppressionRecord { email, at: now, reason, soft_bounces, detail: detail.clone() })?;
    }
    if let Some(campaign) = record.campaign.as_ref().map(|id| campaigns::get(tx, id)).transpose()?.flatten() {
        end(tx, campaign, now, next)?;
    }
    Ok(())
}

/// Claims what is to be sent next: single mails first, then the campaigns in their order.
fn claim_next(tx: &WriteTx, now: Timestamp, today: Date, gates: Gates, next: &mut Next) -> Result<()> {
    if gates.single.is_none() {
        let due = outbox::due(tx, None, now, 1)?;
        next.record = outbox::claim(tx, &due.ids, now)?.pop();
    }
    if next.record.is_some() || gates.bulk.is_some() {
        return Ok(());
    }
    for campaign in campaigns::under_way(tx)?.into_iter().filter(|campaign| end::is_open(campaign, now)) {
        claim_of(tx, campaign, now, today, next)?;
        if next.record.is_some() || next.more {
            break;
        }
    }
    Ok(())
}

/// Claims the campaign's next delivery that is still wanted; the others are settled on the way.
fn claim_of(tx: &WriteTx, campaign: CampaignRecord, now: Timestamp, today: Date, next: &mut Next) -> Result<()> {
    for _ in 0..LOOKED_AT {
        let due = outbox::due(tx, Some(&campaign.id), now, 1)?;
        if due.ids.is_empty() {
            return end(tx, campaign, now, next);
        }
        // A claim that is too old is settled as unknown, and nothing is claimed.
        let Some(record) = outbox::claim(tx, &due.ids, now)?.pop() else { continue };
        match recipients::still_wanted(tx, &campaign, &record, today)? {
            Ok(_) => {
                next.record = Some(record);
                return Ok(());
            }
            Err(why) => {
                outbox::settle(tx, &record, MessageState::Suppressed { at: now, why })?;
            }
        }
    }
    next.more = true;
    Ok(())
}

fn end(tx: &WriteTx, campaign: CampaignRecord, now: Timestamp, next: &mut Next) -> Result<()> {
    let id = campaign.id.clone();
    next.ended.extend(end::end(tx, campaign, now)?.then_some(id));
    Ok(())
}

/// When the first delivery may be claimed, or a campaign ended.
fn earliest(tx: &impl Reading, now: Timestamp, gates: Gates) -> Result<Option<Timestamp>> {
    let mut times = vec![outbox::due(tx, None, now, 0)?.next_at.map(|at| gates.single.map_or(at, |gate| gate.max(at)))];
    for campaign in campaigns::under_way(tx)? {
        if campaign.status != CampaignStatus::Active {
            continue;
        }
        let at = outbox::due(tx, Some(&campaign.id), now, 0)?.next_at.map(|at| at.max(campaign.not_before));
        times.push(at.map(|at| gates.bulk.map_or(at, |gate| gate.max(at))));
        times.push(end::is_over(tx, &campaign, now)?.then_some(now).filter(|_| gates.bulk.is_none()));
    }
    Ok(times.into_iter().flatten().min())
}
