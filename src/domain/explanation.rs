//! Explanations of acts.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::audience_role::AudienceRole;

/// An explanation of an act in both languages, before it becomes a draft.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Explanation {
    pub title: Statement,
    pub in_short: Statement,
    pub technical_summary: Vec<Statement>,
    pub simple_explanation: Vec<Statement>,
    pub steps: Vec<ExplainedStep>,
    pub effects: Vec<Effect>,
    /// From 1 to 5.
    pub importance: u8,
    pub importance_reason: Statement,
}

/// A sentence in both languages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Statement {
    pub ro: String,
    pub en: String,
    /// The provisions of the act that support the sentence, such as `art. I pct. 3`.
    pub rests_on: Vec<String>,
}

/// A step that a reader takes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExplainedStep {
    pub ro: String,
    pub en: String,
    pub rests_on: Vec<String>,
    pub roles: Vec<AudienceRole>,
    /// The last day of the step.
    pub date: Option<Date>,
}

/// What the act means for one audience.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Effect {
    pub audience: AudienceRole,
    pub ro: String,
    pub en: String,
    pub rests_on: Vec<String>,
}

/// The audiences of [`Effect`].
pub const AUDIENCES: [AudienceRole; 5] = [
    AudienceRole::Landlord,
    AudienceRole::Company,
    AudienceRole::SelfEmployed,
    AudienceRole::Employer,
    AudienceRole::Farmer,
];
