//! Writes the store into a new file, which has no bytes of removed records, and swaps it for the old one.
//!
//! A removed record stays readable in the file until its page is used again. The new file gets every row of a snapshot,
//! then what was written meanwhile, round by round. The last round, the rename and the swap happen while writes wait.
//! Readers of the old file read on; it is closed when the last of them has ended.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use redb::{Database, ReadableDatabase, ReadableTableMetadata, TableError, TableHandle};

use super::database::{Engine, LiveDatabase, close, start};
use super::disk::{Direct, Disk};
use super::engine::{contained, definition};
use super::error::StoreError;
use super::file;
use super::free_space::FreeSpace;
use super::journal::{Touched, WriteJournal};
use super::snapshot::{durable_rename, sync_folder_of};

/// Bytes of the cache while the new file is filled.
const FILL_CACHE: usize = 8 << 20;
/// Most changes in the last round, for which writes wait.
const LAST_ROUND: usize = 2_000;
/// Rounds after which the last one begins in any case.
const ROUNDS: usize = 20;
/// How long readers of the old file may read on.
const PATIENCE: Duration = Duration::from_secs(600);
const PAUSE: Duration = Duration::from_millis(20);

/// The path of the unfinished new file.
pub fn unfinished(store: &Path) -> PathBuf {
    let mut name = store.as_os_str().to_owned();
    name.push(".rewriting");
    PathBuf::from(name)
}

/// Ends the recording of changes.
struct Recording<'a>(&'a WriteJournal);

impl Drop for Recording<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// Rewrites the file of an open store.
///
/// The new file has its name only when it is complete and durable, so that a crash leaves one of the two.
// docs/decisions/0473
pub(super) fn rewrite_live(database: &LiveDatabase, store: &Path) -> Result<(), StoreError> {
    let _alone = database.rewriting();
    let path = unfinished(store);
    let swapped = rewrite_to(database, store, &path);
    if swapped.is_err() {
        // The first error is the one that matters.
        drop(std::fs::remove_file(&path));
    }
    let (engine, disk) = swapped?;
    // Readers may take minutes to send a long list.
    std::thread::spawn(move || close_when_unused(engine, &disk));
    Ok(())
}

fn rewrite_to(database: &LiveDatabase, store: &Path, path: &Path) -> Result<(Option<Engine>, Disk), StoreError> {
    require_room(store)?;
    let recording = Recording(database.journal());
    let snapshot = {
        let _guard = exclusive(database)?;
        recording.0.start();
        database.begin_read()?
    };
    let (disk, fresh) = create(path)?;
    write(&fresh, |tx| copy_rows(&snapshot, tx))?;
    drop(snapshot);
    for _ in 0..ROUNDS {
        let (touched, snapshot) = {
            let _guard = exclusive(database)?;
            (recording.0.take(), database.begin_read()?)
        };
        write(&fresh, |tx| apply(&snapshot, tx, &touched))?;
        if touched.len() <= LAST_ROUND {
            break;
        }
    }
    close(Some(fresh));
    let fresh = open(&disk, path, database.cache_bytes())?;
    let _guard = exclusive(database)?;
    let (touched, snapshot) = (recording.0.take(), database.begin_read()?);
    write(&fresh, |tx| apply(&snapshot, tx, &touched))?;
    check_counts(&snapshot, &fresh, store)?;
    drop(snapshot);
    let file = std::fs::File::open(path).map_err(StoreError::io(path))?;
    file.sync_all().map_err(StoreError::io(path))?;
    std::fs::rename(path, store).map_err(StoreError::io(store))?;
    let before = database.replace(disk, fresh);
    // The name is the new file's by now, so that an error cannot bring the old one back. No write is answered before.
    if let Err(error) = sync_folder_of(store) {
        tracing::error!(error = error.with_source(), "the name of the rewritten store may be lost in a power failure");
    }
    Ok(before)
}

/// Checks that the disk can hold the store twice: a full disk would stop the writes of readers.
fn require_room(store: &Path) -> Result<(), StoreError> {
    let size = std::fs::metadata(store).map_err(StoreError::io(store))?.len();
    let folder = store.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if FreeSpace::of(folder).is_ok_and(|disk| disk.free_bytes < size + size / 4) {
        return Err(StoreError::io(folder)(std::io::ErrorKind::StorageFull.into()));
    }
    Ok(())
}

/// Keeps writes out.
///
/// # Errors
/// [`StoreError::Suspended`] during an outage.
fn exclusive(database: &LiveDatabase) -> Result<std::sync::MutexGuard<'_, ()>, StoreError> {
    let guard = database.exclusive();
    if database.outage().is_some() { Err(database.suspended()) } else { Ok(guard) }
}

