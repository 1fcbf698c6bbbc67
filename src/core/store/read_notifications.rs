//! Notifications that accounts have seen, kept for a while.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::engine::{ReadTx, Reading, WriteTx};
use super::error::StoreError;
use super::finding::Findings;
use super::key::KeyRange;
use super::table::Table;
use super::{accounts, articles};
use crate::domain::notification::Reason;
use crate::domain::{Slug, Uid};

pub(super) const READ_NOTIFICATIONS: Table<(Uid, Slug), ReadNotificationRecord> = Table::new("read_notifications");

/// A notification that the account has seen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadNotificationRecord {
    /// When the account was notified.
    pub at: Timestamp,
    pub reason: Reason,
    pub read_at: Timestamp,
    /// As in the notification.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
}

pub fn put(tx: &WriteTx, uid: &Uid, slug: &Slug, record: &ReadNotificationRecord) -> Result<(), StoreError> {
    READ_NOTIFICATIONS.put(tx, &(uid, slug), record)
}

pub fn get(tx: &dyn Reading, uid: &Uid, slug: &Slug) -> Result<Option<ReadNotificationRecord>, StoreError> {
    READ_NOTIFICATIONS.get_readable(tx, &(uid, slug))
}

/// Removes the article from the account's read notifications. Returns whether it was there.
pub fn remove(tx: &WriteTx, uid: &Uid, slug: &Slug) -> Result<bool, StoreError> {
    READ_NOTIFICATIONS.delete(tx, &(uid, slug))
}

/// The account's read notifications, last read first.
pub fn of(tx: &dyn Reading, uid: &Uid) -> Result<Vec<(Slug, ReadNotificationRecord)>, StoreError> {
    let rows = READ_NOTIFICATIONS.scan(tx, KeyRange::prefix(uid));
    let mut found = rows.map(|row| row.map(|((_, slug), record)| (slug, record))).collect::<Result<Vec<_>, _>>()?;
    found.sort_by(|a, b| (b.1.read_at, b.1.at).cmp(&(a.1.read_at, a.1.at)).then_with(|| a.0.cmp(&b.0)));
    Ok(found)
}

pub fn remove_account(tx: &WriteTx, uid: &Uid) -> Result<(), StoreError> {
    READ_NOTIFICATIONS.delete_range(tx, &KeyRange::prefix(uid))
}

/// Removes the article from the read notifications of all accounts. Reads all of them.
pub(super) fn remove_article(tx: &WriteTx, slug: &Slug) -> Result<(), StoreError> {
    READ_NOTIFICATIONS.delete_where(tx, |(_, of), _| of == slug)
}

/// Removes what was read before this instant. Reads all read notifications; for jobs.
pub fn remove_before(tx: &WriteTx, instant: Timestamp) -> Result<(), StoreError> {
    READ_NOTIFICATIONS.delete_where(tx, |_, record| record.read_at < instant)
}

/// Checks that each row belongs to an existing account and article.
pub(super) fn verify(tx: &ReadTx, findings: &mut Findings) -> Result<(), StoreError> {
    findings.each_row(tx, READ_NOTIFICATIONS, |findings, (uid, slug), _| {
        if !accounts::exists(tx, &uid)? {
            findings.row(READ_NOTIFICATIONS, &(&uid, &slug), "there is no such account");
        }
        if !articles::exists(tx, &slug)? {
            findings.row(READ_NOTIFICATIONS, &(&uid, &slug), "there is no such article");
        }
        Ok(())
    })?;
    Ok(())
}
