//! The content: in one file of this process, or in a PostgreSQL database that processes share; one writer thread. Only
//! this module uses `redb` and `tokio_postgres`.
//!
//! - [`Store::read`] runs a closure over one consistent snapshot.
//! - [`Store::write`] queues a **synchronous** closure for the writer thread, which runs the waiting closures in
//!   one transaction and answers each after the durable commit. A closure that fails or panics changes nothing;
//!   the others of its group run again without it. A closure may therefore run more than once: it must only
//!   use the transaction; ids, times and random values are created before it is queued.
//! - A `table::Table` has typed keys that sort (`key`) and JSON records. The tables are private to the file of
//!   their topic, which alone keeps records and indexes consistent.
//! - A scan covers a range of keys. Whole tables are read in a snapshot; the few jobs and commands that must do
//!   so in a write call `scan_all_in_write`. The cost of a reader's write never depends on a table's size.
//! - After a failed write the store stays readable and refuses writes; it tries again by itself. See [`Store::outage`].
//! - The file has an instance id ([`Store::instance`]), created with the file and kept across restarts. A claim on
//!   a message belongs to the instance that made it. At start a process recovers the claims of its own instance,
//!   left by a process that died. It leaves the claims of other instances alone.

pub mod account_activity;
mod account_key;
mod account_record;
pub mod accounts;
pub mod action_codes;
pub mod acts;
pub mod amendments;
pub mod analytics;
pub mod archive;
mod article_record;
pub mod articles;
pub mod audit;
mod backend;
pub mod backups;
pub mod calendars;
pub mod campaigns;
pub mod changed_provisions;
mod changes;
mod cluster;
pub mod concern_notices;
pub mod damage;
mod database;
pub mod desk;
mod disk;
pub mod done_steps;
pub mod draft_reasons;
pub mod duties;
mod engine;
pub mod erasures;
mod error;
pub mod explanations;
mod file;
mod finding;
pub mod follow_settings;
pub mod form_changes;
pub mod forms;
mod free_space;
pub mod gazette_issues;
pub mod holdings;
mod inspection;
mod journal;
mod key;
mod key_parts;
pub mod law_figures;
pub mod leases;
pub mod limit_uses;
mod listed;
pub mod maintenance;
pub mod marks;
pub mod meta;
mod migrations;
pub mod monthly_overviews;
pub mod notifications;
mod opening;
pub mod outbox;
pub mod passkey_ceremonies;
pub mod pending_sign_ins;
pub mod phone_codes;
pub mod pictures;
pub mod read_notifications;
pub mod reader_profiles;
pub mod reminders;
pub mod removal;
pub mod reports;
pub mod rewrite;
mod row;
pub mod saved_searches;
mod scan;
mod schema;
mod seal;
pub mod sessions;
mod sharing;
pub mod sign_in_transactions;
pub mod signing_keys;
pub mod sms_usage;
pub mod snapshot;
pub mod source_states;
pub mod subscribers;
pub mod suppressions;
mod table;
pub mod topics;
mod transfer;
pub mod used_responses;
pub mod verify;
mod watched;
mod writer;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use tokio::sync::Semaphore;
use uuid::Uuid;

use backend::Backend;
pub use changes::{ForeignChanges, Reload};
pub use database::Outage;
use engine::postgres::Sight;
pub use engine::postgres::{DatabaseFacts, DatabaseHost, HostState, PostgresConfig, Standbys};
pub use engine::{ReadTx, Reading, WriteTx, each};
pub use error::{RESTORE_A_BACKUP, StoreError};
pub use free_space::FreeSpace;
pub use inspection::DatabaseContent;
pub use maintenance::Maintenance;
pub use migrations::Migration;
pub use watched::ChangedPart;

use crate::domain::latency::LatencyCounts;
use crate::erased::{Erased, erase, on_blocking_thread, restore};
use crate::error::{Error, Result};

/// The store's file name inside the data folder.
pub const FILE_NAME: &str = "paragraf.redb";

/// The version of the schema that this program writes.
pub fn schema_version() -> u32 {
    migrations::current()
}

/// Most reads at the same time. A read takes microseconds and most wait for no disk; without a bound, a burst of
/// requests starts a thread for each, and every thread keeps some megabytes of the allocator.
const MAX_READS: usize = 16;

