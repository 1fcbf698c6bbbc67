//! Reasons for notifications, and the accounts whose notifications change.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::account::Uid;

/// Why an account is notified of an article.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The account follows its topic.
    Topic,
    /// The account follows one of its domains.
    Domain,
    /// The account follows an act that it is on or names.
    Act,
    /// The account follows a provision that its act changes.
    Provision,
    /// A saved search of the account finds it.
    Search,
    /// The account's answers say that it concerns the reader, who follows nothing of it.
    Concern,
    /// It is urgent; every account is notified.
    Urgent,
    /// The account tracks it, and its content changed.
    Revision,
    /// A deadline that the account follows moved.
    DeadlineMoved,
    /// A deadline that the account follows no longer stands.
    DeadlineWithdrawn,
    /// A deadline is near.
    Reminder,
}

impl Reason {
    pub fn code(self) -> &'static str {
        match self {
            Self::Topic => "topic",
            Self::Domain => "domain",
            Self::Act => "act",
            Self::Provision => "provision",
            Self::Search => "search",
            Self::Concern => "concern",
            Self::Urgent => "urgent",
            Self::Revision => "revision",
            Self::DeadlineMoved => "deadline_moved",
            Self::DeadlineWithdrawn => "deadline_withdrawn",
            Self::Reminder => "reminder",
        }
    }
}

/// The accounts whose notifications changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotifiedAccounts {
    Everybody,
    Accounts(Arc<[Uid]>),
}

impl NotifiedAccounts {
    pub fn includes(&self, uid: &Uid) -> bool {
        match self {
            Self::Everybody => true,
            Self::Accounts(uids) => uids.contains(uid),
        }
    }

    pub fn is_nobody(&self) -> bool {
        matches!(self, Self::Accounts(uids) if uids.is_empty())
    }
}
