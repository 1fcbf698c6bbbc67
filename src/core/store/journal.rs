//! The keys that are written while the store's file is rewritten, so that the new file gets the last changes too.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// A change of a table: a key, or a range of removed keys.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Touched {
    Key { table: String, key: Vec<u8> },
    Range { table: String, start: Vec<u8>, end: Vec<u8> },
}

impl Touched {
    pub(super) fn key(table: &str, key: &[u8]) -> Self {
        Self::Key { table: table.to_owned(), key: key.to_vec() }
    }
}

/// The changes since the last [`WriteJournal::take`]; `None` while nothing is recorded.
#[derive(Debug, Default)]
pub(super) struct WriteJournal(Mutex<Option<Vec<Touched>>>);

impl WriteJournal {
    /// Begins to record.
    pub(super) fn start(&self) {
        *self.lock() = Some(Vec::new());
    }

    /// Ends the recording.
    pub(super) fn stop(&self) {
        *self.lock() = None;
    }

    /// The changes so far, of transactions that ended or were aborted; call it while no write runs.
    pub(super) fn take(&self) -> Vec<Touched> {
        self.lock().as_mut().map(std::mem::take).unwrap_or_default()
    }

    pub(super) fn record(&self, touched: impl FnOnce() -> Touched) {
        if let Some(recorded) = self.lock().as_mut() {
            recorded.push(touched());
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<Vec<Touched>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
