//! The names of the states of a message.

use std::str::FromStr;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The state of a listed message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DeliveryState {
    Queued,
    Claimed,
    Deferred,
    Sent,
    Failed,
    Bounced,
    Suppressed,
    Unknown,
}

impl DeliveryState {
    pub const ALL: [Self; 8] = [
        Self::Queued,
        Self::Claimed,
        Self::Deferred,
        Self::Sent,
        Self::Failed,
        Self::Bounced,
        Self::Suppressed,
        Self::Unknown,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Claimed => "claimed",
            Self::Deferred => "deferred",
            Self::Sent => "sent",
            Self::Failed => "failed",
            Self::Bounced => "bounced",
            Self::Suppressed => "suppressed",
            Self::Unknown => "unknown",
        }
    }
}

impl FromStr for DeliveryState {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let names = || Self::ALL.map(Self::name).join(", ");
        Self::ALL.into_iter().find(|state| state.name() == name).ok_or_else(|| format!("use one of {}", names()))
    }
}