type ErasedRead = Box<dyn FnOnce(&ReadTx) -> Result<Erased> + Send>;

/// An open store; cheap to clone. The file stays locked until the last clone is dropped.
#[derive(Clone)]
pub struct Store {
    backend: Backend,
    writer: Arc<writer::Writer>,
    reads: Arc<Semaphore>,
    path: Option<PathBuf>,
    instance: Uuid,
    maintenance: Arc<maintenance::MaintenanceState>,
}

impl Store {
    fn over_backend(backend: Backend, path: Option<&Path>) -> Result<Self, StoreError> {
        let instance = schema::instance(&backend.read()?)?.ok_or_else(|| StoreError::Damaged {
            path: path.unwrap_or(Path::new("memory")).to_owned(),
            source: anyhow::anyhow!("it has no instance id"),
        })?;
        let writer = Arc::new(writer::Writer::start(backend.clone(), instance));
        let most_reads = backend.most_reads().map_or(MAX_READS, |most| most.min(MAX_READS));
        let reads = Arc::new(Semaphore::new(most_reads));
        let maintenance = Arc::default();
        Ok(Self { backend, writer, reads, path: path.map(Path::to_owned), instance, maintenance })
    }

    /// The file, or `None` for a store in memory.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// The id of this installation, which owns the claims that it makes on messages. It is created with the file, so
    /// that a new process finds the claims of the previous one.
    pub fn instance(&self) -> Uuid {
        self.instance
    }

    /// Copies the store to the new file `target`, checks every page of the copy and makes it durable. Blocks this
    /// thread; writes go on.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] if the store's file is damaged.
    pub fn snapshot(&self, target: &Path) -> Result<(), StoreError> {
        self.copy_to(target, |_| Ok(()))
    }

    /// As [`Store::snapshot`], and returns what `observe` finds in exactly what is copied.
    pub fn snapshot_with<T>(&self, target: &Path, observe: impl FnOnce(&ReadTx) -> Result<T>) -> Result<T> {
        self.copy_to(target, observe)
    }

    fn copy_to<T, E: From<StoreError>>(
        &self,
        target: &Path,
        observe: impl FnOnce(&ReadTx) -> Result<T, E>,
    ) -> Result<T, E> {
        match &self.backend {
            Backend::File(database) => snapshot::copy(database, self.file_name(), target, observe),
            Backend::Cluster(_) => {
                let mut tx = self.backend.read()?;
                tx.be_patient();
                let observed = observe(&tx)?;
                transfer::to_file(&tx, target)?;
                Ok(observed)
            }
        }
    }

    fn file_name(&self) -> &Path {
        self.path.as_deref().unwrap_or(Path::new("memory"))
    }

    /// Writes the store into a new file without the bytes of removed records, and swaps it for the old one. Blocks this
    /// thread; writes wait while the last changes are copied. Without effect in memory and on a database, which
    /// reuses the room by itself.
    ///
    /// # Errors
    /// [`StoreError::Suspended`] during an outage, [`StoreError::Damaged`]; the old file stays.
    pub fn rewrite(&self) -> Result<(), StoreError> {
        match (&self.backend, self.path.as_deref()) {
            (Backend::File(database), Some(path)) => rewrite::rewrite_live(database, path),
            _ => Ok(()),
        }
    }

    /// Runs `read` over one consistent snapshot, off the async threads, when fewer than [`MAX_READS`] others run.
    pub async fn read<T, F>(&self, read: F) -> Result<T>
    where
        T: Send + 'static,
        F: FnOnce(&ReadTx) -> Result<T> + Send + 'static,
    {
        self.read_erased(Sight::OneMoment, Box::new(|tx| read(tx).map(erase))).await.map(restore)
    }

    /// As [`Store::read`], for questions that need not see the same moment: a shared database gets only their
    /// statements.
    // docs/decisions/0533
    pub async fn read_without_snapshot<T, F>(&self, read: F) -> Result<T>
    where
        T: Send + 'static,
        F: FnOnce(&ReadTx) -> Result<T> + Send + 'static,
    {
        self.read_erased(Sight::EachItsOwn, Box::new(|tx| read(tx).map(erase))).await.map(restore)
    }

