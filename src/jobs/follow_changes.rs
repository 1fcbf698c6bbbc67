//! Follows the changes of other processes on the same database.

use std::sync::Arc;
use std::time::Duration;

use super::report::report;
use crate::app::App;
use crate::ops::Actor;
use crate::ops::follow_changes::{self, ForeignChanges};

/// The pause before changes that could not be read are read again; none is left out.
const AGAIN: Duration = Duration::from_secs(1);

pub(super) async fn run(app: Arc<App>, mut changes: ForeignChanges) {
    while let Some(Some(reload)) = app.stop.run_until_cancelled(changes.next()).await {
        while let Err(error) = follow_changes::apply(&app, &Actor::System, &reload).await {
            report(&app, &error, "cannot read what another process changed");
            if app.stop.run_until_cancelled(tokio::time::sleep(AGAIN)).await.is_none() {
                return;
            }
        }
    }
}
