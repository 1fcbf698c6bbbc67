//! Subscribers: e-mail addresses without an account.

use std::ops::ControlFlow;

use jiff::Timestamp;
use redb::TableDefinition;
use serde::{Deserialize, Serialize};

use super::tx::{Order, RawTable, Reading, Table, WriteTx};
use super::verify::Finding;
use super::{StoreError, codec};
use crate::domain::Language;
use crate::domain::email::Email;

/// Key: the address in lower case. Value: [`SubscriberRecord`].
pub(super) const SUBSCRIBERS: Table = TableDefinition::new("subscribers");

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SubscriberRecord {
    pub email: Email,
    /// The language in which the visitor read the page.
    pub language: Language,
    pub created_at: Timestamp,
    /// When the owner of the address said that it was they who subscribed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confirmed_at: Option<Timestamp>,
}

pub fn get(tx: &impl Reading, email: &Email) -> Result<Option<SubscriberRecord>, StoreError> {
    let key = email.key();
    tx.get(RawTable(SUBSCRIBERS), key.as_bytes())?
        .map(|bytes| codec::decode(SUBSCRIBERS, key.as_bytes(), &bytes))
        .transpose()
}

pub fn put(tx: &WriteTx, record: &SubscriberRecord) -> Result<(), StoreError> {
    tx.put(SUBSCRIBERS, record.email.key().as_bytes(), &codec::encode(record))
}

/// Removes the subscriber, even one whose record cannot be read; false when there is none.
///
/// What was queued for the address goes with [`outbox::remove_to`](super::outbox::remove_to).
pub fn remove(tx: &WriteTx, email: &Email) -> Result<bool, StoreError> {
    let there = exists(tx, email)?;
    if there {
        tx.delete(SUBSCRIBERS, email.key().as_bytes())?;
    }
    Ok(there)
}

/// Whether the address subscribed, even if its record cannot be read.
pub fn exists(tx: &impl Reading, email: &Email) -> Result<bool, StoreError> {
    Ok(tx.get(RawTable(SUBSCRIBERS), email.key().as_bytes())?.is_some())
}

/// Visits all subscribers whose record can be read; `verify` tells of the others.
pub fn each_readable(tx: &impl Reading, visit: &mut dyn FnMut(SubscriberRecord)) -> Result<(), StoreError> {
    tx.scan(RawTable(SUBSCRIBERS), &[], Order::Ascending, &mut |key, bytes| {
        if let Ok(record) = codec::decode(SUBSCRIBERS, key, bytes) {
            visit(record);
        }
        Ok(ControlFlow::Continue(()))
    })
}

pub fn count(tx: &impl Reading) -> Result<u64, StoreError> {
    tx.count(RawTable(SUBSCRIBERS))
}

pub(super) fn verify(tx: &impl Reading, findings: &mut Vec<Finding>) -> Result<(), StoreError> {
    tx.scan(RawTable(SUBSCRIBERS), &[], Order::Ascending, &mut |key, bytes| {
        match codec::decode::<SubscriberRecord>(SUBSCRIBERS, key, bytes) {
            Ok(record) if record.email.key().as_bytes() == key => {}
            Ok(_) => findings.push(Finding::new("subscribers", b"", "a record names another address")),
            Err(error) => findings.push(Finding::unreadable("subscribers", b"", &error)),
        }
        Ok(ControlFlow::Continue(()))
    })
}
