//! Polls the bounce mailbox every few minutes, if one is configured.

use std::sync::Arc;
use std::time::Duration;

use super::pause;
use crate::app::App;
use crate::ops::Actor;
use crate::ops::mail::mailbox;

pub(super) async fn run(app: Arc<App>) {
    if !mailbox::is_configured(&app) {
        return;
    }
    let wait = Duration::from_secs(60 * u64::from(app.config.mail.bounces.bounce_imap_every));
    while !app.stop.is_cancelled() {
        match mailbox::poll(&app, &Actor::System).await {
            Ok(summary) if summary.read > 0 => tracing::info!(
                mails = summary.read,
                hard = summary.hard,
                doubtful = summary.doubtful,
                soft = summary.soft,
                blameless = summary.blameless,
                complaints = summary.complaints,
                unsubscribed = summary.unsubscribed,
                ignored = summary.ignored,
                "bounces processed"
            ),
            Ok(_) => {}
            Err(error) => tracing::warn!(error = error.chain(), "cannot poll the bounce mailbox; retrying later"),
        }
        pause::wait(&app, wait).await;
    }
}
