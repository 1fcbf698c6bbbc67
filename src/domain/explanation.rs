//! Explanations of acts, and what the checker finds in them.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::audience_role::AudienceRole;
use super::language::Language;

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
    /// The provisions of the act that say it, such as `art. I pct. 3`.
    pub rests_on: Vec<String>,
}

/// Something that a reader does.
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

/// A part of a draft that the act does not support.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckFinding {
    /// The field of the article, such as `simple_explanation` or `implementation_key_points[2]`.
    pub field: String,
    pub language: Language,
    /// The place in the field, in characters.
    pub start: usize,
    pub end: usize,
    /// The figure, or the sentence, as it is written there.
    pub text: String,
    #[serde(flatten)]
    pub why: Why,
}

/// Why a part of a draft is held.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "why", rename_all = "snake_case")]
pub enum Why {
    /// The act does not have the figure.
    NotInAct,
    /// The act has the figure, but not in the provisions that the sentence names.
    Elsewhere { found_in: Vec<String> },
    /// The sentence names a provision that the act does not have.
    UnknownProvision { reference: String },
    /// The sentence names no provision.
    NoProvision,
    /// The sentence in the other language does not have the figure.
    OneLanguage,
}

impl Why {
    /// The reason in English, for the operator.
    pub fn sentence(&self) -> String {
        match self {
            Self::NotInAct => "the act does not have this figure".to_owned(),
            Self::Elsewhere { found_in } => {
                format!(
                    "the provisions that the sentence names do not have this figure, but {} has",
                    found_in.join(", ")
                )
            }
            Self::UnknownProvision { reference } => format!("the act has no {reference:?}"),
            Self::NoProvision => "the sentence names no provision".to_owned(),
            Self::OneLanguage => "the sentence in the other language does not have this figure".to_owned(),
        }
    }
}

/// A figure of a draft and the place of the act that supports it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    pub field: String,
    pub language: Language,
    /// The place in the field, in characters.
    pub start: usize,
    pub end: usize,
    /// The place in the act, in characters.
    pub source_start: usize,
    pub source_end: usize,
}
