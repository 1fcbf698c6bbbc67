//! The result of a check.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How a check ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DiagnosisOutcome {
    Ok,
    /// The check does not apply, or cannot be made here.
    NotChecked,
    /// The server works; something should be done.
    Warning,
    Failed,
}

/// The result of one check. It holds no secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Diagnosis {
    /// Stable name, such as `disk`.
    pub check: String,
    pub outcome: DiagnosisOutcome,
    /// What was found.
    pub message: String,
    /// What to do; empty if nothing.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub remedy: String,
}

impl Diagnosis {
    pub fn ok(check: &str, message: impl Into<String>) -> Self {
        Self::new(check, DiagnosisOutcome::Ok, message, "")
    }

    pub fn not_checked(check: &str, message: impl Into<String>) -> Self {
        Self::new(check, DiagnosisOutcome::NotChecked, message, "")
    }

    pub fn warning(check: &str, message: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self::new(check, DiagnosisOutcome::Warning, message, remedy)
    }

    pub fn failed(check: &str, message: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self::new(check, DiagnosisOutcome::Failed, message, remedy)
    }

    fn new(check: &str, outcome: DiagnosisOutcome, message: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { check: check.to_owned(), outcome, message: message.into(), remedy: remedy.into() }
    }
}
