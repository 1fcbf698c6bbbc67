//! Events and summary of the reading of a source.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::domain::{ActKey, Slug};
use crate::ops::acts::record::{Outcome, RecordedAct};

/// An event while a source is read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum SourceEvent {
    /// A page was stored; the acts are those of all pages so far.
    Page { page: u32, acts: u64 },
    /// An act is new, or its text changed.
    Act(RecordedAct),
    /// An article was drafted from an act.
    Drafted { act: ActKey, slug: Slug },
    /// A record was left out.
    Refused { reason: String },
}

/// The result of the reading of a source.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceSummary {
    pub new: u64,
    /// New acts that share type, number, year and issuer with another document; part of `new`.
    pub namesakes: u64,
    pub changed: u64,
    pub unchanged: u64,
    /// Acts that the source returned and that were not asked for.
    pub skipped: u64,
    /// Records that could not be read.
    pub refused: u64,
    pub drafts: u64,
    /// Acts whose before and after is new or changed.
    #[serde(default)]
    pub amendments: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub newest_issue: Option<Date>,
}

impl SourceSummary {
    /// The number of acts that were stored or known.
    pub fn acts(&self) -> u64 {
        self.new + self.changed + self.unchanged
    }

    /// Counts the acts of a page, and reports those that are news.
    pub(super) fn add_page(&mut self, recorded: &[RecordedAct], report: &mut (dyn FnMut(SourceEvent) + Send)) {
        for act in recorded {
            match act.outcome {
                Outcome::New => self.new += 1,
                Outcome::Namesake { .. } => (self.new, self.namesakes) = (self.new + 1, self.namesakes + 1),
                Outcome::Changed => self.changed += 1,
                Outcome::Unchanged => self.unchanged += 1,
            }
            if act.outcome.is_news() {
                report(SourceEvent::Act(act.clone()));
            }
        }
    }
}
