//! The recent activity of accounts: sign-ins, failed sign-ins, changes of password and address.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::accounts;
use super::engine::{ReadTx, Reading, WriteTx};
use super::error::StoreError;
use super::finding::Findings;
use super::key::KeyRange;
use super::table::Table;
use crate::domain::Uid;
use crate::domain::activity::{ActivityKind, NetworkPrefix};

/// By account and id.
pub(super) const ACCOUNT_ACTIVITY: Table<(Uid, Uuid), ActivityRecord> = Table::new("account_activity");

/// One event, or several equal ones of one day.
// docs/decisions/0098
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ActivityRecord {
    pub id: Uuid,
    pub uid: Uid,
    /// When the last of the events happened.
    pub at: Timestamp,
    pub kind: ActivityKind,
    /// Browser and operating system in a few words; may be empty.
    pub device: String,
    pub network: NetworkPrefix,
    /// Number of events.
    pub count: u32,
}

pub fn put(tx: &WriteTx, record: &ActivityRecord) -> Result<(), StoreError> {
    ACCOUNT_ACTIVITY.put(tx, &(&record.uid, &record.id), record)
}

pub fn remove(tx: &WriteTx, record: &ActivityRecord) -> Result<(), StoreError> {
    ACCOUNT_ACTIVITY.delete(tx, &(&record.uid, &record.id))?;
    Ok(())
}

/// The readable events of one account in the order in which they were first recorded.
pub fn of(tx: &dyn Reading, uid: &Uid) -> Result<Vec<ActivityRecord>, StoreError> {
    ACCOUNT_ACTIVITY.scan(tx, KeyRange::prefix(uid)).map(|row| Ok(row?.1)).collect()
}

/// Removes all events of one account.
pub fn remove_account(tx: &WriteTx, uid: &Uid) -> Result<(), StoreError> {
    ACCOUNT_ACTIVITY.delete_range(tx, &KeyRange::prefix(uid))
}

/// Removes the events before this instant. Reads all of them; for jobs.
pub fn remove_before(tx: &WriteTx, instant: Timestamp) -> Result<(), StoreError> {
    ACCOUNT_ACTIVITY.delete_where(tx, |_, record| record.at < instant)
}

pub(super) fn verify(tx: &ReadTx, findings: &mut Findings) -> Result<(), StoreError> {
    findings.each_row(tx, ACCOUNT_ACTIVITY, |findings, (uid, id), record| {
        if (&record.uid, record.id) != (&uid, id) {
            findings.row(ACCOUNT_ACTIVITY, &(&uid, &id), "the record names another event");
        }
        if !accounts::exists(tx, &uid)? {
            findings.row(ACCOUNT_ACTIVITY, &(&uid, &id), "there is no such account");
        }
        Ok(())
    })?;
    Ok(())
}
