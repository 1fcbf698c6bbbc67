//! Reads the mailbox of returned mails every few minutes, where one is configured.

use std::sync::Arc;
use std::time::Duration;

use crate::app::App;
use crate::ops::Actor;
use crate::ops::mail::mailbox;

pub(super) async fn run(app: Arc<App>) {
    if !mailbox::is_configured(&app) {
        return;
    }
    let pause = Duration::from_secs(60 * u64::from(app.config.mail.bounces.bounce_imap_every));
    while !app.stop.is_cancelled() {
        match mailbox::read(&app, &Actor::System).await {
            Ok(intake) if intake.read > 0 => tracing::info!(
                mails = intake.read,
                hard = intake.hard,
                soft = intake.soft,
                complaints = intake.complaints,
                unsubscribed = intake.unsubscribed,
                "returned mails were read"
            ),
            Ok(_) => {}
            Err(error) => tracing::warn!(error = error.chain(), "the mailbox is tried again later"),
        }
        tokio::select! {
            () = app.stop.cancelled() => break,
            () = tokio::time::sleep(pause) => {}
        }
    }
}
