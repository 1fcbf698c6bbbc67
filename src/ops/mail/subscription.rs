//! The subscription of an address: its subscriber, its account, and how both are shown.

use serde::Serialize;
use utoipa::ToSchema;

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
    pub preferences: MailPreferences,
    /// All topics.
    pub topics: Vec<TopicName>,
    /// The token of the preferences page; present only after a confirmation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
}

/// The subscriber and the account of an address, if the account's owner has verified it.
pub(super) struct Owners {
    pub subscriber: Option<SubscriberRecord>,
    pub account: Option<AccountRecord>,
}

impl Owners {
    pub(super) fn at(tx: &impl Reading, email: &Email) -> Result<Self> {
        Ok(Self { subscriber: subscribers::get(tx, email)?, account: accounts::verified_at(tx, email)? })
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

    pub(super) fn shown(&self, tx: &impl Reading, email: &Email) -> Result<Subscription> {
        let preferences = self.preferences()?;
        self.subscription(tx, email, preferences)
    }

    /// As [`Owners::shown`], also for an address of a list, which has no subscription.
    pub(super) fn shown_or_gone(&self, tx: &impl Reading, email: &Email) -> Result<Subscription> {
        self.subscription(tx, email, self.preferences().unwrap_or_default())
    }

    fn subscription(&self, tx: &impl Reading, email: &Email, preferences: MailPreferences) -> Result<Subscription> {
        let language = self.language();
        let name =
            |topic: Topic| TopicName { id: topic.id, name: if language == Language::Ro { topic.ro } else { topic.en } };
        Ok(Subscription {
            email: email.to_string(),
            language,
            status: self.status(suppressions::reason(tx, email)?.is_some()),
            has_account: self.account.is_some(),
            preferences,
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
