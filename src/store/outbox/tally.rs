//! How many deliveries are how far: per campaign, and for single messages.

use redb::TableDefinition;
use serde::{Deserialize, Serialize};

use super::super::tx::{RawTable, Reading, Table, WriteTx};
use super::super::{StoreError, codec};
use super::state::StateName;
use crate::domain::CampaignId;

/// Key: campaign id, or nothing for single messages. Value: [`Tally`].
pub(in crate::store) const OUTBOX_TALLIES: Table = TableDefinition::new("outbox_tallies");

/// Deliveries by state.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Tally {
    pub queued: u64,
    pub claimed: u64,
    pub deferred: u64,
    pub sent: u64,
    pub failed: u64,
    pub bounced: u64,
    pub suppressed: u64,
    pub unknown: u64,
    /// Those of the settled ones whose rows are gone by now; a campaign's numbers outlive them.
    pub forgotten: u64,
}

impl Tally {
    /// All there are and were.
    pub fn total(&self) -> u64 {
        self.unsettled() + self.settled()
    }

    /// Those that are still to be sent.
    pub fn unsettled(&self) -> u64 {
        self.queued + self.claimed + self.deferred
    }

    fn settled(&self) -> u64 {
        self.sent + self.failed + self.bounced + self.suppressed + self.unknown
    }

    fn of(&mut self, state: StateName) -> &mut u64 {
        match state {
            StateName::Queued => &mut self.queued,
            StateName::Claimed => &mut self.claimed,
            StateName::Deferred => &mut self.deferred,
            StateName::Sent => &mut self.sent,
            StateName::Failed => &mut self.failed,
            StateName::Bounced => &mut self.bounced,
            StateName::Suppressed => &mut self.suppressed,
            StateName::Unknown => &mut self.unknown,
        }
    }

    pub(super) fn add(&mut self, state: StateName) {
        *self.of(state) += 1;
    }

    pub(super) fn take(&mut self, state: StateName) {
        let count = self.of(state);
        *count = count.saturating_sub(1);
    }

    /// Whether these rows, counted one by one, are what is left of it.
    pub(super) fn fits(&self, rows: &Self) -> bool {
        (self.queued, self.claimed, self.deferred) == (rows.queued, rows.claimed, rows.deferred)
            && self.settled() == rows.settled() + self.forgotten
    }
}

/// The numbers of a campaign, or of all single messages.
pub fn tally(tx: &impl Reading, campaign: Option<&CampaignId>) -> Result<Tally, StoreError> {
    let key = key(campaign);
    let found = tx.get(RawTable(OUTBOX_TALLIES), key)?;
    Ok(found.map(|bytes| codec::decode(OUTBOX_TALLIES, key, &bytes)).transpose()?.unwrap_or_default())
}

pub(super) fn change(
    tx: &WriteTx,
    campaign: Option<&CampaignId>,
    change: impl FnOnce(&mut Tally),
) -> Result<(), StoreError> {
    let mut tally = tally(tx, campaign)?;
    change(&mut tally);
    tx.put(OUTBOX_TALLIES, key(campaign), &codec::encode(&tally))
}

fn key(campaign: Option<&CampaignId>) -> &[u8] {
    campaign.map_or(&[], |id| id.as_str().as_bytes())
}
