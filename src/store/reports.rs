//! What readers reported about articles.

use std::ops::ControlFlow;

use jiff::Timestamp;
use redb::TableDefinition;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::tx::{Order, RawTable, Reading, Table, WriteTx};
use super::verify::Finding;
use super::{StoreError, accounts, codec};
use crate::domain::email::Email;
use crate::domain::report::{Kind, State};
use crate::domain::{Slug, Uid};

/// Key: the id's 16 bytes, which sort by time. Value: [`ReportRecord`].
pub(super) const REPORTS: Table = TableDefinition::new("reports");

/// One report; it outlives its article.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReportRecord {
    /// A UUID of version 7.
    pub id: Uuid,
    pub at: Timestamp,
    pub slug: Slug,
    /// The article's, when it was reported.
    pub revision: u32,
    pub kind: Kind,
    pub message: String,
    /// The account that reported, while there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uid: Option<Uid>,
    /// Where the reader would like an answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<Email>,
    pub state: State,
}

pub fn get(tx: &impl Reading, id: Uuid) -> Result<Option<ReportRecord>, StoreError> {
    let key = id.as_bytes();
    tx.get(RawTable(REPORTS), key)?.map(|bytes| codec::decode(REPORTS, key, &bytes)).transpose()
}

pub fn put(tx: &WriteTx, record: &ReportRecord) -> Result<(), StoreError> {
    tx.put(REPORTS, record.id.as_bytes(), &codec::encode(record))
}

/// Visits all reports, newest first, until told to stop.
pub fn each(tx: &impl Reading, visit: &mut dyn FnMut(ReportRecord) -> ControlFlow<()>) -> Result<(), StoreError> {
    tx.scan(RawTable(REPORTS), &[], Order::Descending, &mut |key, bytes| Ok(visit(codec::decode(REPORTS, key, bytes)?)))
}

/// What an account reported, newest first.
pub fn of(tx: &impl Reading, uid: &Uid) -> Result<Vec<ReportRecord>, StoreError> {
    let mut found = Vec::new();
    each(tx, &mut |record| {
        if record.uid.as_ref() == Some(uid) {
            found.push(record);
        }
        ControlFlow::Continue(())
    })?;
    Ok(found)
}

/// Takes name and address from what the account reported; what is the matter with the articles stays.
pub fn remove_account(tx: &WriteTx, uid: &Uid) -> Result<(), StoreError> {
    let nameless = |record| ReportRecord { uid: None, email: None, ..record };
    of(tx, uid)?.into_iter().try_for_each(|record| put(tx, &nameless(record)))
}

/// How many nobody has closed; `verify` tells of those that cannot be read.
pub fn count_open(tx: &impl Reading) -> Result<u64, StoreError> {
    let mut open = 0;
    tx.scan(RawTable(REPORTS), &[], Order::Ascending, &mut |key, bytes| {
        let record = codec::decode::<ReportRecord>(REPORTS, key, bytes);
        open += u64::from(record.is_ok_and(|record| record.state == State::Open));
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(open)
}

pub(super) fn verify(tx: &impl Reading, findings: &mut Vec<Finding>) -> Result<(), StoreError> {
    tx.scan(RawTable(REPORTS), &[], Order::Ascending, &mut |key, bytes| {
        let name = key.try_into().map(Uuid::from_bytes).unwrap_or_default().to_string();
        let mut tell = |problem: &str| findings.push(Finding::new("reports", name.as_bytes(), problem));
        match codec::decode::<ReportRecord>(REPORTS, key, bytes) {
            Err(error) => findings.push(Finding::unreadable("reports", name.as_bytes(), &error)),
            Ok(record) => {
                if record.id.as_bytes() != key {
                    tell("the record names another id");
                }
                if let Some(uid) = &record.uid
                    && accounts::get(tx, uid)?.is_none()
                {
                    tell("there is no such account");
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    })
}
