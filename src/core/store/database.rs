//! The engine over the store's file, started again after a failure.
//!
//! After one failed write the engine refuses reads and writes. [`LiveDatabase::suspend`] then starts it over a view
//! of the file whose changes stay in memory, so that reads continue; [`LiveDatabase::resume`] starts it over the file.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::time::Duration;

use jiff::Timestamp;
use redb::{Database, DatabaseError, ReadableDatabase, RepairSession};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::damage::Damage;
use super::disk::view::StorageView;
use super::disk::{self, Direct, Disk};
use super::engine::{ReadTx, WriteTx};
use super::error::StoreError;
use super::journal::WriteJournal;
use crate::clock::Clock;
use crate::error::panicked;

const FIRST_PAUSE: Duration = Duration::from_millis(500);
const LONGEST_PAUSE: Duration = Duration::from_secs(15);

/// A time in which the store takes no writes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outage {
    pub since: Timestamp,
    /// What failed, such as `writing the store failed: No space left on device (os error 28)`.
    pub cause: String,
    /// Whether the store can be read meanwhile.
    pub readable: bool,
    /// Seconds until writes are tried again.
    pub retry_secs: u64,
}

impl Outage {
    /// What the operator can do.
    pub fn remedy(&self) -> &'static str {
        let has_code = |code: &str| self.cause.contains(&format!("(os error {code})"));
        if self.cause.starts_with("the database") {
            "check the database that store.url names, and the network path to it"
        } else if has_code("28") || has_code("122") {
            "free space on the disk that holds the store"
        } else if has_code("30") {
            "mount the disk that holds the store for writing"
        } else {
            "check the disk that holds the store, and the log of the system"
        }
    }
}

/// The engine over one file.
pub(super) struct Engine {
    pub(super) database: Database,
    /// Cloned by each snapshot for typed tables.
    pub(super) readers: Arc<()>,
}

/// The engine, its file and its state.
// docs/decisions/0085
pub(super) struct LiveDatabase {
    /// Replaced when the file is rewritten.
    disk: RwLock<Disk>,
    path: Option<PathBuf>,
    cache_bytes: usize,
    clock: Clock,
    /// `None` while the file cannot even be read.
    database: RwLock<Option<Engine>>,
    outage: Mutex<Option<(Outage, Duration)>>,
    /// Locked by each write to the file.
    writing: Mutex<()>,
    /// Locked while the file is rewritten.
    rewriting: Mutex<()>,
    journal: Arc<WriteJournal>,
    damage: Arc<Damage>,
}

impl LiveDatabase {
    /// Opens the storage or creates a database in it when it is empty.
    pub(super) fn open(
        disk: Disk,
        path: Option<&Path>,
        cache_bytes: usize,
        clock: &Clock,
    ) -> Result<Self, DatabaseError> {
        let database = start_recorded(&disk, cache_bytes)?;
        Ok(Self {
            disk: RwLock::new(disk),
            path: path.map(Path::to_owned),
            cache_bytes,
            clock: clock.clone(),
            database: RwLock::new(Some(Engine::new(database))),
            outage: Mutex::default(),
            writing: Mutex::default(),
            rewriting: Mutex::default(),
            journal: Arc::default(),
            damage: Arc::default(),
        })
    }

