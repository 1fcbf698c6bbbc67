//! Mail preferences through the links in messages, without signing in.
//!
//! A link acts for its address. A change applies to both the account and the subscription of that address. An account
//! counts only when its address is verified: anyone can sign up with the address of another person.
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
use crate::domain::email::Email;
use crate::domain::mailing::{DigestFrequency, SuppressionReason};
use crate::domain::{Importance, Language, MailPreferences};
use crate::error::{Error, Result};
use crate::ops::policy::{self, Action, Actor};
use crate::store::{Reading, WriteTx, accounts, campaigns, outbox, subscribers, topics};

/// Maximum number of topics in a request.
const MAX_TOPICS: usize = 100;

/// A change of preferences; an absent field keeps its value.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct PreferencesChange {
    /// The language of messages and of the account.
    #[schema(nullable = false)]
    pub language: Option<Language>,
    /// Topic ids; empty means all.
    #[schema(nullable = false)]
    pub topics: Option<Vec<String>>,
    /// 4 or 5; null means never.
    #[serde(deserialize_with = "given")]
    #[schema(value_type = Option<u8>, minimum = 4, maximum = 5)]
    pub urgent_from: Option<Option<Importance>>,
    #[schema(nullable = false)]
    pub digest: Option<DigestFrequency>,
    #[schema(value_type = Option<u8>, nullable = false, minimum = 1, maximum = 5)]
    pub digest_from: Option<Importance>,
    #[schema(nullable = false)]
    pub digest_when_empty: Option<bool>,
    #[schema(nullable = false)]
    pub deadlines: Option<bool>,
    #[schema(nullable = false)]
    pub reminders: Option<bool>,
    #[schema(nullable = false)]
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
    let email = links::open(app, token)?.email().clone();
    app.store.read(move |tx| Owners::at(tx, &email)?.shown(tx, &email)).await
}

/// Confirms the subscription and lifts suppressions other than the operator's.
///
/// # Errors
/// `invalid_link`, `link_expired`, `subscription_not_found`.
pub async fn confirm(app: &App, actor: &Actor, token: &str) -> Result<Subscription> {
    policy::authorize(actor, Action::UseMailLink)?;
    let now = app.clock.now();
    let Link::Confirm { email, created_at } = links::open(app, token)? else { return Err(links::invalid()) };
    links::check_time(created_at, now)?;
    let token = links::mail_token(app, &email)?;
    let confirmed = app
        .store
        .write(move |tx| {
            let mut record = subscribers::get(tx, &email)?.ok_or_else(no_subscription)?;
            if !record.is_active() {
                (record.confirmed_at, record.left_at) = (Some(now), None);
                subscribers::put(tx, &record)?;
            }
            use SuppressionReason::{Asked, Bounced, Complaint};
            suppressions::lift(tx, &email, &[Asked, Complaint, Bounced])?;
            Owners::at(tx, &email)?.shown(tx, &email)
        })
        .await?;
    Ok(Subscription { token: Some(token), ..confirmed })
}

/// Revokes the confirmation and ends the subscription; the link can confirm it again.
///
/// # Errors
/// `invalid_link`, `subscription_not_found`.
pub async fn undo_confirm(app: &App, actor: &Actor, token: &str) -> Result<Subscription> {
    policy::authorize(actor, Action::UseMailLink)?;
    let (email, now) = (links::open(app, token)?.email().clone(), app.clock.now());
    app.store
        .write(move |tx| {
            let mut record = subscribers::get(tx, &email)?.ok_or_else(no_subscription)?;
            record.confirmed_at = None;
            record.left_at.get_or_insert(now);
            subscribers::put(tx, &record)?;
            Owners::at(tx, &email)?.shown(tx, &email)
        })
        .await
}

/// Changes the preferences of the address.
///
/// # Errors
/// `invalid_link`, `subscription_not_found`, `invalid` in a field.
pub async fn change(app: &App, actor: &Actor, token: &str, change: PreferencesChange) -> Result<Subscription> {
    policy::authorize(actor, Action::UseMailLink)?;
    let email = mail_address(app, token)?;
    app.store
        .write(move |tx| {
            let mut found = Owners::at(tx, &email)?;
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
            found.shown(tx, &email)
        })
        .await
}

/// Unsubscribes the address from everything but messages about its account. The address may come from a list and have
/// no subscription.
///
/// # Errors
/// `invalid_link`.
pub async fn leave(app: &App, actor: &Actor, token: &str) -> Result<Subscription> {
    policy::authorize(actor, Action::UseMailLink)?;
    let (email, now) = (mail_address(app, token)?, app.clock.now());
    app.store
        .write(move |tx| {
            leave_in(tx, &email, SuppressionReason::Asked, "", now)?;
            Owners::at(tx, &email)?.shown_or_gone(tx, &email)
        })
        .await
}

/// Undoes [`leave`].
///
/// # Errors
/// `invalid_link`, `subscription_not_found`.
pub async fn rejoin(app: &App, actor: &Actor, token: &str) -> Result<Subscription> {
    policy::authorize(actor, Action::UseMailLink)?;
    let (email, now) = (mail_address(app, token)?, app.clock.now());
    app.store
        .write(move |tx| {
            use SuppressionReason::{Asked, Complaint};
            let lifted = suppressions::lift(tx, &email, &[Asked, Complaint])?;
            let mut found = Owners::at(tx, &email)?;
            if let Some(subscriber) = found.subscriber.as_mut().filter(|subscriber| subscriber.left_at.is_some()) {
                // A link from a message proves that the address belongs to the subscriber.
                subscriber.left_at = None;
                subscriber.confirmed_at.get_or_insert(now);
                subscribers::put(tx, subscriber)?;
            }
            if lifted { found.shown_or_gone(tx, &email) } else { found.shown(tx, &email) }
        })
        .await
}

/// Deletes the subscriber with its preferences, its entries in the operator's lists, and its outbox rows except those
/// about an account. The suppression of the address stays in force.
///
/// # Errors
/// `invalid_link`, `subscription_not_found`.
pub async fn delete(app: &App, actor: &Actor, token: &str) -> Result<()> {
    policy::authorize(actor, Action::UseMailLink)?;
    let email = links::open(app, token)?.email().clone();
    app.store
        .write(move |tx| {
            if !subscribers::remove(tx, &email)? {
                return Err(no_subscription());
            }
            campaigns::unlist(tx, &email)?;
            Ok(outbox::remove_to(tx, &[email.key()].into())?)
        })
        .await
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

fn mail_address(app: &App, token: &str) -> Result<Email> {
    match links::open(app, token)? {
        Link::Mail { email } => Ok(email),
        Link::Confirm { .. } => Err(links::invalid()),
    }
}

impl PreferencesChange {
    /// Applies the change.
    ///
    /// # Errors
    /// `invalid` for an unknown topic, or an importance that is not available.
    pub(in crate::ops) fn apply(&self, tx: &impl Reading, mut to: MailPreferences) -> Result<MailPreferences> {
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
