//! Waiting on a thread that may block for work of the connections' runtime.

use std::sync::mpsc;

use tokio::runtime::Handle;

use crate::store::error::StoreError;

/// Runs the work on the runtime and waits for its result on this thread.
pub(super) fn wait_on<T: Send + 'static>(
    handle: &Handle,
    work: impl Future<Output = Result<T, StoreError>> + Send + 'static,
) -> Result<T, StoreError> {
    let (answer, answered) = mpsc::sync_channel(1);
    handle.spawn(async move {
        // Nobody waits after a panic of the other thread.
        answer.send(work.await).ok();
    });
    answered.recv().map_err(|_| StoreError::Stopped)?
}