    async fn read_erased(&self, sight: Sight, read: ErasedRead) -> Result<Erased> {
        let failed = |error: anyhow::Error| Error::internal("reading the store", error);
        let permit = Arc::clone(&self.reads).acquire_owned().await.map_err(|error| failed(error.into()))?;
        let store = self.clone();
        let work = move || {
            // Held by the work: a client that leaves frees nothing before it ends.
            let _permit = permit;
            read(&store.backend.read_seeing(sight)?)
        };
        on_blocking_thread(work).await.map_err(|error| failed(error.into()))?
    }

    /// Runs `read` on this thread, which must be allowed to block.
    pub fn read_blocking<T>(&self, read: impl FnOnce(&ReadTx) -> Result<T>) -> Result<T> {
        read(&self.backend.read()?)
    }

    /// Queues `write` and returns after its durable commit. Once queued, the closure runs even if the caller is
    /// cancelled, perhaps more than once.
    ///
    /// # Errors
    /// The closure's own, or `unavailable` during an [outage](Store::outage).
    pub async fn write<T, F>(&self, write: F) -> Result<T>
    where
        T: Send + 'static,
        F: Fn(&WriteTx) -> Result<T> + Send + 'static,
    {
        self.maintenance.check()?;
        self.backend.check_writable()?;
        self.writer.write(write).await
    }

    /// As [`Store::write`], for a thread that may block.
    pub fn write_blocking<T, F>(&self, write: F) -> Result<T>
    where
        T: Send + 'static,
        F: Fn(&WriteTx) -> Result<T> + Send + 'static,
    {
        self.maintenance.check()?;
        self.backend.check_writable()?;
        self.writer.write_blocking(write)
    }

    /// Whether writes are possible: there is no outage and no maintenance.
    pub fn takes_writes(&self) -> bool {
        self.outage().is_none() && self.maintenance().is_none()
    }

    /// The maintenance in which writes are refused; `None` while they are not.
    pub fn maintenance(&self) -> Option<Maintenance> {
        self.maintenance.get()
    }

    /// Begins or ends the refusal of writes. Writes that were accepted before are finished.
    pub fn set_maintenance(&self, maintenance: Option<Maintenance>) {
        self.maintenance.set(maintenance);
    }

    /// The durations of the commits since the start.
    pub fn commit_times(&self) -> LatencyCounts {
        self.writer.commits().counts()
    }

    /// Number of writes that wait for a commit.
    pub fn waiting_writes(&self) -> usize {
        self.writer.waiting()
    }

    /// The current outage; `None` while writes succeed.
    pub fn outage(&self) -> Option<Outage> {
        self.backend.outage()
    }

    /// The damaged records that this process has met.
    pub fn damaged_records(&self) -> Vec<verify::Inconsistency> {
        self.backend.damage().list()
    }

    /// Bytes of the file on disk; 0 in memory.
    pub fn size_bytes(&self) -> u64 {
        self.path.as_ref().and_then(|path| std::fs::metadata(path).ok()).map_or(0, |meta| meta.len())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::sync::{Mutex, PoisonError};

    use super::*;
    use crate::clock::Clock;

    #[tokio::test(flavor = "multi_thread")]
    async fn reads_beyond_the_bound_wait_and_a_caller_that_leaves_frees_no_place() {
        let store = Store::in_memory(&Clock::System).expect("a store");
        let (begins, begun) = mpsc::channel();
        let (end, may_end) = mpsc::channel::<()>();
        let may_end = Arc::new(Mutex::new(may_end));
        for _ in 0..MAX_READS {
            let (store, begins, may_end) = (store.clone(), begins.clone(), Arc::clone(&may_end));
            let caller = tokio::spawn(async move {
                let read = move |_: &ReadTx| {
                    begins.send(()).expect("the test receives");
                    may_end.lock().unwrap_or_else(PoisonError::into_inner).recv().expect("the test ends the read");
                    Ok(())
                };
                store.read(read).await
            });
            begun.recv().expect("the read begins");
            caller.abort();
            assert!(caller.await.expect_err("the caller leaves").is_cancelled());
        }
        let mut next = Box::pin(store.read(|_| Ok("read")));
        assert!(futures_util::poll!(&mut next).is_pending());
        end.send(()).expect("a read waits");
        assert_eq!(next.await.expect("a place is free"), "read");
        (1..MAX_READS).for_each(|_| end.send(()).expect("a read waits"));
    }
}
