//! Taking away what counts no more: sessions, codes and visits to a provider whose time is over, keys
//! that sign nothing.

use super::keys;
use super::tokens::is_alive;
use crate::app::App;
use crate::error::Result;
use crate::ops::policy::{self, Action, Actor};
use crate::store::{action_codes, sessions, sign_in_transactions};

/// Codes are kept a while after their end, so that who comes late is told that the code has expired.
const TELL_EXPIRED: jiff::SignedDuration = jiff::SignedDuration::from_hours(24);

/// Removes what has ended and renews the signing key when it is old.
pub async fn tidy(app: &App, actor: &Actor) -> Result<()> {
    policy::authorize(actor, Action::ManageAccounts)?;
    let (rules, now) = (app.config.accounts.policy(), app.clock.now());
    let write = app.store.write(move |tx| {
        action_codes::remove_where(tx, &|code| {
            code.expires_at.saturating_add(TELL_EXPIRED).is_ok_and(|end| end <= now)
        })?;
        sign_in_transactions::remove_where(tx, &|visit| visit.expires_at <= now)?;
        Ok(sessions::remove_where(tx, &|session| !is_alive(session, &rules, now))?)
    });
    write.await?;
    keys::load(app).await
}
