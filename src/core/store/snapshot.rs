//! A consistent copy of the store, made while the original is in use.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use redb::{CompactionError, Database, ReadableDatabase};

use super::database::LiveDatabase;
use super::engine::ReadTx;
use super::error::StoreError;
use super::holdings;
use crate::error::panicked;

/// Bytes of the cache of a check, which reads each page once.
const CHECK_CACHE: usize = 4 << 20;

/// Copies the store to the new file `target`, checks every page of the copy and makes it durable. Returns what
/// `observe` finds in the store as it is copied.
///
/// The copy is made beside the target and renamed at the end, so `target` is either complete or missing.
pub(super) fn copy<T, E: From<StoreError>>(
    database: &LiveDatabase,
    store: &Path,
    target: &Path,
    observe: impl FnOnce(&ReadTx) -> Result<T, E>,
) -> Result<T, E> {
    let partial = partial_path(target);
    let copied = copy_bytes(database, &partial).map_err(E::from).and_then(|tx| {
        let (rows, observed) = (row_counts(&tx)?, observe(&tx));
        drop(tx);
        check_and_compact(&partial, store, &rows)?;
        // A damaged page, which the check names, is the cause of what cannot be observed.
        let observed = observed?;
        durable_rename(&partial, target)?;
        Ok(observed)
    });
    if copied.is_err() {
        // The first error is the one that matters.
        drop(std::fs::remove_file(&partial));
    }
    copied
}

/// Copies the file as it is after a commit and returns a snapshot of the same content. Writes wait for that commit and
/// for the copy of what was written last.
fn copy_bytes(database: &LiveDatabase, partial: &Path) -> Result<ReadTx, StoreError> {
    // The file stays the same one while it is copied.
    let _rewriting = database.rewriting();
    refuse_outage(database)?;
    let disk = database.disk();
    let mut copy = disk.begin_copy(partial)?;
    let snapshot = {
        let _guard = database.exclusive();
        refuse_outage(database)?;
        let mut tx = database.begin_write()?;
        // The engine repairs the copy as after a crash. It then takes a damaged page for a torn commit and returns to
        // the commit before it, unless the last commit was written in two phases.
        tx.set_two_phase_commit(true);
        tx.commit()?;
        copy.finish()?;
        database.read()?
    };
    copy.sync()?;
    Ok(snapshot)
}

fn refuse_outage(database: &LiveDatabase) -> Result<(), StoreError> {
    if database.outage().is_some() { Err(database.suspended()) } else { Ok(()) }
}

/// The number of rows of each table of the schema.
pub fn row_counts(tx: &ReadTx) -> Result<BTreeMap<String, u64>, StoreError> {
    holdings::names().map(|name| Ok((name.to_owned(), tx.len(name)?))).collect()
}

/// Opens the copy, for which the engine checks every page, and removes its spare pages: a copy is rarely read and
/// often transferred.
fn check_and_compact(partial: &Path, store: &Path, rows: &BTreeMap<String, u64>) -> Result<(), StoreError> {
    let damaged = |source| StoreError::Damaged { path: store.to_owned(), source };
    let checked = catch_unwind(AssertUnwindSafe(|| -> Result<BTreeMap<String, u64>, StoreError> {
        let opened = Database::builder().set_cache_size(CHECK_CACHE).open(partial);
        let mut copy = opened.map_err(|error| match StoreError::opening(store, error) {
            StoreError::Io { source, .. } => StoreError::io(partial)(source),
            damaged => damaged,
        })?;
        copy.compact().map_err(|error| match error {
            CompactionError::Storage(redb::StorageError::Io(error)) => StoreError::io(partial)(error),
            other => damaged(other.into()),
        })?;
        row_counts(&ReadTx::embedded(copy.begin_read()?, Arc::default(), Arc::default()))
    }));
    match checked.unwrap_or_else(|panic| Err(damaged(panicked(&*panic))))? {
        found if found == *rows => Ok(()),
        _ => Err(damaged(anyhow::anyhow!("its copy has other numbers of rows"))),
    }
}

/// Checks every page of a file that no process has open, as the engine does after a crash.
///
/// # Errors
/// [`StoreError::Damaged`] if a page is not what was written.
pub fn check_pages(path: &Path) -> Result<(), StoreError> {
    let checked = catch_unwind(|| {
        let mut database = Database::builder().set_cache_size(CHECK_CACHE).open(path)?;
        database.check_integrity()
    });
    let damaged = |source| StoreError::Damaged { path: path.to_owned(), source };
    match checked {
        Ok(Ok(true)) => Ok(()),
        Ok(Ok(false)) => Err(damaged(anyhow::anyhow!("its pages do not match their checksums"))),
        Ok(Err(error)) => Err(StoreError::opening(path, error)),
        Err(panic) => Err(damaged(panicked(&*panic))),
    }
}

/// Renames a file so that the new name survives a power failure.
pub fn durable_rename(from: &Path, to: &Path) -> Result<(), StoreError> {
    let file = std::fs::File::open(from).map_err(StoreError::io(from))?;
    file.sync_all().map_err(StoreError::io(from))?;
    std::fs::rename(from, to).map_err(StoreError::io(to))?;
    sync_folder_of(to)
}

/// Makes the names in the folder of this file durable.
pub(super) fn sync_folder_of(path: &Path) -> Result<(), StoreError> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let opened = std::fs::File::open(folder).map_err(StoreError::io(folder))?;
    opened.sync_all().map_err(StoreError::io(folder))
}

/// Replaces `store` by `fresh` and keeps the old file as `kept`.
///
/// The old file stays locked meanwhile, so that no other process opens it. A file exists under the name at all times.
///
/// # Errors
/// [`StoreError::Locked`] if a process uses the store.
pub fn replace(fresh: &Path, store: &Path, kept: &Path) -> Result<(), StoreError> {
    let lock = match Database::builder().set_cache_size(1 << 20).open(store) {
        Err(redb::DatabaseError::DatabaseAlreadyOpen) => return Err(StoreError::Locked(store.to_owned())),
        // A damaged store may be replaced.
        opened => opened.ok(),
    };
    std::fs::hard_link(store, kept).map_err(StoreError::io(kept))?;
    durable_rename(fresh, store)?;
    drop(lock);
    Ok(())
}

/// The path of an unfinished copy.
pub(super) fn partial_path(target: &Path) -> PathBuf {
    let mut name = target.as_os_str().to_owned();
    name.push(".partial");
    PathBuf::from(name)
}
