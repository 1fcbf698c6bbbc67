//! Mail preferences through the links in messages, without signing in.
//!
//! A link acts for its address. A change applies to both the account and the subscription of that address, if they
//! existed when the link was made; after thirty days the link only unsubscribes. An account counts only when its address
//! is verified: anyone can sign up with the address of another person.
//! Unsubscribing suppresses the address. The subscription keeps its preferences, so that unsubscribing can be undone.

use jiff::Timestamp;
use jiff::civil::Date;
use serde::Deserialize;
use utoipa::ToSchema;

use super::links::{self, Link};
use super::subscription::{Owners, no_subscription};
pub use super::subscription::{Subscription, SubscriptionStatus, TopicName};
use super::suppressions;
use crate::app::App;
use crate::clock::uuid_at;
use crate::domain::email::Email;
use crate::domain::mailing::{DigestFrequency, SuppressionReason};
use crate::domain::{Importance, Language, MailPreferences};
use crate::error::{Error, Result};
use crate::ops::limits;
use crate::ops::policy::{self, Action, Actor};
use crate::rate_limit::Limit;
use crate::store::outbox::{self, OutboxRecord};
use crate::store::subscribers::{self, SubscriberRecord};
use crate::store::{Reading, WriteTx, accounts, campaigns, suppressions as store_suppressions, topics};

/// Maximum number of topics in a request.
pub const MAX_TOPICS: usize = 100;

/// A change of preferences; an absent field keeps its value.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct PreferencesChange {
    /// The language of messages and of the account.
    pub language: Option<Language>,
    /// Topic ids; empty means all.
    pub topics: Option<Vec<String>>,
    /// 4 or 5; null means never.
    #[serde(deserialize_with = "given")]
    #[schema(value_type = Option<u8>, minimum = 4, maximum = 5)]
    pub urgent_from: Option<Option<Importance>>,
    pub urgent_for_others: Option<bool>,
    pub digest: Option<DigestFrequency>,
    #[schema(value_type = Option<u8>, minimum = 1, maximum = 5)]
    pub digest_from: Option<Importance>,
    pub digest_when_empty: Option<bool>,
    pub deadlines: Option<bool>,
    pub reminders: Option<bool>,
    pub news: Option<bool>,
    /// The date on which mail resumes; null means not paused.
    #[serde(deserialize_with = "given")]
    #[schema(value_type = Option<String>, format = Date)]
    pub paused_until: Option<Option<Date>>,
}

/// Distinguishes a `null` field from an absent one.
fn given<'de, D: serde::Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<Option<Option<T>>, D::Error> {
    Option::<T>::deserialize(from).map(Some)
}

/// Returns the subscription of the link's address.
///
/// # Errors
/// `invalid_link`, `subscription_not_found`.
pub async fn get(app: &App, actor: &Actor, token: &str) -> Result<Subscription> {
    policy::authorize(actor, Action::UseMailLink)?;
    let (link, now) = (links::open(app, token)?, app.clock.now());
    let read = app.store.read(move |tx| {
        let found = Owners::at(tx, link.email())?;
        let is_known = match link.is_current(now) {
            true => !found.clone().of_link(&link, now).is_empty(),
            false => !found.is_empty(),
        };
        if is_known { found.shown(tx, &link, now) } else { Err(no_subscription()) }
    });
    read.await
}

/// Confirms the subscription and lifts suppressions other than the operator's. Confirming an active subscription again
/// changes nothing.
///
/// # Errors
/// `invalid_link`, `link_expired`, `link_used` after the subscription ended, `subscription_not_found`, also for a
/// subscription that was deleted and made again.
pub async fn confirm(app: &App, actor: &Actor, token: &str) -> Result<Subscription> {
    policy::authorize(actor, Action::UseMailLink)?;
    let now = app.clock.now();
    let Link::Confirm { email, created_at } = links::open(app, token)? else { return Err(links::invalid()) };
    links::check_time(created_at, now)?;
    // As old as the confirmation, so that opening it again gives no more time.
    let token = links::mail_token_of(app, &email, created_at)?;
    let link = Link::Mail { email, created_at };
    let confirmed = app
        .store
        .write(move |tx| {
            let email = link.email();
            let found = subscribers::get(tx, email)?.filter(|record| record.created_at <= created_at);
            let mut record = found.ok_or_else(no_subscription)?;
            if record.left_at.is_some_and(|left_at| left_at > created_at) {
                return Err(links::used());
            }
            if !record.is_active() {
                (record.confirmed_at, record.left_at) = (Some(now), None);
                subscribers::put(tx, &record)?;
            }
            suppressions::lift_all(tx, email)?;
            Owners::at(tx, email)?.shown(tx, &link, now)
        })
        .await?;
    Ok(Subscription { token: Some(token), ..confirmed })
}

