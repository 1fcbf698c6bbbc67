//! Mails that are to be sent: one row per message and address, written with what causes them.

use std::collections::HashSet;
use std::ops::ControlFlow;

use jiff::Timestamp;
use redb::TableDefinition;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::subscribers::{self, SubscriberRecord};
use super::tx::{Order, RawTable, Reading, Table, Visit, WriteTx};
use super::verify::Finding;
use super::{StoreError, codec};
use crate::domain::Language;
use crate::domain::email::Email;

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
    #[serde(default)]
    pub content: MessageContent,
}

/// What a message says that its kind does not.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MessageContent {
    /// The whole address of the one thing to press.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
    /// Whom the message greets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub display_name: Option<String>,
    /// The other address that the message speaks of, such as the new one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<Email>,
    /// The browser that the message speaks of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device: Option<String>,
    /// Minutes for which the link is good.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub valid_minutes: Option<u64>,
    /// Plain text that somebody wrote.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The article that the message speaks of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slug: Option<String>,
}

/// What the message is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MessageKind {
    /// Asks whether the address's owner subscribed.
    ConfirmSubscription,
    /// Asks the owner of a new account to confirm the address; with a link.
    VerifyEmail,
    /// With a link to choose a new password.
    PasswordReset,
    /// With a link that signs in.
    EmailSignIn,
    /// To the new address: with a link that makes it the account's.
    VerifyAndChangeEmail,
    /// To the old address: it was changed to `email`; with a link that brings the old one back.
    RecoverEmail,
    /// The password was changed.
    PasswordChanged,
    /// Somebody signed in on `device`, which was not seen before.
    NewDevice,
    /// The account was deleted.
    AccountDeleted,
    /// Somebody tried to sign up with an address that has an account (protected mode).
    AccountExists,
    /// To the operator: a reader reported an article.
    Report,
}

/// How far the message is. A later state may carry what belongs to it, such as when to try again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MessageState {
    Queued,
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
}

pub fn put(tx: &WriteTx, record: &OutboxRecord) -> Result<(), StoreError> {
    tx.put(OUTBOX, record.id.as_bytes(), &codec::encode(record))
}

/// Visits all messages, oldest first, until told to stop.
pub fn each(tx: &impl Reading, visit: &mut dyn FnMut(OutboxRecord) -> ControlFlow<()>) -> Result<(), StoreError> {
    tx.scan(RawTable(OUTBOX), &[], Order::Ascending, &mut |key, bytes| Ok(visit(codec::decode(OUTBOX, key, bytes)?)))
}

/// Removes every message to these addresses, given by their [`Email::key`], whatever became of it.
pub fn remove_to(tx: &WriteTx, keys: &HashSet<String>) -> Result<(), StoreError> {
    /// All that is read, so that a message of a kind that is not known here goes too.
    #[derive(Deserialize)]
    struct Addressed {
        to: Email,
    }
    let mut ids = Vec::new();
    tx.scan(RawTable(OUTBOX), &[], Order::Ascending, &mut |id, bytes| {
        // A row that cannot be read belongs to nobody that is known; `verify` tells of it.
        if codec::decode::<Addressed>(OUTBOX, id, bytes).is_ok_and(|row| keys.contains(&row.to.key())) {
            ids.push(id.to_vec());
        }
        Ok(ControlFlow::Continue(()))
    })?;
    ids.iter().try_for_each(|id| tx.delete(OUTBOX, id))
}

/// How many messages wait to be sent; `verify` tells of those that cannot be read.
pub fn count_queued(tx: &impl Reading) -> Result<u64, StoreError> {
    let mut queued = 0;
    tx.scan(RawTable(OUTBOX), &[], Order::Ascending, &mut |id, bytes| {
        let record = codec::decode::<OutboxRecord>(OUTBOX, id, bytes);
        queued += u64::from(record.is_ok_and(|record| record.state == MessageState::Queued));
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(queued)
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
