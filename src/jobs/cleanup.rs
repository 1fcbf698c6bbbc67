//! Removes expired data at the start of the server and every hour.

use std::sync::Arc;
use std::time::Duration;

use crate::app::App;
use crate::error::Result;
use crate::ops::{self, Actor};

const HOUR: Duration = Duration::from_secs(60 * 60);

pub(super) async fn run(app: Arc<App>) {
    loop {
        if let Err(error) = clean_up(&app).await {
            tracing::error!(error = error.chain(), "the cleanup failed; retrying in an hour");
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
    Ok(())
}
