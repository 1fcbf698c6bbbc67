//! What is to be sent next: an index of due times, one queue per campaign and one for single messages.

use std::ops::ControlFlow;

use jiff::Timestamp;
use redb::TableDefinition;
use uuid::Uuid;

use super::super::StoreError;
use super::super::tx::{Order, RawTable, Reading, Table, WriteTx};
use super::{MessageState, OutboxRecord, get, put};
use crate::domain::CampaignId;

/// Key: campaign id (nothing for single messages), NUL, due time, id. Value: nothing. Index of `OUTBOX`.
pub(in crate::store) const OUTBOX_DUE: Table = TableDefinition::new("outbox_due");

const TIME_LEN: usize = 8;
const ID_LEN: usize = 16;

/// What waits to be sent.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Due {
    /// What may be claimed now, the longest due first, up to the limit.
    pub ids: Vec<Uuid>,
    /// When the next of the others may be.
    pub next_at: Option<Timestamp>,
}

/// What became of the claims of a process that is gone.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Recovered {
    /// Single messages that are sent again.
    pub again: u64,
    /// Deliveries of campaigns of which nobody knows whether they arrived.
    pub unknown: u64,
}

/// The key of an unsettled row; `None` for a settled one.
pub(super) fn key(record: &OutboxRecord) -> Option<Vec<u8>> {
    let at = record.state.due_at(record.created_at)?;
    let mut key = prefix(record.campaign.as_ref());
    key.extend_from_slice(&u64::try_from(at.as_millisecond()).unwrap_or_default().to_be_bytes());
    key.extend_from_slice(record.id.as_bytes());
    Some(key)
}

fn prefix(campaign: Option<&CampaignId>) -> Vec<u8> {
    let mut key = campaign.map_or(Vec::new(), |id| id.as_str().as_bytes().to_vec());
    key.push(0);
    key
}

fn read(key: &[u8], prefix: &[u8]) -> Option<(Timestamp, Uuid)> {
    let (time, id) = key.strip_prefix(prefix)?.split_at_checked(TIME_LEN)?;
    let millis = i64::try_from(u64::from_be_bytes(time.try_into().ok()?)).ok()?;
    Some((Timestamp::from_millisecond(millis).ok()?, Uuid::from_slice(id).ok()?))
}

/// What of this queue may be claimed now, at most `limit` of it.
pub fn due(tx: &impl Reading, campaign: Option<&CampaignId>, now: Timestamp, limit: usize) -> Result<Due, StoreError> {
    let (mut due, prefix) = (Due::default(), prefix(campaign));
    tx.scan(RawTable(OUTBOX_DUE), &prefix, Order::Ascending, &mut |key, _| {
        let Some((at, id)) = read(key, &prefix) else { return Ok(ControlFlow::Break(())) };
        if at <= now && due.ids.len() < limit {
            due.ids.push(id);
            return Ok(ControlFlow::Continue(()));
        }
        due.next_at = Some(at);
        Ok(ControlFlow::Break(()))
    })?;
    Ok(due)
}

/// Claims those of these messages that may still be claimed: of two that try, one gets each.
///
/// A claim on one of many that is too old is not taken over; it becomes [`MessageState::Unknown`].
pub fn claim(tx: &WriteTx, ids: &[Uuid], now: Timestamp) -> Result<Vec<OutboxRecord>, StoreError> {
    let mut claimed = Vec::with_capacity(ids.len());
    for id in ids {
        let due = |record: &OutboxRecord| record.state.due_at(record.created_at).is_some_and(|at| at <= now);
        let Some(mut record) = get(tx, *id)?.filter(due) else { continue };
        if record.kind.is_bulk() && matches!(record.state, MessageState::Claimed { .. }) {
            record.state = lost(now);
            put(tx, &record)?;
            continue;
        }
        record.state = MessageState::Claimed { at: now, attempts: record.state.attempts() + 1 };
        put(tx, &record)?;
        claimed.push(record);
    }
    Ok(claimed)
}

fn lost(at: Timestamp) -> MessageState {
    let reason = "the program ended while the mail server had it; it may or may not have arrived";
    MessageState::Unknown { at, reason: reason.into() }
}

/// Settles what was claimed by a process that is gone; to be called before the first claim of this one.
pub fn recover(tx: &WriteTx, now: Timestamp) -> Result<Recovered, StoreError> {
    let mut recovered = Recovered::default();
    for id in unsettled(tx)? {
        let Some(mut record) = get(tx, id)?.filter(|it| matches!(it.state, MessageState::Claimed { .. })) else {
            continue;
        };
        let attempts = record.state.attempts();
        let bulk = record.kind.is_bulk();
        let reason = "the program ended while it was being sent".to_owned();
        record.state = if bulk { lost(now) } else { MessageState::Deferred { attempts, next_at: now, reason } };
        *(if bulk { &mut recovered.unknown } else { &mut recovered.again }) += 1;
        put(tx, &record)?;
    }
    Ok(recovered)
}

/// Every message that is still to be sent.
pub(super) fn unsettled(tx: &impl Reading) -> Result<Vec<Uuid>, StoreError> {
    Ok([single(tx)?, of_campaigns(tx)?].concat())
}

/// Every message of its own that is still to be sent.
pub(super) fn single(tx: &impl Reading) -> Result<Vec<Uuid>, StoreError> {
    scan(tx, &[], Some(&[1]))
}

/// Every delivery of a campaign that is still to be made.
pub(super) fn of_campaigns(tx: &impl Reading) -> Result<Vec<Uuid>, StoreError> {
    scan(tx, &[1], None)
}

/// The ids of the queues from one key to another; single messages stand before all campaigns.
fn scan(tx: &impl Reading, from: &[u8], to: Option<&[u8]>) -> Result<Vec<Uuid>, StoreError> {
    let mut ids = Vec::new();
    tx.scan(RawTable(OUTBOX_DUE), from, Order::Ascending, &mut |key, _| {
        if to.is_some_and(|to| key >= to) {
            return Ok(ControlFlow::Break(()));
        }
        let id = key.len().checked_sub(ID_LEN).and_then(|at| Uuid::from_slice(key.get(at..)?).ok());
        ids.extend(id);
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(ids)
}
