//! The request, the events and the results of explaining drafts.

use serde::{Deserialize, Serialize};

use crate::domain::Slug;
use crate::domain::finding::Finding;
use crate::error::Problem;

/// The articles to explain.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct ExplainRequest {
    pub slugs: Vec<Slug>,
    /// Also all drafts with an archived act.
    pub drafts: bool,
    /// Estimate the cost without calling the model.
    pub dry_run: bool,
}

/// The result for one article.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExplainOutcome {
    pub slug: Slug,
    #[serde(flatten)]
    pub result: ExplainResult,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum ExplainResult {
    /// The draft has the words of the model now. Costs are in hundredths of a cent.
    Explained { tokens: u64, cost: u64, findings: Vec<Finding> },
    /// A dry run: the estimate for the longest possible answer.
    Would { tokens: u64, cost: u64 },
    /// The act was explained before, and nothing has changed.
    Unchanged,
    /// The article stays as it is. An answer that cannot be used is paid for: its tokens, and its cost in hundredths
    /// of a cent.
    Refused {
        problem: Problem,
        #[serde(default)]
        tokens: u64,
        #[serde(default)]
        cost: u64,
    },
}

/// A message while articles are explained.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum ExplainEvent {
    /// The estimate for the next article. Costs are in hundredths of a cent.
    Asking {
        slug: Slug,
        place: u64,
        of: u64,
        tokens: u64,
        cost: u64,
    },
    Done(ExplainOutcome),
}

/// The totals of a run. Costs are in hundredths of a cent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExplainSummary {
    pub explained: u64,
    /// Explained drafts with findings.
    pub held: u64,
    pub unchanged: u64,
    pub refused: u64,
    pub tokens: u64,
    pub cost: u64,
    /// Whether an article was refused because the model could not be used.
    pub model_failed: bool,
    pub dry_run: bool,
}
