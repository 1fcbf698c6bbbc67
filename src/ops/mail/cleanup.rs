//! Removes old outbox rows and message files.

use jiff::SignedDuration;

use crate::app::App;
use crate::domain::kept_days;
use crate::error::Result;
use crate::ops::policy::{self, Action, Actor};
use crate::store::outbox;

/// How long settled deliveries are kept.
const RETENTION: SignedDuration = SignedDuration::from_hours(kept_days::MESSAGE * 24);

/// Removes deliveries that were settled longer ago than they are kept, and message files of that age. Returns the number
/// of deliveries.
pub async fn clean_up(app: &App, actor: &Actor) -> Result<u64> {
    policy::authorize(actor, Action::SendMail)?;
    let before = app.clock.now() - RETENTION;
    app.mailer.remove_files_before(before).await;
    app.text_messages.remove_files_before(before).await;
    let old = app.store.read(move |tx| {
        let mut old = false;
        outbox::each_readable(tx, &mut |record| old |= record.state.settled_at().is_some_and(|at| at < before))?;
        Ok(old)
    });
    if !old.await? {
        return Ok(0);
    }
    app.store.write(move |tx| Ok(outbox::remove_settled_before(tx, before)?)).await
}
