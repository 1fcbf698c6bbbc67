//! Notifications: articles that an account has not seen yet.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::engine::{ReadTx, Reading, WriteTx};
use super::error::StoreError;
use super::finding::Findings;
use super::key::KeyRange;
use super::table::Table;
use super::{accounts, articles};
use crate::domain::notification::Reason;
use crate::domain::{Slug, Status, Uid};

pub(super) const NOTIFICATIONS: Table<(Uid, Slug), NotificationRecord> = Table::new("notifications");

/// One article that an account has not seen yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NotificationRecord {
    pub at: Timestamp,
    pub reason: Reason,
    /// The revision that it announces.
    pub revision: u32,
    /// The saved search that found the article or the provision that changed, by the name of the follow, or the id of the
    /// deadline.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
}

pub fn put(tx: &WriteTx, uid: &Uid, slug: &Slug, record: &NotificationRecord) -> Result<(), StoreError> {
    NOTIFICATIONS.put(tx, &(uid, slug), record)
}

pub fn get(tx: &dyn Reading, uid: &Uid, slug: &Slug) -> Result<Option<NotificationRecord>, StoreError> {
    NOTIFICATIONS.get_readable(tx, &(uid, slug))
}

/// Removes the account's notification about the article and returns it.
pub fn take(tx: &WriteTx, uid: &Uid, slug: &Slug) -> Result<Option<NotificationRecord>, StoreError> {
    let record = NOTIFICATIONS.get_readable(tx, &(uid, slug))?;
    NOTIFICATIONS.delete(tx, &(uid, slug))?;
    Ok(record)
}

/// The account's notifications, newest first.
pub fn of(tx: &dyn Reading, uid: &Uid) -> Result<Vec<(Slug, NotificationRecord)>, StoreError> {
    let rows = NOTIFICATIONS.scan(tx, KeyRange::prefix(uid));
    let mut found = rows.map(|row| row.map(|((_, slug), record)| (slug, record))).collect::<Result<Vec<_>, _>>()?;
    found.sort_by(|a, b| b.1.at.cmp(&a.1.at).then_with(|| a.0.cmp(&b.0)));
    Ok(found)
}

pub fn remove_account(tx: &WriteTx, uid: &Uid) -> Result<(), StoreError> {
    NOTIFICATIONS.delete_range(tx, &KeyRange::prefix(uid))
}

/// Removes the article from all notifications. Returns the accounts that had one. Reads all notifications.
pub fn remove_article(tx: &WriteTx, slug: &Slug) -> Result<Vec<Uid>, StoreError> {
    let mut uids = Vec::new();
    for row in NOTIFICATIONS.scan_all_in_write(tx) {
        let ((uid, of), _) = row?;
        if of == *slug {
            NOTIFICATIONS.delete(tx, &(&uid, slug))?;
            uids.push(uid);
        }
    }
    Ok(uids)
}

/// Checks that each notification belongs to an existing account and a published article, or to a withdrawn article
/// whose deadline was followed.
pub(super) fn verify(tx: &ReadTx, findings: &mut Findings) -> Result<(), StoreError> {
    findings.each_row(tx, NOTIFICATIONS, |findings, (uid, slug), record| {
        if !accounts::exists(tx, &uid)? {
            findings.row(NOTIFICATIONS, &(&uid, &slug), "there is no such account");
        }
        let may_be_withdrawn = record.reason == Reason::DeadlineWithdrawn;
        let is_shown = |status| status == Status::Published || may_be_withdrawn && status == Status::Withdrawn;
        if !articles::brief(tx, &slug)?.is_some_and(|article| is_shown(article.status)) {
            findings.row(NOTIFICATIONS, &(&uid, &slug), "no such article is published");
        }
        Ok(())
    })?;
    Ok(())
}
