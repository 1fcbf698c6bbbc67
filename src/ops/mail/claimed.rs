//! A claimed delivery: what the claiming transaction passes to composition.

use super::eligibility::Eligible;
use crate::store::campaigns::CampaignRecord;
use crate::store::outbox::OutboxRecord;

/// A delivery that one worker is about to send.
#[derive(Debug, Clone)]
pub struct ClaimedDelivery {
    pub delivery: OutboxRecord,
    /// `None` for a transactional message.
    pub bulk: Option<BulkDelivery>,
}

/// A campaign's delivery to one recipient, as decided when it was claimed.
#[derive(Debug, Clone)]
pub struct BulkDelivery {
    pub campaign: CampaignRecord,
    pub eligible: Eligible,
}

impl ClaimedDelivery {
    pub fn transactional(delivery: OutboxRecord) -> Self {
        Self { delivery, bulk: None }
    }

    pub fn bulk(delivery: OutboxRecord, campaign: CampaignRecord, eligible: Eligible) -> Self {
        Self { delivery, bulk: Some(BulkDelivery { campaign, eligible }) }
    }
}
