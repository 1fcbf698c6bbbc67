//! Kinds of messages and their stored content.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::email::Email;
use super::reminder::ReminderLine;
use super::second_factor::{Factor, FactorKind};

/// The content of a message that its template needs.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MessageContent {
    /// The URL of the button.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
    /// The name in the greeting.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub display_name: Option<String>,
    /// The other address in the message, such as the new one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<Email>,
    /// The browser in the message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device: Option<String>,
    /// The name of the sign-in provider in the message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provider: Option<String>,
    /// Minutes for which the link or the code is valid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub valid_minutes: Option<u64>,
    /// Plain text written by a reader.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The slug of the article in the message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slug: Option<String>,
    /// The deadlines of a reminder.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reminders: Vec<ReminderLine>,
    /// The code of a text message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// The last digits of the telephone number in the message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phone: Option<String>,
    /// The second factor in the message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub factor: Option<FactorName>,
    /// The condition in the message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<ConditionText>,
}

/// A state of the server that the operator should know about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConditionText {
    /// Stable name, such as `disk_nearly_full`.
    pub code: String,
    /// The name of the finding, by which the page Administration has words for it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub words: String,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub values: BTreeMap<String, String>,
    /// In English, as in the log.
    pub message: String,
    /// In English.
    pub remedy: String,
    pub since: Timestamp,
}

/// How a message names a second factor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FactorName {
    pub kind: FactorKind,
    /// Chosen by the owner; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The last digits of a telephone number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phone: Option<String>,
}

impl From<&Factor> for FactorName {
    fn from(factor: &Factor) -> Self {
        let phone = factor.phone().map(|phone| phone.last_digits().to_owned());
        Self { kind: factor.kind(), name: factor.name.clone(), phone }
    }
}

/// The kind of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MessageKind {
    /// Asks to confirm a subscription; with a link.
    ConfirmSubscription,
    /// With a new link to the mail preferences.
    PreferencesLink,
    /// Asks to confirm the address of a new account; with a link.
    VerifyEmail,
    /// With a link to choose a new password.
    PasswordReset,
    /// With a link that signs in.
    EmailSignIn,
    /// To the new address: with a link that makes it the account's.
    VerifyAndChangeEmail,
    /// To the old address: it was changed to `email`; with a link that brings the old one back.
    RecoverEmail,
    /// The password was changed.
    PasswordChanged,
    /// A sign-in from a new `device`.
    NewDevice,
    /// An identity at a `provider` was connected.
    ProviderLinked,
    /// A second factor was added; with a link that removes it.
    SecondFactorAdded,
    /// A second factor was removed.
    SecondFactorRemoved,
    /// Somebody got past the first factor and entered wrong codes of second factors.
    SecondFactorAttempts,
    /// A passkey was added from a `device`.
    PasskeyAdded,
    /// A passkey was removed from a `device`.
    PasskeyRemoved,
    /// The number with these last digits was added to the account.
    PhoneAdded,
    /// The number with these last digits was removed.
    PhoneRemoved,
    /// By text message: the code that proves a telephone number.
    PhoneCode,
    /// The account was deleted.
    AccountDeleted,
    /// A sign-up with an address that already has an account (protected mode).
    AccountExists,
    /// To the operator: a reader reported an article.
    Report,
    /// To the operator: a condition began.
    ConditionBegan,
    /// To the operator: a condition is over.
    ConditionEnded,
    /// The operator's campaign.
    Campaign,
    /// Urgent or important changes.
    Urgent,
    DailyDigest,
    WeeklyDigest,
    /// The deadlines of the coming weeks.
    Deadlines,
    /// The deadlines that an account wants to be reminded of.
    Reminders,
    /// The launch of the product.
    Launch,
}

