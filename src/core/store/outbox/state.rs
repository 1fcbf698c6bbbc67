//! States of deliveries.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::domain::delivery_state::DeliveryState;
use crate::domain::mailing::SkipReason;

/// The state of a delivery.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MessageState {
    Queued,
    /// Being handed over since `at`, for the `attempts`th time.
    Claimed {
        /// The [instance](crate::store::Store::instance) that sends it.
        by: Uuid,
        at: Timestamp,
        attempts: u32,
        /// The term of the leader that sends it; 0 on a store of one process.
        #[serde(default, skip_serializing_if = "is_zero")]
        term: u64,
    },
    /// Refused for a temporary reason.
    Deferred {
        attempts: u32,
        next_at: Timestamp,
        reason: String,
    },
    /// Accepted by the mail server, or written to the folder.
    Sent {
        at: Timestamp,
    },
    /// Given up.
    Failed {
        at: Timestamp,
        reason: String,
    },
    /// Refused permanently, at once or by a bounce message.
    Bounced {
        at: Timestamp,
        reason: String,
    },
    /// No longer wanted when its turn came.
    Suppressed {
        at: Timestamp,
        why: SkipReason,
    },
    /// It may have arrived or not: the mail server's answer was lost. Never sent again automatically.
    Unknown {
        at: Timestamp,
        reason: String,
    },
}

/// After this time the claimant is considered dead, whatever its instance. A single message is sent again then,
/// perhaps a second time; a delivery of a campaign becomes [`MessageState::Unknown`].
pub const CLAIM_TIME: SignedDuration = SignedDuration::from_mins(10);

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(term: &u64) -> bool {
    *term == 0
}

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

    /// When the message was settled.
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

    /// Number of attempts; 0 once settled.
    pub fn attempts(&self) -> u32 {
        match self {
            Self::Claimed { attempts, .. } | Self::Deferred { attempts, .. } => *attempts,
            _ => 0,
        }
    }

    pub fn name(&self) -> DeliveryState {
        match self {
            Self::Queued => DeliveryState::Queued,
            Self::Claimed { .. } => DeliveryState::Claimed,
            Self::Deferred { .. } => DeliveryState::Deferred,
            Self::Sent { .. } => DeliveryState::Sent,
            Self::Failed { .. } => DeliveryState::Failed,
            Self::Bounced { .. } => DeliveryState::Bounced,
            Self::Suppressed { .. } => DeliveryState::Suppressed,
            Self::Unknown { .. } => DeliveryState::Unknown,
        }
    }
}
