//! Subscribers: e-mail addresses without an account.

use std::ops::ControlFlow;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::engine::{ReadTx, Reading, WriteTx};
use super::error::StoreError;
use super::finding::Findings;
use super::key::KeyRange;
use super::key_parts::Address;
use super::table::Table;
use crate::domain::email::Email;
use crate::domain::{Language, MailPreferences};

pub(super) const SUBSCRIBERS: Table<Address, SubscriberRecord> = Table::new("subscribers");

/// A subscriber and its mail preferences.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SubscriberRecord {
    pub email: Email,
    /// The language in which the visitor read the page.
    pub language: Language,
    pub created_at: Timestamp,
    /// When they were last asked to confirm, if later than `created_at`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked_at: Option<Timestamp>,
    /// When the owner of the address confirmed the subscription.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confirmed_at: Option<Timestamp>,
    pub preferences: MailPreferences,
    /// When they unsubscribed; the preferences are kept for a while, in case they change their mind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_at: Option<Timestamp>,
    /// The operator's note on the consent, when the address was imported.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}

impl SubscriberRecord {
    /// A new, unconfirmed subscriber.
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

    /// When they were last asked to confirm the address.
    pub fn asked_at(&self) -> Timestamp {
        self.asked_at.unwrap_or(self.created_at)
    }

    /// Whether they confirmed the address and have not unsubscribed.
    pub fn is_active(&self) -> bool {
        self.confirmed_at.is_some() && self.left_at.is_none()
    }

    /// Whether the confirmation is still pending.
    pub fn is_asked(&self) -> bool {
        self.confirmed_at.is_none() && self.left_at.is_none()
    }
}

pub fn get(tx: &dyn Reading, email: &Email) -> Result<Option<SubscriberRecord>, StoreError> {
    SUBSCRIBERS.get(tx, email)
}

pub fn put(tx: &WriteTx, record: &SubscriberRecord) -> Result<(), StoreError> {
    SUBSCRIBERS.put(tx, &record.email, record)
}

/// Removes the subscriber, even one whose record cannot be read. Returns whether it existed.
///
/// Queued messages to the address are removed with [`outbox::remove_to`](super::outbox::remove_to).
pub fn remove(tx: &WriteTx, email: &Email) -> Result<bool, StoreError> {
    SUBSCRIBERS.delete(tx, email)
}

/// Whether the address subscribed, even if its record cannot be read.
pub fn exists(tx: &dyn Reading, email: &Email) -> Result<bool, StoreError> {
    SUBSCRIBERS.contains(tx, email)
}

/// Looks at up to `limit` subscribers after this key, in order of their keys. Returns the readable ones and the
/// last key; no key when there are no more.
pub fn after(
    tx: &dyn Reading,
    key: Option<&str>,
    limit: usize,
) -> Result<(Vec<SubscriberRecord>, Option<String>), StoreError> {
    let after = key.map(|key| Address(key.to_owned()));
    let (found, last) = SUBSCRIBERS.page_after(tx, after.as_ref(), limit)?;
    Ok((found, last.map(|address| address.0)))
}

/// The greatest key of a subscriber below this one.
pub(super) fn key_before(tx: &dyn Reading, key: &str) -> Result<Option<String>, StoreError> {
    let below = KeyRange::below(&Address(key.to_owned()));
    Ok(SUBSCRIBERS.scan_back(tx, below).next().transpose()?.map(|(address, _)| address.0))
}

/// Visits every readable subscriber; verification reports the others.
pub fn each_readable(tx: &ReadTx, visit: &mut dyn FnMut(SubscriberRecord)) -> Result<(), StoreError> {
    SUBSCRIBERS.scan_all(tx).try_for_each(|row| {
        visit(row?.1);
        Ok(())
    })
}

/// Visits the subscribers that have a rank, the least rank first, until `visit` breaks.
pub fn each_ranked<R: Ord>(
    tx: &ReadTx,
    rank: &mut dyn FnMut(&SubscriberRecord) -> Option<R>,
    visit: &mut dyn FnMut(SubscriberRecord) -> ControlFlow<()>,
) -> Result<(), StoreError> {
    SUBSCRIBERS.visit_ranked(tx, rank, visit).map(drop)
}

pub fn count(tx: &ReadTx) -> Result<u64, StoreError> {
    SUBSCRIBERS.len(tx)
}

/// Whether there is any subscriber.
pub fn any(tx: &dyn Reading) -> Result<bool, StoreError> {
    Ok(!SUBSCRIBERS.is_empty(tx)?)
}

pub(super) fn verify(tx: &ReadTx, findings: &mut Findings) -> Result<(), StoreError> {
    findings.check_keys(
        tx,
        SUBSCRIBERS,
        |address, record| record.email.key() == address.0,
        "the record names another address",
    )
}
