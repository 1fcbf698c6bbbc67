//! Makes the rows of campaigns that are due, ends those that are over, and says when mails are late.

use std::sync::Arc;
use std::time::{Duration, Instant};

use jiff::Timestamp;

use crate::app::App;
use crate::ops::Actor;
use crate::ops::mail::{campaigns, late};

/// Campaigns are looked at this often even if nobody wakes the job.
const LONGEST_WAIT: Duration = Duration::from_secs(60);
/// While one is being sent, so that its end is seen and its pace known.
const WHILE_SENDING: Duration = Duration::from_secs(2);
/// What was on its way when its campaign was cancelled, and came back, is met so late.
const SWEEP_EVERY: Duration = Duration::from_secs(60 * 60);
/// Between two warnings that mails are late.
const WARN_EVERY: Duration = Duration::from_secs(15 * 60);

pub(super) async fn run(app: Arc<App>) {
    let (mut looked, mut warned, mut swept): (Option<Instant>, Option<Instant>, Option<Instant>) = (None, None, None);
    while !app.stop.is_cancelled() {
        if swept.is_none_or(|at| at.elapsed() >= SWEEP_EVERY) {
            swept = Some(Instant::now());
            sweep(&app).await;
        }
        let pause = match campaigns::gather::step(&app, &Actor::System).await {
            Ok(step) if step.worked => continue,
            Ok(step) if step.sending => WHILE_SENDING,
            Ok(step) => until(step.next_at, app.clock.now()),
            Err(error) => {
                tracing::error!(error = error.chain(), "campaigns cannot be worked on");
                LONGEST_WAIT
            }
        };
        if looked.is_none_or(|at| at.elapsed() >= LONGEST_WAIT) {
            looked = Some(Instant::now());
            if warned.is_none_or(|at| at.elapsed() >= WARN_EVERY) && warn(&app).await {
                warned = looked;
            }
        }
        tokio::select! {
            () = app.stop.cancelled() => break,
            () = app.gather_wake.notified() => {}
            () = tokio::time::sleep(pause) => {}
        }
    }
}

async fn sweep(app: &App) {
    if let Err(error) = campaigns::control::settle_all_cancelled(app, &Actor::System).await {
        tracing::error!(error = error.chain(), "cancelled campaigns could not be settled");
    }
}

fn until(next_at: Option<Timestamp>, now: Timestamp) -> Duration {
    let left = next_at.map(|at| Duration::try_from(at.duration_since(now)).unwrap_or_default());
    left.map_or(LONGEST_WAIT, |left| left.min(LONGEST_WAIT))
}

/// Says which mails are late; answers whether any are.
async fn warn(app: &App) -> bool {
    let late = match late::look(app, &Actor::System).await {
        Ok(late) => late,
        Err(error) => {
            tracing::error!(error = error.chain(), "it cannot be seen whether mails are late");
            return false;
        }
    };
    for queue in &late {
        tracing::warn!(
            mail.campaign = queue.campaign.as_ref().map(ToString::to_string),
            mail.late = queue.mails,
            mail.since = queue.since.to_string(),
            "mails are late; see `paragraf mail status` and `paragraf mail outbox`"
        );
    }
    !late.is_empty()
}
