//! Tables of the embedded engine.

use std::panic::{AssertUnwindSafe, catch_unwind};

use redb::{ReadableTable, TableDefinition};

use super::rows::{Bounds, Order, ReadRow, Row};
use crate::error::panicked;
use crate::store::error::StoreError;

pub(in crate::store) fn definition(name: &str) -> TableDefinition<'_, &'static [u8], &'static [u8]> {
    TableDefinition::new(name)
}

/// Runs `run`, in which the engine may panic over a damaged page.
pub(in crate::store) fn contained<T>(run: impl FnOnce() -> Result<T, StoreError>) -> Result<T, StoreError> {
    catch_unwind(AssertUnwindSafe(run))
        .unwrap_or_else(|panic| Err(redb::StorageError::Corrupted(panicked(&*panic).to_string()).into()))
}

pub(super) fn get_in(
    table: &impl ReadableTable<&'static [u8], &'static [u8]>,
    key: &[u8],
    read: ReadRow<'_>,
) -> Result<bool, StoreError> {
    table.get(key)?.map_or(Ok(false), |value| read(value.value()).map(|()| true))
}

pub(super) fn get_many_in(
    table: &impl ReadableTable<&'static [u8], &'static [u8]>,
    keys: Vec<Vec<u8>>,
) -> Result<Vec<Row>, StoreError> {
    let mut rows = Vec::with_capacity(keys.len());
    for key in keys {
        if let Some(value) = table.get(key.as_slice())?.map(|value| value.value().to_vec()) {
            rows.push((key, value));
        }
    }
    Ok(rows)
}

pub(super) fn page_in(
    table: &impl ReadableTable<&'static [u8], &'static [u8]>,
    Bounds { start, end }: Bounds,
    order: Order,
    limit: usize,
) -> Result<Vec<Row>, StoreError> {
    if end.is_some_and(|end| start >= end) {
        return Ok(Vec::new());
    }
    let mut range = match end {
        Some(end) => table.range::<&[u8]>(start..end)?,
        None => table.range::<&[u8]>(start..)?,
    };
    let mut rows = Vec::new();
    while rows.len() < limit
        && let Some(row) = match order {
            Order::Ascending => range.next(),
            Order::Descending => range.next_back(),
        }
    {
        let (key, value) = row?;
        rows.push((key.value().to_vec(), value.value().to_vec()));
    }
    Ok(rows)
}