/// Revokes the confirmation and ends the subscription.
///
/// # Errors
/// `invalid_link`, `link_too_old`, `subscription_not_found`.
pub async fn undo_confirm(app: &App, actor: &Actor, token: &str) -> Result<Subscription> {
    policy::authorize(actor, Action::UseMailLink)?;
    let (link, now) = (links::open(app, token)?, app.clock.now());
    links::check_current(&link, now)?;
    app.store
        .write(move |tx| {
            let own = Owners::at(tx, link.email())?.of_link(&link, now);
            let mut record = own.subscriber.ok_or_else(no_subscription)?;
            record.confirmed_at = None;
            record.left_at.get_or_insert(now);
            subscribers::put(tx, &record)?;
            Owners::at(tx, link.email())?.shown(tx, &link, now)
        })
        .await
}

/// Changes the preferences of the address.
///
/// # Errors
/// `invalid_link`, `link_too_old`, `subscription_not_found`, `invalid` in a field.
pub async fn change(app: &App, actor: &Actor, token: &str, change: PreferencesChange) -> Result<Subscription> {
    policy::authorize(actor, Action::UseMailLink)?;
    let (link, now) = (mail_link(app, token)?, app.clock.now());
    links::check_current(&link, now)?;
    app.store
        .write(move |tx| {
            let mut found = Owners::at(tx, link.email())?.of_link(&link, now);
            let language = change.language.unwrap_or(found.language());
            let preferences = change.apply(tx, found.preferences()?)?;
            if let Some(subscriber) = &mut found.subscriber {
                (subscriber.language, subscriber.preferences) = (language, preferences.clone());
                subscribers::put(tx, subscriber)?;
            }
            if let Some(account) = &mut found.account {
                let before = account.clone();
                (account.language, account.mail) = (language, preferences);
                accounts::put(tx, Some(&before), account)?;
            }
            found.shown(tx, &link, now)
        })
        .await
}

/// Unsubscribes the address from everything but messages about its account, however old the link is. The address may
/// come from a list and have no subscription.
///
/// # Errors
/// `invalid_link`.
pub async fn leave(app: &App, actor: &Actor, token: &str) -> Result<Subscription> {
    policy::authorize(actor, Action::UseMailLink)?;
    let (link, now) = (mail_link(app, token)?, app.clock.now());
    app.store
        .write(move |tx| {
            leave_in(tx, link.email(), SuppressionReason::Asked, "", now)?;
            Owners::at(tx, link.email())?.shown(tx, &link, now)
        })
        .await
}

/// Undoes [`leave`].
///
/// # Errors
/// `invalid_link`, `link_too_old`, `subscription_not_found`.
pub async fn rejoin(app: &App, actor: &Actor, token: &str) -> Result<Subscription> {
    policy::authorize(actor, Action::UseMailLink)?;
    let (link, now) = (mail_link(app, token)?, app.clock.now());
    links::check_current(&link, now)?;
    app.store
        .write(move |tx| {
            use SuppressionReason::{Asked, Complaint};
            let found = Owners::at(tx, link.email())?;
            let own = found.clone().of_link(&link, now);
            // An address of a list has neither.
            if own.is_empty() && !found.is_empty() {
                return Err(no_subscription());
            }
            let lifted = suppressions::lift(tx, link.email(), &[Asked, Complaint])?;
            if own.is_empty() && !lifted {
                return Err(no_subscription());
            }
            if let Some(mut subscriber) = own.subscriber.filter(|subscriber| subscriber.left_at.is_some()) {
                // A link from a message proves that the address belongs to the subscriber.
                subscriber.left_at = None;
                subscriber.confirmed_at.get_or_insert(now);
                subscribers::put(tx, &subscriber)?;
            }
            Owners::at(tx, link.email())?.shown(tx, &link, now)
        })
        .await
}

