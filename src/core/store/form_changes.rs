//! What changed from each stored form of an act to the next.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::engine::{ReadTx, Reading, WriteTx};
use super::error::StoreError;
use super::finding::Findings;
use super::forms;
use super::key::KeyRange;
use super::table::Table;
use crate::domain::ActKey;
use crate::domain::form_change::FormChangeGroup;

/// By the act and the day of the later form.
// docs/decisions/0411
pub(super) const FORM_CHANGES: Table<(String, Date), FormChanges> = Table::new("form_changes");

/// The changes from one stored form to the next.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormChanges {
    pub key: ActKey,
    /// The day of the later form.
    pub date: Date,
    /// The day of the earlier form.
    pub since: Date,
    /// The archived texts of the earlier and the later form.
    pub texts: [String; 2],
    /// The version of the program that compared them.
    pub program: String,
    pub groups: Vec<FormChangeGroup>,
}

/// The changes of an act, oldest first.
pub fn of_act(tx: &dyn Reading, key: &ActKey) -> Result<Vec<FormChanges>, StoreError> {
    FORM_CHANGES.scan(tx, KeyRange::prefix(key.as_str())).map(|row| row.map(|(_, changes)| changes)).collect()
}

pub fn put(tx: &WriteTx, changes: &FormChanges) -> Result<(), StoreError> {
    FORM_CHANGES.put(tx, &(changes.key.as_str(), &changes.date), changes)
}

/// What each stored comparison compared: act, day of the later form, texts and program.
pub fn compared(tx: &ReadTx) -> Result<Vec<FormChanges>, StoreError> {
    FORM_CHANGES.scan_all(tx).map(|row| row.map(|(_, changes)| FormChanges { groups: vec![], ..changes })).collect()
}

pub(super) fn verify(tx: &ReadTx, findings: &mut Findings) -> Result<(), StoreError> {
    findings.each_row(tx, FORM_CHANGES, |findings, key, changes| {
        if (changes.key.as_str(), changes.date) != (key.0.as_str(), key.1) {
            findings.row(FORM_CHANGES, &&key, "the record names another form");
        }
        if forms::get(tx, &changes.key, changes.date)?.is_none() {
            findings.row(FORM_CHANGES, &&key, "there is no such form");
        }
        Ok(())
    })?;
    Ok(())
}
