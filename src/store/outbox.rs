//! Mails that are to be sent: one row per message and address, written with what causes them.

use std::collections::HashSet;
use std::ops::ControlFlow;

use jiff::{SignedDuration, Timestamp};
use redb::TableDefinition;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::subscribers::{self, SubscriberRecord};
use super::tx::{Order, RawTable, Reading, Table, Visit, WriteTx};
use super::verify::Finding;
use super::{StoreError, codec};
use crate::domain::Language;
use crate::domain::email::Email;
pub use crate::domain::message::{MessageContent, MessageKind};

/// Key: the id's 16 bytes, which sort by time. Value: [`OutboxRecord`].
pub(super) const OUTBOX: Table = TableDefinition::new("outbox");

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
    /// What the template needs besides; wiped when the message was sent, for it may hold a secret link.
    #[serde(default, skip_serializing_if = "MessageContent::is_empty")]
    pub content: MessageContent,
}

/// How far the message is; the later states say what belongs to them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MessageState {
    Queued,
    /// Being handed over since `at`, for the `attempts`th time.
    Claimed {
        at: Timestamp,
        attempts: u32,
    },
    /// Not taken for a reason that may pass.
    Deferred {
        attempts: u32,
        next_at: Timestamp,
        reason: String,
    },
    /// Taken by the mail server, or written into the folder.
    Sent {
        at: Timestamp,
    },
    /// Given up.
    Failed {
        at: Timestamp,
        reason: String,
    },
}

/// After this time a claim belongs to a process that is gone, and the message is taken up again: whoever
/// died after the mail server had taken a mail has it sent twice, and nobody is left without theirs.
pub const CLAIM_TIME: SignedDuration = SignedDuration::from_mins(10);

impl MessageState {
    /// When the message may be claimed next; `None` when it is settled.
    fn due_at(&self, created_at: Timestamp) -> Option<Timestamp> {
        match self {
            Self::Queued => Some(created_at),
            Self::Claimed { at, .. } => Some(*at + CLAIM_TIME),
            Self::Deferred { next_at, .. } => Some(*next_at),
            Self::Sent { .. } | Self::Failed { .. } => None,
        }
    }

    /// When the message was sent or given up.
    pub fn settled_at(&self) -> Option<Timestamp> {
        match self {
            Self::Sent { at } | Self::Failed { at, .. } => Some(*at),
            Self::Queued | Self::Claimed { .. } | Self::Deferred { .. } => None,
        }
    }

    fn attempts(&self) -> u32 {
        match self {
            Self::Claimed { attempts, .. } | Self::Deferred { attempts, .. } => *attempts,
            Self::Queued | Self::Sent { .. } | Self::Failed { .. } => 0,
        }
    }
}

impl OutboxRecord {
    /// The mail that asks a new subscriber to confirm.
    pub fn confirmation(id: Uuid, subscriber: &SubscriberRecord) -> Self {
        Self {
            id,
            kind: MessageKind::ConfirmSubscription,
            to: subscriber.email.clone(),
            language: subscriber.language,
            created_at: subscriber.created_at,
            state: MessageState::Queued,
            content: MessageContent::default(),
        }
    }

    fn is_for_confirmation(&self) -> bool {
        self.kind == MessageKind::ConfirmSubscription
    }

    /// When it may be claimed; `None` when it is settled or of a kind that is not sent yet.
    fn due_at(&self) -> Option<Timestamp> {
        self.state.due_at(self.created_at).filter(|_| self.kind.is_sent())
    }
}

/// What waits to be sent.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Due {
    /// What may be claimed now, oldest first, up to the limit.
    pub ids: Vec<Uuid>,
    /// When the next of the others may be.
    pub next_at: Option<Timestamp>,
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
    /// When the oldest that should have been sent was caused.
    pub oldest: Option<Timestamp>,
}