/// Deletes the subscriber with its preferences, its entries in the operator's lists, and its outbox rows except those
/// about an account. The suppression of the address stays in force.
///
/// # Errors
/// `invalid_link`, `link_too_old`, `subscription_not_found`.
pub async fn delete(app: &App, actor: &Actor, token: &str) -> Result<()> {
    policy::authorize(actor, Action::UseMailLink)?;
    let (link, now) = (links::open(app, token)?, app.clock.now());
    links::check_current(&link, now)?;
    app.store
        .write(move |tx| {
            let email = link.email();
            if Owners::at(tx, email)?.of_link(&link, now).subscriber.is_none() || !subscribers::remove(tx, email)? {
                return Err(no_subscription());
            }
            campaigns::unlist(tx, email)?;
            Ok(outbox::remove_to(tx, &[email.key()].into())?)
        })
        .await
}

/// Queues a mail with a new link to the preferences, for the bearer of one that is too old to change them.
///
/// # Errors
/// `invalid_link`, `too_many_requests`, `subscription_not_found`, also for an address that gets no mails.
pub async fn send_link(app: &App, actor: &Actor, token: &str) -> Result<()> {
    policy::authorize(actor, Action::UseMailLink)?;
    let (link, now) = (mail_link(app, token)?, app.clock.now());
    limits::take(app, Limit::MailToAddress, link.email()).await?;
    let id = uuid_at(now);
    let write = app.store.write(move |tx| {
        let (email, found) = (link.email(), Owners::at(tx, link.email())?);
        let gets_mail = found.account.is_some() || found.subscriber.as_ref().is_some_and(SubscriberRecord::is_active);
        if !gets_mail || store_suppressions::reason(tx, email)?.is_some() {
            return Err(no_subscription());
        }
        let row = OutboxRecord::preferences_link(id, email.clone(), found.language(), now);
        Ok(outbox::put(tx, &row)?)
    });
    write.await?;
    app.mail_wake.notify_one();
    Ok(())
}

/// Suppresses the address and ends its subscription; an existing suppression keeps its reason.
pub(super) fn leave_in(
    tx: &WriteTx,
    email: &Email,
    reason: SuppressionReason,
    detail: &str,
    now: Timestamp,
) -> Result<()> {
    suppressions::suppress(tx, email, reason, detail, now)?;
    if let Some(mut subscriber) = subscribers::get(tx, email)?.filter(|subscriber| subscriber.left_at.is_none()) {
        subscriber.left_at = Some(now);
        subscribers::put(tx, &subscriber)?;
    }
    Ok(())
}

fn mail_link(app: &App, token: &str) -> Result<Link> {
    match links::open(app, token)? {
        link @ Link::Mail { .. } => Ok(link),
        Link::Confirm { .. } => Err(links::invalid()),
    }
}

impl PreferencesChange {
    /// Applies the change.
    ///
    /// # Errors
    /// `invalid` for an unknown topic, or an importance that is not available.
    pub(in crate::ops) fn apply(&self, tx: &dyn Reading, mut to: MailPreferences) -> Result<MailPreferences> {
        if let Some(chosen) = &self.topics {
            let known = topics::list(tx)?;
            let is_known = |id: &String| known.iter().any(|topic| topic.id == *id);
            if chosen.len() > MAX_TOPICS || !chosen.iter().all(is_known) {
                return Err(Error::invalid("topics", "There is no such topic."));
            }
            to.topics = known.into_iter().map(|topic| topic.id).filter(|id| chosen.contains(id)).collect();
        }
        if let Some(from) = self.urgent_from {
            if from.is_some_and(|from| from < Importance::IMPORTANT) {
                return Err(Error::invalid("urgent_from", "This field must be 4, 5 or null."));
            }
            to.urgent_from = from;
        }
        to.urgent_for_others = self.urgent_for_others.unwrap_or(to.urgent_for_others);
        to.digest = self.digest.unwrap_or(to.digest);
        to.digest_from = self.digest_from.unwrap_or(to.digest_from);
        to.digest_when_empty = self.digest_when_empty.unwrap_or(to.digest_when_empty);
        to.deadlines = self.deadlines.unwrap_or(to.deadlines);
        to.reminders = self.reminders.unwrap_or(to.reminders);
        to.news = self.news.unwrap_or(to.news);
        to.paused_until = self.paused_until.unwrap_or(to.paused_until);
        Ok(to)
    }
}
