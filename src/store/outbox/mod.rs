//! Mails that are to be sent, and what became of them: one row per message and address, written with what
//! causes them. This is the ledger of deliveries.

mod due;
mod state;
mod tally;
mod verify;

use std::collections::HashSet;
use std::ops::ControlFlow;

use jiff::Timestamp;
use redb::TableDefinition;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use self::tally::OUTBOX_TALLIES;
use super::subscribers::{self, SubscriberRecord};
use super::tx::{Order, RawTable, Reading, Table, WriteTx};
use super::{StoreError, codec, keys};
use crate::domain::email::Email;
pub use crate::domain::message::{MessageContent, MessageKind};
use crate::domain::{CampaignId, Language};
pub(super) use due::OUTBOX_DUE;
pub use due::{Due, Recovered, claim, due, recover};
pub use state::{CLAIM_TIME, MessageState, StateName};
pub(super) use tally::OUTBOX_TALLIES as TALLIES;
pub use tally::{Tally, tally};
pub(super) use verify::verify;

/// Key: the id's 16 bytes, which sort by time. Value: [`OutboxRecord`].
pub(super) const OUTBOX: Table = TableDefinition::new("outbox");
/// Key: campaign id, NUL, the address in lower case. Value: the id of its row. Index of `OUTBOX`.
pub(super) const OUTBOX_BY_CAMPAIGN: Table = TableDefinition::new("outbox_by_campaign");

/// One message to one address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutboxRecord {
    /// A UUID of version 7.
    pub id: Uuid,
    pub kind: MessageKind,
    pub to: Email,
    pub language: Language,
    pub created_at: Timestamp,
    pub state: MessageState,
    /// The campaign that it belongs to; `None` for a message of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub campaign: Option<CampaignId>,
    /// What the template needs besides; wiped when the message was sent, for it may hold a secret link.
    #[serde(default, skip_serializing_if = "MessageContent::is_empty")]
    pub content: MessageContent,
}

impl OutboxRecord {
    /// The mail that asks a new subscriber to confirm.
    pub fn confirmation(id: Uuid, subscriber: &SubscriberRecord) -> Self {
        Self {
            id,
            kind: MessageKind::ConfirmSubscription,
            to: subscriber.email.clone(),
            language: subscriber.language,
            created_at: subscriber.asked_at(),
            state: MessageState::Queued,
            campaign: None,
            content: MessageContent::default(),
        }
    }

    fn is_for_confirmation(&self) -> bool {
        self.kind == MessageKind::ConfirmSubscription
    }
}

/// How many messages are how far; those that cannot be read are told of by `verify`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counts {
    /// Queued or claimed, the waiting ones among them.
    pub queued: u64,
    /// Those of them whose kind is not sent yet.
    pub waiting: u64,
    pub deferred: u64,
    pub failed: u64,
    pub sent: u64,
    pub bounced: u64,
    pub suppressed: u64,
    pub unknown: u64,
    /// When the oldest that should have been sent was caused.
    pub oldest: Option<Timestamp>,
}

/// Writes the row and keeps its indexes and numbers in step.
///
/// A campaign has one row per address: [`by_address`] tells whether it is there.
pub fn put(tx: &WriteTx, record: &OutboxRecord) -> Result<(), StoreError> {
    let before = get(tx, record.id)?;
    let campaign = record.campaign.as_ref();
    if let Some(key) = before.as_ref().and_then(due::key) {
        tx.delete(OUTBOX_DUE, &key)?;
    }
    if let Some(key) = due::key(record) {
        tx.put(OUTBOX_DUE, &key, &[])?;
    }
    if let Some(campaign) = campaign.filter(|_| before.is_none()) {
        tx.put(OUTBOX_BY_CAMPAIGN, &keys::campaign_address(campaign, &record.to), record.id.as_bytes())?;
    }
    tally::change(tx, campaign, |tally| {
        if let Some(before) = &before {
            tally.take(before.state.name());
        }
        tally.add(record.state.name());
    })?;
    tx.put(OUTBOX, record.id.as_bytes(), &codec::encode(record))
}

/// Removes the row with its indexes. The numbers of a campaign keep a settled one.
pub fn remove(tx: &WriteTx, id: Uuid) -> Result<(), StoreError> {
    // A row that cannot be read takes nothing with it; `verify` tells what is left over.
    if let Ok(Some(record)) = get(tx, id) {
        if let Some(key) = due::key(&record) {
            tx.delete(OUTBOX_DUE, &key)?;
        }
        if let Some(campaign) = &record.campaign {
            tx.delete(OUTBOX_BY_CAMPAIGN, &keys::campaign_address(campaign, &record.to))?;
        }
        let kept = record.campaign.is_some() && record.state.settled_at().is_some();
        tally::change(tx, record.campaign.as_ref(), |tally| {
            if kept { tally.forgotten += 1 } else { tally.take(record.state.name()) }
        })?;
    }
    tx.delete(OUTBOX, id.as_bytes())
}

