//! Conditions that the roles of an article suggest. An editor accepts, changes or removes them; nothing else uses them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::article::Article;
use super::audience_role::AudienceRole;
use super::concern::{Concern, ConcernReason, Expression};
use super::duty_text::DutyText;
use paragraf_law::language::Language;

/// Suggested conditions for what has roles and no condition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ConcernSuggestion {
    /// For the whole article.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub concerns: Option<Concern>,
    /// For steps with roles of their own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub steps: Vec<PartSuggestion>,
    /// For dated entries with roles of their own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub deadlines: Vec<PartSuggestion>,
}

/// A suggested condition of a step or a dated entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PartSuggestion {
    /// Its place in the article.
    pub at: usize,
    #[schema(value_type = Object)]
    pub condition: Expression,
}

impl ConcernSuggestion {
    /// The suggestion for an article; `None` if its roles suggest nothing.
    pub fn of(article: &Article) -> Option<Self> {
        let part = |at: usize, roles: &[AudienceRole], condition: Option<&Expression>| {
            let is_own = !roles.is_empty() && roles != article.roles && condition.is_none();
            let condition = is_own.then(|| Expression::of_roles(roles)).flatten()?;
            Some(PartSuggestion { at, condition })
        };
        let steps = article.steps.iter().zip(0..);
        let steps = steps.filter_map(|(step, at)| part(at, &step.roles, step.condition.as_deref())).collect();
        let entries = article.deadlines.iter().zip(0..);
        let entries = entries.filter_map(|(entry, at)| part(at, &entry.roles, entry.condition.as_deref()));
        let concerns = article.concerns.is_none().then(|| concern(&article.roles)).flatten();
        let suggestion = Self { concerns, steps, deadlines: entries.collect() };
        let is_empty = suggestion.concerns.is_none() && suggestion.steps.is_empty() && suggestion.deadlines.is_empty();
        (!is_empty).then_some(suggestion)
    }
}

fn concern(roles: &[AudienceRole]) -> Option<Concern> {
    let condition = Expression::of_roles(roles)?;
    let no = DutyText {
        ro: format!("schimbarea e pentru: {}", AudienceRole::list_of(roles, Language::Ro)),
        en: format!("the change is for: {}", AudienceRole::list_of(roles, Language::En)),
    };
    let yes = DutyText { ro: format!("fiindcă {}", no.ro), en: format!("because {}", no.en) };
    let reason = ConcernReason { yes, no, no_when: Vec::new() };
    Some(Concern {
        condition,
        reason,
        event: None,
        unless: None,
        optional: false,
        information: false,
        everyone: false,
        open_point: None,
    })
}

#[cfg(test)]
mod tests;
