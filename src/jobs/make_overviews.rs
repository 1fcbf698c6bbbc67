//! Drafts the overviews of the previous month on the first day of a month, or as soon as the server runs again.

use std::sync::Arc;
use std::time::Duration;

use super::clock_watch::ClockWatch;
use super::pause;
use super::report::report;
use crate::app::App;
use crate::ops::Actor;
use crate::ops::overviews::make;

const HOUR: Duration = Duration::from_secs(60 * 60);

pub(super) async fn run(app: Arc<App>) {
    let mut watch = ClockWatch::default();
    while !app.stop.is_cancelled() {
        if watch.is_trusted(&app.clock)
            && let Err(error) = make::make_due(&app, &Actor::System).await
        {
            report(&app, &error, "cannot make the monthly overviews");
        }
        pause::wait(&app, HOUR).await;
    }
}
