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
    loop {
        let reload = tokio::select! {
            () = app.stop.cancelled() => break,
            reload = changes.next() => reload,
        };
        let Some(reload) = reload else { break };
        while let Err(error) = follow_changes::apply(&app, &Actor::System, &reload).await {
            report(&app, &error, "cannot read what another process changed");
            tokio::select! {
                () = app.stop.cancelled() => return,
                () = tokio::time::sleep(AGAIN) => {}
            }
        }
    }
}
