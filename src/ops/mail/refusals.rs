//! Pauses a campaign when many of its messages are refused in a row with the same words, at once or in reports: then the
//! account or the message is the problem, not the recipients.

use jiff::Timestamp;

use crate::domain::CampaignId;
use crate::error::Result;
use crate::mail::{SendFailure, Verdict, gist, without_addresses};
use crate::store::campaigns::{self, CampaignRecord, CampaignStatus, EqualRefusals};
use crate::store::outbox::{self, MessageState, OutboxRecord};
use crate::store::{Reading, WriteTx};

/// Equal refusals in a row after which a campaign is paused.
const MAX_REFUSALS: u32 = 5;
/// The same for refusals that recipients may cause: a list may have several dead or full addresses in a row, and readers
/// of one company share its filter.
const MAX_OF_RECIPIENTS: u32 = 20;
/// Reports from one domain concern the sender when they are about at least one in so many messages.
const REPORTED_SHARE: u64 = 4;

/// Counts the outcome of an attempt for its campaign; adds the campaign to `paused` when it pauses it.
pub(super) fn count_attempt(
    tx: &WriteTx,
    campaign: CampaignRecord,
    (state, failure): (&MessageState, Option<&SendFailure>),
    now: Timestamp,
    paused: &mut Vec<CampaignId>,
) -> Result<CampaignRecord> {
    let refused = failure.filter(|failure| failure.is_rejection());
    let refusals = match refused {
        Some(failure) => Some(after(campaign.refusals.as_ref(), &failure.reason, None)),
        None if matches!(state, MessageState::Sent { .. }) => None,
        None => return Ok(campaign),
    };
    // Messages that were being sent when the campaign was paused do not change why.
    if (refusals.is_none() && campaign.refusals.is_none()) || campaign.status == CampaignStatus::Paused {
        return Ok(campaign);
    }
    let is_of_address = refused
        .is_some_and(|failure| matches!(failure.verdict, Some(Verdict::Address { certain: true } | Verdict::Full)));
    let limit = if is_of_address { MAX_OF_RECIPIENTS } else { MAX_REFUSALS };
    let pauses = campaign.status == CampaignStatus::Active && refusals.as_ref().is_some_and(|it| it.count >= limit);
    let mut campaign = CampaignRecord { refusals, ..campaign };
    if pauses {
        pause(&mut campaign, now);
        paused.push(campaign.id.clone());
    }
    campaigns::put(tx, &campaign)?;
    Ok(campaign)
}

/// Counts a report that a message, which was handed over as `row` says, was refused; returns whether it pauses its
/// campaign. A campaign of which everything is handed over is paused too.
///
/// Reports about addresses count neither way, because nothing reports the mails that arrive between them.
pub(super) fn count_report(
    tx: &WriteTx,
    row: &OutboxRecord,
    verdict: Verdict,
    reason: &str,
    now: Timestamp,
) -> Result<bool> {
    let (MessageState::Sent { at } | MessageState::Unknown { at, .. }) = row.state else { return Ok(false) };
    let campaign = row.campaign.as_ref().map(|id| campaigns::get(tx, id)).transpose()?.flatten();
    let Some(mut campaign) = campaign.filter(|_| !verdict.concerns_recipient()) else { return Ok(false) };
    let is_current = match campaign.status {
        // What was sent before the campaign was resumed says nothing about what is sent since.
        CampaignStatus::Active => at >= campaign.status_at,
        CampaignStatus::Done => true,
        CampaignStatus::Paused | CampaignStatus::Cancelled => false,
    };
    if !is_current {
        return Ok(false);
    }
    let domain = row.email().and_then(|email| Some(email.key().rsplit_once('@')?.1.to_owned()));
    let reported = after(campaign.reported_refusals.as_ref(), reason, domain);
    let pauses = reported.count >= reported_limit(tx, &campaign.id, &reported)?;
    if pauses {
        campaign.refusals = Some(reported);
        pause(&mut campaign, now);
    } else {
        campaign.reported_refusals = Some(reported);
    }
    campaigns::put(tx, &campaign)?;
    Ok(pauses)
}

fn reported_limit(tx: &dyn Reading, id: &CampaignId, reported: &EqualRefusals) -> Result<u32> {
    let tally = outbox::tally(tx, Some(id))?;
    let handed_over = tally.sent + tally.unknown + tally.failed + tally.bounced;
    let is_wide = reported.domain.is_none() || u64::from(reported.count) * REPORTED_SHARE >= handed_over;
    Ok(if is_wide { MAX_REFUSALS } else { MAX_OF_RECIPIENTS })
}

fn pause(campaign: &mut CampaignRecord, now: Timestamp) {
    (campaign.status, campaign.status_at) = (CampaignStatus::Paused, now);
    campaign.reported_refusals = None;
}

/// The refusals with one more, or this one alone when it says something else.
fn after(before: Option<&EqualRefusals>, reply: &str, domain: Option<String>) -> EqualRefusals {
    let (gist, reply) = (gist(reply), without_addresses(reply));
    match before.filter(|before| before.gist == gist) {
        Some(before) => {
            let domain = domain.filter(|domain| before.domain.as_ref() == Some(domain));
            EqualRefusals { gist, reply, count: before.count + 1, domain }
        }
        None => EqualRefusals { gist, reply, count: 1, domain },
    }
}
