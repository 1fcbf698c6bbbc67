//! Transactions of the storage engines: bytes in, bytes out, one table opened at a time.
//!
//! The embedded engine answers each call from its file. On PostgreSQL a snapshot asks the server, and a write runs over
//! rows that were fetched before it (`overlay`); `postgres` sends its changes together.

mod embedded;
pub(in crate::store) mod kept;
mod known;
pub(in crate::store) mod overlay;
pub(in crate::store) mod postgres;
mod rows;

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use redb::{ReadableTableMetadata, TableError};
use uuid::Uuid;

pub(super) use self::embedded::{contained, definition};
use self::overlay::{Fetched, KeptView, Overlay, Request, RowSource};
use self::postgres::{GroupChanges, RemoteSnapshot};
pub use self::rows::{Bounds, Order, Row, Rows};
use super::damage::Damage;
use super::error::StoreError;
use super::journal::{Touched, WriteJournal};

/// Access to the rows of a table by its name; implemented by [`ReadTx`] and [`WriteTx`] only.
pub trait Reading: sealed::HasRows {}

pub(super) use sealed::HasRows;

mod sealed {
    use super::rows::Rows;
    use crate::store::damage::Damage;

    pub trait HasRows {
        fn rows(&self) -> &dyn Rows;

        /// The damaged records that this process has met.
        fn damage(&self) -> &Damage;
    }
}

/// Runs `work` for each item and returns the results. On a shared database, all items are tried before the rows that
/// some of them miss are fetched, so that a batch takes no more trips than one item.
///
/// # Errors
/// The first one of `work`.
pub fn each<I, T, E>(
    tx: &dyn Reading,
    items: impl IntoIterator<Item = I>,
    mut work: impl FnMut(I) -> Result<T, E>,
) -> Result<Vec<T>, E> {
    let (mut done, mut missed) = (Vec::new(), None);
    for item in items {
        match work(item) {
            Ok(result) => done.push(result),
            Err(error) if tx.rows().has_missed() => missed = missed.or(Some(error)),
            Err(error) => return Err(error),
        }
    }
    missed.map_or(Ok(done), Err)
}

/// Visits the rows of a whole table, `page` rows at a time; an empty table is one empty page.
///
/// # Errors
/// Those of the engine, and the first one of `visit`.
pub(super) fn each_page(
    tx: &ReadTx,
    table: &'static str,
    page: usize,
    visit: &mut dyn FnMut(&[Row]) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let mut start = Vec::new();
    loop {
        let rows = tx.rows().page(table, Bounds { start: &start, end: None }, Order::Ascending, page)?;
        visit(&rows)?;
        match rows.last() {
            Some((last, _)) if rows.len() == page => start = [last, &[0][..]].concat(),
            _ => return Ok(()),
        }
    }
}

/// A consistent snapshot.
pub struct ReadTx {
    tx: Reader,
    damage: Arc<Damage>,
}

enum Reader {
    Embedded {
        tx: redb::ReadTransaction,
        /// Keeps the engine open when its file is swapped; dropped after the transaction.
        _reader: Arc<()>,
    },
    Postgres(RemoteSnapshot),
}

/// The writer's transaction, shared by the closures of one group. It sees its own changes.
pub struct WriteTx {
    tx: GroupTx,
    instance: Uuid,
    /// Of the closure that runs; 0 if it is no leader's.
    term: Cell<u64>,
    writes: Cell<u64>,
    damage: Arc<Damage>,
}

enum GroupTx {
    Embedded { tx: Box<redb::WriteTransaction>, journal: Arc<WriteJournal> },
    Postgres(Overlay),
}

impl ReadTx {
    pub(super) fn embedded(tx: redb::ReadTransaction, damage: Arc<Damage>, reader: Arc<()>) -> Self {
        Self { tx: Reader::Embedded { tx, _reader: reader }, damage }
    }

    pub(super) fn of_snapshot(snapshot: RemoteSnapshot, damage: Arc<Damage>) -> Self {
        Self { tx: Reader::Postgres(snapshot), damage }
    }

    /// The damaged records that this process has met, for threads that decode rows.
    pub(super) fn shared_damage(&self) -> Arc<Damage> {
        Arc::clone(&self.damage)
    }

    /// Waits longer for each page of a database: the whole content is read.
    pub(super) fn be_patient(&mut self) {
        if let Reader::Postgres(snapshot) = &mut self.tx {
            snapshot.be_patient();
        }
    }

    /// The number of rows; 0 without such a table: a file lacks the newest ones before its migration.
    pub(super) fn len(&self, table: &'static str) -> Result<u64, StoreError> {
        match &self.tx {
            Reader::Embedded { tx, .. } => contained(|| match tx.open_table(definition(table)) {
                Err(TableError::TableDoesNotExist(_)) => Ok(0),
                table => Ok(table?.len()?),
            }),
            Reader::Postgres(snapshot) => snapshot.len(table),
        }
    }
}

impl WriteTx {
    pub(super) fn embedded(
        tx: redb::WriteTransaction,
        instance: Uuid,
        damage: Arc<Damage>,
        journal: Arc<WriteJournal>,
    ) -> Self {
        let tx = GroupTx::Embedded { tx: Box::new(tx), journal };
        Self { tx, instance, term: Cell::new(0), writes: Cell::new(0), damage }
    }

    /// A transaction over rows that were fetched or kept, whose changes are sent when it has missed none. Those that it
    /// misses are fetched from `source` at once, if there is one.
    pub(super) fn over(
        fetched: &Fetched,
        kept: KeptView,
        source: Option<Rc<RefCell<dyn RowSource>>>,
        instance: Uuid,
        damage: Arc<Damage>,
    ) -> Self {
        let tx = GroupTx::Postgres(Overlay::over(fetched, kept, source));
        Self { tx, instance, term: Cell::new(0), writes: Cell::new(0), damage }
    }

