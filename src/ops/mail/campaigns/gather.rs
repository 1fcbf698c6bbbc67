//! Gathers the recipients of campaigns: writes one outbox row per address, in batches.

use std::collections::VecDeque;
use std::sync::atomic::Ordering;

use jiff::{SignedDuration, Timestamp};
use uuid::Uuid;

use super::row::row;
use super::selection::{self, Selected};
use super::{ROWS_PER_WRITE, end, notify_changed, remind};
use crate::app::App;
use crate::clock::uuid_at;
use crate::domain::mailing::Audience;
use crate::domain::message::MessageKind;
use crate::domain::{CampaignId, Language};
use crate::error::Result;
use crate::ops::mail::eligibility::{DecisionMoment, Eligible, is_seed};
use crate::ops::policy::{self, Action, Actor};
use crate::store::campaigns::{self, CampaignRecord, CampaignStatus};
use crate::store::outbox::{self, MessageState};
use crate::store::{self, WriteTx};

/// The period over which the rate of a campaign is measured.
const PACE_PERIOD: SignedDuration = SignedDuration::from_secs(60);

/// The result of one step.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GatherStep {
    /// Whether the next step may have more to do.
    pub did_work: bool,
    /// Whether a campaign is being sent.
    pub sending: bool,
    /// When the next scheduled campaign begins.
    pub next_at: Option<Timestamp>,
}

/// Gathers one batch of the first campaign that needs it, or ends campaigns that are over. One write contains the rows
/// and the cursor, so a crash loses nothing and no address gets two rows.
pub async fn step(app: &App, actor: &Actor) -> Result<GatherStep> {
    policy::authorize(actor, Action::SendMail)?;
    let now = app.clock.now();
    let under_way = app.store.read(|tx| Ok(campaigns::under_way(tx)?)).await?;
    let mut step = GatherStep::default();
    for campaign in under_way.into_iter().filter(|campaign| campaign.status == CampaignStatus::Active) {
        if campaign.not_before > now {
            step.next_at = Some(step.next_at.map_or(campaign.not_before, |at| at.min(campaign.not_before)));
            continue;
        }
        step.sending = true;
        if campaign.gathering.is_some() {
            let is_reminder = campaign.kind == MessageKind::Reminders;
            step.did_work =
                if is_reminder { remind::batch(app, &campaign).await? } else { batch(app, campaign.id).await? };
            if step.did_work {
                break;
            }
            continue;
        }
        step.did_work |= end_settled(app, &campaign.id, now).await?;
    }
    Ok(step)
}

/// Repeats [`step`] until there is nothing to do.
pub async fn all_due(app: &App, actor: &Actor) -> Result<()> {
    policy::authorize(actor, Action::SendMail)?;
    while step(app, actor).await?.did_work {}
    Ok(())
}

async fn batch(app: &App, id: CampaignId) -> Result<bool> {
    let (now, moment) = (app.clock.now(), DecisionMoment::from(app));
    // One more for the seeded address.
    let row_ids: Vec<Uuid> = (0..=ROWS_PER_WRITE).map(|_| uuid_at(now)).collect();
    let name = id.to_string();
    let gathered = app.store.write(move |tx| gather(tx, &id, &row_ids, now, &moment)).await?;
    if let Some((rows, is_last)) = gathered {
        tracing::info!(mail.campaign = name, mail.rows = rows, mail.gathered = is_last, "recipients gathered");
        // The campaign may have just become public.
        app.campaigns_generation.fetch_add(1, Ordering::Relaxed);
        app.mail_wake.notify_one();
    }
    Ok(true)
}

