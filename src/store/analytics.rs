//! Events counted per day. A row tells how often something happened, never to whom.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use jiff::civil::Date;
use redb::TableDefinition;

use super::tx::{Order, RawTable, Reading, Table, WriteTx};
use super::verify::Finding;
use super::{StoreError, codec, keys};
use crate::domain::analytics::{Counter, EventName};

/// Key: `days event NUL label`. Value: the count.
pub(super) const ANALYTICS: Table = TableDefinition::new("analytics");

/// How often something happened on a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DayCount {
    pub day: Date,
    pub counter: Counter,
    pub count: u64,
}

/// Adds to the counts of a day.
///
/// The first to add something on a day also removes all days before `keep_from`.
pub fn add(tx: &WriteTx, day: Date, keep_from: Date, counts: &BTreeMap<Counter, u64>) -> Result<(), StoreError> {
    if is_new(tx, day)? {
        prune(tx, keep_from)?;
    }
    for (counter, count) in counts {
        let key = keys::day_event(day, counter);
        let before = tx.get(RawTable(ANALYTICS), &key)?;
        let before: u64 = before.map_or(Ok(0), |bytes| codec::decode(ANALYTICS, &key, &bytes))?;
        tx.put(ANALYTICS, &key, &codec::encode(&before.saturating_add(*count)))?;
    }
    Ok(())
}

/// Removes all days before `keep_from`.
pub fn prune(tx: &WriteTx, keep_from: Date) -> Result<(), StoreError> {
    tx.delete_below(ANALYTICS, &keys::day(keep_from))
}

/// The first day of which something is kept.
pub fn oldest(tx: &impl Reading) -> Result<Option<Date>, StoreError> {
    let mut oldest = None;
    tx.scan(RawTable(ANALYTICS), &[], Order::Ascending, &mut |key, _| {
        oldest = keys::of_day_event(key).map(|(day, ..)| day);
        Ok(ControlFlow::Break(()))
    })?;
    Ok(oldest)
}

/// Whether nothing was counted on this day or later.
fn is_new(tx: &impl Reading, day: Date) -> Result<bool, StoreError> {
    let mut new = true;
    tx.scan(RawTable(ANALYTICS), &keys::day(day), Order::Ascending, &mut |_, _| {
        new = false;
        Ok(ControlFlow::Break(()))
    })?;
    Ok(new)
}

/// Visits all counts from a day on, oldest first.
pub fn each_since(tx: &impl Reading, from: Date, visit: &mut dyn FnMut(DayCount)) -> Result<(), StoreError> {
    tx.scan(RawTable(ANALYTICS), &keys::day(from), Order::Ascending, &mut |key, bytes| {
        // A row of an event that this version does not know says nothing to it.
        if let Some((day, event, label)) = keys::of_day_event(key)
            && let Some(event) = EventName::parse(event)
        {
            let counter = Counter { event, label: label.to_owned() };
            visit(DayCount { day, counter, count: codec::decode(ANALYTICS, key, bytes)? });
        }
        Ok(ControlFlow::Continue(()))
    })
}

/// How many rows there are, for tests of the pruning.
pub fn rows(tx: &impl Reading) -> Result<u64, StoreError> {
    tx.count(RawTable(ANALYTICS))
}

pub(super) fn verify(tx: &impl Reading, findings: &mut Vec<Finding>) -> Result<(), StoreError> {
    tx.scan(RawTable(ANALYTICS), &[], Order::Ascending, &mut |key, bytes| {
        if keys::of_day_event(key).is_none() {
            findings.push(Finding::new("analytics", key, "the key is not a day, an event and a label"));
        }
        if let Err(error) = codec::decode::<u64>(ANALYTICS, key, bytes) {
            findings.push(Finding::unreadable("analytics", key, &error));
        }
        Ok(ControlFlow::Continue(()))
    })
}
