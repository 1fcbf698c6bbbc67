//! Builds the search index at the start of the server, updates it after each change of the catalogue, and saves it for the
//! next start.

use std::sync::Arc;
use std::time::Duration;

use super::report::report;
use crate::app::App;
use crate::ops::search;

/// The pause after a change. Further changes in it, such as those of an import, are indexed together.
const PAUSE: Duration = Duration::from_millis(50);
const AFTER_FAILURE: Duration = Duration::from_secs(10);
/// From this many changes on, the index is saved soon.
const MANY_CHANGES: usize = 1_000;
/// How long no article changes before the index is saved with many changes. An import pauses for less.
const QUIET_AFTER_MANY: Duration = Duration::from_secs(5);
/// The same with few changes, which the next start indexes again in less time than a saving takes.
const QUIET_AFTER_FEW: Duration = Duration::from_mins(10);

pub(super) async fn run(app: Arc<App>) {
    while !app.stop.is_cancelled() {
        let updated = search::update_index(&app).await;
        if let Err(error) = &updated {
            report(&app, error, "cannot index the articles for searches");
        }
        let next = async {
            match updated {
                Ok(()) => {
                    app.match_wake.notify_one();
                    app.concern_wake.notify_one();
                    changed(&app).await;
                    tokio::time::sleep(PAUSE).await;
                }
                Err(_) => tokio::time::sleep(AFTER_FAILURE).await,
            }
        };
        app.stop.run_until_cancelled(next).await;
    }
    // An article that was withdrawn at the last moment is kept in no file.
    if search::update_index(&app).await.is_ok() {
        search::save_index(&app).await;
    }
}

/// Waits for the next change of the catalogue. Saves the index when there was none for a while.
// docs/decisions/0574
async fn changed(app: &App) {
    let quiet = match app.catalogue.unsaved_changes() {
        0 => return app.catalogue.changed().await,
        1..MANY_CHANGES => QUIET_AFTER_FEW,
        _ => QUIET_AFTER_MANY,
    };
    if tokio::time::timeout(quiet, app.catalogue.changed()).await.is_err() {
        search::save_index(app).await;
        app.catalogue.changed().await;
    }
}
