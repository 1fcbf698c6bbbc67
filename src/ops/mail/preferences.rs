//! What an address gets, seen and changed through the link in a mail: nobody needs to sign in for it.
//!
//! A link acts for its address. Whoever has both an account and a subscription under it has one set of
//! preferences: what is changed by link is changed in both. Leaving puts the address on the list of
//! suppressions; a subscription keeps what was chosen, in case it was a slip.

use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::links::{self, Link};
use super::suppressions;
use crate::app::App;
use crate::domain::email::Email;
use crate::domain::mailing::{DigestFrequency, SuppressionReason};
use crate::domain::topic::Topic;
use crate::domain::{Importance, Language, MailPreferences};
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::ops::policy::{self, Action, Actor};
use crate::store::accounts::{self, AccountRecord};
use crate::store::subscribers::{self, SubscriberRecord};
use crate::store::{Reading, WriteTx, campaigns, outbox, topics};

/// Most topics that can be chosen; there are never as many.
const MAX_TOPICS: usize = 100;

/// How far a subscription is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SubscriptionStatus {
    /// Nobody has said yet that the address is theirs.
    Unconfirmed,
    Confirmed,
    /// Nothing is sent.
    Left,
}

/// A topic that can be chosen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct TopicName {
    pub id: String,
    /// In the subscription's language.
    pub name: String,
}

/// What an address gets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Subscription {
    /// First and last letter of what stands before the `@`, the rest starred.
    pub email: String,
    pub language: Language,
    pub status: SubscriptionStatus,
    /// Whether the address belongs to an account too.
    pub has_account: bool,
    pub preferences: MailPreferences,
    /// All topics there are.
    pub topics: Vec<TopicName>,
    /// Of the link to these settings; only whoever has just confirmed is given it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
}

/// What is to be changed; what is absent stays as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct PreferencesChange {
    /// Of the mails, and of the account that has the address.
    pub language: Option<Language>,
    /// Topic ids; none: all.
    pub topics: Option<Vec<String>>,
    /// 4 or 5; null: never.
    #[serde(deserialize_with = "given")]
    #[schema(value_type = Option<u8>, minimum = 4, maximum = 5)]
    pub urgent_from: Option<Option<Importance>>,
    pub digest: Option<DigestFrequency>,
    #[schema(value_type = Option<u8>, minimum = 1, maximum = 5)]
    pub digest_from: Option<Importance>,
    pub digest_when_empty: Option<bool>,
    pub deadlines: Option<bool>,
    pub news: Option<bool>,
    /// The day on which mails begin again; null: not paused.
    #[serde(deserialize_with = "given")]
    #[schema(value_type = Option<String>, format = Date)]
    pub paused_until: Option<Option<Date>>,
}

/// Tells a field that is `null` from one that is absent.
fn given<'de, D: serde::Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<Option<Option<T>>, D::Error> {
    Option::<T>::deserialize(from).map(Some)
}

/// Errors: `invalid_link`, `subscription_not_found`.
pub async fn get(app: &App, actor: &Actor, token: &str) -> Result<Subscription> {
    policy::authorize(actor, Action::UseMailLink)?;
    let email = links::open(app, token)?.email().clone();
    app.store.read(move |tx| Found::at(tx, &email)?.shown(tx, &email)).await
}

/// Confirms the subscription, and ends whatever kept mails from the address but the operator's word.
///
/// Errors: `invalid_link`, `link_expired`, `subscription_not_found`.
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
            Found::at(tx, &email)?.shown(tx, &email)
        })
        .await?;
    Ok(Subscription { token: Some(token), ..confirmed })
}

/// Takes the confirmation back, and with it the subscription; the link can confirm it again.
///
/// Errors: `invalid_link`, `subscription_not_found`.
pub async fn undo_confirm(app: &App, actor: &Actor, token: &str) -> Result<Subscription> {
    policy::authorize(actor, Action::UseMailLink)?;
    let (email, now) = (links::open(app, token)?.email().clone(), app.clock.now());
    app.store
        .write(move |tx| {
            let mut record = subscribers::get(tx, &email)?.ok_or_else(no_subscription)?;
            record.confirmed_at = None;
            record.left_at.get_or_insert(now);
            subscribers::put(tx, &record)?;
            Found::at(tx, &email)?.shown(tx, &email)
        })
        .await
}

