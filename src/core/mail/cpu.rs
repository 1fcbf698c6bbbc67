//! Limits how much of the machine composing and signing may use.

use std::sync::LazyLock;

use tokio::sync::Semaphore;

use super::failure::SendFailure;
use crate::erased::on_blocking_thread;

/// Runs CPU-bound work, such as composing and signing, on the blocking pool, on at most half of the cores:
/// HTTP requests keep the others.
///
/// # Errors
/// Not sent, when `work` panicked.
// docs/decisions/0052
pub async fn run_cpu_bound<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, SendFailure> {
    static PERMITS: LazyLock<Semaphore> = LazyLock::new(|| {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Semaphore::new((cores / 2).max(1))
    });
    // The semaphore is never closed.
    let _permit = PERMITS.acquire().await.ok();
    let result = on_blocking_thread(work).await;
    result.map_err(|error| SendFailure::not_sent(format!("composing the message: {error}")))
}