    /// What the closures asked for and was not fetched. While there is any, their results mean nothing.
    pub(super) fn missing(&self) -> Vec<Request> {
        match &self.tx {
            GroupTx::Embedded { .. } => Vec::new(),
            GroupTx::Postgres(overlay) => overlay.missing(),
        }
    }

    /// The kept rows that the closures have read although another process may have changed them.
    pub(super) fn guessed(&self) -> Vec<Request> {
        match &self.tx {
            GroupTx::Embedded { .. } => Vec::new(),
            GroupTx::Postgres(overlay) => overlay.guessed(),
        }
    }

    /// The same transaction, which misses no more rows.
    pub(super) fn without_source(mut self) -> Self {
        if let GroupTx::Postgres(overlay) = &mut self.tx {
            overlay.drop_source();
        }
        self
    }

    /// The changes to send, of a transaction that has missed no row.
    pub(super) fn into_changes(self) -> GroupChanges {
        let (tables, created) = match self.tx {
            // The embedded engine commits by itself.
            GroupTx::Embedded { .. } => Default::default(),
            GroupTx::Postgres(overlay) => overlay.into_changes(),
        };
        GroupChanges { tables, created, schema_version: None }
    }

    /// The instance that writes; see [`Store::instance`](crate::store::Store::instance).
    pub(super) fn instance(&self) -> Uuid {
        self.instance
    }

    /// The term of the leader whose work the closure does; 0 if it is no leader's, or the store belongs to one process.
    pub(super) fn term(&self) -> u64 {
        self.term.get()
    }

    pub(super) fn set_term(&self, term: u64) {
        self.term.set(term);
    }

    /// The number of changes so far; shows whether a closure that failed had changed anything.
    pub(super) fn writes(&self) -> u64 {
        self.writes.get()
    }

    /// Makes the changes durable.
    pub(super) fn commit(self) -> Result<(), StoreError> {
        match self.tx {
            GroupTx::Embedded { tx, .. } => Ok(tx.commit()?),
            // `GroupSession::commit` sends the changes of an overlay.
            GroupTx::Postgres(_) => Err(StoreError::Stopped),
        }
    }

    /// Forgets the changes.
    pub(super) fn abort(self) -> Result<(), StoreError> {
        match self.tx {
            GroupTx::Embedded { tx, .. } => Ok(tx.abort()?),
            GroupTx::Postgres(_) => Ok(()),
        }
    }

    fn count_write(&self) {
        self.writes.set(self.writes.get() + 1);
    }

    /// Creates the table unless it exists.
    pub(super) fn create(&self, table: &'static str) -> Result<(), StoreError> {
        self.count_write();
        match &self.tx {
            GroupTx::Embedded { tx, .. } => drop(tx.open_table(definition(table))?),
            GroupTx::Postgres(overlay) => overlay.create(table),
        }
        Ok(())
    }

    pub(super) fn put(&self, table: &'static str, key: &[u8], value: &[u8]) -> Result<(), StoreError> {
        self.count_write();
        match &self.tx {
            GroupTx::Embedded { tx, journal } => {
                journal.record(|| Touched::key(table, key));
                drop(tx.open_table(definition(table))?.insert(key, value)?);
            }
            GroupTx::Postgres(overlay) => overlay.put(table, key, value),
        }
        Ok(())
    }

    /// Returns whether the row existed. In a file, removing a row that does not exist is no change.
    // docs/decisions/0546
    pub(super) fn delete(&self, table: &'static str, key: &[u8]) -> Result<bool, StoreError> {
        match &self.tx {
            GroupTx::Embedded { tx, journal } => {
                journal.record(|| Touched::key(table, key));
                let mut rows = tx.open_table(definition(table))?;
                let existed = rows.remove(key).map(|row| row.is_some());
                if !matches!(existed, Ok(false)) {
                    self.count_write();
                }
                Ok(existed?)
            }
            GroupTx::Postgres(overlay) => {
                self.count_write();
                overlay.delete(table, key)
            }
        }
    }

    /// As [`WriteTx::delete`], of the rows whose keys are in a range.
    pub(super) fn delete_range(&self, table: &'static str, start: &[u8], end: &[u8]) -> Result<(), StoreError> {
        match &self.tx {
            GroupTx::Embedded { tx, journal } => {
                let touched = || Touched::Range { table: table.to_owned(), start: start.to_vec(), end: end.to_vec() };
                journal.record(touched);
                let mut is_empty = true;
                let removed = tx.open_table(definition(table))?.retain_in::<&[u8], _>(start..end, |_, _| {
                    is_empty = false;
                    false
                });
                if !is_empty || removed.is_err() {
                    self.count_write();
                }
                removed?;
            }
            GroupTx::Postgres(overlay) => {
                self.count_write();
                overlay.delete_range(table, start, end);
            }
        }
        Ok(())
    }
}

impl Reading for ReadTx {}

impl HasRows for ReadTx {
    fn rows(&self) -> &dyn Rows {
        match &self.tx {
            Reader::Embedded { tx, .. } => tx,
            Reader::Postgres(snapshot) => snapshot,
        }
    }

    fn damage(&self) -> &Damage {
        &self.damage
    }
}

impl Reading for WriteTx {}

impl HasRows for WriteTx {
    fn rows(&self) -> &dyn Rows {
        match &self.tx {
            GroupTx::Embedded { tx, .. } => &**tx,
            GroupTx::Postgres(overlay) => overlay,
        }
    }

    fn damage(&self) -> &Damage {
        &self.damage
    }
}
