//! Forms of acts: the text of an act as it was from a day on.

use std::collections::HashSet;
use std::ops::ControlFlow;

use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::archive;
use super::engine::{ReadTx, Reading, WriteTx};
use super::error::StoreError;
use super::finding::Findings;
use super::key::KeyRange;
use super::table::Table;
use crate::domain::ActKey;
use crate::domain::act::Act;

/// By act and day.
pub(super) const FORMS: Table<(String, Date), FormRecord> = Table::new("forms");

/// One form; its text is in the archive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormRecord {
    pub key: ActKey,
    pub act: Act,
    pub title: String,
    /// The day from which the text was in force.
    pub date: Date,
    /// The id of the portal's document.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub portal_id: Option<u64>,
    pub url: String,
    pub fetched_at: Timestamp,
    /// SHA-256 of the archived text.
    pub text_sha256: String,
    /// SHA-256 of the archived page that the text was read from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_sha256: Option<String>,
}

pub fn get(tx: &dyn Reading, key: &ActKey, date: Date) -> Result<Option<FormRecord>, StoreError> {
    FORMS.get_readable(tx, &(key.as_str(), &date))
}

pub fn put(tx: &WriteTx, record: &FormRecord) -> Result<(), StoreError> {
    FORMS.put(tx, &(record.key.as_str(), &record.date), record)
}

/// The forms of an act, oldest first.
pub fn of_act(tx: &dyn Reading, key: &ActKey) -> Result<Vec<FormRecord>, StoreError> {
    FORMS.scan(tx, KeyRange::prefix(key.as_str())).map(|row| row.map(|(_, form)| form)).collect()
}

/// Visits the readable forms of all acts or one, by act and day, until `visit` breaks.
pub fn each(
    tx: &ReadTx,
    act: Option<&ActKey>,
    visit: &mut dyn FnMut(FormRecord) -> ControlFlow<()>,
) -> Result<(), StoreError> {
    let Some(act) = act else { return FORMS.visit_all(tx, visit) };
    for form in of_act(tx, act)? {
        if visit(form).is_break() {
            break;
        }
    }
    Ok(())
}

/// Every readable form, by act and day.
pub fn all(tx: &ReadTx) -> Result<Vec<FormRecord>, StoreError> {
    FORMS.scan_all(tx).map(|row| row.map(|(_, form)| form)).collect()
}

/// The pages that forms were read from. Reads all forms; for jobs and commands.
pub fn sources_in_write(tx: &WriteTx) -> Result<HashSet<String>, StoreError> {
    let sources = FORMS.scan_all_in_write(tx).filter_map(|row| row.map(|(_, form)| form.source_sha256).transpose());
    sources.collect()
}

pub(super) fn verify(tx: &ReadTx, findings: &mut Findings) -> Result<(), StoreError> {
    findings.each_row(tx, FORMS, |findings, key, record| {
        if (record.key.as_str(), record.date) != (key.0.as_str(), key.1) {
            findings.row(FORMS, &&key, "the record names another form");
        }
        for sha256 in [&record.text_sha256].into_iter().chain(&record.source_sha256) {
            if archive::record(tx, sha256)?.is_none() {
                findings.row(FORMS, &&key, &format!("the archive lacks its document {sha256}"));
            }
        }
        Ok(())
    })?;
    Ok(())
}
