//! The subscription of an address: its subscriber, its account, and how both are shown.

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::links::Link;
use crate::domain::email::Email;
use crate::domain::topic::Topic;
use crate::domain::{Language, MailPreferences};
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::store::accounts::{self, AccountRecord};
use crate::store::subscribers::{self, SubscriberRecord};
use crate::store::{Reading, suppressions, topics};

/// The status of a subscription.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SubscriptionStatus {
    /// The address is not confirmed yet.
    Unconfirmed,
    Confirmed,
    /// Unsubscribed or suppressed.
    Left,
}

/// A topic.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct TopicName {
    pub id: String,
    /// In the subscription's language.
    pub name: String,
}

/// The subscription of an address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Subscription {
    /// The address with the local part masked, except for its first and last letter.
    pub email: String,
    pub language: Language,
    pub status: SubscriptionStatus,
    /// Whether the address also belongs to an account that verified it.
    pub has_account: bool,
    /// Whether the link may change choices: for thirty days. Later it only unsubscribes, and shows the default choices.
    pub may_change: bool,
    pub preferences: MailPreferences,
    /// All topics.
    pub topics: Vec<TopicName>,
    /// The token of the preferences page; present only after a confirmation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
}

/// The subscriber and the account of an address, if the account's owner has verified it.
#[derive(Clone, Default)]
pub(super) struct Owners {
    pub subscriber: Option<SubscriberRecord>,
    pub account: Option<AccountRecord>,
}

impl Owners {
    pub(super) fn at(tx: &dyn Reading, email: &Email) -> Result<Self> {
        Ok(Self { subscriber: subscribers::get(tx, email)?, account: accounts::verified_at(tx, email)? })
    }

    /// The owners that existed when the link was made, which are all that the link may change.
    pub(super) fn of_link(self, link: &Link, now: Timestamp) -> Self {
        if !link.is_current(now) {
            return Self::default();
        }
        let made_at = link.created_at();
        Self {
            subscriber: self.subscriber.filter(|subscriber| subscriber.created_at <= made_at),
            account: self.account.filter(|account| account.created_at <= made_at),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.subscriber.is_none() && self.account.is_none()
    }

    pub(super) fn language(&self) -> Language {
        let subscriber = self.subscriber.as_ref().map(|subscriber| subscriber.language);
        self.account.as_ref().map(|account| account.language).or(subscriber).unwrap_or_default()
    }

    /// The preferences of the account, which take precedence, or else of the subscriber.
    pub(super) fn preferences(&self) -> Result<MailPreferences> {
        let account = self.account.as_ref().map(|account| &account.mail);
        let subscriber = self.subscriber.as_ref().map(|subscriber| &subscriber.preferences);
        account.or(subscriber).cloned().ok_or_else(no_subscription)
    }

    /// The subscription as the bearer of the link sees it: with the choices that it may change, and the defaults in
    /// place of others.
    pub(super) fn shown(&self, tx: &dyn Reading, link: &Link, now: Timestamp) -> Result<Subscription> {
        let (email, language) = (link.email(), self.language());
        let own = self.clone().of_link(link, now);
        let name = |topic: Topic| TopicName { id: topic.id, name: language.pick(topic.ro, topic.en) };
        Ok(Subscription {
            email: email.to_string(),
            language,
            status: self.status(suppressions::reason(tx, email)?.is_some()),
            has_account: own.account.is_some(),
            may_change: matches!(link, Link::Mail { .. }) && link.is_current(now),
            preferences: own.preferences().unwrap_or_default(),
            topics: topics::list(tx)?.into_iter().map(name).collect(),
            token: None,
        })
    }

    fn status(&self, suppressed: bool) -> SubscriptionStatus {
        match &self.subscriber {
            _ if suppressed => SubscriptionStatus::Left,
            _ if self.account.is_some() => SubscriptionStatus::Confirmed,
            Some(subscriber) if subscriber.left_at.is_some() => SubscriptionStatus::Left,
            Some(subscriber) if subscriber.confirmed_at.is_some() => SubscriptionStatus::Confirmed,
            Some(_) => SubscriptionStatus::Unconfirmed,
            None => SubscriptionStatus::Left,
        }
    }
}

pub(super) fn no_subscription() -> Error {
    Error::new(Kind::NotFound, ErrorCode::SubscriptionNotFound, "This address is not subscribed.")
}
