//! Numbers of deliveries by state: per campaign, and for single messages.

use serde::{Deserialize, Serialize};

use super::super::engine::{Reading, WriteTx};
use super::super::error::StoreError;
use super::super::table::Table;
use crate::domain::CampaignId;
use crate::domain::delivery_state::DeliveryState;

/// By campaign; `None` for single messages.
pub(in crate::store) const OUTBOX_TALLIES: Table<Option<CampaignId>, Tally> = Table::new("outbox_tallies");

/// Deliveries by state.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    pub queued: u64,
    pub claimed: u64,
    pub deferred: u64,
    pub sent: u64,
    pub failed: u64,
    pub bounced: u64,
    pub suppressed: u64,
    pub unknown: u64,
    /// Settled deliveries whose rows were removed; the numbers of a campaign outlive its rows.
    pub forgotten: u64,
}

impl Tally {
    /// The number of all deliveries, removed ones too.
    pub fn total(&self) -> u64 {
        self.unsettled() + self.settled()
    }

    /// The number of deliveries still to be sent.
    pub fn unsettled(&self) -> u64 {
        self.queued + self.claimed + self.deferred
    }

    fn settled(&self) -> u64 {
        self.sent + self.failed + self.bounced + self.suppressed + self.unknown
    }

    fn of(&mut self, state: DeliveryState) -> &mut u64 {
        match state {
            DeliveryState::Queued => &mut self.queued,
            DeliveryState::Claimed => &mut self.claimed,
            DeliveryState::Deferred => &mut self.deferred,
            DeliveryState::Sent => &mut self.sent,
            DeliveryState::Failed => &mut self.failed,
            DeliveryState::Bounced => &mut self.bounced,
            DeliveryState::Suppressed => &mut self.suppressed,
            DeliveryState::Unknown => &mut self.unknown,
        }
    }

    pub(super) fn add(&mut self, state: DeliveryState) {
        *self.of(state) += 1;
    }

    pub(super) fn take(&mut self, state: DeliveryState) {
        let count = self.of(state);
        *count = count.saturating_sub(1);
    }

    /// Whether the tally matches these rows, counted one by one.
    pub(super) fn fits(&self, rows: &Self) -> bool {
        (self.queued, self.claimed, self.deferred) == (rows.queued, rows.claimed, rows.deferred)
            && self.settled() == rows.settled() + self.forgotten
    }
}

/// The tally of a campaign, or of all single messages.
pub fn tally(tx: &dyn Reading, campaign: Option<&CampaignId>) -> Result<Tally, StoreError> {
    Ok(OUTBOX_TALLIES.get(tx, &campaign)?.unwrap_or_default())
}

pub(super) fn change(
    tx: &WriteTx,
    campaign: Option<&CampaignId>,
    change: impl FnOnce(&mut Tally),
) -> Result<(), StoreError> {
    let mut tally = tally(tx, campaign)?;
    change(&mut tally);
    OUTBOX_TALLIES.put(tx, &campaign, &tally)
}
