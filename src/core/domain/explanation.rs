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
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
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
    /// What happens to a reader who does not take the step; blank if the act does not say.
    #[serde(default, skip_serializing_if = "Statement::is_blank")]
    pub consequence: Statement,
    /// How long the reader has, or when to begin; blank if the act does not say.
    #[serde(default, skip_serializing_if = "Statement::is_blank")]
    pub lead_time: Statement,
}

impl Statement {
    /// Whether it says nothing in either language.
    pub fn is_blank(&self) -> bool {
        self.ro.trim().is_empty() && self.en.trim().is_empty()
    }
}

impl ExplainedStep {
    /// The words of the step in both languages: what to do, how long there is, and what happens otherwise.
    pub fn texts(&self) -> [String; 2] {
        let joined = |own: &str, of: fn(&Statement) -> &str| {
            let parts = [own, of(&self.lead_time), of(&self.consequence)].map(str::trim);
            parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
        };
        [joined(&self.ro, |it| &it.ro), joined(&self.en, |it| &it.en)]
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_says_how_long_there_is_and_what_happens_otherwise() {
        let json = r#"{"ro": "Depune cererea.", "en": "File the request.", "rests_on": [], "roles": [], "date": null}"#;
        let step: ExplainedStep = serde_json::from_str(json).expect("a step of an earlier program");
        assert_eq!(step.texts(), ["Depune cererea.", "File the request."]);
        let statement = |ro: &str, en: &str| Statement { ro: ro.into(), en: en.into(), rests_on: vec![] };
        let step = ExplainedStep {
            consequence: statement("Altfel plătești o amendă.", "Otherwise you pay a fine."),
            lead_time: statement("Ai 30 de zile.", "You have 30 days."),
            ..step
        };
        assert_eq!(step.texts()[0], "Depune cererea. Ai 30 de zile. Altfel plătești o amendă.");
    }
}
