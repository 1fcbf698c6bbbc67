//! Why somebody is told of an article, and who is.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::account::Uid;

/// Why an article is among somebody's notifications.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// One follows its topic.
    Topic,
    /// One follows one of its domains.
    Domain,
    /// It is urgent, which everybody is told.
    Urgent,
    /// One tracks it, and its content changed.
    Revision,
}

impl Reason {
    pub fn code(self) -> &'static str {
        match self {
            Self::Topic => "topic",
            Self::Domain => "domain",
            Self::Urgent => "urgent",
            Self::Revision => "revision",
        }
    }
}

/// Whose notifications changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Concerned {
    Everybody,
    Accounts(Arc<[Uid]>),
}

impl Concerned {
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
