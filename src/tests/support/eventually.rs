//! Waiting, with one deadline, for what happens in another task, thread or process.

use std::time::{Duration, Instant};

/// How long any test waits for anything. Only a failing test waits this long, so it is generous: a busy machine
/// must not fail a sound program.
pub const DEADLINE: Duration = Duration::from_secs(300);

const SHORTEST_PAUSE: Duration = Duration::from_millis(5);
const LONGEST_PAUSE: Duration = Duration::from_millis(500);

/// Polls `check` until it returns a value, and returns that value.
///
/// # Panics
///
/// After [`DEADLINE`], with `what` it waited for.
pub async fn eventually<T>(what: &str, mut check: impl AsyncFnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(value) = check().await {
            return value;
        }
        assert!(begun.elapsed() < DEADLINE, "waited {DEADLINE:?} in vain until {what}");
        tokio::time::sleep(pause_after(begun)).await;
    }
}

/// Does the same as [`eventually`], in a test without a runtime.
///
/// # Panics
///
/// After [`DEADLINE`], with `what` it waited for.
pub fn eventually_blocking<T>(what: &str, mut check: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(value) = check() {
            return value;
        }
        assert!(begun.elapsed() < DEADLINE, "waited {DEADLINE:?} in vain until {what}");
        std::thread::park_timeout(pause_after(begun));
    }
}

/// A twentieth of the time waited: on a busy machine a check may take from its server what it waits for.
fn pause_after(begun: Instant) -> Duration {
    (begun.elapsed() / 20).clamp(SHORTEST_PAUSE, LONGEST_PAUSE)
}
