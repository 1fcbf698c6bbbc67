//! Transactions of the storage engine: bytes in, bytes out, one table opened at a time.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use redb::{ReadableTable, ReadableTableMetadata, TableDefinition, TableError};
use uuid::Uuid;

use super::damage::Damage;
use super::error::StoreError;
use super::journal::{Touched, WriteJournal};
use crate::error::panicked;

/// Access to the rows of a table by its name; implemented by [`ReadTx`] and [`WriteTx`] only.
pub trait Reading: sealed::Rows {}

pub(super) use sealed::Rows;

/// A row's key and value.
pub type Row = (Vec<u8>, Vec<u8>);

/// The direction of a scan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    Ascending,
    Descending,
}

/// A part of a table: the keys from `start` up to `end`, exclusive.
#[derive(Debug, Clone, Copy)]
pub struct Bounds<'a> {
    pub start: &'a [u8],
    /// `None` for the end of the table.
    pub end: Option<&'a [u8]>,
}

mod sealed {
    use super::{Bounds, Damage, Order, Row, StoreError};

    pub trait Rows {
        /// The damaged records that this process has met.
        fn damage(&self) -> &Damage;

        fn page(&self, table: &str, bounds: Bounds, order: Order, limit: usize) -> Result<Vec<Row>, StoreError>;

        fn get<T>(
            &self,
            table: &str,
            key: &[u8],
            read: impl FnOnce(&[u8]) -> Result<T, StoreError>,
        ) -> Result<Option<T>, StoreError>;

        /// The existing rows among these keys, in the order of the keys.
        fn get_many(&self, table: &str, keys: Vec<Vec<u8>>) -> Result<Vec<Row>, StoreError>;
    }
}

/// A consistent snapshot.
pub struct ReadTx {
    tx: redb::ReadTransaction,
    damage: Arc<Damage>,
    /// Keeps the engine open when its file is swapped; dropped after the transaction.
    _reader: Arc<()>,
}

/// The writer's transaction, shared by the closures of one group. It sees its own changes.
pub struct WriteTx {
    tx: redb::WriteTransaction,
    instance: Uuid,
    writes: Cell<u64>,
    damage: Arc<Damage>,
    journal: Arc<WriteJournal>,
}

pub(super) fn definition(name: &str) -> TableDefinition<'_, &'static [u8], &'static [u8]> {
    TableDefinition::new(name)
}

impl ReadTx {
    pub(super) fn new(tx: redb::ReadTransaction, damage: Arc<Damage>, reader: Arc<()>) -> Self {
        Self { tx, damage, _reader: reader }
    }

    /// The number of rows; 0 without such a table: a file lacks the newest ones before its migration.
    pub(super) fn len(&self, table: &str) -> Result<u64, StoreError> {
        contained(|| match self.tx.open_table(definition(table)) {
            Err(TableError::TableDoesNotExist(_)) => Ok(0),
            table => Ok(table?.len()?),
        })
    }
}

impl WriteTx {
    pub(super) fn new(
        tx: redb::WriteTransaction,
        instance: Uuid,
        damage: Arc<Damage>,
        journal: Arc<WriteJournal>,
    ) -> Self {
        Self { tx, instance, writes: Cell::new(0), damage, journal }
    }

    /// The instance that writes; see [`Store::instance`](super::Store::instance).
    pub(super) fn instance(&self) -> Uuid {
        self.instance
    }

    /// The number of changes so far; shows whether a closure that failed had changed anything.
    pub(super) fn writes(&self) -> u64 {
        self.writes.get()
    }

    pub(super) fn into_inner(self) -> redb::WriteTransaction {
        self.tx
    }

    fn count_write(&self) {
        self.writes.set(self.writes.get() + 1);
    }

    fn record_key(&self, table: &str, key: &[u8]) {
        self.journal.record(|| Touched::Key { table: table.to_owned(), key: key.to_vec() });
    }

    /// Creates the table unless it exists.
    pub(super) fn create(&self, table: &str) -> Result<(), StoreError> {
        self.count_write();
        self.tx.open_table(definition(table))?;
        Ok(())
    }

    pub(super) fn put(&self, table: &str, key: &[u8], value: &[u8]) -> Result<(), StoreError> {
        self.count_write();
        self.record_key(table, key);
        self.tx.open_table(definition(table))?.insert(key, value)?;
        Ok(())
    }

    /// Returns whether the row existed.
    pub(super) fn delete(&self, table: &str, key: &[u8]) -> Result<bool, StoreError> {
        self.count_write();
        self.record_key(table, key);
        let removed = self.tx.open_table(definition(table))?.remove(key)?.is_some();
        Ok(removed)
    }

    pub(super) fn delete_range(&self, table: &str, start: &[u8], end: &[u8]) -> Result<(), StoreError> {
        self.count_write();
        self.journal.record(|| Touched::Range { table: table.to_owned(), start: start.to_vec(), end: end.to_vec() });
        self.tx.open_table(definition(table))?.retain_in::<&[u8], _>(start..end, |_, _| false)?;
        Ok(())
    }
}

/// Runs `run`, in which the engine may panic over a damaged page.
pub(super) fn contained<T>(run: impl FnOnce() -> Result<T, StoreError>) -> Result<T, StoreError> {
    catch_unwind(AssertUnwindSafe(run))
        .unwrap_or_else(|panic| Err(redb::StorageError::Corrupted(panicked(&*panic).to_string()).into()))
}

fn get_in<T>(
    table: &impl ReadableTable<&'static [u8], &'static [u8]>,
    key: &[u8],
    read: impl FnOnce(&[u8]) -> Result<T, StoreError>,
) -> Result<Option<T>, StoreError> {
    table.get(key)?.map(|value| read(value.value())).transpose()
}

fn get_many_in(
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

fn page_in(
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

impl Reading for ReadTx {}

impl Rows for ReadTx {
    fn damage(&self) -> &Damage {
        &self.damage
    }

    fn page(&self, table: &str, bounds: Bounds, order: Order, limit: usize) -> Result<Vec<Row>, StoreError> {
        contained(|| page_in(&self.tx.open_table(definition(table))?, bounds, order, limit))
    }

    fn get<T>(
        &self,
        table: &str,
        key: &[u8],
        read: impl FnOnce(&[u8]) -> Result<T, StoreError>,
    ) -> Result<Option<T>, StoreError> {
        contained(|| get_in(&self.tx.open_table(definition(table))?, key, read))
    }

    fn get_many(&self, table: &str, keys: Vec<Vec<u8>>) -> Result<Vec<Row>, StoreError> {
        contained(|| get_many_in(&self.tx.open_table(definition(table))?, keys))
    }
}

impl Reading for WriteTx {}

impl Rows for WriteTx {
    fn damage(&self) -> &Damage {
        &self.damage
    }

    fn page(&self, table: &str, bounds: Bounds, order: Order, limit: usize) -> Result<Vec<Row>, StoreError> {
        contained(|| page_in(&self.tx.open_table(definition(table))?, bounds, order, limit))
    }

    fn get<T>(
        &self,
        table: &str,
        key: &[u8],
        read: impl FnOnce(&[u8]) -> Result<T, StoreError>,
    ) -> Result<Option<T>, StoreError> {
        contained(|| get_in(&self.tx.open_table(definition(table))?, key, read))
    }

    fn get_many(&self, table: &str, keys: Vec<Vec<u8>>) -> Result<Vec<Row>, StoreError> {
        contained(|| get_many_in(&self.tx.open_table(definition(table))?, keys))
    }
}
