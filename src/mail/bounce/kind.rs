//! The classification of failed deliveries.

use serde::{Deserialize, Serialize};

/// How a delivery failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BounceKind {
    /// The address does not accept mail: it does not exist, or no longer.
    Hard,
    /// The address did not accept this message: full, too large, rejected content.
    Soft,
    /// The recipient reported the message as spam.
    Complaint,
}
