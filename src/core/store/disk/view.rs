//! The storage while writes fail: readable, with changes that stay in memory.

use std::collections::BTreeMap;
use std::io;
use std::sync::{PoisonError, RwLock};

use redb::StorageBackend;

use super::Disk;

/// Bytes that a view keeps together.
const BLOCK_BYTES: usize = 4096;

/// The storage as it is, with changes that stay in memory: the engine writes even when it only reads.
#[derive(Debug)]
pub(in crate::store) struct StorageView {
    disk: Disk,
    changes: RwLock<Changes>,
}

#[derive(Debug)]
struct Changes {
    len: u64,
    /// Bytes of the storage that can be read below the changes; fewer after the engine shortened it.
    shown: u64,
    /// Whole blocks by their number.
    blocks: BTreeMap<u64, Box<[u8]>>,
}

impl StorageView {
    pub(in crate::store) fn new(disk: Disk) -> io::Result<Self> {
        let len = disk.0.bytes.len()?;
        Ok(Self { disk, changes: RwLock::new(Changes { len, shown: len, blocks: BTreeMap::new() }) })
    }

    /// The block as the engine sees it; bytes after the end of the storage are zero.
    fn block(&self, changes: &Changes, number: u64) -> io::Result<Box<[u8]>> {
        if let Some(block) = changes.blocks.get(&number) {
            return Ok(block.clone());
        }
        let mut block = vec![0; BLOCK_BYTES].into_boxed_slice();
        let offset = number * BLOCK_BYTES as u64;
        let there = usize::try_from(changes.shown.saturating_sub(offset)).unwrap_or(BLOCK_BYTES).min(BLOCK_BYTES);
        if there > 0 {
            self.disk.0.bytes.read(offset, &mut block[..there])?;
        }
        Ok(block)
    }
}

/// The blocks that `len` bytes at `offset` touch, each with its number, the first byte in the block, the first byte
/// of the data, and the number of bytes.
fn parts(offset: u64, len: usize) -> impl Iterator<Item = (u64, usize, usize, usize)> {
    let mut done = 0;
    std::iter::from_fn(move || {
        if done == len {
            return None;
        }
        let at = offset + done as u64;
        let inside = (at % BLOCK_BYTES as u64) as usize;
        let part = (BLOCK_BYTES - inside).min(len - done);
        let found = (at / BLOCK_BYTES as u64, inside, done, part);
        done += part;
        Some(found)
    })
}

impl StorageBackend for StorageView {
    fn len(&self) -> io::Result<u64> {
        Ok(self.changes.read().unwrap_or_else(PoisonError::into_inner).len)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let changes = self.changes.read().unwrap_or_else(PoisonError::into_inner);
        if offset + out.len() as u64 > changes.len {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        if changes.blocks.is_empty() && offset + out.len() as u64 <= changes.shown {
            return self.disk.0.bytes.read(offset, out);
        }
        for (number, inside, from, part) in parts(offset, out.len()) {
            let block = self.block(&changes, number)?;
            out[from..from + part].copy_from_slice(&block[inside..inside + part]);
        }
        Ok(())
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        let mut changes = self.changes.write().unwrap_or_else(PoisonError::into_inner);
        // Bytes that were cut off are zero if the file grows again.
        changes.shown = changes.shown.min(len);
        for (number, inside, _, part) in parts(len, usize::try_from(changes.len.saturating_sub(len)).unwrap_or(0)) {
            if let Some(block) = changes.blocks.get_mut(&number) {
                block[inside..inside + part].fill(0);
            }
        }
        changes.len = len;
        Ok(())
    }

    fn sync_data(&self) -> io::Result<()> {
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        let mut changes = self.changes.write().unwrap_or_else(PoisonError::into_inner);
        for (number, inside, from, part) in parts(offset, data.len()) {
            let mut block = self.block(&changes, number)?;
            block[inside..inside + part].copy_from_slice(&data[from..from + part]);
            changes.blocks.insert(number, block);
        }
        Ok(())
    }
}
