//! A consistent copy of the store, made while the original goes on working.

use std::path::{Path, PathBuf};

use redb::{Database, ReadableDatabase, ReadableTable, TableError, TableHandle};

use super::{Store, StoreError, schema};

impl Store {
    /// Copies one snapshot of the store into the new file `target` and makes it durable.
    ///
    /// The copy is written beside the target and renamed at the end, so `target` is either whole
    /// or not there. Blocks this thread. Answers the copy's size in bytes.
    pub fn snapshot(&self, target: &Path) -> Result<u64, StoreError> {
        copy(&self.db, target)
    }
}

pub(super) fn copy(db: &Database, target: &Path) -> Result<u64, StoreError> {
    let partial = partial_path(target);
    if partial.exists() {
        std::fs::remove_file(&partial).map_err(StoreError::io(&partial))?;
    }
    let copied = copy_rows(db, &partial).and_then(|()| durable_rename(&partial, target));
    if copied.is_err() {
        // The failed copy is of no use; the error that matters is the first one.
        drop(std::fs::remove_file(&partial));
    }
    copied?;
    Ok(std::fs::metadata(target).map_err(StoreError::io(target))?.len())
}

fn copy_rows(db: &Database, partial: &Path) -> Result<(), StoreError> {
    let from = db.begin_read()?;
    super::make_private(partial)?;
    let mut copy = Database::builder().set_cache_size(16 << 20).create(partial)?;
    let to = copy.begin_write()?;
    for table in schema::TABLES {
        let kept = match from.open_table(table) {
            Ok(kept) => kept,
            // A file that is copied before it is migrated has not all tables yet.
            Err(TableError::TableDoesNotExist(_)) => continue,
            Err(error) => return Err(error.into()),
        };
        let mut rows = to.open_table(table)?;
        for row in kept.iter()? {
            let (key, value) = row?;
            rows.insert(key.value(), value.value())?;
        }
    }
    to.commit()?;
    drop(from);
    // Filling page by page leaves spare room; a copy is read rarely and carried about often.
    copy.compact().map_err(|error| StoreError::Damaged { path: partial.to_owned(), source: error.into() })?;
    Ok(())
}

/// Renames, then makes the renaming itself survive a power cut.
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

/// Puts `fresh` in the place of `store` and keeps the old file as `kept`.
///
/// The old file's lock is held all the while, so no process can begin to use it in between, and
/// the name is never without a file. Errors: [`StoreError::Locked`] when somebody uses the store.
pub fn replace(fresh: &Path, store: &Path, kept: &Path) -> Result<(), StoreError> {
    let lock = match Database::builder().set_cache_size(1 << 20).open(store) {
        Err(redb::DatabaseError::DatabaseAlreadyOpen) => return Err(StoreError::Locked(store.to_owned())),
        // A damaged store is a good reason to put another in its place.
        opened => opened.ok(),
    };
    std::fs::hard_link(store, kept).map_err(StoreError::io(kept))?;
    durable_rename(fresh, store)?;
    drop(lock);
    Ok(())
}

/// Where the copy grows before it gets its name.
fn partial_path(target: &Path) -> PathBuf {
    let mut name = target.as_os_str().to_owned();
    name.push(".partial");
    PathBuf::from(name)
}

/// The names of the tables in the file, for the test that the copy leaves none out.
pub fn table_names(store: &Store) -> Result<Vec<String>, StoreError> {
    let tx = store.db.begin_read()?;
    Ok(tx.list_tables()?.map(|table| table.name().to_owned()).collect())
}

/// The names of the tables that a copy holds.
pub fn copied_table_names() -> Vec<String> {
    schema::TABLES.iter().map(|table| table.name().to_owned()).collect()
}
