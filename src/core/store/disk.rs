//! The storage under the engine: a file, or the injected storage of a test.
//!
//! The engine refuses all work after one failed write. [`Disk`] outlives it and keeps the file open and locked, so
//! that the engine can be started again over the same bytes: over [`Direct`], or over [`view::StorageView`] while writes
//! fail.

pub(super) mod view;

use std::collections::BTreeSet;
use std::io;
use std::ops::Bound;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use redb::backends::{FileBackend, InMemoryBackend};
use redb::{BackendError, StorageBackend};
use tokio::sync::Notify;

use super::error::StoreError;
use super::file;

/// Bytes that a copy reads at once.
const COPY_BLOCK: u64 = 1 << 20;
/// Blocks that were written while they were copied and may be left for the last step, in which writes wait.
const FEW_BLOCKS: usize = 16;
/// Most times that a copy begins to follow writes before it makes them wait.
const ROUNDS: usize = 8;
/// Bytes that must fit beside the store before writes are tried again: room for some commits.
const PROBE_BYTES: usize = 1 << 20;

/// The bytes of the store; cheap to clone.
#[derive(Debug, Clone)]
pub(super) struct Disk(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    bytes: Box<dyn StorageBackend>,
    /// The same file, to drop it from the system's cache.
    file: Option<std::fs::File>,
    /// The first failure since the engine was started.
    failure: Mutex<Option<String>>,
    failed: Notify,
    /// What was written since a copy began; `None` without one.
    written: Mutex<Option<Written>>,
    /// Held by the copy under way.
    copying: Mutex<()>,
}

/// The parts of the storage that changed while it was copied.
#[derive(Debug, Default)]
struct Written {
    /// Numbers of blocks of [`COPY_BLOCK`] bytes.
    blocks: BTreeSet<u64>,
    /// The least length meanwhile: bytes after it may have been cut off and come back as zero.
    shortest: Option<u64>,
}

/// A copy of the storage that follows the writes until [`DiskCopy::finish`].
// docs/decisions/0460
pub(super) struct DiskCopy<'a> {
    disk: &'a Disk,
    target: &'a Path,
    file: std::fs::File,
    buffer: Vec<u8>,
    _turn: MutexGuard<'a, ()>,
}

impl Disk {
    /// Opens the file, which exists.
    pub(super) fn file(path: &Path) -> Result<Self, StoreError> {
        let file = std::fs::OpenOptions::new().read(true).write(true).open(path).map_err(StoreError::io(path))?;
        let same = file.try_clone().map_err(StoreError::io(path))?;
        let bytes = FileBackend::new(file).map_err(|error| StoreError::opening(path, error))?;
        Ok(Self::over(bytes, Some(same)))
    }

    pub(super) fn memory() -> Self {
        Self::new(InMemoryBackend::new())
    }

    pub(super) fn new(bytes: impl StorageBackend) -> Self {
        Self::over(bytes, None)
    }

    fn over(bytes: impl StorageBackend, file: Option<std::fs::File>) -> Self {
        Self(Arc::new(Inner {
            bytes: Box::new(bytes),
            file,
            failure: Mutex::default(),
            failed: Notify::new(),
            written: Mutex::default(),
            copying: Mutex::default(),
        }))
    }

    /// Prepares another start of the engine: forgets the failure and drops the file from the system's cache. After a
    /// failed sync the system takes unwritten pages for written ones; they must be read from the disk again.
    pub(super) fn begin_again(&self) {
        *self.lock_failure() = None;
        #[cfg(target_os = "linux")]
        if let Some(file) = &self.0.file
            && let Err(error) = rustix::fs::fadvise(file, 0, None, rustix::fs::Advice::DontNeed)
        {
            tracing::debug!(%error, "the cache of the store's file stays");
        }
    }

    /// Whether the storage has no bytes, or its length cannot be read.
    pub(super) fn is_empty(&self) -> bool {
        !self.0.bytes.len().is_ok_and(|len| len > 0)
    }

