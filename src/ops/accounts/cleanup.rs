//! Removing what has expired: sessions, action codes, sign-ins at a provider, and old signing keys.

use super::tokens::is_active;
use super::{activity, keys};
use crate::app::App;
use crate::error::Result;
use crate::ops::policy::{self, Action, Actor};
use crate::store::{action_codes, sessions, sign_in_transactions};

/// How long expired codes are kept, so that a late use is answered with `expired_action_code`.
const KEEP_EXPIRED_CODES: jiff::SignedDuration = jiff::SignedDuration::from_hours(24);

/// Removes what has expired, and rotates the signing key when it is old.
pub async fn remove_expired(app: &App, actor: &Actor) -> Result<()> {
    policy::authorize(actor, Action::ManageAccounts)?;
    let (policy, now) = (app.config.accounts.policy(), app.clock.now());
    let write = app.store.write(move |tx| {
        action_codes::remove_where(tx, &|code| {
            code.expires_at.saturating_add(KEEP_EXPIRED_CODES).is_ok_and(|end| end <= now)
        })?;
        sign_in_transactions::remove_where(tx, &|transaction| transaction.expires_at <= now)?;
        activity::remove_old(tx, now)?;
        Ok(sessions::remove_where(tx, &|session| !is_active(session, &policy, now))?)
    });
    write.await?;
    keys::load(app).await
}
