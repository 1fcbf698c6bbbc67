//! The indexes of the outbox.

use std::collections::BTreeSet;

use jiff::Timestamp;
use uuid::Uuid;

use super::super::engine::WriteTx;
use super::super::error::StoreError;
use super::super::key_parts::Address;
use super::super::table::Table;
use super::queue_key::Queue;
use super::record::OutboxRecord;
use super::state::MessageState;
use crate::domain::CampaignId;

/// By queue, due time and id.
pub(in crate::store) const OUTBOX_DUE: Table<(Queue, Timestamp, Uuid), ()> = Table::new("outbox_due");
/// The id of a campaign's message to an address.
pub(in crate::store) const OUTBOX_BY_CAMPAIGN: Table<(CampaignId, Address), Uuid> = Table::new("outbox_by_campaign");
/// The messages to an address, and those whose content names it.
pub(in crate::store) const OUTBOX_BY_ADDRESS: Table<(Address, Uuid), ()> = Table::new("outbox_by_address");
/// The claimed messages of an instance.
pub(in crate::store) const OUTBOX_CLAIMS: Table<(Uuid, Uuid), ()> = Table::new("outbox_claims");

/// Replaces the index rows of `before` with those of `after`.
pub(super) fn update(
    tx: &WriteTx,
    before: Option<&OutboxRecord>,
    after: Option<&OutboxRecord>,
) -> Result<(), StoreError> {
    OUTBOX_DUE.replace_key(tx, before.and_then(due), after.and_then(due))?;
    OUTBOX_CLAIMS.replace_key(tx, before.and_then(claim), after.and_then(claim))?;
    let (old, new) = (before.map(addresses).unwrap_or_default(), after.map(addresses).unwrap_or_default());
    for gone in old.difference(&new) {
        OUTBOX_BY_ADDRESS.delete(tx, &gone)?;
    }
    for added in new.difference(&old) {
        OUTBOX_BY_ADDRESS.put(tx, &added, &())?;
    }
    match (before, after) {
        (None, Some(OutboxRecord { campaign: Some(campaign), to, id, .. })) => {
            OUTBOX_BY_CAMPAIGN.put(tx, &(campaign, to), id)
        }
        (Some(OutboxRecord { campaign: Some(campaign), to, .. }), None) => {
            OUTBOX_BY_CAMPAIGN.delete(tx, &(campaign, to)).map(drop)
        }
        _ => Ok(()),
    }
}

/// The key of an unsettled message in the index of due times.
pub(super) fn due(record: &OutboxRecord) -> Option<(Queue, Timestamp, Uuid)> {
    let at = record.state.due_at(record.created_at)?;
    Some((Queue::of(record), at, record.id))
}

/// The key of a claimed message in the index of claims.
pub(super) fn claim(record: &OutboxRecord) -> Option<(Uuid, Uuid)> {
    match record.state {
        MessageState::Claimed { by, .. } => Some((by, record.id)),
        _ => None,
    }
}

/// The keys of a message in the index of addresses.
pub(super) fn addresses(record: &OutboxRecord) -> BTreeSet<(Address, Uuid)> {
    let other = record.content.email.as_ref().map(|email| email.key());
    std::iter::once(record.to.key()).chain(other).map(|key| (Address(key), record.id)).collect()
}
