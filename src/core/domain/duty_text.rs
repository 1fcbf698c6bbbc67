//! A text in both languages.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use paragraf_law::language::Language;

use super::content_fault::{ContentFault, ContentProblem};

/// Longest text in characters.
pub const MAX_TEXT: usize = 1_000;

/// A text in both languages.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DutyText {
    pub ro: String,
    pub en: String,
}

impl DutyText {
    pub fn get(&self, language: Language) -> &str {
        language.pick(&self.ro, &self.en)
    }

    /// The texts in one, each once, with semicolons between them; `None` without any.
    pub fn joined<'t>(texts: impl Iterator<Item = &'t Self>) -> Option<Self> {
        let mut each: Vec<&Self> = Vec::new();
        for text in texts {
            if !each.contains(&text) {
                each.push(text);
            }
        }
        let of = |language| each.iter().map(|text| text.get(language)).collect::<Vec<_>>().join("; ");
        (!each.is_empty()).then(|| Self { ro: of(Language::Ro), en: of(Language::En) })
    }

    /// Whether it exists in both languages and is not too long.
    pub(super) fn is_sound(&self) -> bool {
        self.problems("").is_empty()
    }

    /// What is wrong with the text in each language, such as "event.ro: is empty".
    pub(super) fn problems(&self, place: &str) -> Vec<ContentProblem> {
        let texts = [("ro", &self.ro), ("en", &self.en)].into_iter();
        let problems = texts.filter_map(|(language, text)| {
            let (code, wrong) = problem(text)?;
            Some(ContentProblem { place: format!("{place}.{language}"), code, wrong })
        });
        problems.collect()
    }
}

fn problem(text: &str) -> Option<(ContentFault, String)> {
    match text.chars().count() {
        _ if text.trim().is_empty() => Some((ContentFault::Required, "is empty".to_owned())),
        length if length > MAX_TEXT => {
            let wrong = format!("has {length} characters; at most {MAX_TEXT} are allowed");
            Some((ContentFault::TooLong { max: MAX_TEXT }, wrong))
        }
        _ => None,
    }
}
