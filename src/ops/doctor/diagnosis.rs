//! The result of a check.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::conditions::OperatorFinding;

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
    /// The name of what was found, for which the operator's page has words, and the values of these words.
    #[serde(default)]
    pub words: String,
    #[serde(default)]
    pub values: BTreeMap<String, String>,
    /// What was found, in English.
    pub message: String,
    /// What to do, in English; empty if nothing.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub remedy: String,
}

impl Diagnosis {
    pub fn new(check: &str, outcome: DiagnosisOutcome, found: OperatorFinding) -> Self {
        let OperatorFinding { words, values, message, remedy } = found;
        Self { check: check.to_owned(), outcome, words, values, message, remedy }
    }

    /// A result of the command line, which is only in English, as are those of the functions below.
    pub fn ok(check: &str, message: impl Into<String>) -> Self {
        Self::in_english(check, DiagnosisOutcome::Ok, message, "")
    }

    pub fn not_checked(check: &str, message: impl Into<String>) -> Self {
        Self::in_english(check, DiagnosisOutcome::NotChecked, message, "")
    }

    pub fn failed(check: &str, message: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self::in_english(check, DiagnosisOutcome::Failed, message, remedy)
    }

    fn in_english(
        check: &str,
        outcome: DiagnosisOutcome,
        message: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Self {
        Self::new(
            check,
            outcome,
            OperatorFinding { message: message.into(), remedy: remedy.into(), ..OperatorFinding::default() },
        )
    }
}
