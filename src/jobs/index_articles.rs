//! Builds the search index at the start of the server, and updates it after each change of the catalogue.

use std::sync::Arc;
use std::time::Duration;

use super::report::report;
use crate::app::App;
use crate::ops::search;

/// The pause after a change. Further changes in it, such as those of an import, are indexed together.
const PAUSE: Duration = Duration::from_millis(50);
const AFTER_FAILURE: Duration = Duration::from_secs(10);

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
                    app.catalogue.changed().await;
                    tokio::time::sleep(PAUSE).await;
                }
                Err(_) => tokio::time::sleep(AFTER_FAILURE).await,
            }
        };
        app.stop.run_until_cancelled(next).await;
    }
}
