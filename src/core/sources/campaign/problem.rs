//! A problem of a campaign's file.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::domain::Language;
use crate::sources::RecordProblem;

/// A problem that prevents a campaign from being sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CampaignProblem {
    /// Line, counted from 1; `None` if the problem is in no particular line.
    pub line: Option<u64>,
    /// The problem and the remedy.
    pub text: String,
}

impl CampaignProblem {
    pub fn new(line: Option<u64>, wrong: impl fmt::Display, remedy: impl fmt::Display) -> Self {
        Self { line, text: format!("{wrong}; {remedy}") }
    }

    pub(super) fn of(line: Option<u64>, problem: &RecordProblem) -> Self {
        Self { line, text: problem.to_string() }
    }
}

impl fmt::Display for CampaignProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.text),
            None => f.write_str(&self.text),
        }
    }
}

/// The English name of a language, for messages.
pub(super) fn language_name(language: Language) -> &'static str {
    language.pick("Romanian", "English")
}
