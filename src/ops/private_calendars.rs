//! The private calendar of each account: its settings, its secret address and its events.

use std::sync::Arc;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::accounts::session_check;
use super::calendars::{CalendarQuery, OwnCalendar};
use super::concerns::profiles;
use super::policy::{self, Action, Actor, Principal};
use super::{deadlines, readers};
use crate::app::App;
use crate::catalogue::DeadlineQuery;
use crate::domain::{AudienceRole, Language};
use crate::error::{Error, Result};
use crate::identity::secrets;
use crate::rate_limit::Limit;
use crate::store::calendars::{self as stored, CalendarLink, CalendarRecord};
use crate::store::{ReadTx, accounts};

/// Maximum number of days before an event on which a calendar can ring.
const MAX_DAYS_BEFORE: u8 = 60;
/// Maximum number of alarms of an event.
pub const MAX_ALARMS: usize = 5;

/// The settings of an account's private calendar.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct CalendarSettings {
    pub language: Language,
    /// Days before each deadline on which calendars ring, largest first.
    pub alarms: Vec<u8>,
    /// The recurring duties of these roles belong to the calendar, unless the account answered questions.
    pub roles: Vec<AudienceRole>,
    /// When its address was made; absent while it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link_created_at: Option<Timestamp>,
}

/// A change of settings; absent ones are kept.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = CalendarInput)]
pub struct CalendarChange {
    #[serde(default)]
    pub language: Option<Language>,
    /// Numbers of days from 1 to 60.
    #[serde(default)]
    pub alarms: Option<Vec<u8>>,
    #[serde(default)]
    pub roles: Option<Vec<AudienceRole>>,
}

/// What a private calendar contains, and the days before each event on which it rings.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PrivateCalendar {
    pub query: CalendarQuery,
    pub alarms: Vec<u8>,
}

/// Returns the settings of the caller's own calendar.
pub async fn get(app: &App, actor: &Actor, uid: &str) -> Result<CalendarSettings> {
    policy::authorize(actor, Action::UseAccount)?;
    let reader = readers::own(actor, uid)?;
    let read = move |tx: &ReadTx| {
        session_check::account(tx, &reader)?;
        Ok(settings(stored::get(tx, &reader.uid)?))
    };
    app.store.read(read).await
}

/// Changes the settings of the caller's own calendar.
///
/// # Errors
/// `invalid` in a field; `too_many_requests`.
pub async fn change(app: &App, actor: &Actor, uid: &str, change: CalendarChange) -> Result<CalendarSettings> {
    policy::authorize(actor, Action::UseAccount)?;
    let reader = readers::own(actor, uid)?;
    readers::rate_limit(app, &reader)?;
    let alarms = change.alarms.map(alarms).transpose()?;
    update(app, reader, move |record| {
        record.language = change.language.unwrap_or(record.language);
        if let Some(alarms) = &alarms {
            record.alarms.clone_from(alarms);
        }
        if let Some(roles) = &change.roles {
            record.roles.clone_from(roles);
            record.roles.sort_unstable();
            record.roles.dedup();
        }
    })
    .await
}

/// Gives the caller's calendar a new secret address and returns the secret. The previous address stops working.
///
/// # Errors
/// `too_many_requests`.
pub async fn renew(app: &App, actor: &Actor, uid: &str, language: Option<Language>) -> Result<String> {
    policy::authorize(actor, Action::UseAccount)?;
    let reader = readers::own(actor, uid)?;
    let now = readers::rate_limit(app, &reader)?;
    let secret = secrets::generate_token();
    let digest = secrets::digest(&secret);
    let link = move |record: &mut CalendarRecord| {
        record.language = language.unwrap_or(record.language);
        record.link = Some(CalendarLink { digest: digest.clone(), created_at: now });
    };
    update(app, reader, link).await?;
    Ok(secret)
}

/// Removes the address of the caller's calendar.
pub async fn close(app: &App, actor: &Actor, uid: &str) -> Result<CalendarSettings> {
    policy::authorize(actor, Action::UseAccount)?;
    let reader = readers::own(actor, uid)?;
    readers::rate_limit(app, &reader)?;
    update(app, reader, |record| record.link = None).await
}

async fn update(
    app: &App,
    reader: Principal,
    change: impl Fn(&mut CalendarRecord) + Send + Sync + 'static,
) -> Result<CalendarSettings> {
    app.store
        .write(move |tx| {
            session_check::account(tx, &reader)?;
            let mut record = stored::get(tx, &reader.uid)?;
            change(&mut record);
            stored::put(tx, &reader.uid, &record)?;
            Ok(settings(record))
        })
        .await
}

fn settings(record: CalendarRecord) -> CalendarSettings {
    let CalendarRecord { language, alarms, roles, link } = record;
    CalendarSettings { language, alarms, roles, link_created_at: link.map(|link| link.created_at) }
}

/// Checks and sorts the days before an event on which a calendar rings: largest first, each once.
///
/// # Errors
/// `invalid` in `alarms`.
pub fn alarms(mut days: Vec<u8>) -> Result<Vec<u8>> {
    if days.len() > MAX_ALARMS || days.iter().any(|day| !(1..=MAX_DAYS_BEFORE).contains(day)) {
        let message = format!("Use at most {MAX_ALARMS} numbers of days from 1 to {MAX_DAYS_BEFORE}.");
        return Err(Error::invalid("alarms", message));
    }
    days.sort_unstable_by(|a, b| b.cmp(a));
    days.dedup();
    Ok(days)
}

/// Returns the calendar whose address has this secret.
///
/// # Errors
/// `not_found` for an unknown or replaced secret, `too_many_requests` for one secret and for one account.
pub async fn with_secret(app: &App, actor: &Actor, secret: &str) -> Result<PrivateCalendar> {
    policy::authorize(actor, Action::ReadPublished)?;
    let missing = || Error::not_found("There is no such calendar.");
    if !secrets::is_token(secret) {
        return Err(missing());
    }
    let (digest, today) = (secrets::digest(secret), app.clock.today());
    let count = |key: &str| app.rate_limiter.take(Limit::OwnDeadlines, key, app.clock.steady());
    count(&digest)?;
    let read = move |tx: &ReadTx| {
        let Some((uid, record)) = stored::of_link(tx, &digest)? else { return Ok(None) };
        if accounts::get(tx, &uid)?.is_none_or(|account| account.disabled) {
            return Ok(None);
        }
        let (interest, answers) = (deadlines::interest(tx, &uid, today)?, profiles::answers_of(tx, &uid)?);
        Ok(Some((uid, record, interest, answers)))
    };
    let (uid, record, interest, answers) = app.store.read(read).await?.ok_or_else(missing)?;
    count(uid.as_str())?;
    let own = (!answers.is_empty()).then(|| OwnCalendar { answers, chosen: interest.slugs.clone() });
    let interest = deadlines::find_articles_on_acts(app, interest).await?;
    let CalendarRecord { language, alarms, roles, .. } = record;
    let with_duties = own.is_some() || !roles.is_empty() || !interest.duties.is_empty();
    let mut query = DeadlineQuery { interest: Some(Arc::new(interest)), ..DeadlineQuery::default() };
    query.articles.language = language;
    Ok(PrivateCalendar { query: CalendarQuery { deadlines: query, with_duties, duty_roles: roles, own }, alarms })
}
