//! What stored acts change in the texts of other acts.
//!
//! The totals of an act and its lists are two rows, so that a scan of all acts reads no list.

use std::ops::ControlFlow;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::acts;
use super::changed_provisions::{self, ChangedAct};
use super::engine::{ReadTx, Reading, WriteTx};
use super::error::StoreError;
use super::finding::Findings;
use super::table::Table;
use crate::domain::amendment::{ActAmendments, Amendment};
use crate::domain::{ActKey, ChangedProvisions};

/// By the amending act.
pub(super) const AMENDMENTS: Table<String, AmendmentsRecord> = Table::new("amendments");
/// By the amending act: the operations on each act that it amends, in the order of [`AmendmentsRecord::acts`]. No row
/// without operations.
pub(super) const AMENDMENT_LISTS: Table<String, Vec<Vec<Amendment>>> = Table::new("amendment_lists");

/// What an act changes, without the lists.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AmendmentsRecord {
    /// The amending act.
    pub key: ActKey,
    /// The archived text that was read.
    pub text_sha256: String,
    /// The version of the program that read it.
    pub program: String,
    /// When the act enters into force, as far as rules can tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub in_force: Option<Date>,
    /// The acts that it amends, without lists.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub acts: Vec<ActAmendments>,
}

/// The amendments of an act without their lists.
pub fn get(tx: &dyn Reading, key: &ActKey) -> Result<Option<AmendmentsRecord>, StoreError> {
    AMENDMENTS.get_readable(tx, key.as_str())
}

/// The amendments of an act with their lists.
pub fn whole(tx: &dyn Reading, key: &ActKey) -> Result<Vec<ActAmendments>, StoreError> {
    let Some(record) = get(tx, key)? else { return Ok(vec![]) };
    let lists = AMENDMENT_LISTS.get_readable(tx, key.as_str())?.unwrap_or_default();
    let lists = lists.into_iter().chain(std::iter::repeat_with(Vec::new));
    Ok(record.acts.into_iter().zip(lists).map(|(act, amendments)| ActAmendments { amendments, ..act }).collect())
}

/// Writes the amendments of an act, their lists, and the provisions that it `changed` in each of the acts.
pub fn put(tx: &WriteTx, record: &AmendmentsRecord, changed: &[ChangedProvisions]) -> Result<(), StoreError> {
    let key = record.key.as_str();
    let before = get(tx, &record.key)?.map(|before| before.acts).unwrap_or_default();
    let acts = record.acts.iter().zip(changed).map(|(amended, changed)| ChangedAct {
        act: amended.act.clone(),
        in_force: record.in_force,
        changed: changed.clone(),
    });
    let acts: Vec<_> = acts.collect();
    changed_provisions::put(tx, &record.key, before.iter().map(|amended| &amended.act), &acts)?;
    let lists: Vec<_> = record.acts.iter().map(|act| act.amendments.clone()).collect();
    if lists.iter().all(Vec::is_empty) {
        AMENDMENT_LISTS.delete(tx, key)?;
    } else {
        AMENDMENT_LISTS.put(tx, key, &lists)?;
    }
    let mut totals = record.clone();
    totals.acts.iter_mut().for_each(|act| act.amendments.clear());
    AMENDMENTS.put(tx, key, &totals)
}

/// Visits every readable record, without lists.
pub fn each(tx: &ReadTx, visit: &mut dyn FnMut(AmendmentsRecord) -> ControlFlow<()>) -> Result<(), StoreError> {
    AMENDMENTS.visit_all(tx, visit)
}

pub(super) fn verify(tx: &ReadTx, findings: &mut Findings) -> Result<(), StoreError> {
    findings.each_row(tx, AMENDMENTS, |findings, key, record| {
        if record.key.as_str() != key || acts::get(tx, &record.key)?.is_none() {
            findings.row(AMENDMENTS, key.as_str(), "there is no such act");
        }
        Ok(())
    })?;
    findings.each_row(tx, AMENDMENT_LISTS, |findings, key, lists| {
        let totals = AMENDMENTS.get_readable(tx, key.as_str())?;
        if totals.is_none_or(|totals| totals.acts.len() != lists.len()) {
            findings.row(AMENDMENT_LISTS, key.as_str(), "the lists belong to other amendments");
        }
        Ok(())
    })?;
    Ok(())
}
