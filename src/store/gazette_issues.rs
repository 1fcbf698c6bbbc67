//! Issues of the gazette in which a found act was published.

use std::ops::ControlFlow;

use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::engine::{ReadTx, WriteTx};
use super::error::StoreError;
use super::finding::Findings;
use super::table::Table;
use crate::domain::gazette::Gazette;

/// By part, year and number, in which the numbers begin again. A supplement counts as its issue.
pub(super) const GAZETTE_ISSUES: Table<(String, u32, u32), IssueRecord> = Table::new("gazette_issues");

/// An issue that was seen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IssueRecord {
    pub part: String,
    pub year: u32,
    pub number: u32,
    pub date: Date,
    pub first_seen_at: Timestamp,
}

/// Notes an issue, unless it was seen before or its number is no number.
pub fn note(tx: &WriteTx, gazette: &Gazette, at: Timestamp) -> Result<(), StoreError> {
    let (Ok(number), Ok(year)) = (gazette.number.parse(), u32::try_from(gazette.date.year())) else { return Ok(()) };
    let part = gazette.part.clone();
    if GAZETTE_ISSUES.contains(tx, &(part.as_str(), &year, &number))? {
        return Ok(());
    }
    let record = IssueRecord { part, year, number, date: gazette.date, first_seen_at: at };
    GAZETTE_ISSUES.put(tx, &(record.part.as_str(), &year, &number), &record)
}

/// Visits every readable issue, by part, year and number.
pub fn each(tx: &ReadTx, visit: &mut dyn FnMut(IssueRecord) -> ControlFlow<()>) -> Result<(), StoreError> {
    for row in GAZETTE_ISSUES.scan_all(tx) {
        if visit(row?.1).is_break() {
            break;
        }
    }
    Ok(())
}

pub(super) fn verify(tx: &ReadTx, findings: &mut Findings) -> Result<(), StoreError> {
    findings.each_row(tx, GAZETTE_ISSUES, |findings, key, record| {
        if (&record.part, record.year, record.number) != (&key.0, key.1, key.2) {
            findings.row(GAZETTE_ISSUES, &&key, "the record names another issue");
        }
        Ok(())
    })?;
    Ok(())
}
