//! Taking away what counts no more: sessions and codes whose time is over, keys that sign nothing.

use std::ops::ControlFlow;
use std::time::Duration;

use super::keys;
use super::tokens::is_alive;
use crate::app::App;
use crate::error::Result;
use crate::store::{action_codes, sessions};

const EVERY: Duration = Duration::from_secs(3600);
/// Codes are kept a while after their end, so that who comes late is told that the code has expired.
const TELL_EXPIRED: jiff::SignedDuration = jiff::SignedDuration::from_hours(24);

/// Tidies now and then, for as long as it is polled.
pub async fn keep_tidy(app: &App) {
    let mut time = tokio::time::interval(EVERY);
    loop {
        time.tick().await;
        if let Err(error) = tidy(app).await {
            tracing::warn!(error = error.chain(), "old sessions and codes could not be taken away");
        }
    }
}

/// Removes what has ended and renews the signing key when it is old.
pub async fn tidy(app: &App) -> Result<()> {
    let (rules, now) = (app.config.accounts.policy(), app.clock.now());
    let write = app.store.write(move |tx| {
        action_codes::remove_where(tx, &mut |code| {
            code.expires_at.saturating_add(TELL_EXPIRED).is_ok_and(|end| end <= now)
        })?;
        let mut ended = Vec::new();
        sessions::each(tx, &mut |session| {
            if !is_alive(&session, &rules, now) {
                ended.push((session.uid, session.id));
            }
            ControlFlow::Continue(())
        })?;
        Ok(ended.iter().try_for_each(|(uid, id)| sessions::remove(tx, uid, *id))?)
    });
    write.await?;
    keys::load(app).await
}
