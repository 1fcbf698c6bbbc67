//! Pauses a campaign when the mail server refuses many of its messages in a row with the same words: then the account or
//! the message is the problem, not the recipients.

use jiff::Timestamp;

use super::attempted::Attempted;
use crate::domain::CampaignId;
use crate::error::Result;
use crate::mail::{SendFailure, Verdict, gist, without_addresses};
use crate::store::WriteTx;
use crate::store::campaigns::{self, CampaignRecord, CampaignStatus, EqualRefusals};
use crate::store::outbox::MessageState;

/// Equal refusals in a row after which a campaign is paused.
const MAX_REFUSALS: u32 = 5;
/// The same for certain refusals of addresses: a list may have several dead or full ones in a row.
const MAX_OF_ADDRESSES: u32 = 20;

/// Counts the outcome of an attempt for its campaign; adds the campaign to `paused` when it pauses it.
pub(super) fn count(
    tx: &WriteTx,
    campaign: CampaignRecord,
    attempted: &Attempted,
    now: Timestamp,
    paused: &mut Vec<CampaignId>,
) -> Result<CampaignRecord> {
    let refused = attempted.failure.as_ref().filter(|failure| failure.is_rejection());
    let refusals = match refused {
        Some(failure) => Some(after(campaign.refusals.as_ref(), failure)),
        None if matches!(attempted.state, MessageState::Sent { .. }) => None,
        None => return Ok(campaign),
    };
    if refusals.is_none() && campaign.refusals.is_none() {
        return Ok(campaign);
    }
    let is_of_address = refused
        .is_some_and(|failure| matches!(failure.verdict, Some(Verdict::Address { certain: true } | Verdict::Full)));
    let limit = if is_of_address { MAX_OF_ADDRESSES } else { MAX_REFUSALS };
    let pauses = campaign.status == CampaignStatus::Active && refusals.as_ref().is_some_and(|it| it.count >= limit);
    // Messages that were being sent when the campaign was paused do not change why.
    if campaign.status == CampaignStatus::Paused {
        return Ok(campaign);
    }
    let mut campaign = CampaignRecord { refusals, ..campaign };
    if pauses {
        (campaign.status, campaign.status_at) = (CampaignStatus::Paused, now);
        paused.push(campaign.id.clone());
    }
    campaigns::put(tx, &campaign)?;
    Ok(campaign)
}

fn after(before: Option<&EqualRefusals>, failure: &SendFailure) -> EqualRefusals {
    let (gist, reply) = (gist(&failure.reason), without_addresses(&failure.reason));
    let count = before.filter(|before| before.gist == gist).map_or(0, |before| before.count) + 1;
    EqualRefusals { gist, reply, count }
}
