//! Fetches the pictures of accounts from their providers.

use std::sync::Arc;
use std::time::Duration;

use super::pause;
use super::report::report;
use crate::app::App;
use crate::ops::Actor;
use crate::ops::accounts::pictures;

/// The clock is read at least this often: it may be set, and the machine may sleep.
const LONGEST_WAIT: Duration = Duration::from_secs(10 * 60);
const SHORTEST_WAIT: Duration = Duration::from_secs(1);

pub(super) async fn run(app: Arc<App>) {
    while !app.stop.is_cancelled() {
        let next_at = match pictures::fetch_due(&app, &Actor::System).await {
            Ok(next_at) => next_at,
            Err(error) => {
                report(&app, &error, "cannot fetch pictures of accounts");
                None
            }
        };
        let wait = pause::until(next_at, app.clock.now(), SHORTEST_WAIT..=LONGEST_WAIT);
        pause::wait_for(&app, app.picture_wake.notified(), wait).await;
    }
}
