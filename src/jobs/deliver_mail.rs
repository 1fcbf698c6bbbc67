//! Delivers the outbox: at once when woken, deferred deliveries later.

use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use tokio::task::JoinSet;

use super::report::report;
use crate::app::App;
use crate::ops::Actor;
use crate::ops::mail::deliver::{self, Lane};

/// The outbox is checked at least this often.
const LONGEST_WAIT: Duration = Duration::from_secs(60);
/// The pause while other workers are sending.
const SHORTEST_WAIT: Duration = Duration::from_millis(100);

/// The pause while nothing can be saved.
const RECOVER_AGAIN: Duration = Duration::from_secs(1);

/// Ends when every worker has finished its delivery.
pub(super) async fn run(app: Arc<App>) {
    // Nothing is sent before, or a mail could be sent twice.
    while let Err(error) = deliver::recover(&app, &Actor::System).await {
        report(&app, &error, "cannot settle the deliveries of an earlier process");
        tokio::select! {
            () = app.stop.cancelled() => return,
            () = tokio::time::sleep(RECOVER_AGAIN) => {}
        }
    }
    let mut workers = JoinSet::new();
    for _ in 0..deliver::workers(&app) {
        workers.spawn(work(Arc::clone(&app), Lane::Everything));
    }
    workers.spawn(work(Arc::clone(&app), Lane::Single));
    workers.spawn(work(Arc::clone(&app), Lane::TextMessages));
    while let Some(ended) = workers.join_next().await {
        if let Err(error) = ended {
            tracing::error!(error = error.to_string(), "a mail worker panicked");
        }
    }
    app.mailer.close_idle(true).await;
}

async fn work(app: Arc<App>, lane: Lane) {
    while !app.stop.is_cancelled() {
        let pause = match deliver::work(&app, &Actor::System, lane).await {
            Ok(round) => until(round.next_at, app.clock.now()),
            Err(error) => {
                report(&app, &error, "cannot deliver the outbox");
                if app.store.outage().is_some() { RECOVER_AGAIN } else { LONGEST_WAIT }
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
        tokio::select! {
            () = app.stop.cancelled() => break,
            () = woken => {}
            () = tokio::time::sleep(pause) => {}
        }
    }
}

fn until(next_at: Option<Timestamp>, now: Timestamp) -> Duration {
    let left = next_at.and_then(|at| Duration::try_from(at.duration_since(now)).ok());
    match (next_at, left) {
        (None, _) => LONGEST_WAIT,
        // It is already due.
        (Some(_), None) => SHORTEST_WAIT,
        (Some(_), Some(left)) => left.clamp(SHORTEST_WAIT, LONGEST_WAIT),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_are_bounded() {
        let now = Timestamp::UNIX_EPOCH;
        let at = |secs: i64| Some(now + jiff::SignedDuration::from_secs(secs));
        assert_eq!(until(None, now), LONGEST_WAIT);
        assert_eq!(until(at(-5), now), SHORTEST_WAIT);
        assert_eq!(until(at(0), now), SHORTEST_WAIT);
        assert_eq!(until(at(5), now), Duration::from_secs(5));
        assert_eq!(until(at(5000), now), LONGEST_WAIT);
    }
}