impl MessageContent {
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl MessageKind {
    /// The transactional kinds of mails, in the order of `mail preview`.
    pub const SENT: [Self; 22] = [
        Self::ConfirmSubscription,
        Self::VerifyEmail,
        Self::PasswordReset,
        Self::EmailSignIn,
        Self::VerifyAndChangeEmail,
        Self::RecoverEmail,
        Self::PasswordChanged,
        Self::NewDevice,
        Self::ProviderLinked,
        Self::SecondFactorAdded,
        Self::SecondFactorRemoved,
        Self::SecondFactorAttempts,
        Self::PasskeyAdded,
        Self::PasskeyRemoved,
        Self::PhoneAdded,
        Self::PhoneRemoved,
        Self::AccountDeleted,
        Self::AccountExists,
        Self::PreferencesLink,
        Self::Report,
        Self::ConditionBegan,
        Self::ConditionEnded,
    ];

    /// The kinds of automatic campaigns.
    pub const AUTOMATIC: [Self; 6] =
        [Self::Urgent, Self::DailyDigest, Self::WeeklyDigest, Self::Deadlines, Self::Reminders, Self::Launch];

    /// The name in the store and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::ConfirmSubscription => "confirm_subscription",
            Self::PreferencesLink => "preferences_link",
            Self::VerifyEmail => "verify_email",
            Self::PasswordReset => "password_reset",
            Self::EmailSignIn => "email_sign_in",
            Self::VerifyAndChangeEmail => "verify_and_change_email",
            Self::RecoverEmail => "recover_email",
            Self::PasswordChanged => "password_changed",
            Self::NewDevice => "new_device",
            Self::ProviderLinked => "provider_linked",
            Self::SecondFactorAdded => "second_factor_added",
            Self::SecondFactorRemoved => "second_factor_removed",
            Self::SecondFactorAttempts => "second_factor_attempts",
            Self::PasskeyAdded => "passkey_added",
            Self::PasskeyRemoved => "passkey_removed",
            Self::PhoneAdded => "phone_added",
            Self::PhoneRemoved => "phone_removed",
            Self::PhoneCode => "phone_code",
            Self::AccountDeleted => "account_deleted",
            Self::AccountExists => "account_exists",
            Self::Report => "report",
            Self::ConditionBegan => "condition_began",
            Self::ConditionEnded => "condition_ended",
            Self::Campaign => "campaign",
            Self::Urgent => "urgent",
            Self::DailyDigest => "daily_digest",
            Self::WeeklyDigest => "weekly_digest",
            Self::Deadlines => "deadlines",
            Self::Reminders => "reminders",
            Self::Launch => "launch",
        }
    }

    /// Whether the message is about an account.
    pub fn is_about_account(self) -> bool {
        !matches!(self, Self::ConfirmSubscription | Self::PreferencesLink) && !self.is_to_operator() && !self.is_bulk()
    }

    /// Whether the message goes to the operator.
    pub fn is_to_operator(self) -> bool {
        matches!(self, Self::Report | Self::ConditionBegan | Self::ConditionEnded)
    }

    /// Whether the message is part of a campaign: recipients can unsubscribe from it, and it is never sent twice.
    pub fn is_bulk(self) -> bool {
        use MessageKind::{Campaign, DailyDigest, Deadlines, Launch, Reminders, Urgent, WeeklyDigest};
        matches!(self, Campaign | Urgent | DailyDigest | WeeklyDigest | Deadlines | Reminders | Launch)
    }
}

impl fmt::Display for MessageKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for MessageKind {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let name = name.replace('-', "_");
        let known = || Self::SENT.into_iter().chain(Self::AUTOMATIC);
        known().find(|kind| kind.name() == name).ok_or_else(|| {
            let known: Vec<_> = known().map(Self::name).collect();
            format!("unknown kind of message; use one of {}", known.join(", "))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_store_and_the_command_line_use_the_same_names() {
        for kind in MessageKind::SENT.into_iter().chain(MessageKind::AUTOMATIC) {
            assert_eq!(serde_json::to_value(kind).expect("JSON"), kind.name());
            assert_eq!(kind.name().parse(), Ok(kind));
            assert_eq!(kind.name().replace('_', "-").parse(), Ok(kind));
        }
        assert!("campaign".parse::<MessageKind>().is_err());
    }
}
