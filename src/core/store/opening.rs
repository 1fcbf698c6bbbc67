//! Opening a store: a file, a copy, memory, or the database that several processes share.

use std::path::Path;
use std::sync::Arc;

use super::backend::Backend;
use super::cluster::Cluster;
use super::database::LiveDatabase;
use super::disk::Disk;
use super::engine::postgres::PostgresConfig;
use super::error::StoreError;
use super::migrations::{self, Migration};
use super::{Store, file, schema};
use crate::clock::Clock;

const CACHE_IN_MEMORY: usize = 64 << 20;

impl Store {
    /// Opens or creates the file, locks it and brings its schema up to date.
    ///
    /// # Errors
    /// [`StoreError::Locked`] if another process has it open, [`StoreError::Newer`] if a newer version of this
    /// program wrote it, [`StoreError::Damaged`] if it is not a store.
    pub fn open(path: &Path, cache_bytes: usize, clock: &Clock) -> Result<Self, StoreError> {
        file::make_private(path)?;
        let database = LiveDatabase::open(Disk::file(path)?, Some(path), cache_bytes, clock);
        let database = database.map_err(|error| StoreError::opening(path, error))?;
        let prepared = match schema::is_new(&database)? {
            true => schema::create(&database, clock.now(), migrations::current()),
            false => migrations::run(&database, path, migrations::ALL),
        };
        prepared.and_then(|()| Self::over(database, Some(path))).map_err(|error| error.or_damaged(path))
    }

    /// As [`Store::open`], for a copy of a store: an empty file is damaged, and a migration takes no snapshot.
    pub fn open_copy(path: &Path, cache_bytes: usize, clock: &Clock) -> Result<Self, StoreError> {
        let disk = Disk::file(path)?;
        if disk.is_empty() {
            return Err(StoreError::Damaged { path: path.to_owned(), source: anyhow::anyhow!("it is empty") });
        }
        let database = LiveDatabase::open(disk, Some(path), cache_bytes, clock);
        let database = database.map_err(|error| StoreError::opening(path, error))?;
        let prepared = migrations::run_on_copy(&database, path, migrations::ALL);
        prepared.and_then(|()| Self::over(database, Some(path))).map_err(|error| error.or_damaged(path))
    }

    /// A store in memory, for tests and benches.
    pub fn in_memory(clock: &Clock) -> Result<Self, StoreError> {
        Self::over_disk(Disk::memory(), clock)
    }

    /// A store over this storage, for tests and benches that inject faults.
    pub fn over_storage(storage: impl redb::StorageBackend, clock: &Clock) -> Result<Self, StoreError> {
        Self::over_disk(Disk::new(storage), clock)
    }

    fn over_disk(disk: Disk, clock: &Clock) -> Result<Self, StoreError> {
        let database = LiveDatabase::open(disk, None, CACHE_IN_MEMORY, clock);
        let database = database.map_err(|error| StoreError::opening(Path::new("memory"), error))?;
        if schema::is_new(&database)? {
            schema::create(&database, clock.now(), migrations::current())?;
        }
        Self::over(database, None)
    }

    /// Opens the database that several processes share, and creates or migrates its schema.
    ///
    /// # Errors
    /// `unavailable` while no host of the address takes writes; [`StoreError::NewerDatabase`] if a newer version of this
    /// program migrated it.
    pub fn connect(config: PostgresConfig, clock: &Clock) -> Result<Self, StoreError> {
        Self::connect_as(config, clock, migrations::ALL)
    }

    /// As [`Store::connect`], as a program with these steps of the schema, for tests of updates.
    pub fn connect_as(config: PostgresConfig, clock: &Clock, steps: &'static [Migration]) -> Result<Self, StoreError> {
        let cluster = Cluster::open(config, clock, steps)?;
        Self::over_backend(Backend::Cluster(Arc::new(cluster)), None)
    }

    fn over(database: LiveDatabase, path: Option<&Path>) -> Result<Self, StoreError> {
        Self::over_backend(Backend::File(Arc::new(database)), path)
    }
}