pub fn put(tx: &WriteTx, record: &OutboxRecord) -> Result<(), StoreError> {
    tx.put(OUTBOX, record.id.as_bytes(), &codec::encode(record))
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

/// What may be claimed now, at most `limit` of it.
pub fn due(tx: &impl Reading, now: Timestamp, limit: usize) -> Result<Due, StoreError> {
    let mut due = Due::default();
    each_readable(tx, &mut |record| match record.due_at() {
        Some(at) if at <= now && due.ids.len() < limit => due.ids.push(record.id),
        Some(at) => due.next_at = Some(due.next_at.map_or(at, |next| next.min(at))),
        None => {}
    })?;
    Ok(due)
}

/// Claims those of these messages that may still be claimed: of two that try, one gets each.
pub fn claim(tx: &WriteTx, ids: &[Uuid], now: Timestamp) -> Result<Vec<OutboxRecord>, StoreError> {
    let mut claimed = Vec::with_capacity(ids.len());
    for id in ids {
        let Some(mut record) = get(tx, *id)?.filter(|record| record.due_at().is_some_and(|at| at <= now)) else {
            continue;
        };
        record.state = MessageState::Claimed { at: now, attempts: record.state.attempts() + 1 };
        put(tx, &record)?;
        claimed.push(record);
    }
    Ok(claimed)
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
        keys.contains(&row.to.key()) && !kind.is_ok_and(|kind| kind.is_sent())
    };
    let mut ids = Vec::new();
    tx.scan(RawTable(OUTBOX), &[], Order::Ascending, &mut |id, bytes| {
        // A row that cannot be read belongs to nobody that is known; `verify` tells of it.
        if codec::decode::<Addressed>(OUTBOX, id, bytes).is_ok_and(|row| of_subscriber(&row)) {
            ids.push(id.to_vec());
        }
        Ok(ControlFlow::Continue(()))
    })?;
    ids.iter().try_for_each(|id| tx.delete(OUTBOX, id))
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
    ids.iter().try_for_each(|id| tx.delete(OUTBOX, id.as_bytes()))?;
    Ok(ids.len() as u64)
}

/// How far the messages are.
pub fn counts(tx: &impl Reading) -> Result<Counts, StoreError> {
    let mut counts = Counts::default();
    each_readable(tx, &mut |record| {
        match record.state {
            MessageState::Queued | MessageState::Claimed { .. } => counts.queued += 1,
            MessageState::Deferred { .. } => counts.deferred += 1,
            MessageState::Failed { .. } => counts.failed += 1,
            MessageState::Sent { .. } => counts.sent += 1,
        }
        if record.state.settled_at().is_some() {
            return;
        }
        if record.kind.is_sent() {
            counts.oldest = Some(counts.oldest.map_or(record.created_at, |oldest| oldest.min(record.created_at)));
        } else {
            counts.waiting += 1;
        }
    })?;
    Ok(counts)
}

/// How many messages wait to be sent; `verify` tells of those that cannot be read.
pub fn count_queued(tx: &impl Reading) -> Result<u64, StoreError> {
    Ok(counts(tx)?.queued)
}

/// Queues the question for every subscriber who was never asked.
pub(super) fn ask_the_unasked(tx: &WriteTx) -> Result<(), StoreError> {
    let asked = asked(tx, &mut Vec::new())?;
    let mut unasked = Vec::new();
    subscribers::each_readable(tx, &mut |record| {
        if record.confirmed_at.is_none() && !asked.contains(&record.email.key()) {
            unasked.push(record);
        }
    })?;
    for subscriber in unasked {
        put(tx, &OutboxRecord::confirmation(crate::clock::uuid_at(subscriber.created_at), &subscriber))?;
    }
    Ok(())
}

/// The keys of all addresses that were asked to confirm; what cannot be read goes to `findings`.
fn asked(tx: &impl Reading, findings: &mut Vec<Finding>) -> Result<HashSet<String>, StoreError> {
    let mut asked = HashSet::new();
    tx.scan(RawTable(OUTBOX), &[], Order::Ascending, &mut |key, bytes| -> Visit {
        // The name of a finding is printed, so it is the id and never the address.
        let name = Uuid::from_slice(key).map(|id| id.to_string()).unwrap_or_default();
        match codec::decode::<OutboxRecord>(OUTBOX, key, bytes) {
            Ok(record) => {
                if record.id.as_bytes() != key {
                    findings.push(Finding::new("outbox", name.as_bytes(), "the record names another id"));
                }
                if record.state.settled_at().is_some() && !record.content.is_empty() {
                    findings.push(Finding::new("outbox", name.as_bytes(), "a settled message still has its content"));
                }
                if record.is_for_confirmation() && !subscribers::exists(tx, &record.to)? {
                    findings.push(Finding::new("outbox", name.as_bytes(), "it asks an address that did not subscribe"));
                }
                if record.is_for_confirmation() {
                    asked.insert(record.to.key());
                }
            }
            Err(error) => findings.push(Finding::unreadable("outbox", name.as_bytes(), &error)),
        }
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(asked)
}

/// Every unconfirmed subscriber was asked, and nobody else.
pub(super) fn verify(tx: &impl Reading, findings: &mut Vec<Finding>) -> Result<(), StoreError> {
    let asked = asked(tx, findings)?;
    subscribers::each_readable(tx, &mut |record| {
        if record.confirmed_at.is_none() && !asked.contains(&record.email.key()) {
            findings.push(Finding::new("outbox", b"", "a subscriber was never asked to confirm"));
        }
    })
}