/// Writes up to one row per id. Returns the number of rows and whether the audience is complete; `None` when there was
/// nothing to do.
fn gather(
    tx: &WriteTx,
    id: &CampaignId,
    row_ids: &[Uuid],
    now: Timestamp,
    moment: &DecisionMoment,
) -> Result<Option<(u64, bool)>> {
    let Some(mut campaign) = campaigns::get(tx, id)?.filter(|campaign| end::is_open(campaign, now)) else {
        return Ok(None);
    };
    let Some(cursor) = campaign.gathering.take() else { return Ok(None) };
    let Some((seed_id, row_ids)) = row_ids.split_first() else { return Ok(None) };
    let page = selection::page(tx, &campaign, &cursor, moment, row_ids.len())?;
    let is_list = campaign.audience == Audience::List;
    let mut rows = seed(tx, &campaign, *seed_id, moment, now)?;
    let gathered = store::each(tx, page.selected.into_iter().zip(row_ids), |(selected, row_id)| -> Result<u64> {
        let (email, language, state) = match selected {
            Selected::Recipient(eligible) => {
                let Eligible { recipient, .. } = *eligible;
                (recipient.email, recipient.language, MessageState::Queued)
            }
            // An excluded address of the operator's list gets a row with the reason.
            Selected::Excluded(email, language, why) if is_list => {
                (email, language, MessageState::Suppressed { at: now, why })
            }
            Selected::Excluded(..) | Selected::Duplicate => return Ok(0),
        };
        if is_list {
            campaigns::remove_listed(tx, id, &email)?;
        }
        if outbox::by_address(tx, id, &email)?.is_some() {
            return Ok(0);
        }
        outbox::put(tx, &row(*row_id, &campaign, email, language, state, now))?;
        Ok(1)
    })?;
    rows += gathered.iter().sum::<u64>();
    campaign.gathering = page.next;
    campaigns::put(tx, &campaign)?;
    Ok(Some((rows, campaign.gathering.is_none())))
}

/// Writes the row of the seeded address, unless it has one; returns the number of written rows.
fn seed(tx: &WriteTx, campaign: &CampaignRecord, id: Uuid, moment: &DecisionMoment, now: Timestamp) -> Result<u64> {
    let Some(email) = moment.seed.clone().filter(|seed| is_seed(campaign, seed, moment)) else { return Ok(0) };
    if outbox::by_address(tx, &campaign.id, &email)?.is_some() {
        return Ok(0);
    }
    outbox::put(tx, &row(id, campaign, email, Language::Ro, MessageState::Queued, now))?;
    Ok(1)
}

/// Ends a campaign whose deliveries are all settled; returns whether it did.
async fn end_settled(app: &App, id: &CampaignId, now: Timestamp) -> Result<bool> {
    let campaign_id = id.clone();
    let tally = app.store.read(move |tx| Ok(outbox::tally(tx, Some(&campaign_id))?)).await?;
    if tally.unsettled() > 0 {
        record_pace(app, id, now, tally.total() - tally.unsettled());
        return Ok(false);
    }
    let campaign_id = id.clone();
    let ended = app.store.write(move |tx| match campaigns::get(tx, &campaign_id)? {
        Some(campaign) => end::end(tx, campaign, now),
        None => Ok(false),
    });
    let ended = ended.await?;
    if ended {
        forget_pace(app, id);
        tracing::info!(
            mail.campaign = id.as_str(),
            mail.sent = tally.sent,
            mail.failed = tally.failed,
            mail.bounced = tally.bounced,
            mail.suppressed = tally.suppressed,
            mail.unknown = tally.unknown,
            "campaign done"
        );
        notify_changed(app);
    }
    Ok(ended)
}

/// Records how many deliveries are settled, to measure the rate.
fn record_pace(app: &App, id: &CampaignId, now: Timestamp, settled: u64) {
    let mut paces = app.mail_paces.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let pace: &mut VecDeque<_> = paces.entry(id.clone()).or_default();
    if pace.back().is_none_or(|(at, _)| *at < now) {
        pace.push_back((now, settled));
    }
    while pace.len() > 2 && pace.front().is_some_and(|(at, _)| now.duration_since(*at) > PACE_PERIOD) {
        pace.pop_front();
    }
}

fn forget_pace(app: &App, id: &CampaignId) {
    app.mail_paces.lock().unwrap_or_else(std::sync::PoisonError::into_inner).remove(id);
}
