//! Waiting on a thread that may block for work of the connections' runtime.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use tokio::runtime::Handle;

use crate::store::error::StoreError;

/// Waits for work, but not for ever: a database that hangs is as good as away.
#[derive(Debug, Clone)]
pub(super) struct Waiter {
    pub(super) handle: Handle,
    pub(super) patience: Duration,
}

impl Waiter {
    /// Runs the work on the runtime and waits for its result on this thread.
    ///
    /// # Errors
    /// [`StoreError::Silent`] after the patience. The work goes on, since nobody knows what the database does with it,
    /// and its result is dropped.
    pub(super) fn wait<T: Send + 'static>(
        &self,
        work: impl Future<Output = Result<T, StoreError>> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (answer, answered) = mpsc::sync_channel(1);
        self.handle.spawn(async move {
            // Nobody waits after a panic of the other thread, or any longer.
            answer.send(work.await).ok();
        });
        match answered.recv_timeout(self.patience) {
            Ok(answer) => answer,
            Err(RecvTimeoutError::Timeout) => Err(StoreError::Silent(self.patience)),
            Err(RecvTimeoutError::Disconnected) => Err(StoreError::Stopped),
        }
    }
}
