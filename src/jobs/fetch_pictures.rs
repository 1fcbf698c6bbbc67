//! Fetches the pictures of accounts from their providers.

use std::sync::Arc;
use std::time::Duration;

use super::report::report;
use crate::app::App;
use crate::ops::Actor;
use crate::ops::accounts::pictures;

/// The clock is read at least this often: it may be set, and the machine may sleep.
const LONGEST_WAIT: Duration = Duration::from_secs(10 * 60);
const SHORTEST_WAIT: Duration = Duration::from_secs(1);

pub(super) async fn run(app: Arc<App>) {
    while !app.stop.is_cancelled() {
        let mut next = None;
        match pictures::fetch_due(&app, &Actor::System).await {
            Ok(due) => next = due,
            Err(error) => report(&app, &error, "cannot fetch pictures of accounts"),
        }
        let left = next.and_then(|at| Duration::try_from(at.duration_since(app.clock.now())).ok());
        let left = if next.is_some() { left.unwrap_or_default() } else { LONGEST_WAIT };
        tokio::select! {
            () = app.stop.cancelled() => break,
            () = app.picture_wake.notified() => {}
            () = tokio::time::sleep(left.clamp(SHORTEST_WAIT, LONGEST_WAIT)) => {}
        }
    }
}
