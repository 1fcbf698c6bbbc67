//! Reminders of deadlines: each account's settings, the reminders that it was given, and changes for its next mail.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::accounts;
use super::engine::{ReadTx, Reading, WriteTx};
use super::error::StoreError;
use super::finding::Findings;
use super::key::KeyRange;
use super::table::Table;
use crate::domain::Uid;
use crate::domain::reminder::{DeadlineNotice, ReminderSettings};

/// By account; no row before the owner changes something.
pub(super) const REMINDER_SETTINGS: Table<Uid, ReminderSettings> = Table::new("reminder_settings");
/// The day of the deadline, by account, id of the deadline's day, and days before it.
pub(super) const REMINDERS: Table<(Uid, String, u8), ReminderRecord> = Table::new("reminders");
/// By account and deadline.
pub(super) const DEADLINE_NOTICES: Table<(Uid, String), DeadlineNotice> = Table::new("deadline_notices");

/// A reminder that an account was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReminderRecord {
    /// The day of the deadline; a deadline that moved is reminded of again.
    pub date: Date,
}

/// The settings; `None` before the owner changes something.
pub fn settings(tx: &dyn Reading, uid: &Uid) -> Result<Option<ReminderSettings>, StoreError> {
    REMINDER_SETTINGS.get(tx, uid)
}

pub fn put_settings(tx: &WriteTx, uid: &Uid, settings: &ReminderSettings) -> Result<(), StoreError> {
    REMINDER_SETTINGS.put(tx, uid, settings)
}

/// The day of the deadline in the reminder that the account was given this many days before it.
pub fn reminded(tx: &dyn Reading, uid: &Uid, id: &str, days: u8) -> Result<Option<Date>, StoreError> {
    Ok(REMINDERS.get(tx, &(uid, id, &days))?.map(|record| record.date))
}

pub fn put_reminded(tx: &WriteTx, uid: &Uid, id: &str, days: u8, date: Date) -> Result<(), StoreError> {
    REMINDERS.put(tx, &(uid, id, &days), &ReminderRecord { date })
}

/// The account's reminders: the id of the deadline's day, the days before it, and the day.
pub fn all_reminded(tx: &dyn Reading, uid: &Uid) -> Result<Vec<(String, u8, Date)>, StoreError> {
    REMINDERS
        .scan(tx, KeyRange::prefix(uid))
        .map(|row| row.map(|((_, id, days), record)| (id, days, record.date)))
        .collect()
}

/// Stores a change of a deadline for the account's next mail, in place of an earlier change.
pub fn put_notice(tx: &WriteTx, uid: &Uid, name: &str, notice: &DeadlineNotice) -> Result<(), StoreError> {
    DEADLINE_NOTICES.put(tx, &(uid, name), notice)
}

/// The changes for the account's next mail.
pub fn notices(tx: &dyn Reading, uid: &Uid) -> Result<Vec<(String, DeadlineNotice)>, StoreError> {
    DEADLINE_NOTICES.scan(tx, KeyRange::prefix(uid)).map(|row| row.map(|((_, name), notice)| (name, notice))).collect()
}

pub fn remove_notices(tx: &WriteTx, uid: &Uid) -> Result<(), StoreError> {
    DEADLINE_NOTICES.delete_range(tx, &KeyRange::prefix(uid))
}

pub fn remove_account(tx: &WriteTx, uid: &Uid) -> Result<(), StoreError> {
    REMINDER_SETTINGS.delete(tx, uid)?;
    REMINDERS.delete_range(tx, &KeyRange::prefix(uid))?;
    remove_notices(tx, uid)
}

/// Whether any reminder was of a deadline before this day. Reads all of them; for jobs.
pub fn any_before(tx: &ReadTx, day: Date) -> Result<bool, StoreError> {
    for row in REMINDERS.scan_all(tx) {
        if row?.1.date < day {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Removes the records of reminders whose deadline was before this day. Reads all of them; for jobs.
pub fn remove_before(tx: &WriteTx, day: Date) -> Result<(), StoreError> {
    REMINDERS.delete_where(tx, |_, record| record.date < day)
}

/// Moves an account's reminders and changes to another account, which keeps its own settings.
pub fn move_account(tx: &WriteTx, from: &Uid, to: &Uid) -> Result<(), StoreError> {
    if let (Some(settings), None) = (REMINDER_SETTINGS.get(tx, from)?, REMINDER_SETTINGS.get(tx, to)?) {
        put_settings(tx, to, &settings)?;
    }
    for (id, days, date) in all_reminded(tx, from)? {
        put_reminded(tx, to, &id, days, date)?;
    }
    for (name, notice) in notices(tx, from)? {
        put_notice(tx, to, &name, &notice)?;
    }
    remove_account(tx, from)
}

/// Checks that each row belongs to an existing account.
pub(super) fn verify(tx: &ReadTx, findings: &mut Findings) -> Result<(), StoreError> {
    findings.check_rows(tx, REMINDER_SETTINGS, |uid, _| accounts::exists(tx, uid), "there is no such account")?;
    findings.check_rows(tx, REMINDERS, |(uid, ..), _| accounts::exists(tx, uid), "there is no such account")?;
    findings.check_rows(tx, DEADLINE_NOTICES, |(uid, _), _| accounts::exists(tx, uid), "there is no such account")
}
