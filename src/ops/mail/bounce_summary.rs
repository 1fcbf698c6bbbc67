//! Counts of processed incoming mail.

use serde::{Deserialize, Serialize};

/// The result of processing incoming mail.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BounceSummary {
    /// Messages read.
    pub read: u64,
    /// Permanent failures; their addresses are suppressed.
    pub hard: u64,
    /// Reports that an address does not exist, without a certain code; the second one suppresses it.
    #[serde(default)]
    pub doubtful: u64,
    /// Temporary failures of the address.
    pub soft: u64,
    /// Failures that say nothing about the address: the sender or the message was refused.
    #[serde(default)]
    pub blameless: u64,
    /// Campaigns paused after several of these failures with equal words.
    #[serde(default)]
    pub paused: u64,
    /// Addresses suppressed after repeated temporary failures.
    pub given_up: u64,
    pub complaints: u64,
    /// Requests to unsubscribe.
    pub unsubscribed: u64,
    /// Requests to unsubscribe without a token or message of ours; their sender may be forged.
    pub refused: u64,
    /// Reports that were processed before.
    #[serde(default)]
    pub repeated: u64,
    /// Reports about messages that are not in the outbox.
    pub unknown: u64,
    /// Messages that are not reports.
    pub ignored: u64,
}

/// What one fact of an incoming message changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BounceOutcome {
    Hard,
    Doubtful,
    Soft,
    Blameless,
    /// As `Blameless`, and the campaign is paused.
    Pausing,
    GivenUp,
    Complaint,
    Unsubscribed,
    Refused,
    Repeated,
    Unknown,
}

impl BounceSummary {
    pub(super) fn add(&mut self, other: &Self) {
        self.read += other.read;
        self.hard += other.hard;
        self.doubtful += other.doubtful;
        self.soft += other.soft;
        self.blameless += other.blameless;
        self.paused += other.paused;
        self.given_up += other.given_up;
        self.complaints += other.complaints;
        self.unsubscribed += other.unsubscribed;
        self.refused += other.refused;
        self.repeated += other.repeated;
        self.unknown += other.unknown;
        self.ignored += other.ignored;
    }

    /// The number of recorded bounces, complaints and requests to unsubscribe.
    pub fn recorded(&self) -> u64 {
        let bounces = self.hard + self.doubtful + self.soft + self.blameless;
        bounces + self.complaints + self.unsubscribed
    }

    /// Whether everything in the processed messages was about messages of ours and is recorded, now or before.
    pub(super) fn is_recorded(&self) -> bool {
        self.recorded() + self.repeated > 0 && self.unknown + self.ignored + self.refused == 0
    }

    /// Logs what needs the operator's attention.
    pub(super) fn log_attention(&self) {
        if self.refused > 0 {
            tracing::warn!(mails = self.refused, "refused to unsubscribe addresses without the token of a recipient");
        }
        if self.paused > 0 {
            tracing::warn!(
                campaigns = self.paused,
                "campaigns are paused after equal refusals in reports; see `paragraf status`"
            );
        }
        if self.unknown > 0 {
            tracing::warn!(reports = self.unknown, "reports of returned mails match no mail of this server");
        }
    }

    pub(super) fn count(&mut self, outcome: BounceOutcome) {
        match outcome {
            BounceOutcome::Hard => self.hard += 1,
            BounceOutcome::Doubtful => self.doubtful += 1,
            BounceOutcome::Soft => self.soft += 1,
            BounceOutcome::Blameless => self.blameless += 1,
            BounceOutcome::Pausing => (self.blameless, self.paused) = (self.blameless + 1, self.paused + 1),
            BounceOutcome::GivenUp => (self.soft, self.given_up) = (self.soft + 1, self.given_up + 1),
            BounceOutcome::Complaint => self.complaints += 1,
            BounceOutcome::Unsubscribed => self.unsubscribed += 1,
            BounceOutcome::Refused => self.refused += 1,
            BounceOutcome::Repeated => self.repeated += 1,
            BounceOutcome::Unknown => self.unknown += 1,
        }
    }
}
