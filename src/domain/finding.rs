//! The checker's findings in a draft.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use paragraf_law::language::Language;

/// A figure or a sentence of a draft that its act does not support.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Finding {
    /// Stays the same as long as the finding; an editor confirms the finding by it.
    pub id: String,
    /// Language of the text.
    pub lang: Language,
    /// Path of the field, such as `steps[1].text`; `importance_reason` for the reason that a model gives, which is no
    /// field of an article.
    pub field: String,
    /// The words in question.
    pub text: String,
    /// Position in the field, in characters.
    pub offset: usize,
    pub code: FindingCode,
    /// Provisions that have the figure, for `elsewhere`; the missing one, for `unknown_provision`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub provisions: Vec<String>,
}

/// Why the checker reports a part of a draft.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FindingCode {
    /// The act does not have the figure.
    NotInAct,
    /// The act has the figure, but not in the provisions that the sentence names.
    Elsewhere,
    /// The sentence names a provision that the act does not have.
    UnknownProvision,
    /// The sentence names no provision.
    NoProvision,
    /// The sentence in the other language does not have the figure.
    OneLanguage,
}

impl Finding {
    /// The reason in English, for the operator.
    pub fn sentence(&self) -> String {
        let provisions = self.provisions.join(", ");
        match self.code {
            FindingCode::NotInAct => "the act does not have this figure".to_owned(),
            FindingCode::Elsewhere => {
                format!("the provisions that the sentence names do not have this figure; it is in {provisions}")
            }
            FindingCode::UnknownProvision => format!("the act has no {provisions:?}"),
            FindingCode::NoProvision => "the sentence names no provision".to_owned(),
            FindingCode::OneLanguage => "the sentence in the other language does not have this figure".to_owned(),
        }
    }
}
