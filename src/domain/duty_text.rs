//! A text in both languages.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::language::Language;

/// Longest text in characters.
const MAX_TEXT: usize = 1_000;

/// A text in both languages.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DutyText {
    pub ro: String,
    pub en: String,
}

impl DutyText {
    pub fn get(&self, language: Language) -> &str {
        match language {
            Language::Ro => &self.ro,
            Language::En => &self.en,
        }
    }

    /// Whether it exists in both languages and is not too long.
    pub(super) fn is_sound(&self) -> bool {
        [&self.ro, &self.en].into_iter().all(|text| is_text(text))
    }
}

fn is_text(text: &str) -> bool {
    !text.trim().is_empty() && text.chars().count() <= MAX_TEXT
}