    /// The first failure since the last [`Disk::begin_again`].
    pub(super) fn failure(&self) -> Option<String> {
        self.lock_failure().clone()
    }

    fn lock_failure(&self) -> MutexGuard<'_, Option<String>> {
        self.0.failure.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns once an operation has failed.
    pub(super) async fn failed(&self) {
        self.0.failed.notified().await;
    }

    /// Makes [`Disk::failed`] return once.
    pub(super) fn wake(&self) {
        self.0.failed.notify_one();
    }

    /// Copies all bytes to a new private file, and those that are written meanwhile again, until few are left.
    /// Writes need not wait.
    pub(super) fn begin_copy<'a>(&'a self, target: &'a Path) -> Result<DiskCopy<'a>, StoreError> {
        let turn = self.0.copying.lock().unwrap_or_else(PoisonError::into_inner);
        let fail = || StoreError::io(target);
        file::make_private(target)?;
        let file = std::fs::OpenOptions::new().write(true).truncate(true).open(target).map_err(fail())?;
        *self.lock_written() = Some(Written::default());
        let mut copy = DiskCopy { disk: self, target, file, buffer: vec![0; COPY_BLOCK as usize], _turn: turn };
        let len = self.0.bytes.len().map_err(fail())?;
        copy.blocks(0..len.div_ceil(COPY_BLOCK))?;
        for _ in 0..ROUNDS {
            // What is on the disk before writes wait need not be written out while they wait.
            copy.file.sync_data().map_err(fail())?;
            let written = self.lock_written().replace(Written::default()).unwrap_or_default();
            let is_short = written.blocks.len() <= FEW_BLOCKS;
            copy.follow(written)?;
            if is_short {
                break;
            }
        }
        Ok(copy)
    }

    fn lock_written(&self) -> MutexGuard<'_, Option<Written>> {
        self.0.written.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes for the copy under way, if there is one, that these bytes are about to be written.
    fn note_write(&self, offset: u64, len: usize) {
        if let Some(written) = self.lock_written().as_mut()
            && len > 0
        {
            written.blocks.extend(offset / COPY_BLOCK..=(offset + len as u64 - 1) / COPY_BLOCK);
        }
    }

    /// Whether the storage was shortened, or is about to be, since the copy last looked.
    fn is_shortened(&self) -> bool {
        self.lock_written().as_ref().is_some_and(|written| written.shortest.is_some())
    }

    fn note_len(&self, len: u64) {
        if let Some(written) = self.lock_written().as_mut() {
            written.shortest = Some(written.shortest.map_or(len, |shortest| shortest.min(len)));
        }
    }

    /// Ends the use of the storage, which unlocks the file.
    pub(super) fn close(&self) {
        if let Err(error) = self.0.bytes.close() {
            tracing::warn!(%error, "the store's file was not closed properly");
        }
    }

    fn note<T>(&self, attempted: &str, done: io::Result<T>) -> io::Result<T> {
        if let Err(error) = &done {
            self.lock_failure().get_or_insert_with(|| format!("{attempted} the store failed: {error}"));
            self.0.failed.notify_one();
        }
        done
    }
}

