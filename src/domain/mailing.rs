//! Mail-outs as everybody speaks of them: campaigns, to whom, and what somebody wants to get.

use std::fmt;
use std::str::FromStr;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use super::Importance;

/// The name of a campaign, also in its web address: `[a-z0-9-]{1,80}`, neither beginning nor ending with a
/// hyphen.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct CampaignId(String);

impl CampaignId {
    pub const MAX_LEN: usize = 80;

    pub fn parse(text: &str) -> Option<Self> {
        let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        let whole = (1..=Self::MAX_LEN).contains(&text.len()) && text.chars().all(allowed);
        (whole && !text.starts_with('-') && !text.ends_with('-')).then(|| Self(text.to_owned()))
    }

    /// The name of an automatic campaign about `subject`, always the same for the same; a long one is cut and
    /// ends with a digest of the whole.
    pub fn about(kind: &str, subject: &str) -> Option<Self> {
        let whole = format!("{kind}-{subject}");
        if whole.len() <= Self::MAX_LEN {
            return Self::parse(&whole);
        }
        let digest = Sha256::digest(whole.as_bytes());
        let end: String = digest.iter().take(4).map(|byte| format!("{byte:02x}")).collect();
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

impl TryFrom<String> for CampaignId {
    type Error = String;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Self::parse(&text).ok_or_else(|| format!("{text:?} is not a campaign's id; use a-z, 0-9 and hyphens, 1 to 80"))
    }
}

impl From<CampaignId> for String {
    fn from(id: CampaignId) -> Self {
        id.0
    }
}

impl FromStr for CampaignId {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::try_from(text.to_owned())
    }
}

/// To whom a campaign goes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Audience {
    /// Confirmed subscribers.
    Subscribers,
    /// Accounts whose address is verified.
    Accounts,
    /// Accounts that follow the topic and subscribers who chose it, or all topics.
    Topic(String),
    /// The addresses of a file; they stand in the store until each has its row.
    List,
    /// Accounts and subscribers.
    Everybody,
}

/// How often somebody gets a digest.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DigestFrequency {
    Never,
    Daily,
    #[default]
    Weekly,
}

impl DigestFrequency {
    /// As the store, the API and lists write it.
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
        all.into_iter().find(|it| it.name() == name).ok_or_else(|| "write never, daily or weekly".to_owned())
    }
}

/// What one address wants to get besides mails about its account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct MailPreferences {
    /// Topic ids; none: all. An account's followed topics and domains stand in their place.
    pub topics: Vec<String>,
    /// Told at once from this importance up, 4 or 5; null: never. Urgent changes (5) come whatever the topic.
    #[schema(value_type = Option<u8>, minimum = 4, maximum = 5)]
    pub urgent_from: Option<Importance>,
    pub digest: DigestFrequency,
    /// The least importance that a digest tells of.
    #[schema(value_type = u8, minimum = 1, maximum = 5)]
    pub digest_from: Importance,
    /// Whether a digest is sent when there is nothing to tell.
    pub digest_when_empty: bool,
    /// The look ahead at deadlines, on Mondays.
    pub deadlines: bool,
    /// What the operator writes to everybody.
    pub news: bool,
    /// No mail of these before this day, in Europe/Bucharest; null: not paused.
    #[schema(value_type = Option<String>, format = Date)]
    pub paused_until: Option<Date>,
}

impl Default for MailPreferences {
    /// What a subscriber begins with.
    fn default() -> Self {
        Self {
            topics: vec![],
            urgent_from: Some(Importance::URGENT),
            digest: DigestFrequency::default(),
            digest_from: Importance::MODERATE,
            digest_when_empty: false,
            deadlines: true,
            news: true,
            paused_until: None,
        }
    }
}

impl MailPreferences {
    /// What an account begins with: what it follows, whatever the importance.
    pub fn of_account() -> Self {
        Self { digest_from: Importance::TRIVIAL, ..Self::default() }
    }

    pub fn is_paused(&self, today: Date) -> bool {
        self.paused_until.is_some_and(|until| today < until)
    }
}

/// Why a mail that waited is not sent after all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unwanted {
    /// The address gets nothing more; see [`SuppressionReason`].
    SuppressionList,
    /// Its owner has left.
    Left,
    /// Its owner has paused all mails.
    Paused,
    /// Its owner does not want mails of this kind.
    NotWanted,
    /// Nobody has confirmed that the address is theirs.
    Unverified,
    /// There is no such account or subscriber any more.
    Gone,
    CampaignCancelled,
    /// Nothing of it concerns the owner, or it was withdrawn meanwhile.
    NothingToSay,
}

/// Why an address gets nothing more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SuppressionReason {
    /// Its mail server says that it does not exist, or too often that it takes nothing.
    Bounced,
    /// Its owner called a mail spam.
    Complaint,
    /// Its owner asked for it.
    Asked,
    Operator,
}

macro_rules! names {
    ($type:ty) => {
        impl $type {
            /// As the store and the command line write it.
            pub fn name(self) -> String {
                serde_json::to_value(self)
                    .ok()
                    .and_then(|name| name.as_str().map(ToOwned::to_owned))
                    .unwrap_or_default()
            }
        }
    };
}

names!(Unwanted);
names!(SuppressionReason);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn automatic_campaigns_have_one_name_however_long_their_subject_is() {
        let id = |subject: &str| CampaignId::about("urgent", subject).expect("an id");
        assert_eq!(id("salariul-minim-r1").as_str(), "urgent-salariul-minim-r1");
        let long = "a-".repeat(60) + "r1";
        assert_eq!(id(&long), id(&long));
        assert_ne!(id(&long), id(&long.replace("r1", "r2")));
        assert!(id(&long).as_str().len() <= CampaignId::MAX_LEN);
    }

    #[test]
    fn old_rows_without_settings_have_the_usual_ones() {
        let read: MailPreferences = serde_json::from_str("{}").expect("preferences");
        assert_eq!(read, MailPreferences::default());
        let today = jiff::civil::date(2026, 3, 1);
        let paused = MailPreferences { paused_until: Some(today), ..read };
        assert!(!paused.is_paused(today) && paused.is_paused(today.yesterday().expect("a day")));
        assert_eq!(Unwanted::SuppressionList.name(), "suppression_list");
    }
}
