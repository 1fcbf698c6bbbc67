//! The mailbox to which mails come back, read by IMAP.

use std::time::Duration;

use super::bounces::{Intake, take};
use crate::app::App;
use crate::error::Result;
use crate::mail::bounce::Imap;
use crate::ops::policy::{self, Action, Actor};

/// Whether a mailbox is configured.
pub fn is_configured(app: &App) -> bool {
    !app.config.mail.bounces.bounce_imap_host.is_empty()
}

/// Reads what nobody has read yet. A mail that says something is put away after it was taken, so that one
/// that is read twice, because the connection broke off between, changes nothing; all others are left there.
///
/// Errors: `mailbox_unavailable`.
pub async fn read(app: &App, actor: &Actor) -> Result<Intake> {
    policy::authorize(actor, Action::RecordBounces)?;
    let config = &app.config.mail.bounces;
    let mut imap = Imap::open(config, Duration::from_secs(app.config.mail.timeout_secs)).await?;
    let mut all = Intake::default();
    for uid in imap.unseen().await? {
        if app.stop.is_cancelled() {
            break;
        }
        let intake = take(app, actor, &imap.fetch(uid).await?).await?;
        match intake.ignored {
            0 => imap.put_away(uid, &config.bounce_imap_done_folder).await?,
            _ => imap.mark_seen(uid).await?,
        }
        all.add(&intake);
    }
    imap.close().await;
    Ok(all)
}