/// The row of this campaign to this address.
pub fn by_address(tx: &impl Reading, campaign: &CampaignId, to: &Email) -> Result<Option<Uuid>, StoreError> {
    let id = tx.get(RawTable(OUTBOX_BY_CAMPAIGN), &keys::campaign_address(campaign, to))?;
    Ok(id.and_then(|id| Uuid::from_slice(&id).ok()))
}

/// Visits the rows of a campaign in order of their addresses, until told to stop.
pub fn each_of(
    tx: &impl Reading,
    campaign: &CampaignId,
    visit: &mut dyn FnMut(OutboxRecord) -> ControlFlow<()>,
) -> Result<(), StoreError> {
    let prefix = keys::name_prefix(campaign.as_str());
    tx.scan(RawTable(OUTBOX_BY_CAMPAIGN), &prefix, Order::Ascending, &mut |key, id| {
        if !key.starts_with(&prefix) {
            return Ok(ControlFlow::Break(()));
        }
        let record = Uuid::from_slice(id).ok().map(|id| get(tx, id)).transpose()?.flatten();
        Ok(record.map_or(ControlFlow::Continue(()), &mut *visit))
    })
}

/// Visits all messages, oldest first, until told to stop.
pub fn each(tx: &impl Reading, visit: &mut dyn FnMut(OutboxRecord) -> ControlFlow<()>) -> Result<(), StoreError> {
    tx.scan(RawTable(OUTBOX), &[], Order::Ascending, &mut |key, bytes| Ok(visit(codec::decode(OUTBOX, key, bytes)?)))
}

pub fn get(tx: &impl Reading, id: Uuid) -> Result<Option<OutboxRecord>, StoreError> {
    let key = id.as_bytes();
    tx.get(RawTable(OUTBOX), key)?.map(|bytes| codec::decode(OUTBOX, key, &bytes)).transpose()
}

/// Visits the messages that can be read, oldest first; `verify` tells of the others.
pub fn each_readable(tx: &impl Reading, visit: &mut dyn FnMut(OutboxRecord)) -> Result<(), StoreError> {
    tx.scan(RawTable(OUTBOX), &[], Order::Ascending, &mut |id, bytes| {
        if let Ok(record) = codec::decode(OUTBOX, id, bytes) {
            visit(record);
        }
        Ok(ControlFlow::Continue(()))
    })
}

/// Writes down what became of a claimed message; its content goes with the same write when it is settled.
///
/// Answers false, and changes nothing, when the message is gone or the claim is somebody else's by now.
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

/// Removes every message to these subscribers, given by their [`Email::key`], whatever became of it; mails
/// that speak of an account of the same address stay.
pub fn remove_to(tx: &WriteTx, keys: &HashSet<String>) -> Result<(), StoreError> {
    /// All that is read, so that a message of a kind that is not known here goes too.
    #[derive(Deserialize)]
    struct Addressed {
        to: Email,
        kind: serde_json::Value,
    }
    let of_subscriber = |row: &Addressed| {
        let kind = MessageKind::deserialize(&row.kind);
        let spared = |kind: MessageKind| kind.is_about_account() || kind == MessageKind::Report;
        keys.contains(&row.to.key()) && !kind.is_ok_and(spared)
    };
    let mut ids = Vec::new();
    tx.scan(RawTable(OUTBOX), &[], Order::Ascending, &mut |id, bytes| {
        // A row that cannot be read belongs to nobody that is known; `verify` tells of it.
        if codec::decode::<Addressed>(OUTBOX, id, bytes).is_ok_and(|row| of_subscriber(&row)) {
            ids.push(id.to_vec());
        }
        Ok(ControlFlow::Continue(()))
    })?;
    ids.iter().filter_map(|id| Uuid::from_slice(id).ok()).try_for_each(|id| remove(tx, id))
}

/// Removes the messages about the account of this address, sent or not, and those that name it as the other
/// address, when the account is deleted; the notice that it was stays.
pub fn remove_secrets_to(tx: &WriteTx, email: &Email) -> Result<(), StoreError> {
    let key = email.key();
    let names = |record: &OutboxRecord| {
        record.to.key() == key || record.content.email.as_ref().is_some_and(|other| other.key() == key)
    };
    remove_where(tx, &|record| {
        record.kind.is_about_account() && record.kind != MessageKind::AccountDeleted && names(record)
    })?;
    // A report that waits goes to the operator all the same, without where its author would be answered.
    let mut reports = Vec::new();
    each_readable(tx, &mut |record| {
        if record.kind == MessageKind::Report && names(&record) && record.to.key() != key {
            reports.push(record);
        }
    })?;
    reports.into_iter().try_for_each(|mut report| {
        report.content.email = None;
        put(tx, &report)
    })
}

