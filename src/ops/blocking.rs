//! Running work that blocks.

use crate::error::{Error, Result};

/// Runs `work` off the async threads. `attempted` describes it if it panics, such as `listing articles`.
pub(super) async fn blocking<T: Send + 'static>(
    attempted: &str,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T> {
    tokio::task::spawn_blocking(work).await.map_err(|error| Error::internal(attempted, error))
}
