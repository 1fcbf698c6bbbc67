//! A least time for answers that must not tell by their speed what was found.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Longer than the slowest way through takes on a machine that is not overloaded.
const LEAST: Duration = Duration::from_millis(300);
/// Drawn anew for each answer, so that many must be asked to see the least difference.
const JITTER_MILLIS: u64 = 50;

/// Holds answers back; counts them.
#[derive(Default)]
pub struct Floor(AtomicU64);

impl Floor {
    /// Does the work and answers when it is done, but not before the least time is over.
    pub async fn hold<T>(&self, work: impl Future<Output = T>) -> T {
        self.0.fetch_add(1, Ordering::Relaxed);
        let jitter = Duration::from_millis(rand::random::<u64>() % JITTER_MILLIS);
        tokio::join!(work, tokio::time::sleep(LEAST + jitter)).0
    }

    /// How many answers were held back.
    pub fn held(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}
