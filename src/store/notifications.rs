//! Notifications: which articles wait to be seen by whom.

use std::ops::ControlFlow;

use jiff::Timestamp;
use redb::TableDefinition;
use serde::{Deserialize, Serialize};

use super::tx::{Order, RawTable, Reading, Table, WriteTx};
use super::verify::Finding;
use super::{StoreError, accounts, articles, codec, keys};
use crate::domain::notification::Reason;
use crate::domain::{Slug, Status, Uid};

/// Key: uid, slug. Value: [`NotificationRecord`].
pub(super) const NOTIFICATIONS: Table = TableDefinition::new("notifications");

/// One article that an account has not seen yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NotificationRecord {
    pub at: Timestamp,
    pub reason: Reason,
    /// The revision of which it tells.
    pub revision: u32,
}

pub fn put(tx: &WriteTx, uid: &Uid, slug: &Slug, record: &NotificationRecord) -> Result<(), StoreError> {
    tx.put(NOTIFICATIONS, &keys::uid_name(uid, slug.as_str()), &codec::encode(record))
}

/// Takes the article from the account's notifications; says whether it was there.
pub fn remove(tx: &WriteTx, uid: &Uid, slug: &Slug) -> Result<bool, StoreError> {
    let key = keys::uid_name(uid, slug.as_str());
    let there = tx.get(RawTable(NOTIFICATIONS), &key)?.is_some();
    if there {
        tx.delete(NOTIFICATIONS, &key)?;
    }
    Ok(there)
}

/// The account's notifications, newest first.
pub fn of(tx: &impl Reading, uid: &Uid) -> Result<Vec<(Slug, NotificationRecord)>, StoreError> {
    let prefix = uid.as_str().as_bytes();
    let mut found: Vec<(Slug, NotificationRecord)> = Vec::new();
    tx.scan(RawTable(NOTIFICATIONS), prefix, Order::Ascending, &mut |key, bytes| {
        if !key.starts_with(prefix) {
            return Ok(ControlFlow::Break(()));
        }
        // A key that names no article is told by `verify`.
        if let Some(slug) = keys::of_uid_name(key).and_then(|(_, name)| Slug::parse(name)) {
            found.push((slug, codec::decode(NOTIFICATIONS, key, bytes)?));
        }
        Ok(ControlFlow::Continue(()))
    })?;
    found.sort_by(|a, b| b.1.at.cmp(&a.1.at).then_with(|| a.0.cmp(&b.0)));
    Ok(found)
}

pub fn remove_account(tx: &WriteTx, uid: &Uid) -> Result<(), StoreError> {
    of(tx, uid)?.into_iter().try_for_each(|(slug, _)| remove(tx, uid, &slug).map(drop))
}

/// Takes the article from everybody's notifications; answers whose they were. Walks over all of them.
pub fn remove_article(tx: &WriteTx, slug: &Slug) -> Result<Vec<Uid>, StoreError> {
    let mut uids = Vec::new();
    tx.scan(RawTable(NOTIFICATIONS), &[], Order::Ascending, &mut |key, _| {
        let owner = keys::of_uid_name(key).filter(|(_, name)| *name == slug.as_str());
        uids.extend(owner.map(|(uid, _)| uid));
        Ok(ControlFlow::Continue(()))
    })?;
    for uid in &uids {
        remove(tx, uid, slug)?;
    }
    Ok(uids)
}

/// Each tells an account that is there of an article that readers see.
pub(super) fn verify(tx: &impl Reading, findings: &mut Vec<Finding>) -> Result<(), StoreError> {
    tx.scan(RawTable(NOTIFICATIONS), &[], Order::Ascending, &mut |key, bytes| {
        if let Err(error) = codec::decode::<NotificationRecord>(NOTIFICATIONS, key, bytes) {
            findings.push(Finding::unreadable("notifications", key, &error));
        }
        let Some((uid, Some(slug))) = keys::of_uid_name(key).map(|(uid, name)| (uid, Slug::parse(name))) else {
            findings.push(Finding::new("notifications", key, "this is no notification of an account"));
            return Ok(ControlFlow::Continue(()));
        };
        if accounts::get(tx, &uid)?.is_none() {
            findings.push(Finding::new("notifications", key, "there is no such account"));
        }
        if articles::brief(tx, &slug)?.is_none_or(|article| article.status != Status::Published) {
            findings.push(Finding::new("notifications", key, "no such article is published"));
        }
        Ok(ControlFlow::Continue(()))
    })
}
