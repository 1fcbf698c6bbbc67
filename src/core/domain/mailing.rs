//! Campaigns, their audiences, and the mail preferences of recipients.

use std::fmt;
use std::str::FromStr;

use data_encoding::HEXLOWER;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use super::importance::Importance;
use super::text::is_trimmed_id;
use super::text_form::text_form;

/// A campaign's id, also part of its URL: `[a-z0-9-]{1,80}`, neither beginning nor ending with a hyphen.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct CampaignId(String);

impl CampaignId {
    pub const MAX_LEN: usize = 80;

    pub fn parse(text: &str) -> Option<Self> {
        is_trimmed_id(text, Self::MAX_LEN).then(|| Self(text.to_owned()))
    }

    /// The id of an automatic campaign, always the same for these arguments. A long id is cut and ends with a digest.
    pub fn about(kind: &str, subject: &str) -> Option<Self> {
        let whole = format!("{kind}-{subject}");
        if whole.len() <= Self::MAX_LEN {
            return Self::parse(&whole);
        }
        let digest = Sha256::digest(whole.as_bytes());
        let end = HEXLOWER.encode(&digest[..4]);
        let begin: String = whole.chars().take(Self::MAX_LEN - end.len() - 1).collect();
        Self::parse(&format!("{}-{end}", begin.trim_end_matches('-')))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for CampaignId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

text_form! {
    CampaignId, String;
    from text => {
        let most = Self::MAX_LEN;
        let problem = || format!("{text:?} is not a campaign's id; use a-z, 0-9 and hyphens, 1 to {most}");
        Self::parse(&text).ok_or_else(problem)
    };
    into id => id.0;
}

impl FromStr for CampaignId {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::try_from(text.to_owned())
    }
}

/// The recipients of a campaign.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Audience {
    /// Confirmed subscribers.
    Subscribers,
    /// Accounts with a verified address.
    Accounts,
    /// Accounts that follow the topic, and subscribers who chose it or all topics.
    Topic(String),
    /// The addresses of a file; the store keeps each until its outbox row exists.
    List,
    /// Accounts and subscribers.
    Everybody,
}

/// How often a recipient gets a digest.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DigestFrequency {
    Never,
    Daily,
    #[default]
    Weekly,
}

impl DigestFrequency {
    /// The name in the store, the API and CSV files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Never => "never",
            Self::Daily => "daily",
            Self::Weekly => "weekly",
        }
    }
}

impl FromStr for DigestFrequency {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let all = [Self::Never, Self::Daily, Self::Weekly];
        all.into_iter().find(|it| it.name() == name).ok_or_else(|| "use never, daily or weekly".to_owned())
    }
}

/// A recipient's mail preferences.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct MailPreferences {
    /// Topic ids; empty means all. For an account its followed topics and domains apply instead.
    pub topics: Vec<String>,
    /// Least importance of urgent messages, 4 or 5; null means never. Importance 5 ignores the topics.
    #[schema(value_type = Option<u8>, minimum = 4, maximum = 5)]
    pub urgent_from: Option<Importance>,
    /// Whether to send urgent changes that, by its answers, do not concern the account.
    pub urgent_for_others: bool,
    pub digest: DigestFrequency,
    /// Least importance of articles in a digest.
    #[schema(value_type = u8, minimum = 1, maximum = 5)]
    pub digest_from: Importance,
    /// Whether to send a digest without articles.
    pub digest_when_empty: bool,
    /// Whether to send the weekly overview of deadlines.
    pub deadlines: bool,
    /// Whether to send reminders of deadlines; only accounts have any.
    pub reminders: bool,
    /// Whether to send the operator's campaigns.
    pub news: bool,
    /// The date in Europe/Bucharest on which mail resumes; null means not paused.
    pub paused_until: Option<Date>,
}

impl Default for MailPreferences {
    /// The preferences of a new subscriber.
    fn default() -> Self {
        Self {
            topics: vec![],
            urgent_from: Some(Importance::URGENT),
            urgent_for_others: true,
            digest: DigestFrequency::default(),
            digest_from: Importance::MODERATE,
            digest_when_empty: false,
            deadlines: true,
            reminders: true,
            news: true,
            paused_until: None,
        }
    }
}

impl MailPreferences {
    /// The preferences of a new account: digests contain followed articles of any importance.
    pub fn of_account() -> Self {
        Self { digest_from: Importance::TRIVIAL, ..Self::default() }
    }

    pub fn is_paused(&self, today: Date) -> bool {
        self.paused_until.is_some_and(|until| today < until)
    }
}

/// Why a delivery is skipped. Stored and shown under its snake-case name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SkipReason {
    /// The address is suppressed; see [`SuppressionReason`].
    SuppressionList,
    /// The recipient unsubscribed.
    Left,
    /// The recipient paused mail.
    Paused,
    /// The recipient does not want messages of this kind.
    NotWanted,
    /// The address is not confirmed.
    Unverified,
    /// The account or subscriber no longer exists.
    Gone,
    CampaignCancelled,
    /// None of its articles concerns the recipient, or all were withdrawn.
    #[serde(rename = "nothing_to_say")]
    NothingRelevant,
}

/// Why a queued message waits. Shown under its snake-case name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum WaitReason {
    CampaignPaused,
    /// Its time has not come.
    CampaignNotStarted,
    /// A mail server does not accept mail and rests between two attempts.
    ServerRests,
    /// The mails of the hour are sent.
    HourlyLimit,
    QuietHours,
}

/// Why an address is suppressed: it gets nothing but messages about its own account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SuppressionReason {
    /// The mail server rejected it permanently, or too often temporarily.
    Bounced,
    /// The recipient reported a message as spam.
    Complaint,
    /// The recipient unsubscribed.
    Asked,
    /// The operator suppressed it.
    Operator,
}

macro_rules! names {
    ($type:ty) => {
        impl $type {
            /// The name in the store and in output.
            pub fn name(self) -> String {
                serde_json::to_value(self)
                    .ok()
                    .and_then(|name| name.as_str().map(ToOwned::to_owned))
                    .unwrap_or_default()
            }
        }
    };
}

names!(SkipReason);
names!(SuppressionReason);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn automatic_campaigns_have_stable_ids_of_bounded_length() {
        let id = |subject: &str| CampaignId::about("urgent", subject).expect("an id");
        assert_eq!(id("salariul-minim-r1").as_str(), "urgent-salariul-minim-r1");
        let long = "a-".repeat(60) + "r1";
        assert_eq!(id(&long), id(&long));
        assert_ne!(id(&long), id(&long.replace("r1", "r2")));
        assert!(id(&long).as_str().len() <= CampaignId::MAX_LEN);
    }

    #[test]
    fn missing_preferences_have_defaults() {
        let read: MailPreferences = serde_json::from_str("{}").expect("preferences");
        assert_eq!(read, MailPreferences::default());
        let today = jiff::civil::date(2026, 3, 1);
        let paused = MailPreferences { paused_until: Some(today), ..read };
        assert!(!paused.is_paused(today) && paused.is_paused(today.yesterday().expect("a day")));
        assert_eq!(SkipReason::SuppressionList.name(), "suppression_list");
    }
}
