//! When a campaign is over: whoever settles its last delivery, or finds that it has none, says so.

use jiff::Timestamp;

use crate::error::Result;
use crate::store::campaigns::{self, CampaignRecord, CampaignStatus};
use crate::store::{Reading, WriteTx, outbox};

/// Whether its rows are made and its deliveries sent now.
pub(in crate::ops::mail) fn is_open(campaign: &CampaignRecord, now: Timestamp) -> bool {
    campaign.status == CampaignStatus::Active && campaign.not_before <= now
}

/// Whether everybody has their row, and each of them is settled.
pub(in crate::ops::mail) fn is_over(tx: &impl Reading, campaign: &CampaignRecord, now: Timestamp) -> Result<bool> {
    let gathered = is_open(campaign, now) && campaign.gathering.is_none();
    Ok(gathered && outbox::tally(tx, Some(&campaign.id))?.unsettled() == 0)
}

/// Ends the campaign when it is over; answers whether it did.
pub(in crate::ops::mail) fn end(tx: &WriteTx, campaign: CampaignRecord, now: Timestamp) -> Result<bool> {
    if !is_over(tx, &campaign, now)? {
        return Ok(false);
    }
    campaigns::put(tx, &CampaignRecord { status: CampaignStatus::Done, status_at: now, ..campaign })?;
    Ok(true)
}
