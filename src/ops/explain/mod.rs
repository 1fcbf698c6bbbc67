//! Explaining drafts with the language model.
//!
//! A run reserves its estimated tokens in one transaction, calls the model, and in a second transaction writes the
//! draft, the findings and the used tokens. Nothing is published here.

mod budget;
mod plan;
mod report;
mod run;

pub use report::{ExplainEvent, ExplainOutcome, ExplainRequest, ExplainResult, ExplainSummary};
pub use run::explain;
