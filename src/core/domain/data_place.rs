//! The places where data about a person is stored, how long it is kept there, and what an erasure leaves.

use serde::{Deserialize, Serialize};

use super::kept_days;

/// A place where data about a person is stored.
// docs/decisions/0471
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DataPlace {
    Account,
    Pictures,
    Activity,
    Sessions,
    SignIns,
    MailedLinks,
    PhoneCodes,
    Marks,
    Follows,
    Profiles,
    Calendars,
    Notifications,
    Reminders,
    Reports,
    Subscription,
    Suppression,
    Messages,
    CampaignLists,
    WrittenMessages,
    JobPositions,
    Audit,
    Copies,
}

/// What an erasure does with the data in a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OnErasure {
    Removed,
    /// The rows stay without the account and the address.
    Anonymized,
    Stays,
}

impl DataPlace {
    pub const ALL: [Self; 22] = [
        Self::Account,
        Self::Pictures,
        Self::Activity,
        Self::Sessions,
        Self::SignIns,
        Self::MailedLinks,
        Self::PhoneCodes,
        Self::Marks,
        Self::Follows,
        Self::Profiles,
        Self::Calendars,
        Self::Notifications,
        Self::Reminders,
        Self::Reports,
        Self::Subscription,
        Self::Suppression,
        Self::Messages,
        Self::CampaignLists,
        Self::WrittenMessages,
        Self::JobPositions,
        Self::Audit,
        Self::Copies,
    ];

    /// What the place holds.
    pub fn label(self) -> &'static str {
        match self {
            Self::Account => "account, identities, passkeys, second factors",
            Self::Pictures => "picture",
            Self::Activity => "activity of the account",
            Self::Sessions => "sessions",
            Self::SignIns => "started sign-ins",
            Self::MailedLinks => "mailed links",
            Self::PhoneCodes => "codes of text messages",
            Self::Marks => "likes, bookmarks, tracked articles, ticked steps",
            Self::Follows => "follows and saved searches",
            Self::Profiles => "profiles and answers",
            Self::Calendars => "private calendar",
            Self::Notifications => "notifications",
            Self::Reminders => "reminders",
            Self::Reports => "reports about articles",
            Self::Subscription => "subscription",
            Self::Suppression => "suppression and returned mails",
            Self::Messages => "queued and sent messages",
            Self::CampaignLists => "lists of waiting campaigns",
            Self::WrittenMessages => "messages written to files",
            Self::JobPositions => "positions of running jobs",
            Self::Audit => "audit log",
            Self::Copies => "copies of the store",
        }
    }

    /// How long the data is kept without an erasure.
    pub fn kept(self) -> String {
        let words = match self {
            Self::Account
            | Self::Pictures
            | Self::Marks
            | Self::Follows
            | Self::Profiles
            | Self::Calendars
            | Self::Reports => "while the account exists",
            Self::Activity => return format!("{} days", kept_days::ACTIVITY),
            Self::Sessions => "until the session ends",
            Self::SignIns | Self::PhoneCodes => "minutes",
            Self::MailedLinks => "a day after the link expires",
            Self::Notifications => {
                return format!("until {} days after they are read", kept_days::READ_NOTIFICATION);
            }
            Self::Reminders => "60 days after the deadline",
            Self::Subscription => "until 30 days after unsubscribing",
            Self::Suppression => "until it is lifted",
            Self::Messages | Self::WrittenMessages => {
                return format!("{} days after sending", kept_days::MESSAGE);
            }
            Self::CampaignLists => "until the campaign reaches the address",
            Self::JobPositions => "until the job has ended",
            Self::Audit => "without end",
            Self::Copies => "until the copy is deleted",
        };
        words.to_owned()
    }

    /// What an erasure does with the data, in words.
    pub fn outcome(self) -> String {
        match self.on_erasure() {
            OnErasure::Removed => "removed".to_owned(),
            OnErasure::Anonymized => format!("made anonymous: {}", self.reason()),
            OnErasure::Stays => format!("stays: {}", self.reason()),
        }
    }

    pub fn on_erasure(self) -> OnErasure {
        match self {
            Self::Reports => OnErasure::Anonymized,
            Self::JobPositions | Self::Audit | Self::Copies => OnErasure::Stays,
            _ => OnErasure::Removed,
        }
    }

    /// Why an erasure leaves something; empty if it leaves nothing.
    pub fn reason(self) -> &'static str {
        match self {
            Self::Reports => "the text helps the editor of the article",
            Self::JobPositions => "a job continues from there; it names no address",
            Self::Audit => "it shows who removed the account, which it names only by its random uid",
            Self::Copies => "they bring the service back; a restored copy loses the person again",
            _ => "",
        }
    }
}
