//! Sessions and action codes that have ended.

use jiff::SignedDuration;

use crate::app::App;
use crate::error::Result;
use crate::ops::policy::{self, Action, Actor};
use crate::store::{action_codes, sessions};

/// How long an expired code is remembered, so that whoever comes late is told that it has expired and not
/// that it never was.
const CODES_KEPT: SignedDuration = SignedDuration::from_hours(7 * 24);

/// Removes them; answers how many went.
pub async fn tidy(app: &App, actor: &Actor) -> Result<u64> {
    policy::allow(actor, Action::ManageAccounts)?;
    let now = app.clock.now();
    let removed = app.store.write(move |tx| {
        let codes = action_codes::remove_expired(tx, now - CODES_KEPT)?;
        Ok(codes + sessions::remove_ended(tx, now)?)
    });
    removed.await
}
