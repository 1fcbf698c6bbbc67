//! Tables of the embedded engine.

use std::panic::{AssertUnwindSafe, catch_unwind};

use redb::{ReadOnlyTable, ReadTransaction, ReadableTable, Table, TableDefinition, TableError, WriteTransaction};

use super::rows::{Bounds, Order, ReadRow, Row, Rows};
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

/// A transaction of the engine, whose kind decides the kind of its tables.
pub(super) trait OpenTable {
    type Opened<'tx>: ReadableTable<&'static [u8], &'static [u8]>
    where
        Self: 'tx;

    fn open(&self, table: &'static str) -> Result<Self::Opened<'_>, TableError>;
}

impl OpenTable for ReadTransaction {
    type Opened<'tx> = ReadOnlyTable<&'static [u8], &'static [u8]>;

    fn open(&self, table: &'static str) -> Result<Self::Opened<'_>, TableError> {
        self.open_table(definition(table))
    }
}

impl OpenTable for WriteTransaction {
    type Opened<'tx> = Table<'tx, &'static [u8], &'static [u8]>;

    fn open(&self, table: &'static str) -> Result<Self::Opened<'_>, TableError> {
        self.open_table(definition(table))
    }
}

impl<T: OpenTable> Rows for T {
    fn page(
        &self,
        table: &'static str,
        Bounds { start, end }: Bounds,
        order: Order,
        limit: usize,
    ) -> Result<Vec<Row>, StoreError> {
        if end.is_some_and(|end| start >= end) {
            return Ok(Vec::new());
        }
        contained(|| {
            let table = self.open(table)?;
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
        })
    }

    fn get(&self, table: &'static str, key: &[u8], read: ReadRow<'_>) -> Result<bool, StoreError> {
        contained(|| match self.open(table)?.get(key)? {
            Some(value) => read(value.value()).map(|()| true),
            None => Ok(false),
        })
    }

    fn get_many(&self, table: &'static str, keys: Vec<Vec<u8>>) -> Result<Vec<Row>, StoreError> {
        contained(|| {
            let table = self.open(table)?;
            let mut rows = Vec::with_capacity(keys.len());
            for key in keys {
                if let Some(value) = table.get(key.as_slice())?.map(|value| value.value().to_vec()) {
                    rows.push((key, value));
                }
            }
            Ok(rows)
        })
    }
}
