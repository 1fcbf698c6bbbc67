//! Polls the official sources every few minutes, if they are watched.

use std::sync::Arc;
use std::time::Duration;

use super::pause;
use crate::app::App;
use crate::ops::Actor;
use crate::ops::sources::watch;

pub(super) async fn run(app: Arc<App>) {
    if !watch::is_watching(&app) {
        return;
    }
    let wait = Duration::from_secs(60 * u64::from(app.config.sources.watch_every));
    while !app.stop.is_cancelled() {
        match watch::poll(&app, &Actor::System).await {
            Ok(summary) => tracing::info!(
                new = summary.new,
                changed = summary.changed,
                issues = summary.issues,
                waiting = summary.waiting,
                drafts = summary.drafts,
                refused = summary.refused,
                "sources polled"
            ),
            Err(error) => tracing::warn!(error = error.chain(), "cannot read a source; polling it again later"),
        }
        pause::wait(&app, wait).await;
    }
}
