//! Reminders before deadlines: the settings of each account, and the daily run.
//!
//! The run is a campaign, whose record keeps the period of the run and the last account that was reminded. [`due`]
//! lists the deadlines of the run, and [`give`] reminds one account in the transaction that stores the progress.

pub(in crate::ops) mod due;
pub(in crate::ops) mod give;

use jiff::Span;
use serde::Deserialize;
use utoipa::ToSchema;

use super::accounts::session_check;
use super::concerns::profiles;
use super::policy::{self, Action, Actor};
use super::readers;
use crate::app::App;
use crate::domain::Uid;
use crate::domain::reminder::{REMINDER_DAYS, ReminderSettings};
use crate::error::{Error, Result};
use crate::store::{ReadTx, Reading, reminders};

/// Days for which the records of reminders are kept after a deadline.
const KEPT_DAYS: i32 = 60;

/// A change of settings; absent ones are kept.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RemindersInput)]
pub struct ReminderChange {
    /// 30, 7 and 1, or some of them.
    pub days: Option<Vec<u8>>,
    pub in_app: Option<bool>,
    pub followed: Option<bool>,
    pub bookmarks: Option<bool>,
    pub interests: Option<bool>,
    pub duties: Option<bool>,
}

/// Returns the settings of the caller's own reminders.
pub async fn get(app: &App, actor: &Actor, uid: &str) -> Result<ReminderSettings> {
    policy::authorize(actor, Action::UseAccount)?;
    let reader = readers::own(actor, uid)?;
    let read = move |tx: &ReadTx| {
        session_check::account(tx, &reader)?;
        settings(tx, &reader.uid)
    };
    app.store.read(read).await
}

/// Changes the settings of the caller's own reminders.
///
/// # Errors
/// `invalid` in `days`; `too_many_requests`.
pub async fn change(app: &App, actor: &Actor, uid: &str, change: ReminderChange) -> Result<ReminderSettings> {
    policy::authorize(actor, Action::UseAccount)?;
    let reader = readers::own(actor, uid)?;
    readers::rate_limit(app, &reader)?;
    if change.days.as_ref().is_some_and(|days| days.iter().any(|day| !REMINDER_DAYS.contains(day))) {
        return Err(Error::invalid("days", "Use 30, 7 and 1, or some of them."));
    }
    app.store
        .write(move |tx| {
            session_check::account(tx, &reader)?;
            let before = settings(tx, &reader.uid)?;
            let days = change.days.as_ref().map(|chosen| REMINDER_DAYS.into_iter().filter(|day| chosen.contains(day)));
            let after = ReminderSettings {
                days: days.map_or(before.days, Iterator::collect),
                in_app: change.in_app.unwrap_or(before.in_app),
                followed: change.followed.unwrap_or(before.followed),
                bookmarks: change.bookmarks.unwrap_or(before.bookmarks),
                interests: change.interests.unwrap_or(before.interests),
                duties: change.duties.unwrap_or(before.duties),
            };
            reminders::put_settings(tx, &reader.uid, &after)?;
            Ok(after)
        })
        .await
}

/// The account's settings. Before it changes something, an account that answered questions is reminded of what is due
/// for it by the answers.
pub(in crate::ops) fn settings(tx: &dyn Reading, uid: &Uid) -> Result<ReminderSettings> {
    if let Some(chosen) = reminders::settings(tx, uid)? {
        return Ok(chosen);
    }
    let duties = !profiles::answers_of(tx, uid)?.is_empty();
    Ok(ReminderSettings { duties, ..ReminderSettings::default() })
}

/// Removes the records of reminders whose deadlines are long past.
pub async fn clean_up(app: &App, actor: &Actor) -> Result<()> {
    policy::authorize(actor, Action::SendMail)?;
    let before = app.clock.today().saturating_sub(Span::new().days(KEPT_DAYS));
    if !app.store.read(move |tx| Ok(reminders::any_before(tx, before)?)).await? {
        return Ok(());
    }
    app.store.write(move |tx| Ok(reminders::remove_before(tx, before)?)).await
}
