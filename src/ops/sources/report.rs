//! Events and summary of the reading of a source.

use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::domain::{ActKey, IssueName, Slug};
use crate::ops::acts::record::{ActOutcome, RecordedAct};
use crate::ops::amendments::make::MadeAmendments;

/// An event while a source is read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum SourceEvent {
    /// A page was stored. `acts` counts those of all pages so far.
    Page { page: u32, acts: u64 },
    /// An act was stored, changed or completed.
    Act(RecordedAct),
    /// An article was drafted from an act.
    Drafted { act: ActKey, slug: Slug },
    /// A record was left out.
    Refused { reason: String },
    /// An issue of the gazette was read. `acts` counts its stored acts.
    Issue { issue: IssueName, acts: u64 },
    /// An issue of the gazette was read before.
    KnownIssue { issue: IssueName, read_at: Timestamp },
    /// The reading ended at this page, although there may be more acts.
    Unfinished { page: u32, reason: String },
    /// An announced issue has no file yet.
    Waiting { issue: IssueName, reason: String },
}

/// The result of the reading of a source.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceSummary {
    pub new: u64,
    /// New acts that share type, number, year and issuer with another document; part of `new`.
    pub namesakes: u64,
    pub changed: u64,
    /// Acts of another source that gained their issue of the gazette.
    #[serde(default)]
    pub completed: u64,
    pub unchanged: u64,
    /// Acts that the source returned without being asked for.
    pub skipped: u64,
    /// Records that could not be read.
    pub refused: u64,
    pub drafts: u64,
    /// Acts whose before and after is new or changed.
    #[serde(default)]
    pub amendments: u64,
    /// Their operations that are listed with their text and not applied.
    #[serde(default)]
    pub listed: u64,
    /// Issues of the gazette that were read.
    #[serde(default)]
    pub issues: u64,
    /// Issues of the gazette that had been read before.
    #[serde(default)]
    pub known_issues: u64,
    /// Announced issues without a file yet.
    #[serde(default)]
    pub waiting: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub newest_issue: Option<Date>,
}

impl SourceSummary {
    /// The number of acts that were stored or known.
    pub fn acts(&self) -> u64 {
        self.new + self.changed + self.completed + self.unchanged
    }

    /// Adds the counts of another reading.
    pub(super) fn plus(self, other: Self) -> Self {
        Self {
            new: self.new + other.new,
            namesakes: self.namesakes + other.namesakes,
            changed: self.changed + other.changed,
            completed: self.completed + other.completed,
            unchanged: self.unchanged + other.unchanged,
            skipped: self.skipped + other.skipped,
            refused: self.refused + other.refused,
            drafts: self.drafts + other.drafts,
            amendments: self.amendments + other.amendments,
            listed: self.listed + other.listed,
            issues: self.issues + other.issues,
            known_issues: self.known_issues + other.known_issues,
            waiting: self.waiting + other.waiting,
            newest_issue: self.newest_issue.max(other.newest_issue),
        }
    }

    /// Takes the counts of acts whose before and after was made.
    pub(super) fn made(&mut self, MadeAmendments { acts, listed }: MadeAmendments) {
        (self.amendments, self.listed) = (acts, listed);
    }

    /// Counts the acts of a page and reports those that are new or changed.
    pub(super) fn add_page(&mut self, recorded: &[RecordedAct], report: &mut (dyn FnMut(SourceEvent) + Send)) {
        for act in recorded {
            match act.outcome {
                ActOutcome::New => self.new += 1,
                ActOutcome::Namesake { .. } => (self.new, self.namesakes) = (self.new + 1, self.namesakes + 1),
                ActOutcome::Changed => self.changed += 1,
                ActOutcome::Completed => self.completed += 1,
                ActOutcome::Unchanged => self.unchanged += 1,
            }
            if act.outcome.is_news() {
                report(SourceEvent::Act(act.clone()));
            }
        }
    }
}
