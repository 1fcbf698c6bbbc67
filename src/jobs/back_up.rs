//! Makes the daily backup of the schedule, restores it on trial and stores it elsewhere.

use std::sync::Arc;
use std::time::Duration;

use super::clock_watch::ClockWatch;
use super::pause;
use super::report::report;
use crate::app::App;
use crate::ops::Actor;
use crate::ops::backup::schedule;

/// The clock is read this often.
const PAUSE: Duration = Duration::from_secs(60);
/// A failed attempt is repeated after this time: it reads the whole store.
const RETRY: Duration = Duration::from_secs(30 * 60);

pub(super) async fn run(app: Arc<App>) {
    if app.config.backup.schedule.is_none() {
        return;
    }
    if let Err(error) = schedule::recover(&app, &Actor::System).await {
        report(&app, &error, "cannot take back the claim on a backup");
    }
    let mut watch = ClockWatch::default();
    while !app.stop.is_cancelled() {
        let mut wait = PAUSE;
        if watch.is_trusted(&app.clock)
            && let Err(error) = schedule::run_due(&app, &Actor::System).await
        {
            report(&app, &error, "cannot make the backup of the schedule");
            wait = RETRY;
        }
        pause::wait(&app, wait).await;
    }
}
