//! Notifies the accounts that newly published articles concern by their answers.

use std::sync::Arc;
use std::time::Duration;

use super::pause;
use super::report::report;
use crate::app::App;
use crate::ops::Actor;
use crate::ops::concerns::notices::notify_next;

/// Pending articles are checked at least this often.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

// docs/decisions/0361
pub(super) async fn run(app: Arc<App>) {
    while !app.stop.is_cancelled() {
        match notify_next(&app, &Actor::System).await {
            Ok(true) => continue,
            Ok(false) => {}
            Err(error) => report(&app, &error, "cannot notify readers of articles that concern them"),
        }
        pause::wait_for(&app, app.concern_wake.notified(), LONGEST_WAIT).await;
    }
}
