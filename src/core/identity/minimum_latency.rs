//! A minimum duration for responses whose timing must not reveal whether an account exists.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Longer than the slowest path takes on a machine that is not overloaded.
const MINIMUM: Duration = Duration::from_millis(300);
/// Upper bound of the random addition, which hides small differences even from averages.
const JITTER_MILLIS: u64 = 50;

/// Delays responses to a minimum duration and counts them.
#[derive(Default)]
pub struct MinimumLatency(AtomicU64);

impl MinimumLatency {
    /// Runs `work` and returns its result, but not before the minimum has passed.
    pub async fn apply<T>(&self, work: impl Future<Output = T>) -> T {
        self.0.fetch_add(1, Ordering::Relaxed);
        let jitter = Duration::from_millis(rand::random::<u64>() % JITTER_MILLIS);
        tokio::join!(work, tokio::time::sleep(MINIMUM + jitter)).0
    }

    /// The number of responses delayed so far.
    pub fn count(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}