/// Rewrites the file of a store that no process has open.
///
/// # Errors
/// [`StoreError::Locked`] if a process has it open.
pub fn rewrite_closed(store: &Path) -> Result<(), StoreError> {
    let path = unfinished(store);
    let written = contained(|| {
        let old = Database::builder().set_cache_size(FILL_CACHE).open(store);
        let old = old.map_err(|error| StoreError::opening(store, error))?;
        let (disk, fresh) = create(&path)?;
        let snapshot = old.begin_read()?;
        write(&fresh, |tx| copy_rows(&snapshot, tx))?;
        check_counts(&snapshot, &fresh, store)?;
        close(Some(fresh));
        disk.close();
        Ok(())
    });
    let replaced = written.and_then(|()| durable_rename(&path, store));
    if replaced.is_err() {
        // The first error is the one that matters.
        drop(std::fs::remove_file(&path));
    }
    replaced
}

/// Creates the new file, in place of one that a killed process left.
fn create(path: &Path) -> Result<(Disk, Database), StoreError> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(StoreError::io(path)(error)),
        _ => file::make_private(path)?,
    }
    let disk = Disk::file(path)?;
    let fresh = open(&disk, path, FILL_CACHE)?;
    Ok((disk, fresh))
}

fn open(disk: &Disk, path: &Path, cache_bytes: usize) -> Result<Database, StoreError> {
    start(Direct(disk.clone()), cache_bytes).map_err(|error| StoreError::opening(path, error))
}

/// Runs `change` in one durable transaction. A damaged page of the old file is an error.
fn write(
    fresh: &Database,
    change: impl FnOnce(&redb::WriteTransaction) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    contained(|| {
        let mut tx = fresh.begin_write()?;
        tx.set_two_phase_commit(true);
        change(&tx)?;
        Ok(tx.commit()?)
    })
}

fn copy_rows(from: &redb::ReadTransaction, to: &redb::WriteTransaction) -> Result<(), StoreError> {
    for table in from.list_tables()? {
        let source = from.open_table(definition(table.name()))?;
        let mut target = to.open_table(definition(table.name()))?;
        for row in source.range::<&[u8]>(..)? {
            let (key, value) = row?;
            target.insert(key.value(), value.value())?;
        }
    }
    Ok(())
}

/// Gives the keys and ranges the rows that they have in the snapshot.
fn apply(from: &redb::ReadTransaction, to: &redb::WriteTransaction, touched: &[Touched]) -> Result<(), StoreError> {
    for change in touched {
        let (Touched::Key { table, .. } | Touched::Range { table, .. }) = change;
        let source = match from.open_table(definition(table)) {
            // The transaction that made the table was aborted.
            Err(TableError::TableDoesNotExist(_)) => continue,
            source => source?,
        };
        let mut target = to.open_table(definition(table))?;
        match change {
            Touched::Key { key, .. } => match source.get(key.as_slice())? {
                Some(value) => drop(target.insert(key.as_slice(), value.value())?),
                None => drop(target.remove(key.as_slice())?),
            },
            Touched::Range { start, end, .. } => {
                let range = || start.as_slice()..end.as_slice();
                target.retain_in::<&[u8], _>(range(), |_, _| false)?;
                for row in source.range::<&[u8]>(range())? {
                    let (key, value) = row?;
                    target.insert(key.value(), value.value())?;
                }
            }
        }
    }
    Ok(())
}

/// Checks that both have the same numbers of rows.
fn check_counts(from: &redb::ReadTransaction, fresh: &Database, store: &Path) -> Result<(), StoreError> {
    let copy = fresh.begin_read()?;
    for table in from.list_tables()? {
        let wanted = from.open_table(definition(table.name()))?.len()?;
        if copy.open_table(definition(table.name()))?.len()? != wanted {
            let source = anyhow::anyhow!("its copy has another number of rows in {}", table.name());
            return Err(StoreError::Damaged { path: store.to_owned(), source });
        }
    }
    Ok(())
}

/// Waits for the readers of the old file and closes it.
fn close_when_unused(engine: Option<Engine>, disk: &Disk) {
    let end = Instant::now() + PATIENCE;
    if let Some(Engine { database, readers }) = engine {
        while Arc::strong_count(&readers) > 1 && Instant::now() < end {
            std::thread::sleep(PAUSE);
        }
        close(Some(database));
    }
    disk.close();
}
