//! Publishes drafts at the times that editors chose.

use std::sync::Arc;
use std::time::Duration;

use super::clock_watch::ClockWatch;
use super::pause;
use super::report::report;
use crate::app::App;
use crate::ops::Actor;
use crate::ops::desk;

/// The clock is read at least this often: it may be set, and the machine may sleep.
const LONGEST_WAIT: Duration = Duration::from_secs(60);
const SHORTEST_WAIT: Duration = Duration::from_millis(100);

pub(super) async fn run(app: Arc<App>) {
    let mut watch = ClockWatch::default();
    while !app.stop.is_cancelled() {
        let mut next_at = None;
        if watch.is_trusted(&app.clock) {
            match desk::due::publish(&app, &Actor::System).await {
                Ok(next) => next_at = next,
                Err(error) => report(&app, &error, "cannot publish scheduled drafts"),
            }
        }
        let wait = pause::until(next_at, app.clock.now(), SHORTEST_WAIT..=LONGEST_WAIT);
        pause::wait_for(&app, app.desk_wake.notified(), wait).await;
    }
}
