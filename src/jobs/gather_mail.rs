//! Gathers the recipients of due campaigns, ends campaigns that are over, and warns about overdue mail.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::pause;
use super::report::report;
use crate::app::App;
use crate::ops::Actor;
use crate::ops::mail::{campaigns, overdue};

/// Campaigns are checked at least this often.
const LONGEST_WAIT: Duration = Duration::from_secs(60);
/// The pause while a campaign is being sent, to measure its rate and notice its end.
const WHILE_SENDING: Duration = Duration::from_secs(2);
/// The pause between two settlements of deliveries that were in progress when their campaign was cancelled.
const SWEEP_EVERY: Duration = Duration::from_secs(60 * 60);
/// The pause between two warnings about overdue mail.
const WARN_EVERY: Duration = Duration::from_secs(15 * 60);

pub(super) async fn run(app: Arc<App>) {
    let (mut checked, mut warned, mut swept): (Option<Instant>, Option<Instant>, Option<Instant>) = (None, None, None);
    while !app.stop.is_cancelled() {
        if swept.is_none_or(|at| at.elapsed() >= SWEEP_EVERY) {
            swept = Some(Instant::now());
            sweep(&app).await;
        }
        let wait = match campaigns::gather::step(&app, &Actor::System).await {
            Ok(step) if step.did_work => continue,
            Ok(step) if step.sending => WHILE_SENDING,
            Ok(step) => pause::until(step.next_at, app.clock.now(), Duration::ZERO..=LONGEST_WAIT),
            Err(error) => {
                report(&app, &error, "cannot gather recipients");
                LONGEST_WAIT
            }
        };
        if checked.is_none_or(|at| at.elapsed() >= LONGEST_WAIT) {
            checked = Some(Instant::now());
            if warned.is_none_or(|at| at.elapsed() >= WARN_EVERY) && warn(&app).await {
                warned = checked;
            }
        }
        pause::wait_for(&app, app.gather_wake.notified(), wait).await;
    }
}

async fn sweep(app: &App) {
    if let Err(error) = campaigns::control::settle_all_cancelled(app, &Actor::System).await {
        report(app, &error, "cannot settle cancelled campaigns");
    }
}

/// Logs overdue queues; returns whether there are any.
async fn warn(app: &App) -> bool {
    let late = match overdue::check(app, &Actor::System).await {
        Ok(late) => late,
        Err(error) => {
            report(app, &error, "cannot check for overdue mail");
            return false;
        }
    };
    for queue in &late {
        tracing::warn!(
            mail.campaign = queue.campaign.as_ref().map(ToString::to_string),
            mail.late = queue.mails,
            mail.since = queue.since.to_string(),
            "mail is overdue; see `paragraf mail status` and `paragraf mail outbox`"
        );
    }
    !late.is_empty()
}
