//! Removes expired data at the start of the server and every hour.

use std::sync::Arc;
use std::time::Duration;

use super::clock_watch::ClockWatch;
use super::report::report;
use crate::app::App;
use crate::error::Result;
use crate::ops::{self, Actor};

const HOUR: Duration = Duration::from_secs(60 * 60);

pub(super) async fn run(app: Arc<App>) {
    let mut watch = ClockWatch::default();
    loop {
        if watch.is_trusted(&app.clock)
            && let Err(error) = clean_up(&app).await
        {
            report(&app, &error, "the hourly cleanup failed");
        }
        tokio::select! {
            () = app.stop.cancelled() => break,
            () = tokio::time::sleep(HOUR) => {}
        }
    }
}

/// Runs all idempotent cleanups.
async fn clean_up(app: &App) -> Result<()> {
    ops::analytics::tidy(app).await?;
    ops::accounts::cleanup::remove_expired(app, &Actor::System).await?;
    ops::subscribers::clean_up(app, &Actor::System).await?;
    ops::mail::cleanup::clean_up(app, &Actor::System).await?;
    ops::saved_searches::clean_up(app, &Actor::System).await?;
    ops::reminders::clean_up(app, &Actor::System).await?;
    ops::acts::cleanup::clean_up(app, &Actor::System).await?;
    Ok(())
}
