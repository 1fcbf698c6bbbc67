//! What is not kept of mails.

use jiff::SignedDuration;

use crate::app::App;
use crate::error::Result;
use crate::ops::policy::{self, Action, Actor};
use crate::store::outbox;

/// How long the outbox remembers to whom a mail was sent, or that it could not be.
const KEPT: SignedDuration = SignedDuration::from_hours(30 * 24);

/// Removes what was sent or given up more than thirty days ago, and the files of mails as old.
pub async fn tidy(app: &App, actor: &Actor) -> Result<u64> {
    policy::authorize(actor, Action::SendMail)?;
    let before = app.clock.now() - KEPT;
    app.mailer.forget(before).await;
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