impl DiskCopy<'_> {
    /// Copies what was written since [`Disk::begin_copy`]. No write may happen meanwhile.
    pub(super) fn finish(&mut self) -> Result<(), StoreError> {
        let written = self.disk.lock_written().take().unwrap_or_default();
        self.follow(written)?;
        let len = self.disk.0.bytes.len().map_err(StoreError::io(self.target))?;
        self.file.set_len(len).map_err(StoreError::io(self.target))
    }

    /// Makes the copy durable.
    pub(super) fn sync(&self) -> Result<(), StoreError> {
        self.file.sync_all().map_err(StoreError::io(self.target))
    }

    /// Copies the parts that changed.
    fn follow(&mut self, Written { mut blocks, shortest }: Written) -> Result<(), StoreError> {
        let len = self.disk.0.bytes.len().map_err(StoreError::io(self.target))?;
        blocks.extend(shortest.map_or(0..0, |shortest| shortest / COPY_BLOCK..len.div_ceil(COPY_BLOCK)));
        self.blocks(blocks)
    }

    /// Copies the blocks with these numbers, as far as the storage has them.
    fn blocks(&mut self, numbers: impl IntoIterator<Item = u64>) -> Result<(), StoreError> {
        use std::os::unix::fs::FileExt;
        for number in numbers {
            let offset = number * COPY_BLOCK;
            let len = self.disk.0.bytes.len().map_err(StoreError::io(self.target))?;
            let part = len.saturating_sub(offset).min(COPY_BLOCK) as usize;
            let block = &mut self.buffer[..part];
            match self.disk.0.bytes.read(offset, block) {
                // It was cut off meanwhile, and a later step copies what is there then.
                Err(_) if self.disk.is_shortened() => continue,
                read => read.map_err(StoreError::io(self.target))?,
            }
            self.file.write_all_at(block, offset).map_err(StoreError::io(self.target))?;
        }
        Ok(())
    }
}

impl Drop for DiskCopy<'_> {
    fn drop(&mut self) {
        *self.disk.lock_written() = None;
    }
}

/// Checks that a file of some size can be written beside the store.
pub(super) fn probe(store: &Path) -> Result<(), StoreError> {
    let folder = store.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = tempfile::tempfile_in(folder).map_err(StoreError::io(folder))?;
    let written = io::Write::write_all(&mut file, &vec![1; PROBE_BYTES]).and_then(|()| file.sync_all());
    written.map_err(StoreError::io(folder))
}

/// The storage itself. Locks stay when the engine is closed.
#[derive(Debug)]
pub(super) struct Direct(pub Disk);

impl StorageBackend for Direct {
    fn len(&self) -> io::Result<u64> {
        self.0.note("measuring", self.0.0.bytes.len())
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.0.note("reading", self.0.0.bytes.read(offset, out))
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.0.note_len(len);
        self.0.note("resizing", self.0.0.bytes.set_len(len))
    }

    fn sync_data(&self) -> io::Result<()> {
        self.0.note("writing", self.0.0.bytes.sync_data())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.0.note_write(offset, data.len());
        self.0.note("writing", self.0.0.bytes.write(offset, data))
    }

    fn try_lock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<bool, BackendError> {
        self.0.0.bytes.try_lock_range(start, end)
    }

    fn unlock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<(), BackendError> {
        self.0.0.bytes.unlock_range(start, end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_has_what_was_written_cut_off_and_grown_while_it_was_made() {
        let folder = tempfile::tempdir().expect("a folder");
        let (disk, target) = (Disk::memory(), folder.path().join("copy"));
        let direct = Direct(disk.clone());
        let blocks = 5 * COPY_BLOCK;
        direct.set_len(blocks).expect("a length");
        direct.write(0, &[1; 100]).expect("written");
        direct.write(blocks - 100, &[2; 100]).expect("written");
        let mut copy = disk.begin_copy(&target).expect("a copy");
        direct.write(COPY_BLOCK - 1, &[3; 2]).expect("over the edge of two blocks");
        direct.set_len(4 * COPY_BLOCK).expect("shorter");
        direct.set_len(blocks + 7).expect("longer");
        direct.write(blocks, &[4; 7]).expect("written");
        copy.finish().expect("finished");
        direct.write(0, &[9; 100]).expect("written after the end");
        copy.sync().expect("on the disk");
        let copied = std::fs::read(&target).expect("the copy");
        assert_eq!(copied.len() as u64, blocks + 7);
        let at = |offset: u64| copied[usize::try_from(offset).expect("small")];
        let edge = COPY_BLOCK;
        assert_eq!([at(0), at(99), at(edge - 1), at(edge), at(blocks - 50), at(blocks + 6)], [1, 1, 3, 3, 0, 4]);
    }
}
