//! A consistent copy of the store, made while the original is in use.

use std::path::{Path, PathBuf};

use redb::{Database, ReadableDatabase, ReadableTable, TableError};

use super::engine::definition;
use super::error::StoreError;
use super::file::make_private;
use super::schema::TABLES;

/// Copies one snapshot of the store to the new file `target` and makes it durable. Returns its size in bytes.
///
/// The copy is written beside the target and renamed at the end, so `target` is either complete or missing.
pub(super) fn copy(db: &Database, target: &Path) -> Result<u64, StoreError> {
    let partial = partial_path(target);
    if partial.exists() {
        std::fs::remove_file(&partial).map_err(StoreError::io(&partial))?;
    }
    let copied = copy_rows(db, &partial).and_then(|()| durable_rename(&partial, target));
    if copied.is_err() {
        // The first error is the one that matters.
        drop(std::fs::remove_file(&partial));
    }
    copied?;
    Ok(std::fs::metadata(target).map_err(StoreError::io(target))?.len())
}

fn copy_rows(db: &Database, partial: &Path) -> Result<(), StoreError> {
    let from = db.begin_read()?;
    make_private(partial)?;
    let mut copy = Database::builder().set_cache_size(16 << 20).create(partial)?;
    let to = copy.begin_write()?;
    for table in TABLES {
        let kept = match from.open_table(definition(table)) {
            Ok(kept) => kept,
            // A file that is copied before a migration lacks the newest tables.
            Err(TableError::TableDoesNotExist(_)) => continue,
            Err(error) => return Err(error.into()),
        };
        let mut rows = to.open_table(definition(table))?;
        for row in kept.iter()? {
            let (key, value) = row?;
            rows.insert(key.value(), value.value())?;
        }
    }
    to.commit()?;
    drop(from);
    // A copy is rarely read and often transferred, so its spare pages are not worth keeping.
    copy.compact().map_err(|error| StoreError::Damaged { path: partial.to_owned(), source: error.into() })?;
    Ok(())
}

/// Renames a file so that the new name survives a power failure.
pub fn durable_rename(from: &Path, to: &Path) -> Result<(), StoreError> {
    let file = std::fs::File::open(from).map_err(StoreError::io(from))?;
    file.sync_all().map_err(StoreError::io(from))?;
    std::fs::rename(from, to).map_err(StoreError::io(to))?;
    if let Some(folder) = to.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        let folder_file = std::fs::File::open(folder).map_err(StoreError::io(folder))?;
        folder_file.sync_all().map_err(StoreError::io(folder))?;
    }
    Ok(())
}

/// Replaces `store` by `fresh` and keeps the old file as `kept`.
///
/// The old file stays locked meanwhile, so that no other process opens it, and the name always has a file.
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
fn partial_path(target: &Path) -> PathBuf {
    let mut name = target.as_os_str().to_owned();
    name.push(".partial");
    PathBuf::from(name)
}
