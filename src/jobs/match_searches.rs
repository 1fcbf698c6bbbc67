//! Matches new articles with saved searches after each update of the search index.

use std::sync::Arc;
use std::time::Duration;

use super::pause;
use super::report::report;
use crate::app::App;
use crate::ops::Actor;
use crate::ops::saved_searches::{MatchStep, match_next};

/// Pending articles are checked at least this often.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

// docs/decisions/0186
pub(super) async fn run(app: Arc<App>) {
    while !app.stop.is_cancelled() {
        match match_next(&app, &Actor::System).await {
            Ok(MatchStep::Worked) => continue,
            Ok(MatchStep::Idle | MatchStep::Waiting) => {}
            Err(error) => report(&app, &error, "cannot match saved searches"),
        }
        pause::wait_for(&app, app.match_wake.notified(), LONGEST_WAIT).await;
    }
}
