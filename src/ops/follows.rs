//! What an account follows, and how each follow notifies its reader.

use jiff::Timestamp;
use jiff::civil::Date;

use super::accounts::session_check;
use super::policy::{self, Action, Actor};
use super::readers::{self, own};
use crate::app::App;
use crate::domain::Uid;
use crate::domain::follow::FollowSettings;
use crate::error::{Error, Result};
use crate::store::readers::{self as marks, Mark};
use crate::store::{ReadTx, Reading, follow_settings};

/// Something that the account follows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Follow {
    /// A topic's id, or a name with one of the prefixes of `domain::follow`.
    pub name: String,
    pub since: Timestamp,
    pub settings: FollowSettings,
}

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

/// What the account follows, newest first.
pub(in crate::ops) fn all(tx: &impl Reading, uid: &Uid) -> Result<Vec<Follow>> {
    let mut settings = follow_settings::of(tx, uid)?;
    let follow = |(name, since): (String, Timestamp)| {
        let settings = settings.remove(&name).unwrap_or_default();
        Follow { name, since, settings }
    };
    Ok(marks::of(tx, Mark::Follow, uid)?.into_iter().map(follow).collect())
}
