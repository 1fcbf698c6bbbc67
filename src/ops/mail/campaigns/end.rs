//! Ends a campaign when its last delivery is settled.

use jiff::Timestamp;

use crate::error::Result;
use crate::store::campaigns::{self, CampaignRecord, CampaignStatus};
use crate::store::{Reading, WriteTx, outbox};

/// Whether the campaign may be gathered and sent now.
pub(in crate::ops::mail) fn is_open(campaign: &CampaignRecord, now: Timestamp) -> bool {
    campaign.status == CampaignStatus::Active && campaign.not_before <= now
}

/// Whether an open campaign has gathered all recipients and settled all deliveries.
pub(in crate::ops::mail) fn is_over(tx: &dyn Reading, campaign: &CampaignRecord, now: Timestamp) -> Result<bool> {
    let gathered = is_open(campaign, now) && campaign.gathering.is_none();
    Ok(gathered && outbox::tally(tx, Some(&campaign.id))?.unsettled() == 0)
}

/// Marks the campaign as done when it is over; returns whether it did.
pub(in crate::ops::mail) fn end(tx: &WriteTx, campaign: CampaignRecord, now: Timestamp) -> Result<bool> {
    if !is_over(tx, &campaign, now)? {
        return Ok(false);
    }
    campaigns::put(tx, &CampaignRecord { status: CampaignStatus::Done, status_at: now, ..campaign })?;
    Ok(true)
}
