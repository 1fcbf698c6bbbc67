//! Settles an attempted delivery and claims the next one, in one write.

use std::sync::atomic::Ordering;

use jiff::Timestamp;

use super::attempted::{Attempted, bounce};
use crate::app::App;
use crate::domain::CampaignId;
use crate::error::Result;
use crate::mail::MessageClass;
use crate::ops::mail::address_failures::record_failure;
use crate::ops::mail::campaigns::end;
use crate::ops::mail::claimed::ClaimedDelivery;
use crate::ops::mail::eligibility::{DecisionMoment, Eligibility};
use crate::ops::mail::{quiet_hours, refusals};
use crate::store::campaigns::{self, CampaignRecord, CampaignStatus};
use crate::store::outbox::{self, MessageState, Queue};
use crate::store::{Reading, WriteTx};

/// Maximum number of deliveries that one write skips.
const MAX_CHECKED: usize = 200;

/// What a worker delivers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lane {
    /// Single mails first, then campaigns.
    Everything,
    /// Single mails.
    Single,
    TextMessages,
}

/// When a worker may send each class of mails; `None` means now.
#[derive(Debug, Clone, Copy)]
pub(super) struct Gates {
    lane: Lane,
    transactional: Option<Timestamp>,
    bulk: Option<Timestamp>,
}

/// What a worker does next.
#[derive(Default)]
pub(super) struct NextClaim {
    pub claimed: Option<ClaimedDelivery>,
    /// When the next delivery may be claimed, if none was.
    pub at: Option<Timestamp>,
    /// Whether more deliveries may be claimable now.
    pub more: bool,
    /// The campaigns that this write ended.
    ended: Vec<CampaignId>,
    /// The campaigns that this write paused.
    paused: Vec<CampaignId>,
}

impl Gates {
    pub(super) fn now(app: &App, lane: Lane) -> Self {
        let bulk = || app.mailer.ready_at(MessageClass::Bulk).max(quiet_hours::end(app, app.clock.now()));
        Self {
            lane,
            transactional: app.mailer.ready_at(MessageClass::Transactional),
            bulk: if lane == Lane::Everything { bulk() } else { Some(Timestamp::MAX) },
        }
    }
}

/// Settles the attempted delivery and claims the next one, unless `claim` is false.
pub(super) async fn next(app: &App, attempted: Option<Attempted>, claim: bool, lane: Lane) -> Result<NextClaim> {
    let (now, moment, gates) = (app.clock.now(), DecisionMoment::from(app), Gates::now(app, lane));
    if attempted.is_none() {
        // Without a delivery to settle, a read avoids waiting for the writer.
        let at = app.store.read(move |tx| earliest(tx, now, gates)).await?;
        if !claim || at.is_none_or(|at| at > now) {
            return Ok(NextClaim { at, ..NextClaim::default() });
        }
    }
    let write = app.store.write(move |tx| {
        let mut next = NextClaim::default();
        if let Some(attempted) = &attempted {
            settle(tx, attempted, now, &mut next)?;
        }
        if claim {
            claim_next(tx, now, &moment, gates, &mut next)?;
        }
        if next.claimed.is_none() {
            next.at = earliest(tx, now, gates)?;
        }
        Ok(next)
    });
    let next = write.await?;
    for id in &next.ended {
        app.campaigns_generation.fetch_add(1, Ordering::Relaxed);
        tracing::info!(mail.campaign = id.as_str(), "every delivery of a campaign is settled");
    }
    for id in &next.paused {
        tracing::warn!(
            mail.campaign = id.as_str(),
            "a campaign is paused after equal refusals in a row; see `paragraf status`"
        );
    }
    Ok(next)
}

fn settle(tx: &WriteTx, attempted: &Attempted, now: Timestamp, next: &mut NextClaim) -> Result<()> {
    let Attempted { delivery, state, failure } = attempted;
    if outbox::settle(tx, delivery, state.clone())?
        && let (Some(failure), Some(email)) = (failure, delivery.email())
        && let Some(verdict) = bounce(delivery, failure)
    {
        record_failure(tx, email, verdict, &failure.reason, now)?;
    }
    if let Some(campaign) = delivery.campaign.as_ref().map(|id| campaigns::get(tx, id)).transpose()?.flatten() {
        let campaign = refusals::count_attempt(tx, campaign, (state, failure.as_ref()), now, &mut next.paused)?;
        end(tx, campaign, now, next)?;
    }
    Ok(())
}

/// Claims the next delivery: transactional ones first, then the campaigns in their order.
fn claim_next(tx: &WriteTx, now: Timestamp, moment: &DecisionMoment, gates: Gates, next: &mut NextClaim) -> Result<()> {
    if gates.lane == Lane::TextMessages {
        let due = outbox::due(tx, Queue::TextMessages, now, 1)?;
        next.claimed = outbox::claim(tx, &due.ids, now)?.pop().map(ClaimedDelivery::transactional);
        return Ok(());
    }
    if gates.transactional.is_none() {
        let due = outbox::due(tx, None, now, 1)?;
        next.claimed = outbox::claim(tx, &due.ids, now)?.pop().map(ClaimedDelivery::transactional);
    }
    if next.claimed.is_some() || gates.bulk.is_some() {
        return Ok(());
    }
    for campaign in campaigns::under_way(tx)?.into_iter().filter(|campaign| end::is_open(campaign, now)) {
        claim_of(tx, campaign, now, moment, next)?;
        if next.claimed.is_some() || next.more {
            break;
        }
    }
    Ok(())
}

/// Claims the campaign's next delivery whose recipient is still eligible, and settles the skipped ones before it.
fn claim_of(
    tx: &WriteTx,
    campaign: CampaignRecord,
    now: Timestamp,
    moment: &DecisionMoment,
    next: &mut NextClaim,
) -> Result<()> {
    let eligibility = Eligibility::new(tx, &campaign, moment);
    for _ in 0..MAX_CHECKED {
        let due = outbox::due(tx, Some(&campaign.id), now, 1)?;
        if due.ids.is_empty() {
            drop(eligibility);
            return end(tx, campaign, now, next);
        }
        // A claim that is too old is settled as unknown, and nothing is claimed.
        let Some(delivery) = outbox::claim(tx, &due.ids, now)?.pop() else { continue };
        match eligibility.of_delivery(&delivery)? {
            Ok(eligible) => {
                drop(eligibility);
                next.claimed = Some(ClaimedDelivery::bulk(delivery, campaign, eligible));
                return Ok(());
            }
            Err(why) => {
                outbox::settle(tx, &delivery, MessageState::Suppressed { at: now, why })?;
            }
        }
    }
    next.more = true;
    Ok(())
}

fn end(tx: &WriteTx, campaign: CampaignRecord, now: Timestamp, next: &mut NextClaim) -> Result<()> {
    let id = campaign.id.clone();
    next.ended.extend(end::end(tx, campaign, now)?.then_some(id));
    Ok(())
}

/// When the first delivery may be claimed, or a campaign may be ended.
fn earliest(tx: &dyn Reading, now: Timestamp, gates: Gates) -> Result<Option<Timestamp>> {
    if gates.lane == Lane::TextMessages {
        return Ok(outbox::due(tx, Queue::TextMessages, now, 0)?.next_at);
    }
    let mut times =
        vec![outbox::due(tx, None, now, 0)?.next_at.map(|at| gates.transactional.map_or(at, |gate| gate.max(at)))];
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
