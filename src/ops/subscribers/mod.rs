//! Subscribers: e-mail addresses without an account.
//!
//! A new address gets a confirmation request and nothing else until it is confirmed. Unconfirmed and unsubscribed
//! addresses are removed after a while ([`clean_up`]).

mod export;
mod import;
mod import_decision;

use std::cmp::Reverse;
use std::collections::HashSet;
use std::ops::ControlFlow;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use super::policy::{self, Action, Actor};
use super::{erasures, limits};
use crate::app::App;
use crate::clock::uuid_at;
use crate::domain::Language;
use crate::domain::email::Email;
use crate::domain::mailing::SuppressionReason;
use crate::domain::message::MessageKind;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::rate_limit::Limit;
use crate::store::audit::{self, AuditRecord};
use crate::store::erasures::{ErasedSubject, note};
use crate::store::outbox::{self, OutboxRecord};
use crate::store::subscribers::{self, SubscriberRecord};
use crate::store::{StoreError, WriteTx, campaigns, suppressions};

pub use export::{ExportFormat, SubscriberExport, export};
pub use import::{SubscriberImportEvent, SubscriberImportOptions, SubscriberImportSummary, import};

/// Age of a confirmation request after which subscribing again sends a new one; the first may be lost.
const ASK_AGAIN_AFTER: SignedDuration = SignedDuration::from_mins(10);
/// Confirmation requests to one address within a day; anyone can enter the address of another person.
const MAX_ASKED: usize = 4;
/// How long unconfirmed and unsubscribed addresses are kept.
pub const RETENTION: SignedDuration = SignedDuration::from_hours(30 * 24);

/// A subscriber.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subscriber {
    pub email: Email,
    /// The language of the page on which the address was entered.
    pub language: Language,
    pub created_at: Timestamp,
    /// When the address was confirmed.
    pub confirmed_at: Option<Timestamp>,
    /// When the subscriber left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_at: Option<Timestamp>,
    /// Whether the subscriber signed up before the launch (`site.launch_at`).
    #[serde(default)]
    pub early: bool,
}

/// The result for one address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Removal {
    pub email: Email,
    /// False when the address was not subscribed.
    pub removed: bool,
}

/// Adds the address as unconfirmed and queues the confirmation request, in one write. An address that unsubscribed or is
/// suppressed gets a new request, and so does one that is still unconfirmed ten minutes after the last. Only the
/// confirmation lifts the suppression.
///
/// Returns success without storing anything if the operator suppressed the address.
///
/// # Errors
/// `invalid` in field `email`; `too_many_requests` for a mailbox; `already_subscribed`, also when an unconfirmed address
/// gets a new request before the last one expires. The check is in the same transaction, so of two concurrent requests
/// only one succeeds.
pub async fn subscribe(app: &App, actor: &Actor, email: &str, language: Language) -> Result<()> {
    policy::authorize(actor, Action::Subscribe)?;
    let email = Email::pasted(email).ok_or_else(|| Error::invalid("email", "This is not an e-mail address."))?;
    let (now, new) = (app.clock.now(), SubscriberRecord::new(email, language, app.clock.now()));
    let id = uuid_at(now);
    check_mailbox(app, &new.email, now).await?;
    let write = app.store.write(move |tx| {
        let suppression = suppressions::reason(tx, &new.email)?;
        if suppression == Some(SuppressionReason::Operator) {
            return Ok(true);
        }
        let (record, is_new) = match subscribers::get(tx, &new.email) {
            Ok(None) => (new.clone(), true),
            Ok(Some(known))
                if may_ask_again(&known, suppression.is_some(), now) && asked_today(tx, &known, now)? < MAX_ASKED =>
            {
                let gets_nothing = known.left_at.is_some() || (suppression.is_some() && known.is_active());
                let is_back = gets_nothing || now.duration_since(known.asked_at()) > RETENTION;
                (SubscriberRecord { language, asked_at: Some(now), ..known }, is_back)
            }
            Ok(Some(_)) | Err(StoreError::Corrupt { .. }) => return Err(already_subscribed()),
            Err(error) => return Err(error.into()),
        };
        subscribers::put(tx, &record)?;
        outbox::put(tx, &OutboxRecord::confirmation(id, &record))?;
        Ok(is_new)
    });
    let is_new = write.await?;
    app.mail_wake.notify_one();
    if is_new { Ok(()) } else { Err(already_subscribed()) }
}

/// Counts the confirmation request that a subscription of this address would cause. The spellings of one mailbox are
/// different subscriptions, but share a limit.
///
/// # Errors
/// `too_many_requests`, or `already_subscribed` for a known address.
async fn check_mailbox(app: &App, email: &Email, now: Timestamp) -> Result<()> {
    let looked_up = email.clone();
    let known = app.store.read(move |tx| {
        let is_suppressed = suppressions::reason(tx, &looked_up)?.is_some();
        match subscribers::get(tx, &looked_up) {
            Err(StoreError::Corrupt { .. }) => Ok(Some(false)),
            known => Ok(known?.map(|known| may_ask_again(&known, is_suppressed, now))),
        }
    });
    let limit = Limit::AskToConfirm;
    // Nothing is stored during an outage, and a reader who tries again must not use up the requests.
    let is_down = app.store.outage().is_some();
    let count =
        async || if is_down { limits::peek(app, limit, email).await } else { limits::take(app, limit, email).await };
    match known.await? {
        Some(false) => Ok(()),
        Some(true) => count().await.map_err(|error| match error.kind {
            Kind::TooMany => already_subscribed(),
            _ => error,
        }),
        None => count().await,
    }
}

