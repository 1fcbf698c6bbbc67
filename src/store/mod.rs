//! The one embedded database file. This is the only module that says `redb`.
//!
//! - [`Store::read`] runs one closure over one consistent snapshot.
//! - [`Store::write`] queues one **synchronous** closure for the writer thread, which runs the
//!   waiting closures in one transaction and answers each after the durable commit. A closure
//!   that fails or panics leaves nothing behind; its neighbours are replayed without it, so a
//!   closure may run more than once and must only touch the transaction.
//! - Every table is `bytes -> bytes`; keys are built in [`keys`], records are JSON ([`codec`]).
//!   Table constants are private to their topic file, which alone keeps record and index together.

pub mod accounts;
pub mod action_codes;
pub mod analytics;
pub mod articles;
pub mod audit;
pub mod campaigns;
mod codec;
mod error;
mod keys;
pub mod migrations;
pub mod notifications;
pub mod outbox;
pub mod readers;
pub mod reports;
mod schema;
pub mod sessions;
pub mod sign_in_transactions;
pub mod signing_keys;
pub mod snapshot;
pub mod subscribers;
pub mod suppressions;
pub mod topics;
mod tx;
pub mod verify;
mod writer;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use redb::{Database, ReadableDatabase};
use tokio_util::sync::CancellationToken;

pub use error::StoreError;
pub use schema::SCHEMA_VERSION;
pub use tx::{ReadTx, Reading, WriteTx};

use crate::clock::Clock;
use crate::error::{Error, Result};

/// The store's file name inside the data folder.
pub const FILE_NAME: &str = "paragraf.redb";

/// The store holds addresses and keys: its file is made for its owner alone.
fn make_private(path: &Path) -> Result<(), StoreError> {
    use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
    let made = std::fs::OpenOptions::new().create(true).truncate(false).write(true).mode(0o600).open(path);
    let file = made.map_err(StoreError::io(path))?;
    file.set_permissions(std::fs::Permissions::from_mode(0o600)).map_err(StoreError::io(path))
}

/// An open store; cheap to clone. The file stays locked until the last clone is dropped.
#[derive(Clone)]
pub struct Store {
    db: Arc<Database>,
    writer: Arc<writer::Writer>,
    path: Option<PathBuf>,
}

impl Store {
    /// Opens the file, or creates it, takes its lock and brings its schema up to date.
    ///
    /// Errors: [`StoreError::Locked`] when another process has it, [`StoreError::Newer`] when a
    /// newer version of this program wrote it, [`StoreError::Damaged`] when it is not a store.
    pub fn open(path: &Path, cache_bytes: usize, clock: &Clock) -> Result<Self, StoreError> {
        make_private(path)?;
        let db = Database::builder()
            .set_cache_size(cache_bytes)
            .create(path)
            .map_err(|error| StoreError::opening(path, error))?;
        if schema::is_new(&db)? {
            schema::create(&db, clock.now())?;
        } else {
            migrations::run(&db, path, migrations::ALL)?;
        }
        Ok(Self::over(db, Some(path.to_owned())))
    }

    /// As [`Store::open`], for the copy of a store: an empty file is damaged, and no copy of the copy is
    /// made when its schema is brought up to date.
    pub fn open_copy(path: &Path, cache_bytes: usize) -> Result<Self, StoreError> {
        let opened = Database::builder().set_cache_size(cache_bytes).open(path);
        let db = opened.map_err(|error| StoreError::opening(path, error))?;
        migrations::run_on_copy(&db, path, migrations::ALL)?;
        Ok(Self::over(db, Some(path.to_owned())))
    }

    /// A store that lives in memory only; for tests and benches.
    pub fn in_memory(clock: &Clock) -> Result<Self, StoreError> {
        let db = Database::builder()
            .create_with_backend(redb::backends::InMemoryBackend::new())
            .map_err(|error| StoreError::opening(Path::new("memory"), error))?;
        schema::create(&db, clock.now())?;
        Ok(Self::over(db, None))
    }

    fn over(db: Database, path: Option<PathBuf>) -> Self {
        let db = Arc::new(db);
        let writer = Arc::new(writer::Writer::start(Arc::clone(&db)));
        Self { db, writer, path }
    }

    /// The file, or `None` for a store in memory.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Runs `read` over one consistent snapshot, off the async threads.
    pub async fn read<T, F>(&self, read: F) -> Result<T>
    where
        T: Send + 'static,
        F: FnOnce(&ReadTx) -> Result<T> + Send + 'static,
    {
        let store = self.clone();
        tokio::task::spawn_blocking(move || store.read_blocking(read))
            .await
            .map_err(|error| Error::internal("reading the store", error))?
    }

    /// Runs `read` on this thread, which must be allowed to block.
    pub fn read_blocking<T>(&self, read: impl FnOnce(&ReadTx) -> Result<T>) -> Result<T> {
        read(&self.snapshot_tx()?)
    }

    fn snapshot_tx(&self) -> Result<ReadTx, StoreError> {
        Ok(ReadTx::new(self.db.begin_read()?))
    }

    /// Queues `write`; answers after its durable commit.
    ///
    /// Once queued the closure runs to its end even if the caller goes away. The closure may run
    /// more than once (see the module). Errors: what the closure returns, or `unavailable` when
    /// the store has stopped taking writes.
    pub async fn write<T, F>(&self, write: F) -> Result<T>
    where
        T: Send + 'static,
        F: Fn(&WriteTx) -> Result<T> + Send + 'static,
    {
        self.writer.write(write).await
    }

    /// As [`Store::write`], for a thread that may block.
    pub fn write_blocking<T, F>(&self, write: F) -> Result<T>
    where
        T: Send + 'static,
        F: Fn(&WriteTx) -> Result<T> + Send + 'static,
    {
        self.writer.write_blocking(write)
    }

    /// Cancelled when a commit failed: the process should exit and let its supervisor start it again.
    pub fn failed(&self) -> &CancellationToken {
        self.writer.failed()
    }

    /// Bytes of the file on disk; 0 in memory.
    pub fn size_bytes(&self) -> u64 {
        self.path.as_ref().and_then(|path| std::fs::metadata(path).ok()).map_or(0, |meta| meta.len())
    }
}