    pub(super) fn disk(&self) -> Disk {
        self.disk.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Keeps others from rewriting the file.
    pub(super) fn rewriting(&self) -> MutexGuard<'_, ()> {
        self.rewriting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn journal(&self) -> &WriteJournal {
        &self.journal
    }

    pub(super) fn cache_bytes(&self) -> usize {
        self.cache_bytes
    }

    /// Continues over another file with the same rows; the caller keeps writes out. Returns what was used before.
    pub(super) fn replace(&self, disk: Disk, database: Database) -> (Option<Engine>, Disk) {
        let mut current = self.database.write().unwrap_or_else(PoisonError::into_inner);
        let engine = current.replace(Engine::new(database));
        let disk = std::mem::replace(&mut *self.disk.write().unwrap_or_else(PoisonError::into_inner), disk);
        // The writer waits for a failure of the old file.
        disk.wake();
        (engine, disk)
    }

    /// Keeps others from writing to the file; take it before a write transaction.
    pub(super) fn exclusive(&self) -> MutexGuard<'_, ()> {
        self.writing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The present outage, if any.
    pub(super) fn outage(&self) -> Option<Outage> {
        self.lock_outage().as_ref().map(|(outage, _)| outage.clone())
    }

    /// Time until [`LiveDatabase::resume`] should be called again; `None` while writes are possible.
    pub(super) fn pause(&self) -> Option<Duration> {
        self.lock_outage().as_ref().map(|(_, pause)| *pause)
    }

    fn lock_outage(&self) -> MutexGuard<'_, Option<(Outage, Duration)>> {
        self.outage.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs `run` with the engine.
    ///
    /// # Errors
    /// [`StoreError::Suspended`] while the file cannot be read.
    pub(super) fn with<T>(&self, run: impl FnOnce(&Database) -> Result<T, StoreError>) -> Result<T, StoreError> {
        self.with_engine(|engine| run(&engine.database))
    }

    fn with_engine<T>(&self, run: impl FnOnce(&Engine) -> Result<T, StoreError>) -> Result<T, StoreError> {
        let database = self.database.read().unwrap_or_else(PoisonError::into_inner);
        match database.as_ref() {
            Some(engine) => run(engine),
            None => Err(self.suspended()),
        }
    }

    pub(super) fn begin_read(&self) -> Result<redb::ReadTransaction, StoreError> {
        self.with(|database| Ok(database.begin_read()?))
    }

    pub(super) fn begin_write(&self) -> Result<redb::WriteTransaction, StoreError> {
        self.with(|database| Ok(database.begin_write()?))
    }

    /// A snapshot for typed tables.
    pub(super) fn read(&self) -> Result<ReadTx, StoreError> {
        self.with_engine(|engine| {
            let (tx, reader) = (engine.database.begin_read()?, Arc::clone(&engine.readers));
            Ok(ReadTx::embedded(tx, Arc::clone(&self.damage), reader))
        })
    }

    /// A transaction for typed tables; `instance` owns the claims that it makes.
    pub(super) fn write(&self, instance: Uuid) -> Result<WriteTx, StoreError> {
        Ok(self.typed(self.begin_write()?, instance))
    }

    /// The transaction for typed tables.
    pub(super) fn typed(&self, tx: redb::WriteTransaction, instance: Uuid) -> WriteTx {
        WriteTx::embedded(tx, instance, Arc::clone(&self.damage), Arc::clone(&self.journal))
    }

    pub(super) fn damage(&self) -> &Damage {
        &self.damage
    }

    /// The error of a write during an outage.
    pub(super) fn suspended(&self) -> StoreError {
        let outage = self.outage();
        let retry_secs = outage.as_ref().map_or(1, |outage| outage.retry_secs);
        StoreError::Suspended { cause: outage.map_or_else(|| "it is closed".into(), |outage| outage.cause), retry_secs }
    }

    /// Begins an outage after `error` or a failure of the storage: from now on the store is only read.
    pub(super) fn suspend(&self, error: Option<&StoreError>) {
        let cause = self.disk().failure().or_else(|| error.map(StoreError::with_source));
        let cause = cause.unwrap_or_else(|| "the store failed".into());
        let readable = self.restart(None);
        let since = self.clock.now();
        tracing::error!(
            store.cause = cause,
            store.readable = readable,
            "nothing can be saved, readers are served; writes are tried again until they succeed"
        );
        let outage = Outage { since, cause, readable, retry_secs: FIRST_PAUSE.as_secs().max(1) };
        *self.lock_outage() = Some((outage, FIRST_PAUSE));
    }

    /// Tries to end the outage with a write. Reads wait meanwhile.
    pub(super) fn resume(&self, write: &dyn Fn(redb::WriteTransaction, Timestamp) -> Result<(), StoreError>) {
        let room = self.path.as_deref().map_or(Ok(()), disk::probe);
        let resumed = room.is_ok() && self.restart(Some(&|tx| write(tx, self.clock.now())));
        let readable = self.with(|_| Ok(())).is_ok();
        let mut outage = self.lock_outage();
        if resumed {
            if let Some((outage, _)) = outage.take() {
                let secs = self.clock.now().duration_since(outage.since).as_secs();
                tracing::warn!(store.cause = outage.cause, outage.seconds = secs, "changes are saved again");
            }
        } else if let Some((outage, pause)) = outage.as_mut() {
            *pause = (*pause * 2).min(LONGEST_PAUSE);
            outage.retry_secs = pause.as_secs().max(1);
            outage.readable = readable;
        }
    }

    /// Starts the engine over the file if `write` succeeds there, otherwise over a view of it. Returns whether it
    /// runs, over the file if that was asked for.
    fn restart(&self, write: Option<&dyn Fn(redb::WriteTransaction) -> Result<(), StoreError>>) -> bool {
        let mut database = self.database.write().unwrap_or_else(PoisonError::into_inner);
        // Transactions under way end with an error, so that none reads pages that are written again.
        close(database.take().map(|engine| engine.database));
        let disk = self.disk();
        disk.begin_again();
        if let Some(write) = write {
            let started = match disk.is_empty() {
                true => Err(StoreError::Stopped),
                false => start(Direct(disk.clone()), self.cache_bytes).map_err(StoreError::from),
            };
            let written = started.and_then(|started| write(started.begin_write()?).map(|()| started));
            let written = written.inspect_err(|error| tracing::debug!(error = error.with_source(), "no writes yet"));
            *database = written.ok().map(Engine::new);
            if database.is_some() {
                return true;
            }
            disk.begin_again();
        }
        let view = StorageView::new(disk).map_err(|error| StoreError::from(redb::StorageError::from(error)));
        let viewed = view.and_then(|view| Ok(start(view, self.cache_bytes)?));
        let viewed = viewed.inspect_err(|error| tracing::debug!(error = error.with_source(), "no reads yet"));
        *database = viewed.ok().map(Engine::new);
        write.is_none() && database.is_some()
    }
}

impl Engine {
    fn new(database: Database) -> Self {
        Self { database, readers: Arc::default() }
    }
}

impl Drop for LiveDatabase {
    /// Closes the engine, then unlocks the file even if a transaction is still under way.
    fn drop(&mut self) {
        let engine = self.database.get_mut().unwrap_or_else(PoisonError::into_inner).take();
        close(engine.map(|engine| engine.database));
        self.disk().close();
    }
}

/// Closes the engine, which writes unless its storage failed; it may panic over a damaged page.
pub(super) fn close(database: Option<Database>) {
    if let Err(panic) = catch_unwind(AssertUnwindSafe(|| drop(database))) {
        tracing::warn!(error = panicked(&*panic).to_string(), "the store was not closed properly");
    }
}

/// Starts the engine; damaged bytes are an error and no panic.
pub(super) fn start(storage: impl redb::StorageBackend, cache_bytes: usize) -> Result<Database, DatabaseError> {
    start_noting(storage, cache_bytes, |_| {})
}

/// As [`start`]. Calls `on_repair` when the free pages have to be looked for in the whole file.
fn start_noting(
    storage: impl redb::StorageBackend,
    cache_bytes: usize,
    on_repair: impl Fn(&mut RepairSession) + 'static,
) -> Result<Database, DatabaseError> {
    let mut builder = Database::builder();
    let builder = builder.set_cache_size(cache_bytes).set_repair_callback(on_repair);
    let open = || builder.create_with_backend(storage);
    catch_unwind(AssertUnwindSafe(open))
        .unwrap_or_else(|panic| Err(redb::StorageError::Corrupted(panicked(&*panic).to_string()).into()))
}

/// As [`start`], over the file. If the free pages had to be looked for, which takes a second for a gigabyte, records them
/// for the next start.
// docs/decisions/0546
fn start_recorded(disk: &Disk, cache_bytes: usize) -> Result<Database, DatabaseError> {
    let is_repaired = Rc::new(Cell::new(false));
    let note = Rc::clone(&is_repaired);
    let database = start_noting(Direct(disk.clone()), cache_bytes, move |_| note.set(true))?;
    if !is_repaired.get() {
        return Ok(database);
    }
    match record_free_pages(&database) {
        Ok(()) => Ok(database),
        Err(error) => {
            tracing::debug!(error = error.with_source(), "the free pages of the store are not recorded");
            // The engine refuses all work after a failed write; readers can still be served.
            close(Some(database));
            disk.begin_again();
            start(Direct(disk.clone()), cache_bytes)
        }
    }
}

/// Closing the engine records them too; other commits do not, which are faster.
fn record_free_pages(database: &Database) -> Result<(), StoreError> {
    let record = || -> Result<(), StoreError> {
        let mut tx = database.begin_write()?;
        tx.set_quick_repair(true);
        Ok(tx.commit()?)
    };
    catch_unwind(AssertUnwindSafe(record))
        .unwrap_or_else(|panic| Err(redb::StorageError::Corrupted(panicked(&*panic).to_string()).into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CACHE: usize = 1 << 20;

    /// Opens a file, and returns whether its free pages were looked for.
    fn is_repaired(path: &Path) -> bool {
        let is_repaired = Rc::new(Cell::new(false));
        let note = Rc::clone(&is_repaired);
        let disk = Disk::file(path).expect("a file");
        drop(start_noting(Direct(disk), CACHE, move |_| note.set(true)).expect("it opens"));
        is_repaired.get()
    }

    #[test]
    fn after_a_crash_free_pages_are_looked_for_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        std::fs::File::create(path("store")).expect("a file");
        // The copy of a file in use is what a killed process leaves.
        let kill = |from: &str, left: &str| std::fs::copy(path(from), path(left)).expect("a copy");
        let running = start_recorded(&Disk::file(&path("store")).expect("a file"), CACHE).expect("it opens");
        running.begin_write().expect("a transaction").commit().expect("a commit");
        kill("store", "killed");
        kill("store", "killed-too");
        assert!(is_repaired(&path("killed")));
        let again = start_recorded(&Disk::file(&path("killed-too")).expect("a file"), CACHE).expect("it opens");
        kill("killed-too", "killed-again");
        assert!(!is_repaired(&path("killed-again")), "nothing was written since");
        again.begin_write().expect("a transaction").commit().expect("a commit");
    }

    #[test]
    fn removing_what_does_not_exist_is_no_change() {
        let database = LiveDatabase::open(Disk::memory(), None, CACHE, &Clock::System).expect("it opens");
        let tx = database.write(Uuid::nil()).expect("a transaction");
        assert!(!tx.delete("rows", b"one").expect("no row"));
        tx.delete_range("rows", b"a", b"z").expect("no rows");
        assert_eq!(tx.writes(), 0);
        tx.put("rows", b"one", b"1").expect("a row");
        tx.delete_range("rows", b"a", b"z").expect("a removal");
        assert_eq!(tx.writes(), 2);
        assert!(!tx.delete("rows", b"one").expect("no row"));
        assert_eq!(tx.writes(), 2);
        tx.abort().expect("the end");
    }
}
