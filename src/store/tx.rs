//! Our thin view of a transaction: bytes in, bytes out, one table opened at a time.

use std::cell::Cell;
use std::ops::ControlFlow;

use redb::{ReadableTable, ReadableTableMetadata, TableDefinition, TableError};

use super::StoreError;

/// Every table has this type; the topic files give the bytes their meaning.
pub(super) type Table = TableDefinition<'static, &'static [u8], &'static [u8]>;

/// What a visitor of [`Reading::scan`] answers: go on, or stop.
pub type Visit = Result<ControlFlow<()>, StoreError>;

/// Reading, in a read snapshot or inside a write transaction (which sees its own changes).
pub trait Reading {
    #[doc(hidden)]
    fn get(&self, table: RawTable, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError>;
    /// Visits the rows with `from <= key` in key order, or against it, until told to stop.
    #[doc(hidden)]
    fn scan(
        &self,
        table: RawTable,
        from: &[u8],
        order: Order,
        visit: &mut dyn FnMut(&[u8], &[u8]) -> Visit,
    ) -> Result<(), StoreError>;
    #[doc(hidden)]
    fn count(&self, table: RawTable) -> Result<u64, StoreError>;
}

/// A table as the trait names it; built only inside the store.
#[derive(Clone, Copy)]
pub struct RawTable(pub(super) Table);

/// The direction of a scan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    Ascending,
    /// From the last key down to the bound.
    Descending,
}

/// A consistent snapshot.
pub struct ReadTx(redb::ReadTransaction);

/// The writer's transaction, shared by the closures of one group.
pub struct WriteTx {
    tx: redb::WriteTransaction,
    writes: Cell<u64>,
}

impl ReadTx {
    pub(super) fn new(tx: redb::ReadTransaction) -> Self {
        Self(tx)
    }
}

impl WriteTx {
    pub(super) fn new(tx: redb::WriteTransaction) -> Self {
        Self { tx, writes: Cell::new(0) }
    }

    /// How many changes were made so far; tells a closure that failed clean from one that did not.
    pub(super) fn writes(&self) -> u64 {
        self.writes.get()
    }

    pub(super) fn into_inner(self) -> redb::WriteTransaction {
        self.tx
    }

    pub(super) fn put(&self, table: Table, key: &[u8], value: &[u8]) -> Result<(), StoreError> {
        self.writes.set(self.writes.get() + 1);
        self.tx.open_table(table)?.insert(key, value)?;
        Ok(())
    }

    /// Makes the table when it is not there yet.
    pub(super) fn create(&self, table: Table) -> Result<(), StoreError> {
        self.writes.set(self.writes.get() + 1);
        self.tx.open_table(table)?;
        Ok(())
    }

    /// Removes all rows whose key is less than `end`.
    pub(super) fn delete_below(&self, table: Table, end: &[u8]) -> Result<(), StoreError> {
        self.writes.set(self.writes.get() + 1);
        self.tx.open_table(table)?.retain_in::<&[u8], _>(..end, |_, _| false)?;
        Ok(())
    }

    pub(super) fn delete(&self, table: Table, key: &[u8]) -> Result<(), StoreError> {
        self.writes.set(self.writes.get() + 1);
        self.tx.open_table(table)?.remove(key)?;
        Ok(())
    }
}

fn get_in(table: &impl ReadableTable<&'static [u8], &'static [u8]>, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
    Ok(table.get(key)?.map(|value| value.value().to_vec()))
}

fn scan_in(
    table: &impl ReadableTable<&'static [u8], &'static [u8]>,
    from: &[u8],
    order: Order,
    visit: &mut dyn FnMut(&[u8], &[u8]) -> Visit,
) -> Result<(), StoreError> {
    let mut rows = table.range::<&[u8]>(from..)?;
    while let Some(row) = match order {
        Order::Ascending => rows.next(),
        Order::Descending => rows.next_back(),
    } {
        let (key, value) = row?;
        if visit(key.value(), value.value())?.is_break() {
            break;
        }
    }
    Ok(())
}

impl Reading for ReadTx {
    fn get(&self, table: RawTable, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        get_in(&self.0.open_table(table.0)?, key)
    }

    fn scan(
        &self,
        table: RawTable,
        from: &[u8],
        order: Order,
        visit: &mut dyn FnMut(&[u8], &[u8]) -> Visit,
    ) -> Result<(), StoreError> {
        scan_in(&self.0.open_table(table.0)?, from, order, visit)
    }

    fn count(&self, table: RawTable) -> Result<u64, StoreError> {
        match self.0.open_table(table.0) {
            Ok(table) => Ok(table.len()?),
            Err(TableError::TableDoesNotExist(_)) => Ok(0),
            Err(error) => Err(error.into()),
        }
    }
}

impl Reading for WriteTx {
    fn get(&self, table: RawTable, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        get_in(&self.tx.open_table(table.0)?, key)
    }

    fn scan(
        &self,
        table: RawTable,
        from: &[u8],
        order: Order,
        visit: &mut dyn FnMut(&[u8], &[u8]) -> Visit,
    ) -> Result<(), StoreError> {
        scan_in(&self.tx.open_table(table.0)?, from, order, visit)
    }

    fn count(&self, table: RawTable) -> Result<u64, StoreError> {
        Ok(self.tx.open_table(table.0)?.len()?)
    }
}
