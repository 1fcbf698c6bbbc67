//! The pause of a job until its next step, which ends when the server stops.

use std::ops::RangeInclusive;
use std::time::Duration;

use jiff::Timestamp;

use crate::app::App;

/// The time until `next_at`, within the bounds. Without a next time it is the longest pause.
pub(super) fn until(next_at: Option<Timestamp>, now: Timestamp, bounds: RangeInclusive<Duration>) -> Duration {
    let (shortest, longest) = bounds.into_inner();
    // A time in the past gives no duration: the step is due.
    let left = next_at.map(|at| Duration::try_from(at.duration_since(now)).unwrap_or_default());
    left.map_or(longest, |left| left.clamp(shortest, longest))
}

/// Waits this long.
pub(super) async fn wait(app: &App, pause: Duration) {
    app.stop.run_until_cancelled(tokio::time::sleep(pause)).await;
}

/// Waits until the job is woken, at most this long.
pub(super) async fn wait_for(app: &App, wake: impl Future<Output = ()>, longest: Duration) {
    app.stop.run_until_cancelled(tokio::time::timeout(longest, wake)).await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_are_bounded() {
        let (now, secs) = (Timestamp::UNIX_EPOCH, Duration::from_secs);
        let pause = |next: Option<i64>| {
            until(next.map(|secs| now + jiff::SignedDuration::from_secs(secs)), now, secs(1)..=secs(60))
        };
        assert_eq!(pause(None), secs(60));
        assert_eq!(pause(Some(-5)), secs(1));
        assert_eq!(pause(Some(0)), secs(1));
        assert_eq!(pause(Some(5)), secs(5));
        assert_eq!(pause(Some(5000)), secs(60));
    }
}