/// Removes the messages about accounts that are still to be sent.
pub fn remove_unsent_of_accounts(tx: &WriteTx) -> Result<u64, StoreError> {
    remove_where(tx, &|record| record.kind.is_about_account() && record.state.settled_at().is_none())
}

/// Removes the messages of campaigns that are still to be sent.
pub fn remove_unsent_of_campaigns(tx: &WriteTx) -> Result<u64, StoreError> {
    remove_where(tx, &|record| record.kind.is_bulk() && record.state.settled_at().is_none())
}

/// Removes what was sent or given up before this time; answers how many.
pub fn remove_settled_before(tx: &WriteTx, before: Timestamp) -> Result<u64, StoreError> {
    remove_where(tx, &|record| record.state.settled_at().is_some_and(|at| at < before))
}

fn remove_where(tx: &WriteTx, unwanted: &dyn Fn(&OutboxRecord) -> bool) -> Result<u64, StoreError> {
    let mut ids = Vec::new();
    each_readable(tx, &mut |record| {
        if unwanted(&record) {
            ids.push(record.id);
        }
    })?;
    ids.iter().try_for_each(|id| remove(tx, *id))?;
    Ok(ids.len() as u64)
}

/// How far all messages are.
pub fn counts(tx: &impl Reading) -> Result<Counts, StoreError> {
    let mut counts = Counts::default();
    tx.scan(RawTable(OUTBOX_TALLIES), &[], Order::Ascending, &mut |key, bytes| {
        let tally: Tally = codec::decode(OUTBOX_TALLIES, key, bytes)?;
        counts.queued += tally.queued + tally.claimed;
        counts.deferred += tally.deferred;
        counts.failed += tally.failed;
        counts.sent += tally.sent;
        counts.bounced += tally.bounced;
        counts.suppressed += tally.suppressed;
        counts.unknown += tally.unknown;
        Ok(ControlFlow::Continue(()))
    })?;
    let mut meet = |at: Timestamp| counts.oldest = Some(counts.oldest.map_or(at, |oldest| oldest.min(at)));
    // An id is a UUID of version 7, which begins with the time; of a campaign there may be very many.
    due::of_campaigns(tx)?.into_iter().filter_map(time_of).for_each(&mut meet);
    for id in due::single(tx)? {
        let Some(record) = get(tx, id).ok().flatten() else { continue };
        if record.kind.is_sent() { meet(record.created_at) } else { counts.waiting += 1 }
    }
    Ok(counts)
}

/// When an id was made, to the millisecond.
fn time_of(id: Uuid) -> Option<Timestamp> {
    let (second, nanosecond) = id.get_timestamp()?.to_unix();
    Timestamp::new(i64::try_from(second).ok()?, i32::try_from(nanosecond).ok()?).ok()
}

/// How many messages wait to be sent; `verify` tells of those that cannot be read.
pub fn count_queued(tx: &impl Reading) -> Result<u64, StoreError> {
    Ok(counts(tx)?.queued)
}

/// Queues the question for every subscriber who was never asked.
pub(super) fn ask_the_unasked(tx: &WriteTx) -> Result<(), StoreError> {
    let asked = verify::asked(tx, &mut Vec::new())?;
    let mut unasked = Vec::new();
    subscribers::each_readable(tx, &mut |record| {
        if record.is_asked() && !asked.contains(&record.email.key()) {
            unasked.push(record);
        }
    })?;
    for subscriber in unasked {
        put(tx, &OutboxRecord::confirmation(crate::clock::uuid_at(subscriber.created_at), &subscriber))?;
    }
    Ok(())
}

/// Dates the questions that waited until they could be sent to this moment, so that none of them is too old.
pub(super) fn ask_those_who_waited(tx: &WriteTx, now: Timestamp) -> Result<(), StoreError> {
    let mut waiting = Vec::new();
    each_readable(tx, &mut |record| {
        if record.is_for_confirmation() && record.state == MessageState::Queued {
            waiting.push(record);
        }
    })?;
    for mut record in waiting {
        if let Some(mut subscriber) = subscribers::get(tx, &record.to)? {
            subscriber.asked_at = Some(now);
            subscribers::put(tx, &subscriber)?;
        }
        record.created_at = now;
        put(tx, &record)?;
    }
    Ok(())
}

/// Makes the indexes and numbers of rows that were written before there were any.
pub(super) fn index_all(tx: &WriteTx) -> Result<(), StoreError> {
    let mut records = Vec::new();
    each_readable(tx, &mut |record| records.push(record))?;
    // An earlier step may have counted what it wrote.
    tx.delete(OUTBOX_TALLIES, &[])?;
    for record in records {
        tx.delete(OUTBOX, record.id.as_bytes())?;
        put(tx, &record)?;
    }
    Ok(())
}
