//! Follows the changes of other processes on the same database.

use std::sync::Arc;

use super::report::report;
use crate::app::App;
use crate::ops::Actor;
use crate::ops::follow_changes::{self, Changes};

pub(super) async fn run(app: Arc<App>, mut changes: Changes) {
    loop {
        let reload = tokio::select! {
            () = app.stop.cancelled() => break,
            reload = changes.next() => reload,
        };
        let Some(reload) = reload else { break };
        if let Err(error) = follow_changes::apply(&app, &Actor::System, reload).await {
            report(&app, &error, "cannot read what another process changed");
        }
    }
}
