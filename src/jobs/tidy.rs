//! Forgets what need not be kept: at the start of the server and every hour.

use std::sync::Arc;
use std::time::Duration;

use crate::app::App;
use crate::error::Result;
use crate::ops::{self, Actor};

const HOUR: Duration = Duration::from_secs(60 * 60);

pub(super) async fn run(app: Arc<App>) {
    loop {
        if let Err(error) = all(&app).await {
            tracing::error!(error = error.chain(), "tidying failed; it is tried again in an hour");
        }
        tokio::select! {
            () = app.stop.cancelled() => break,
            () = tokio::time::sleep(HOUR) => {}
        }
    }
}

/// Everything that is done every hour; each line may be repeated at will.
async fn all(app: &App) -> Result<()> {
    ops::analytics::tidy(app).await?;
    ops::accounts::tidy::tidy(app, &Actor::System).await?;
    ops::subscribers::tidy(app, &Actor::System).await?;
    ops::mail::tidy::tidy(app, &Actor::System).await?;
    Ok(())
}
