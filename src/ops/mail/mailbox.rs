//! Polls the bounce mailbox over IMAP.

use std::time::Duration;

use super::bounces::{BounceSummary, process_quietly};
use crate::app::App;
use crate::error::Result;
use crate::mail::bounce::Imap;
use crate::ops::policy::{self, Action, Actor};

/// Whether a mailbox is configured.
pub fn is_configured(app: &App) -> bool {
    !app.config.mail.bounces.bounce_imap_host.is_empty()
}

/// Processes the unseen messages and moves recorded reports to another folder. Other messages, reports about foreign
/// messages and refused requests to unsubscribe stay where the operator can read them. Processing a report again after
/// a lost connection changes nothing.
///
/// # Errors
/// `mailbox_unavailable`.
pub async fn poll(app: &App, actor: &Actor) -> Result<BounceSummary> {
    policy::authorize(actor, Action::RecordBounces)?;
    let config = &app.config.mail.bounces;
    let mut imap = Imap::open(&config.mailbox(), Duration::from_secs(app.config.mail.timeout_secs)).await?;
    let mut total = BounceSummary::default();
    for uid in imap.unseen().await? {
        if app.stop.is_cancelled() {
            break;
        }
        let summary = process_quietly(app, actor, &imap.fetch(uid).await?).await?;
        if summary.is_recorded() {
            imap.archive(uid, &config.bounce_imap_done_folder).await?;
        } else {
            imap.mark_seen(uid).await?;
        }
        total.add(&summary);
    }
    imap.close().await;
    total.log_attention();
    Ok(total)
}
