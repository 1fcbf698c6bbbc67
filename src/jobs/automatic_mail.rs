//! Creates automatic campaigns when they are due.

use std::sync::Arc;
use std::time::Duration;

use super::clock_watch::ClockWatch;
use super::pause;
use super::report::report;
use crate::app::App;
use crate::ops::Actor;
use crate::ops::mail::automatic;

/// The clock is read at least this often: it may be set, and the machine may sleep.
const LONGEST_WAIT: Duration = Duration::from_secs(60);
const SHORTEST_WAIT: Duration = Duration::from_millis(100);

pub(super) async fn run(app: Arc<App>) {
    let mut watch = ClockWatch::default();
    while !app.stop.is_cancelled() {
        if watch.is_trusted(&app.clock)
            && let Err(error) = automatic::create_due(&app, &Actor::System).await
        {
            report(&app, &error, "cannot create automatic campaigns");
        }
        let wait = pause::until(automatic::next_at(&app), app.clock.now(), SHORTEST_WAIT..=LONGEST_WAIT);
        pause::wait(&app, wait).await;
    }
}
