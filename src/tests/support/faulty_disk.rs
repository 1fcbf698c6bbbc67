//! Storage in memory that fails, or loses power, as a disk does.

use std::io;
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Arc, Mutex};

/// Bytes that a disk writes whole.
const SECTOR: usize = 512;

/// The error of a full disk.
pub const NO_SPACE: i32 = 28;
/// The error of a disk that was mounted again for reading only.
pub const READ_ONLY: i32 = 30;

/// Bytes in memory; clones share them.
#[derive(Debug, Clone, Default)]
pub struct FaultyDisk {
    state: Arc<Mutex<State>>,
    /// The operating system's error of every write; 0 for none.
    error: Arc<AtomicI32>,
}

#[derive(Debug, Default)]
struct State {
    bytes: Vec<u8>,
    /// The bytes at the last sync, and the operations since.
    synced: Vec<u8>,
    unsynced: Vec<Operation>,
}

#[derive(Debug, Clone)]
enum Operation {
    Write(usize, Vec<u8>),
    SetLen(usize),
}

impl FaultyDisk {
    /// A disk with these bytes on it.
    pub fn holding(bytes: Vec<u8>) -> Self {
        let disk = Self::default();
        disk.with(|state| (state.bytes, state.synced) = (bytes.clone(), bytes));
        disk
    }

    /// From now on every write fails with this error of the operating system; 0 mends the disk.
    pub fn fail_writes(&self, error: i32) {
        self.error.store(error, Ordering::SeqCst);
    }

    /// Changes one bit.
    pub fn flip(&self, bit: usize) {
        self.with(|state| state.bytes[bit / 8] ^= 1 << (bit % 8));
    }

    pub fn bytes(&self) -> Vec<u8> {
        self.with(|state| state.bytes.clone())
    }

    /// The bytes after a loss of power: of the operations since the last sync some were dropped, some torn between
    /// sectors, and they happened in any order. `random` returns a number below its argument.
    pub fn after_power_cut(&self, random: &mut dyn FnMut(usize) -> usize) -> Vec<u8> {
        self.with(|state| {
            let mut operations = state.unsynced.clone();
            for last in (1..operations.len()).rev() {
                operations.swap(last, random(last + 1));
            }
            let mut bytes = state.synced.clone();
            for operation in operations {
                match (random(3), operation) {
                    (0, _) => {}
                    (1, Operation::Write(offset, data)) => {
                        for (index, sector) in data.chunks(SECTOR).enumerate() {
                            if random(2) == 0 {
                                write(&mut bytes, offset + index * SECTOR, sector);
                            }
                        }
                    }
                    (_, Operation::Write(offset, data)) => write(&mut bytes, offset, &data),
                    (_, Operation::SetLen(len)) => bytes.resize(len, 0),
                }
            }
            // A file system keeps the length with the data that needs it.
            bytes.resize(state.bytes.len(), 0);
            bytes
        })
    }

    fn with<T>(&self, run: impl FnOnce(&mut State) -> T) -> T {
        run(&mut self.state.lock().expect("the bytes"))
    }

    fn check(&self) -> io::Result<()> {
        match self.error.load(Ordering::SeqCst) {
            0 => Ok(()),
            error => Err(io::Error::from_raw_os_error(error)),
        }
    }

    fn apply(&self, operation: Operation) -> io::Result<()> {
        self.check()?;
        self.with(|state| {
            match &operation {
                Operation::Write(offset, data) => write(&mut state.bytes, *offset, data),
                Operation::SetLen(len) => state.bytes.resize(*len, 0),
            }
            state.unsynced.push(operation);
        });
        Ok(())
    }
}

fn write(bytes: &mut Vec<u8>, offset: usize, data: &[u8]) {
    if bytes.len() < offset + data.len() {
        bytes.resize(offset + data.len(), 0);
    }
    bytes[offset..offset + data.len()].copy_from_slice(data);
}

impl redb::StorageBackend for FaultyDisk {
    fn len(&self) -> io::Result<u64> {
        Ok(self.with(|state| state.bytes.len()) as u64)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let start = usize::try_from(offset).expect("a small file");
        self.with(|state| match state.bytes.get(start..start + out.len()) {
            Some(found) => {
                out.copy_from_slice(found);
                Ok(())
            }
            None => Err(io::ErrorKind::UnexpectedEof.into()),
        })
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.apply(Operation::SetLen(usize::try_from(len).expect("a small file")))
    }

    fn sync_data(&self) -> io::Result<()> {
        self.check()?;
        self.with(|state| {
            for operation in std::mem::take(&mut state.unsynced) {
                match operation {
                    Operation::Write(offset, data) => write(&mut state.synced, offset, &data),
                    Operation::SetLen(len) => state.synced.resize(len, 0),
                }
            }
        });
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.apply(Operation::Write(usize::try_from(offset).expect("a small file"), data.to_vec()))
    }
}
