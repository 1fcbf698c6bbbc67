//! Mails as everybody speaks of them: what they are about, and what they say besides.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::email::Email;

/// What a message says that its kind does not.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MessageContent {
    /// The whole address of the one thing to press.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
    /// Whom the message greets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub display_name: Option<String>,
    /// The other address that the message speaks of, such as the new one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<Email>,
    /// The browser that the message speaks of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device: Option<String>,
    /// Minutes for which the link is good.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub valid_minutes: Option<u64>,
    /// Plain text that somebody wrote.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The article that the message speaks of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slug: Option<String>,
}

/// What the message is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MessageKind {
    /// Asks whether the address's owner subscribed.
    ConfirmSubscription,
    /// Asks the owner of a new account to confirm the address; with a link.
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
    /// Somebody signed in on `device`, which was not seen before.
    NewDevice,
    /// The account was deleted.
    AccountDeleted,
    /// Somebody tried to sign up with an address that has an account (protected mode).
    AccountExists,
    /// To the operator: a reader reported an article.
    Report,
    /// What the operator wrote.
    Campaign,
    /// An urgent or important change, at once.
    Urgent,
    DailyDigest,
    WeeklyDigest,
    /// The deadlines of the coming weeks.
    Deadlines,
    /// Early access is open.
    Launch,
}

impl MessageContent {
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl MessageKind {
    /// Every kind that can be sent, in the order in which they are listed.
    pub const SENT: [Self; 11] = [
        Self::ConfirmSubscription,
        Self::VerifyEmail,
        Self::PasswordReset,
        Self::EmailSignIn,
        Self::VerifyAndChangeEmail,
        Self::RecoverEmail,
        Self::PasswordChanged,
        Self::NewDevice,
        Self::AccountDeleted,
        Self::AccountExists,
        Self::Report,
    ];

    /// Every kind that is made without anybody writing it.
    pub const AUTOMATIC: [Self; 5] =
        [Self::Urgent, Self::DailyDigest, Self::WeeklyDigest, Self::Deadlines, Self::Launch];

    /// As the store and the command line write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::ConfirmSubscription => "confirm_subscription",
            Self::VerifyEmail => "verify_email",
            Self::PasswordReset => "password_reset",
            Self::EmailSignIn => "email_sign_in",
            Self::VerifyAndChangeEmail => "verify_and_change_email",
            Self::RecoverEmail => "recover_email",
            Self::PasswordChanged => "password_changed",
            Self::NewDevice => "new_device",
            Self::AccountDeleted => "account_deleted",
            Self::AccountExists => "account_exists",
            Self::Report => "report",
            Self::Campaign => "campaign",
            Self::Urgent => "urgent",
            Self::DailyDigest => "daily_digest",
            Self::WeeklyDigest => "weekly_digest",
            Self::Deadlines => "deadlines",
            Self::Launch => "launch",
        }
    }

    /// Whether the job sends it; the others wait until there is something to confirm them with.
    pub fn is_sent(self) -> bool {
        Self::SENT.contains(&self)
    }

    /// Whether it speaks of an account, and not to a subscriber or to the operator.
    pub fn is_about_account(self) -> bool {
        !matches!(self, Self::ConfirmSubscription | Self::Report) && !self.is_bulk()
    }

    /// Whether it is one of many: part of a campaign, with a way out of it, never sent twice.
    pub fn is_bulk(self) -> bool {
        use MessageKind::{Campaign, DailyDigest, Deadlines, Launch, Urgent, WeeklyDigest};
        matches!(self, Campaign | Urgent | DailyDigest | WeeklyDigest | Deadlines | Launch)
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
            format!("there is no such mail; there are {}", known.join(", "))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_store_and_the_command_line_use_one_name() {
        for kind in MessageKind::SENT.into_iter().chain(MessageKind::AUTOMATIC) {
            assert_eq!(serde_json::to_value(kind).expect("JSON"), kind.name());
            assert_eq!(kind.name().parse(), Ok(kind));
            assert_eq!(kind.name().replace('_', "-").parse(), Ok(kind));
        }
        assert!("campaign".parse::<MessageKind>().is_err());
    }
}
