//! Readers' reports about articles.

use std::ops::ControlFlow;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::accounts;
use super::engine::{ReadTx, Reading, WriteTx};
use super::error::StoreError;
use super::finding::Findings;
use super::key::KeyRange;
use super::table::Table;
use crate::domain::email::Email;
use crate::domain::report::{ReportKind, ReportState, without_address};
use crate::domain::{Slug, Uid};

/// By id, which sorts by time.
pub(super) const REPORTS: Table<Uuid, ReportRecord> = Table::new("reports");
/// Index of `REPORTS`.
pub(super) const REPORTS_BY_ACCOUNT: Table<(Uid, Uuid), ()> = Table::new("reports_by_account");

/// One report; it outlives its article.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReportRecord {
    /// A UUID of version 7.
    pub id: Uuid,
    pub at: Timestamp,
    pub slug: Slug,
    /// The article's revision when it was reported.
    pub revision: u32,
    pub kind: ReportKind,
    pub message: String,
    /// The account that reported, while it exists.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uid: Option<Uid>,
    /// Where the reader would like an answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<Email>,
    pub state: ReportState,
}

pub fn get(tx: &dyn Reading, id: Uuid) -> Result<Option<ReportRecord>, StoreError> {
    REPORTS.get(tx, &id)
}

/// Writes the record and updates the index.
pub fn put(tx: &WriteTx, record: &ReportRecord) -> Result<(), StoreError> {
    if let Some(uid) = get(tx, record.id)?.and_then(|before| before.uid) {
        REPORTS_BY_ACCOUNT.delete(tx, &(&uid, &record.id))?;
    }
    if let Some(uid) = &record.uid {
        REPORTS_BY_ACCOUNT.put(tx, &(uid, &record.id), &())?;
    }
    REPORTS.put(tx, &record.id, record)
}

/// Visits all reports, newest first.
pub fn each(tx: &ReadTx, visit: &mut dyn FnMut(ReportRecord) -> ControlFlow<()>) -> Result<(), StoreError> {
    for row in REPORTS.scan_all_back(tx) {
        if visit(row?.1).is_break() {
            break;
        }
    }
    Ok(())
}

/// The reports of an account, newest first.
pub fn of(tx: &dyn Reading, uid: &Uid) -> Result<Vec<ReportRecord>, StoreError> {
    let index = REPORTS_BY_ACCOUNT.scan_back(tx, KeyRange::prefix(uid));
    let ids = index.map(|row| Ok(row?.0.1)).collect::<Result<Vec<_>, StoreError>>()?;
    REPORTS.get_many(tx, &ids)?.into_iter().collect()
}

/// Removes the account and its address from its reports. What they say about an article still helps its editor.
pub fn remove_account(tx: &WriteTx, uid: &Uid, address: Option<&Email>) -> Result<(), StoreError> {
    let anonymous = |record: ReportRecord| {
        let message = address.map_or_else(|| record.message.clone(), |email| without_address(&record.message, email));
        ReportRecord { message, uid: None, email: None, ..record }
    };
    of(tx, uid)?.into_iter().try_for_each(|record| put(tx, &anonymous(record)))
}

/// Gives the reports of an account to another one.
pub fn move_account(tx: &WriteTx, from: &Uid, to: &Uid) -> Result<(), StoreError> {
    of(tx, from)?.into_iter().try_for_each(|record| put(tx, &ReportRecord { uid: Some(to.clone()), ..record }))
}

/// Removes this address from reports: as that of a reader without an account, and where a message names it. Reads all
/// reports; for commands.
pub fn forget_address(tx: &WriteTx, address: &Email) -> Result<(), StoreError> {
    let key = address.key();
    for row in REPORTS.scan_all_in_write(tx) {
        let record = row?.1;
        let is_its = record.email.as_ref().is_some_and(|email| email.key() == key);
        let message = without_address(&record.message, address);
        if is_its || message != record.message {
            let email = record.email.filter(|_| !is_its);
            put(tx, &ReportRecord { message, email, ..record })?;
        }
    }
    Ok(())
}

/// The number of readable reports that are open.
pub fn count_open(tx: &ReadTx) -> Result<u64, StoreError> {
    let mut open = 0;
    for row in REPORTS.scan_all(tx) {
        open += u64::from(row?.1.state == ReportState::Open);
    }
    Ok(open)
}

pub(super) fn verify(tx: &ReadTx, findings: &mut Findings) -> Result<(), StoreError> {
    let mut indexed = 0;
    findings.each_row(tx, REPORTS, |findings, id, record| {
        if record.id != id {
            findings.row(REPORTS, &id, "the record names another id");
        }
        if let Some(uid) = &record.uid {
            indexed += 1;
            if !accounts::exists(tx, uid)? {
                findings.row(REPORTS, &id, "there is no such account");
            }
            if !REPORTS_BY_ACCOUNT.contains(tx, &(uid, &id))? {
                findings.row(REPORTS, &id, "the report is missing from the index of its account");
            }
        }
        Ok(())
    })?;
    findings.check_len(tx, REPORTS_BY_ACCOUNT, indexed, "reports of accounts")
}
