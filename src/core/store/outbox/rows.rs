//! Reading and writing deliveries.

use std::ops::ControlFlow;

use jiff::Timestamp;
use uuid::Uuid;

use super::super::engine::{ReadTx, Reading, WriteTx};
use super::super::error::StoreError;
use super::super::key::KeyRange;
use super::super::key_parts::Address;
use super::super::row::readable;
use super::super::table::Table;
use super::index::{self, OUTBOX_BY_ADDRESS, OUTBOX_BY_CAMPAIGN, OUTBOX_DUE};
use super::record::OutboxRecord;
use super::state::MessageState;
use super::tally::{self, OUTBOX_TALLIES};
use crate::domain::CampaignId;
use crate::domain::email::Email;
use crate::domain::message::MessageContent;

/// By id, which sorts by time.
pub(in crate::store) const OUTBOX: Table<Uuid, OutboxRecord> = Table::new("outbox");

/// Numbers of messages by state.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OutboxCounts {
    /// Queued or claimed.
    pub queued: u64,
    pub deferred: u64,
    pub failed: u64,
    pub sent: u64,
    pub bounced: u64,
    pub suppressed: u64,
    pub unknown: u64,
    /// Creation time of the oldest unsettled message.
    pub oldest: Option<Timestamp>,
}

pub fn get(tx: &dyn Reading, id: Uuid) -> Result<Option<OutboxRecord>, StoreError> {
    OUTBOX.get(tx, &id)
}

/// The readable ones of these messages; verification reports the others.
pub fn get_many(tx: &dyn Reading, ids: &[Uuid]) -> Result<Vec<OutboxRecord>, StoreError> {
    OUTBOX.get_many(tx, ids)?.into_iter().filter_map(readable).collect()
}

/// Writes the row and updates its indexes and the tallies.
///
/// A campaign has one row per address; [`by_address`] finds it.
pub fn put(tx: &WriteTx, record: &OutboxRecord) -> Result<(), StoreError> {
    let before = get(tx, record.id)?;
    index::update(tx, before.as_ref(), Some(record))?;
    tally::change(tx, record.campaign.as_ref(), |tally| {
        if let Some(before) = &before {
            tally.take(before.state.name());
        }
        tally.add(record.state.name());
    })?;
    OUTBOX.put(tx, &record.id, record)
}

/// Removes the row with its index rows. The tally of a campaign keeps a settled one.
pub fn remove(tx: &WriteTx, id: Uuid) -> Result<(), StoreError> {
    // The index rows of an unreadable record stay; verification reports them.
    if let Some(record) = get(tx, id).transpose().and_then(readable).transpose()? {
        index::update(tx, Some(&record), None)?;
        let is_kept = record.campaign.is_some() && record.state.settled_at().is_some();
        tally::change(tx, record.campaign.as_ref(), |tally| {
            if is_kept { tally.forgotten += 1 } else { tally.take(record.state.name()) }
        })?;
    }
    OUTBOX.delete(tx, &id)?;
    Ok(())
}

/// Changes the state of a claimed message; a settled one loses its content in the same write.
///
/// Returns false, and changes nothing, if the message was removed or was claimed again since.
pub fn settle(tx: &WriteTx, claimed: &OutboxRecord, state: MessageState) -> Result<bool, StoreError> {
    let Some(mut record) = get(tx, claimed.id)?.filter(|record| record.state == claimed.state) else {
        return Ok(false);
    };
    if state.settled_at().is_some() {
        record.content = MessageContent::default();
    }
    record.state = state;
    put(tx, &record)?;
    Ok(true)
}

/// The id of this campaign's message to this address.
pub fn by_address(tx: &dyn Reading, campaign: &CampaignId, to: &Email) -> Result<Option<Uuid>, StoreError> {
    OUTBOX_BY_CAMPAIGN.get(tx, &(campaign, to))
}

/// The readable messages to this address, and those whose content names it.
pub fn to_address(tx: &dyn Reading, to: &Email) -> Result<Vec<OutboxRecord>, StoreError> {
    let rows = OUTBOX_BY_ADDRESS.scan(tx, KeyRange::prefix(&Address(to.key())));
    let ids = rows.map(|row| Ok(row?.0.1)).collect::<Result<Vec<_>, StoreError>>()?;
    get_many(tx, &ids)
}

/// Visits the messages of a campaign in order of their addresses.
pub fn each_of(
    tx: &dyn Reading,
    campaign: &CampaignId,
    visit: &mut dyn FnMut(OutboxRecord) -> ControlFlow<()>,
) -> Result<(), StoreError> {
    let ids = OUTBOX_BY_CAMPAIGN.scan(tx, KeyRange::prefix(campaign)).map(|row| Ok(row?.1));
    OUTBOX.visit_many(tx, ids, visit)
}

/// Visits the readable messages, oldest first, until `visit` breaks.
pub fn each(tx: &ReadTx, visit: &mut dyn FnMut(OutboxRecord) -> ControlFlow<()>) -> Result<(), StoreError> {
    OUTBOX.visit_all(tx, visit)
}

/// Visits all readable messages, oldest first; verification reports the others.
pub fn each_readable(tx: &ReadTx, visit: &mut dyn FnMut(OutboxRecord)) -> Result<(), StoreError> {
    OUTBOX.scan_all(tx).try_for_each(|row| {
        visit(row?.1);
        Ok(())
    })
}

/// Visits the readable messages, newest first, until `visit` breaks.
pub fn each_newest_first(
    tx: &ReadTx,
    visit: &mut dyn FnMut(OutboxRecord) -> ControlFlow<()>,
) -> Result<(), StoreError> {
    for row in OUTBOX.scan_all_back(tx) {
        if visit(row?.1).is_break() {
            break;
        }
    }
    Ok(())
}

/// The numbers of all messages by state.
pub fn counts(tx: &ReadTx) -> Result<OutboxCounts, StoreError> {
    let mut counts = OutboxCounts::default();
    for row in OUTBOX_TALLIES.scan_all(tx) {
        let tally = row?.1;
        counts.queued += tally.queued + tally.claimed;
        counts.deferred += tally.deferred;
        counts.failed += tally.failed;
        counts.sent += tally.sent;
        counts.bounced += tally.bounced;
        counts.suppressed += tally.suppressed;
        counts.unknown += tally.unknown;
    }
    for row in OUTBOX_DUE.scan_all(tx) {
        let ((_, _, id), ()) = row?;
        counts.oldest = counts.oldest.into_iter().chain(time_of(id)).min();
    }
    Ok(counts)
}

/// The creation time of a message, which its id holds to the millisecond.
fn time_of(id: Uuid) -> Option<Timestamp> {
    let (second, nanosecond) = id.get_timestamp()?.to_unix();
    Timestamp::new(i64::try_from(second).ok()?, i32::try_from(nanosecond).ok()?).ok()
}

/// The number of messages that wait to be sent.
pub fn count_queued(tx: &ReadTx) -> Result<u64, StoreError> {
    OUTBOX_TALLIES.scan_all(tx).map(|row| row.map(|(_, tally)| tally.queued + tally.claimed)).sum()
}
