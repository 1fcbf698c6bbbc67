//! Forgets what need not be kept: at the start of the server and once a day.

use std::sync::Arc;
use std::time::Duration;

use crate::app::App;
use crate::error::Result;
use crate::ops::{self, Actor};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

pub(super) async fn run(app: Arc<App>) {
    loop {
        if let Err(error) = all(&app).await {
            tracing::error!(error = error.chain(), "tidying failed; it is tried again in a day");
        }
        tokio::select! {
            () = app.stop.cancelled() => break,
            () = tokio::time::sleep(DAY) => {}
        }
    }
}

/// Everything that is done once a day; each line may be repeated at will.
async fn all(app: &App) -> Result<()> {
    ops::analytics::tidy(app).await?;
    ops::accounts::tidy::tidy(app, &Actor::System).await?;
    ops::mail::tidy::tidy(app, &Actor::System).await?;
    Ok(())
}