fn already_subscribed() -> Error {
    Error::conflict(ErrorCode::AlreadySubscribed, "Email already subscribed")
}

/// The number of confirmation requests in the last 24 hours.
fn asked_today(tx: &WriteTx, known: &SubscriberRecord, now: Timestamp) -> Result<usize> {
    let since = now - SignedDuration::from_hours(24);
    let is_recent = |row: &OutboxRecord| row.kind == MessageKind::ConfirmSubscription && row.created_at > since;
    Ok(outbox::to_address(tx, &known.email)?.iter().filter(|row| is_recent(row)).count())
}

/// Whether the last confirmation request was declined or is too old, or mails do not reach the address.
fn may_ask_again(known: &SubscriberRecord, is_suppressed: bool, now: Timestamp) -> bool {
    let waited = now.duration_since(known.asked_at()) > ASK_AGAIN_AFTER;
    match known.left_at {
        Some(left_at) => waited || left_at > known.asked_at(),
        None => (known.confirmed_at.is_none() || is_suppressed) && waited,
    }
}

/// Passes subscribers to `take`, newest first, until it breaks: all, or only unconfirmed ones, or only those who signed
/// up before the launch. Returns the number of unreadable records, which the list lacks.
pub async fn list(
    app: &App,
    actor: &Actor,
    unconfirmed: bool,
    early: bool,
    mut take: impl FnMut(Subscriber) -> ControlFlow<()> + Send + 'static,
) -> Result<u64> {
    policy::authorize(actor, Action::ReadSubscribers)?;
    let launch = app.config.site.launch_instant();
    let is_early = move |record: &SubscriberRecord| launch.is_some_and(|launch| record.created_at < launch);
    let read = app.store.read(move |tx| {
        let mut readable = 0;
        let mut rank = |record: &SubscriberRecord| {
            readable += 1;
            let is_listed = (!unconfirmed || record.is_asked()) && (!early || is_early(record));
            is_listed.then_some(Reverse(record.created_at))
        };
        subscribers::each_ranked(tx, &mut rank, &mut |record| {
            let is_early = is_early(&record);
            take(subscriber(record, is_early))
        })?;
        Ok(subscribers::count(tx)? - readable)
    });
    read.await
}

fn subscriber(record: SubscriberRecord, early: bool) -> Subscriber {
    let SubscriberRecord { email, language, created_at, confirmed_at, left_at, .. } = record;
    Subscriber { email, language, created_at, confirmed_at, left_at, early }
}

/// Removes subscribers, their queued messages and their entries in the lists of waiting campaigns, in one write.
///
/// Returns one result per address, in order. The audit record contains only a count: addresses in it would defeat the
/// removal.
pub async fn remove(app: &App, actor: &Actor, emails: Vec<Email>) -> Result<Vec<Removal>> {
    policy::authorize(actor, Action::RemoveSubscribers)?;
    let (now, actor) = (app.clock.now(), actor.to_string());
    let mut seen = HashSet::new();
    let emails: Vec<Email> = emails.into_iter().filter(|email| seen.insert(email.key())).collect();
    let write = app.store.write(move |tx| {
        let (mut removals, mut gone) = (Vec::with_capacity(emails.len()), HashSet::new());
        for email in &emails {
            let removed = subscribers::remove(tx, email)? | campaigns::unlist(tx, email)?;
            if removed {
                gone.insert(email.key());
                note(tx, &ErasedSubject::Subscriber(email.clone()), now)?;
            }
            removals.push(Removal { email: email.clone(), removed });
        }
        if !gone.is_empty() {
            outbox::remove_to(tx, &gone)?;
            let (actor, action) = (actor.clone(), "subscribers.remove".into());
            let subject = format!("subscribers: {}", gone.len());
            audit::append(tx, &AuditRecord { at: now, actor, action, subject })?;
        }
        Ok(removals)
    });
    let removals = write.await?;
    erasures::keep(app).await;
    Ok(removals)
}

/// Removes addresses that have been unconfirmed or unsubscribed for 30 days, with their messages. Suppressions remain.
pub async fn clean_up(app: &App, actor: &Actor) -> Result<u64> {
    policy::authorize(actor, Action::RemoveSubscribers)?;
    let before = app.clock.now() - RETENTION;
    let is_old = move |record: &SubscriberRecord| match record.left_at {
        Some(left_at) => left_at.max(record.asked_at()) <= before,
        None => record.confirmed_at.is_none() && record.asked_at() <= before,
    };
    let found = app.store.read(move |tx| {
        let mut found = Vec::new();
        subscribers::each_readable(tx, &mut |record| found.extend(is_old(&record).then_some(record.email)))?;
        Ok(found)
    });
    let found = found.await?;
    if found.is_empty() {
        return Ok(0);
    }
    let write = app.store.write(move |tx| {
        let mut gone = HashSet::new();
        for email in &found {
            if subscribers::get(tx, email)?.as_ref().is_some_and(is_old) {
                subscribers::remove(tx, email)?;
                gone.insert(email.key());
            }
        }
        outbox::remove_to(tx, &gone)?;
        Ok(gone.len() as u64)
    });
    write.await
}