/// Changes what the address gets.
///
/// Errors: `invalid_link`, `subscription_not_found`, `invalid` in a field.
pub async fn change(app: &App, actor: &Actor, token: &str, change: PreferencesChange) -> Result<Subscription> {
    policy::authorize(actor, Action::UseMailLink)?;
    let email = mail_address(app, token)?;
    app.store
        .write(move |tx| {
            let mut found = Found::at(tx, &email)?;
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

/// Leaves all mails but those about one's own account. The address need not have subscribed: it was mailed.
///
/// Errors: `invalid_link`.
pub async fn leave(app: &App, actor: &Actor, token: &str) -> Result<Subscription> {
    policy::authorize(actor, Action::UseMailLink)?;
    let (email, now) = (mail_address(app, token)?, app.clock.now());
    app.store
        .write(move |tx| {
            leave_in(tx, &email, SuppressionReason::Asked, "", now)?;
            Found::at(tx, &email)?.shown_or_gone(tx, &email)
        })
        .await
}

/// Undoes [`leave`].
///
/// Errors: `invalid_link`, `subscription_not_found`.
pub async fn rejoin(app: &App, actor: &Actor, token: &str) -> Result<Subscription> {
    policy::authorize(actor, Action::UseMailLink)?;
    let (email, now) = (mail_address(app, token)?, app.clock.now());
    app.store
        .write(move |tx| {
            use SuppressionReason::{Asked, Complaint};
            let lifted = suppressions::lift(tx, &email, &[Asked, Complaint])?;
            let mut found = Found::at(tx, &email)?;
            if let Some(subscriber) = found.subscriber.as_mut().filter(|subscriber| subscriber.left_at.is_some()) {
                // Who has a mail of ours has answered whether the address is theirs.
                subscriber.left_at = None;
                subscriber.confirmed_at.get_or_insert(now);
                subscribers::put(tx, subscriber)?;
            }
            if lifted { found.shown_or_gone(tx, &email) } else { found.shown(tx, &email) }
        })
        .await
}

/// Deletes what is kept of the subscriber: address, preferences, a place on the operator's lists, and every row
/// of the ledger but those about an account. That an address must not be written to is kept, for otherwise it
/// would be.
///
/// Errors: `invalid_link`, `subscription_not_found`.
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

/// Puts the address on the list for this reason and ends its subscription; one that stands there stays as it
/// stands.
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

fn no_subscription() -> Error {
    Error::new(Kind::NotFound, ErrorCode::SubscriptionNotFound, "This address is not subscribed.")
}

/// Who has the address.
struct Found {
    subscriber: Option<SubscriberRecord>,
    account: Option<AccountRecord>,
}

impl Found {
    fn at(tx: &impl Reading, email: &Email) -> Result<Self> {
        Ok(Self { subscriber: subscribers::get(tx, email)?, account: accounts::by_email(tx, email)? })
    }

    fn language(&self) -> Language {
        let subscriber = self.subscriber.as_ref().map(|subscriber| subscriber.language);
        self.account.as_ref().map(|account| account.language).or(subscriber).unwrap_or_default()
    }

    /// Those of the account, by which it is mailed, or else of the subscriber.
    fn preferences(&self) -> Result<MailPreferences> {
        let account = self.account.as_ref().map(|account| &account.mail);
        let subscriber = self.subscriber.as_ref().map(|subscriber| &subscriber.preferences);
        account.or(subscriber).cloned().ok_or_else(no_subscription)
    }

    fn shown(&self, tx: &impl Reading, email: &Email) -> Result<Subscription> {
        let preferences = self.preferences()?;
        self.subscription(tx, email, preferences)
    }

    /// As [`Found::shown`], also for an address of a list that is neither a subscriber nor an account.
    fn shown_or_gone(&self, tx: &impl Reading, email: &Email) -> Result<Subscription> {
        self.subscription(tx, email, self.preferences().unwrap_or_default())
    }

    fn subscription(&self, tx: &impl Reading, email: &Email, preferences: MailPreferences) -> Result<Subscription> {
        let language = self.language();
        let name =
            |topic: Topic| TopicName { id: topic.id, name: if language == Language::Ro { topic.ro } else { topic.en } };
        Ok(Subscription {
            email: email.to_string(),
            language,
            status: self.status(crate::store::suppressions::reason(tx, email)?.is_some()),
            has_account: self.account.is_some(),
            preferences,
            topics: topics::list(tx)?.into_iter().map(name).collect(),
            token: None,
        })
    }

    fn status(&self, suppressed: bool) -> SubscriptionStatus {
        let verified = self.account.as_ref().is_some_and(|account| account.email_verified);
        match &self.subscriber {
            _ if suppressed => SubscriptionStatus::Left,
            _ if verified => SubscriptionStatus::Confirmed,
            Some(subscriber) if subscriber.left_at.is_some() => SubscriptionStatus::Left,
            Some(subscriber) if subscriber.confirmed_at.is_some() => SubscriptionStatus::Confirmed,
            Some(_) => SubscriptionStatus::Unconfirmed,
            None if self.account.is_some() => SubscriptionStatus::Unconfirmed,
            None => SubscriptionStatus::Left,
        }
    }
}

impl PreferencesChange {
    /// The preferences after the change.
    ///
    /// Errors: `invalid` for a topic that there is not, or an importance that is not offered.
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
        to.news = self.news.unwrap_or(to.news);
        to.paused_until = self.paused_until.unwrap_or(to.paused_until);
        Ok(to)
    }
}
