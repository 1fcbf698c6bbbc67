//! Removes expired data at the start of the server and every hour.

use std::sync::Arc;
use std::time::Duration;

use super::clock_watch::ClockWatch;
use super::pause;
use super::report::report;
use crate::app::App;
use crate::ops::{self, Actor};

const HOUR: Duration = Duration::from_secs(60 * 60);

pub(super) async fn run(app: Arc<App>) {
    let mut watch = ClockWatch::default();
    while !app.stop.is_cancelled() {
        if watch.is_trusted(&app.clock) {
            clean_up(&app).await;
        }
        pause::wait(&app, HOUR).await;
    }
}

/// Runs all cleanups, which are idempotent. One that fails does not stop the others.
async fn clean_up(app: &App) {
    let actor = &Actor::System;
    let results = [
        ops::analytics::clean_up(app, actor).await,
        ops::accounts::cleanup::remove_expired(app, actor).await,
        ops::subscribers::clean_up(app, actor).await.map(drop),
        ops::mail::cleanup::clean_up(app, actor).await.map(drop),
        ops::saved_searches::clean_up(app, actor).await,
        ops::reminders::clean_up(app, actor).await,
        ops::acts::cleanup::clean_up(app, actor).await.map(drop),
        ops::erasures::clean_up(app, actor).await,
        ops::erasures::rewrite_store(app, actor).await.map(drop),
    ];
    for error in results.into_iter().filter_map(Result::err) {
        report(app, &error, "an hourly cleanup failed");
    }
}
