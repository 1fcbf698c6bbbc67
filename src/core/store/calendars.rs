//! The private calendar of each account: its settings, and the digest of the secret in its address.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::accounts;
use super::engine::{ReadTx, Reading, WriteTx};
use super::error::StoreError;
use super::finding::Findings;
use super::table::Table;
use crate::domain::{AudienceRole, Language, Uid};

/// By account; no row before the owner changes something.
pub(super) const CALENDARS: Table<Uid, CalendarRecord> = Table::new("calendars");
/// By the digest of the secret. Index of `CALENDARS`.
pub(super) const CALENDAR_LINKS: Table<String, Uid> = Table::new("calendar_links");

/// The private calendar of an account.
// docs/decisions/0183
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CalendarRecord {
    pub language: Language,
    /// Days before each event on which calendar programs show an alarm.
    pub alarms: Vec<u8>,
    /// The roles whose recurring duties it contains.
    pub roles: Vec<AudienceRole>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<CalendarLink>,
}

/// The address of a private calendar.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CalendarLink {
    /// The digest of the secret.
    pub digest: String,
    pub created_at: Timestamp,
}

/// The calendar of an account; the default one without a row.
pub fn get(tx: &dyn Reading, uid: &Uid) -> Result<CalendarRecord, StoreError> {
    Ok(CALENDARS.get(tx, uid)?.unwrap_or_default())
}

/// The account whose secret has this digest, with its calendar.
pub fn of_link(tx: &dyn Reading, digest: &str) -> Result<Option<(Uid, CalendarRecord)>, StoreError> {
    let Some(uid) = CALENDAR_LINKS.get(tx, digest)? else { return Ok(None) };
    let record = get(tx, &uid)?;
    Ok(Some((uid, record)))
}

pub fn put(tx: &WriteTx, uid: &Uid, record: &CalendarRecord) -> Result<(), StoreError> {
    if let Some(before) = get(tx, uid)?.link {
        CALENDAR_LINKS.delete(tx, before.digest.as_str())?;
    }
    if let Some(link) = &record.link {
        CALENDAR_LINKS.put(tx, link.digest.as_str(), uid)?;
    }
    CALENDARS.put(tx, uid, record)
}

/// Moves the calendar of a guest, with its address and settings, unless the guest's has no address or the account's has
/// one.
pub fn adopt(tx: &WriteTx, guest: &Uid, account: &Uid) -> Result<(), StoreError> {
    let of_guest = get(tx, guest)?;
    if of_guest.link.is_none() || get(tx, account)?.link.is_some() {
        return Ok(());
    }
    remove_account(tx, guest)?;
    put(tx, account, &of_guest)
}

pub fn remove_account(tx: &WriteTx, uid: &Uid) -> Result<(), StoreError> {
    if let Some(link) = get(tx, uid)?.link {
        CALENDAR_LINKS.delete(tx, link.digest.as_str())?;
    }
    CALENDARS.delete(tx, uid)?;
    Ok(())
}

/// Checks that each calendar belongs to an existing account, and that the index matches.
pub(super) fn verify(tx: &ReadTx, findings: &mut Findings) -> Result<(), StoreError> {
    let mut links = 0;
    findings.each_row(tx, CALENDARS, |findings, uid, record| {
        if !accounts::exists(tx, &uid)? {
            findings.row(CALENDARS, &uid, "there is no such account");
        }
        if let Some(link) = record.link {
            links += 1;
            if CALENDAR_LINKS.get(tx, link.digest.as_str())?.as_ref() != Some(&uid) {
                findings.row(CALENDARS, &uid, "its link is missing from the index");
            }
        }
        Ok(())
    })?;
    findings.check_len(tx, CALENDAR_LINKS, links, "links of calendars")
}
