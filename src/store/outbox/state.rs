//! How far a delivery is.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::domain::mailing::SkipReason;

/// How far the message is; the later states say what belongs to them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MessageState {
    Queued,
    /// Being handed over since `at`, for the `attempts`th time.
    Claimed {
        at: Timestamp,
        attempts: u32,
    },
    /// Not taken for a reason that may pass.
    Deferred {
        attempts: u32,
        next_at: Timestamp,
        reason: String,
    },
    /// Taken by the mail server, or written into the folder.
    Sent {
        at: Timestamp,
    },
    /// Given up.
    Failed {
        at: Timestamp,
        reason: String,
    },
    /// Refused for good, at once or by a mail that came back.
    Bounced {
        at: Timestamp,
        reason: String,
    },
    /// Not wanted any more when its turn came.
    Suppressed {
        at: Timestamp,
        why: SkipReason,
    },
    /// It may have arrived or not: nobody heard the mail server's answer. Never sent again by itself.
    Unknown {
        at: Timestamp,
        reason: String,
    },
}

/// A state's name, for counting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum StateName {
    Queued,
    Claimed,
    Deferred,
    Sent,
    Failed,
    Bounced,
    Suppressed,
    Unknown,
}

/// After this time a claim belongs to somebody who is gone. A single message is taken up again then: whoever
/// died after the mail server had taken it has it sent twice, and nobody is left without theirs. One of
/// many is [`MessageState::Unknown`].
pub const CLAIM_TIME: SignedDuration = SignedDuration::from_mins(10);

impl MessageState {
    /// When the message may be claimed next; `None` when it is settled.
    pub(super) fn due_at(&self, created_at: Timestamp) -> Option<Timestamp> {
        match self {
            Self::Queued => Some(created_at),
            Self::Claimed { at, .. } => Some(*at + CLAIM_TIME),
            Self::Deferred { next_at, .. } => Some(*next_at),
            _ => None,
        }
    }

    /// When it was sent, given up or found unwanted.
    pub fn settled_at(&self) -> Option<Timestamp> {
        match self {
            Self::Sent { at }
            | Self::Failed { at, .. }
            | Self::Bounced { at, .. }
            | Self::Suppressed { at, .. }
            | Self::Unknown { at, .. } => Some(*at),
            Self::Queued | Self::Claimed { .. } | Self::Deferred { .. } => None,
        }
    }

    /// How often it was tried; 0 where that does not matter any more.
    pub fn attempts(&self) -> u32 {
        match self {
            Self::Claimed { attempts, .. } | Self::Deferred { attempts, .. } => *attempts,
            _ => 0,
        }
    }

    pub fn name(&self) -> StateName {
        match self {
            Self::Queued => StateName::Queued,
            Self::Claimed { .. } => StateName::Claimed,
            Self::Deferred { .. } => StateName::Deferred,
            Self::Sent { .. } => StateName::Sent,
            Self::Failed { .. } => StateName::Failed,
            Self::Bounced { .. } => StateName::Bounced,
            Self::Suppressed { .. } => StateName::Suppressed,
            Self::Unknown { .. } => StateName::Unknown,
        }
    }
}
