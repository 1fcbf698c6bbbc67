//! Delivers the outbox: at once when woken, deferred deliveries later.

use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;

use super::pause;
use super::report::report;
use crate::app::App;
use crate::ops::Actor;
use crate::ops::leader::carried;
use crate::ops::mail::deliver::{self, Lane};

/// The outbox is checked at least this often.
const LONGEST_WAIT: Duration = Duration::from_secs(60);
/// The pause while other workers are sending.
const SHORTEST_WAIT: Duration = Duration::from_millis(100);
/// The pause while nothing can be saved.
const OUTAGE_WAIT: Duration = Duration::from_secs(1);

/// Ends when every worker has finished its delivery.
pub(super) async fn run(app: Arc<App>) {
    // Nothing is sent before this succeeds: otherwise a mail could be sent twice.
    while let Err(error) = deliver::recover(&app, &Actor::System).await {
        report(&app, &error, "cannot settle the deliveries of an earlier process");
        if app.stop.run_until_cancelled(tokio::time::sleep(OUTAGE_WAIT)).await.is_none() {
            return;
        }
    }
    let mut workers = JoinSet::new();
    for _ in 0..deliver::workers(&app) {
        workers.spawn(carried(work(Arc::clone(&app), Lane::Everything)));
    }
    workers.spawn(carried(work(Arc::clone(&app), Lane::Single)));
    workers.spawn(carried(work(Arc::clone(&app), Lane::TextMessages)));
    while let Some(ended) = workers.join_next().await {
        if let Err(error) = ended {
            tracing::error!(error = error.to_string(), "a mail worker panicked");
        }
    }
    app.mailer.close_idle(true).await;
}

async fn work(app: Arc<App>, lane: Lane) {
    while !app.stop.is_cancelled() {
        let wait = match deliver::work(&app, &Actor::System, lane).await {
            Ok(round) => pause::until(round.next_at, app.clock.now(), SHORTEST_WAIT..=LONGEST_WAIT),
            Err(error) => {
                report(&app, &error, "cannot deliver the outbox");
                if app.store.outage().is_some() { OUTAGE_WAIT } else { LONGEST_WAIT }
            }
        };
        app.mailer.close_idle(false).await;
        let woken = async {
            match lane {
                Lane::Everything => app.mail_wake.notified().await,
                Lane::Single => app.mail_wake.notified_single().await,
                Lane::TextMessages => app.mail_wake.notified_text_message().await,
            }
        };
        pause::wait_for(&app, woken, wait).await;
    }
}
