//! Making the rows: one per campaign and address, batch by batch.

use std::collections::VecDeque;
use std::sync::atomic::Ordering;

use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};

use super::selection::{self, Choice, language_for};
use super::{BATCH, changed, end};
use crate::app::App;
use crate::clock::uuid_at;
use crate::domain::email::Email;
use crate::domain::mailing::Audience;
use crate::domain::{CampaignId, Language};
use crate::error::Result;
use crate::ops::policy::{self, Action, Actor};
use crate::store::WriteTx;
use crate::store::campaigns::{self, CampaignRecord, CampaignStatus};
use crate::store::outbox::{self, MessageState, OutboxRecord};

/// The time over which the pace of a campaign is taken.
const PACE_OVER: SignedDuration = SignedDuration::from_secs(60);

/// What one step did.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Step {
    /// Whether there may be more to do at once.
    pub worked: bool,
    /// Whether a campaign is being sent, so that looking again soon makes sense.
    pub sending: bool,
    /// When the next campaign begins.
    pub next_at: Option<Timestamp>,
}

/// Does the next bit for the first campaign that needs something: a batch of rows, or its end.
///
/// The rows and how far they are go into one write, so that whoever dies in between leaves nothing half, and
/// an address that has its row gets no second one.
pub async fn step(app: &App, actor: &Actor) -> Result<Step> {
    policy::authorize(actor, Action::SendMail)?;
    let now = app.clock.now();
    let under_way = app.store.read(|tx| Ok(campaigns::under_way(tx)?)).await?;
    let mut step = Step::default();
    for campaign in under_way.into_iter().filter(|campaign| campaign.status == CampaignStatus::Active) {
        if campaign.not_before > now {
            step.next_at = Some(step.next_at.map_or(campaign.not_before, |at| at.min(campaign.not_before)));
            continue;
        }
        step.sending = true;
        if campaign.gathering.is_some() {
            batch(app, campaign.id).await?;
            step.worked = true;
            break;
        }
        step.worked |= end_settled(app, &campaign.id, now).await?;
    }
    Ok(step)
}

/// Makes all rows that can be made now, and ends what is over.
pub async fn all_due(app: &App, actor: &Actor) -> Result<()> {
    while step(app, actor).await?.worked {}
    Ok(())
}

async fn batch(app: &App, id: CampaignId) -> Result<()> {
    let (now, today) = (app.clock.now(), app.clock.today());
    let name = id.to_string();
    let made = app.store.write(move |tx| gather(tx, &id, now, today)).await?;
    if let Some((rows, is_last)) = made {
        tracing::info!(mail.campaign = name, mail.rows = rows, mail.gathered = is_last, "recipients gathered");
        // It may have joined the archive just now.
        app.campaigns_generation.fetch_add(1, Ordering::Relaxed);
        app.mail_wake.notify_one();
    }
    Ok(())
}

/// Answers how many rows were made, and whether these were the last; `None` when there was nothing to do.
fn gather(tx: &WriteTx, id: &CampaignId, now: Timestamp, today: Date) -> Result<Option<(u64, bool)>> {
    let Some(mut campaign) = campaigns::get(tx, id)?.filter(|campaign| end::is_open(campaign, now)) else {
        return Ok(None);
    };
    let Some(at) = campaign.gathering.take() else { return Ok(None) };
    let page = selection::page(tx, &campaign, &at, today, BATCH)?;
    let is_list = campaign.audience == Audience::List;
    let mut rows = 0;
    for choice in page.choices {
        let (email, language, state) = match choice {
            Choice::Chosen(recipient) => (recipient.email, recipient.language, MessageState::Queued),
            // Whom the operator named has a row that says why nothing was sent.
            Choice::LeftOut(email, language, why) if is_list => {
                (email, language, MessageState::Suppressed { at: now, why })
            }
            Choice::LeftOut(..) | Choice::Met => continue,
        };
        if is_list {
            campaigns::remove_listed(tx, id, &email)?;
        }
        if outbox::by_address(tx, id, &email)?.is_none() {
            outbox::put(tx, &row(&campaign, email, language, state, now))?;
            rows += 1;
        }
    }
    campaign.gathering = page.next;
    campaigns::put(tx, &campaign)?;
    Ok(Some((rows, campaign.gathering.is_none())))
}

fn row(campaign: &CampaignRecord, to: Email, language: Language, state: MessageState, now: Timestamp) -> OutboxRecord {
    OutboxRecord {
        id: uuid_at(now),
        kind: campaign.kind,
        to,
        language: language_for(campaign, language),
        created_at: now,
        state,
        campaign: Some(campaign.id.clone()),
        content: Default::default(),
    }
}

/// Ends a campaign of which every delivery is settled; answers whether it did.
async fn end_settled(app: &App, id: &CampaignId, now: Timestamp) -> Result<bool> {
    let wanted = id.clone();
    let tally = app.store.read(move |tx| Ok(outbox::tally(tx, Some(&wanted))?)).await?;
    if tally.unsettled() > 0 {
        keep_pace(app, id, now, tally.total() - tally.unsettled());
        return Ok(false);
    }
    let wanted = id.clone();
    let ended = app.store.write(move |tx| match campaigns::get(tx, &wanted)? {
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
        changed(app);
    }
    Ok(ended)
}

/// Remembers how many deliveries are settled, for telling how fast it goes.
fn keep_pace(app: &App, id: &CampaignId, now: Timestamp, settled: u64) {
    let mut paces = app.mail_paces.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let pace: &mut VecDeque<_> = paces.entry(id.clone()).or_default();
    if pace.back().is_none_or(|(at, _)| *at < now) {
        pace.push_back((now, settled));
    }
    while pace.len() > 2 && pace.front().is_some_and(|(at, _)| now.duration_since(*at) > PACE_OVER) {
        pace.pop_front();
    }
}

fn forget_pace(app: &App, id: &CampaignId) {
    app.mail_paces.lock().unwrap_or_else(std::sync::PoisonError::into_inner).remove(id);
}
