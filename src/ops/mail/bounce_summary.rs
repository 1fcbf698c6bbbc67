//! Counts of processed incoming mail.

use serde::{Deserialize, Serialize};

/// The result of processing incoming mail.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BounceSummary {
    /// Messages read.
    pub read: u64,
    /// Permanent failures; their addresses are suppressed.
    pub hard: u64,
    /// Temporary failures.
    pub soft: u64,
    /// Addresses suppressed after repeated temporary failures.
    pub given_up: u64,
    pub complaints: u64,
    /// Requests to unsubscribe.
    pub unsubscribed: u64,
    /// Requests to unsubscribe without a token or message of ours; their sender may be forged.
    pub refused: u64,
    /// Reports about messages that are not in the outbox, and repeated reports.
    pub unknown: u64,
    /// Messages that are not reports.
    pub ignored: u64,
}

/// What one fact of an incoming message changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BounceOutcome {
    Hard,
    Soft,
    GivenUp,
    Complaint,
    Unsubscribed,
    Refused,
    Unknown,
}

impl BounceSummary {
    pub(super) fn add(&mut self, other: &Self) {
        self.read += other.read;
        self.hard += other.hard;
        self.soft += other.soft;
        self.given_up += other.given_up;
        self.complaints += other.complaints;
        self.unsubscribed += other.unsubscribed;
        self.refused += other.refused;
        self.unknown += other.unknown;
        self.ignored += other.ignored;
    }

    pub(super) fn log_refused(&self) {
        if self.refused > 0 {
            tracing::warn!(mails = self.refused, "refused to unsubscribe addresses without the token of a recipient");
        }
    }

    pub(super) fn count(&mut self, outcome: BounceOutcome) {
        match outcome {
            BounceOutcome::Hard => self.hard += 1,
            BounceOutcome::Soft => self.soft += 1,
            BounceOutcome::GivenUp => (self.soft, self.given_up) = (self.soft + 1, self.given_up + 1),
            BounceOutcome::Complaint => self.complaints += 1,
            BounceOutcome::Unsubscribed => self.unsubscribed += 1,
            BounceOutcome::Refused => self.refused += 1,
            BounceOutcome::Unknown => self.unknown += 1,
        }
    }
}
