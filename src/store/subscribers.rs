//! Subscribers: e-mail addresses without an account.

use std::ops::ControlFlow;

use jiff::Timestamp;
use redb::TableDefinition;
use serde::{Deserialize, Serialize};

use super::tx::{Order, RawTable, Reading, Table, WriteTx};
use super::verify::Finding;
use super::{StoreError, codec};
use crate::domain::email::Email;
use crate::domain::{Language, MailPreferences};

/// Key: the address in lower case. Value: [`SubscriberRecord`].
pub(super) const SUBSCRIBERS: Table = TableDefinition::new("subscribers");

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SubscriberRecord {
    pub email: Email,
    /// The language in which the visitor read the page.
    pub language: Language,
    pub created_at: Timestamp,
    /// When they were asked last, if that was later.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked_at: Option<Timestamp>,
    /// When the owner of the address said that it was they who subscribed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confirmed_at: Option<Timestamp>,
    #[serde(default)]
    pub preferences: MailPreferences,
    /// When they left; what they wanted is kept for a while, in case it was a slip.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_at: Option<Timestamp>,
    /// What the operator said of the consent, when the address was imported.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}

impl SubscriberRecord {
    /// Somebody who has just left an address.
    pub fn new(email: Email, language: Language, created_at: Timestamp) -> Self {
        let preferences = MailPreferences::default();
        Self {
            email,
            language,
            created_at,
            asked_at: None,
            confirmed_at: None,
            preferences,
            left_at: None,
            source: None,
        }
    }

    /// When they were asked whether the address is theirs.
    pub fn asked_at(&self) -> Timestamp {
        self.asked_at.unwrap_or(self.created_at)
    }

    /// Whether they said that the address is theirs, and have not left.
    pub fn is_active(&self) -> bool {
        self.confirmed_at.is_some() && self.left_at.is_none()
    }

    /// Whether it is still to be heard whether the address is theirs.
    pub fn is_asked(&self) -> bool {
        self.confirmed_at.is_none() && self.left_at.is_none()
    }
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

/// Up to `limit` readable subscribers after this key, in order of their keys, and the last key that was looked
/// at; no key when there are no more.
pub fn after(
    tx: &impl Reading,
    key: Option<&str>,
    limit: usize,
) -> Result<(Vec<SubscriberRecord>, Option<String>), StoreError> {
    let (mut found, mut last) = (Vec::new(), None);
    let from = key.map(|key| [key.as_bytes(), &[0]].concat()).unwrap_or_default();
    tx.scan(RawTable(SUBSCRIBERS), &from, Order::Ascending, &mut |key, bytes| {
        last = std::str::from_utf8(key).ok().map(ToOwned::to_owned);
        found.extend(codec::decode::<SubscriberRecord>(SUBSCRIBERS, key, bytes).ok());
        Ok(if found.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    })?;
    Ok((found, last))
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
