//! Events counted per day. A row holds how often an event happened, never who caused it.

use std::collections::BTreeMap;

use jiff::civil::Date;

use super::engine::{ReadTx, Reading, WriteTx};
use super::error::StoreError;
use super::finding::Findings;
use super::key::KeyRange;
use super::table::Table;
use crate::domain::analytics::{Counter, EventName};

/// The count by day, event and label.
pub(super) const ANALYTICS: Table<(Date, String, String), u64> = Table::new("analytics");

/// The count of an event on a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DayCount {
    pub day: Date,
    pub counter: Counter,
    pub count: u64,
}

/// Adds to the counts of a day. The first addition to a day removes all days before `keep_from`.
pub fn add(tx: &WriteTx, day: Date, keep_from: Date, counts: &BTreeMap<Counter, u64>) -> Result<(), StoreError> {
    if !ANALYTICS.any(tx, &KeyRange::prefix(&day))? {
        prune(tx, keep_from)?;
    }
    for (counter, count) in counts {
        let key = (&day, counter.event.code(), counter.label.as_str());
        let before = ANALYTICS.get(tx, &key)?.unwrap_or_default();
        ANALYTICS.put(tx, &key, &before.saturating_add(*count))?;
    }
    Ok(())
}

/// Removes all days before `keep_from`.
pub fn prune(tx: &WriteTx, keep_from: Date) -> Result<(), StoreError> {
    ANALYTICS.delete_range(tx, &KeyRange::between(&Date::MIN, &keep_from))
}

/// The first day with a count.
pub fn oldest(tx: &dyn Reading) -> Result<Option<Date>, StoreError> {
    Ok(ANALYTICS.first_key(tx)?.map(|(day, ..)| day))
}

/// Visits all counts since a day, oldest first.
pub fn each_since(tx: &dyn Reading, from: Date, visit: &mut dyn FnMut(DayCount)) -> Result<(), StoreError> {
    for row in ANALYTICS.scan(tx, KeyRange::between(&from, &Date::MAX)) {
        let ((day, event, label), count) = row?;
        // A newer version may count events that this one does not know.
        if let Some(event) = EventName::parse(&event) {
            visit(DayCount { day, counter: Counter { event, label }, count });
        }
    }
    Ok(())
}

/// The number of rows, for tests of the pruning.
pub fn rows(tx: &ReadTx) -> Result<u64, StoreError> {
    ANALYTICS.len(tx)
}

pub(super) fn verify(tx: &ReadTx, findings: &mut Findings) -> Result<(), StoreError> {
    findings.each_row(tx, ANALYTICS, |_, _, _| Ok(()))?;
    Ok(())
}
