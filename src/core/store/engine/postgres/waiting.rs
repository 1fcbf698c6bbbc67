//! Waiting on a thread that may block for work of the connections' runtime.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use tokio::runtime::Handle;

use crate::store::error::StoreError;

/// How much later than the patience a busy runtime may give the work up.
const BUSY: Duration = Duration::from_secs(2);

/// Returns the result of the work, or [`StoreError::Silent`] after the patience.
pub(super) async fn within<T>(
    patience: Duration,
    work: impl Future<Output = Result<T, StoreError>>,
) -> Result<T, StoreError> {
    tokio::time::timeout(patience, work).await.unwrap_or(Err(StoreError::Silent(patience)))
}

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
    /// [`StoreError::Silent`] after the patience. The work is given up, which closes the connections that it holds:
    /// those of a hanging host must not fill the pool. Nobody knows what the database does with it.
    pub(super) fn wait<T: Send + 'static>(
        &self,
        work: impl Future<Output = Result<T, StoreError>> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (answer, answered) = mpsc::sync_channel(1);
        let patience = self.patience;
        self.handle.spawn(async move {
            // Nobody waits after a panic of the other thread.
            answer.send(within(patience, work).await).ok();
        });
        match answered.recv_timeout(patience + BUSY) {
            Ok(answer) => answer,
            Err(RecvTimeoutError::Timeout) => Err(StoreError::Silent(patience)),
            Err(RecvTimeoutError::Disconnected) => Err(StoreError::Stopped),
        }
    }
}
