//! What an account follows, and how each follow notifies its reader.

use jiff::civil::Date;

use super::accounts::session_check;
pub use super::own_follows::Follow;
use super::own_follows::all;
use super::policy::{self, Action, Actor};
use super::readers::{self, own};
use crate::app::App;
use crate::domain::follow::FollowSettings;
use crate::error::{Error, Result};
use crate::store::readers::{self as marks, Mark};
use crate::store::{ReadTx, follow_settings};

/// What the account follows, newest first.
pub async fn list(app: &App, actor: &Actor, uid: &str) -> Result<Vec<Follow>> {
    policy::authorize(actor, Action::UseAccount)?;
    let reader = own(actor, uid)?;
    let read = move |tx: &ReadTx| {
        session_check::account(tx, &reader)?;
        all(tx, &reader.uid)
    };
    app.store.read(read).await
}

/// Replaces the settings of a follow, and returns all follows.
///
/// # Errors
/// `not_found` unless the account follows it; `invalid` for a pause that is over; `too_many_requests`.
pub async fn change(
    app: &App,
    actor: &Actor,
    uid: &str,
    name: String,
    settings: FollowSettings,
    today: Date,
) -> Result<Vec<Follow>> {
    policy::authorize(actor, Action::UseAccount)?;
    let reader = own(actor, uid)?;
    readers::rate_limit(app, &reader)?;
    if settings.paused.and_then(|pause| pause.until).is_some_and(|until| until <= today) {
        return Err(Error::invalid("paused_until", "This must be a day after today."));
    }
    app.store
        .write(move |tx| {
            session_check::account(tx, &reader)?;
            if marks::get(tx, Mark::Follow, &reader.uid, &name)?.is_none() {
                return Err(Error::not_found("You do not follow this."));
            }
            follow_settings::put(tx, &reader.uid, &name, &settings)?;
            all(tx, &reader.uid)
        })
        .await
}
