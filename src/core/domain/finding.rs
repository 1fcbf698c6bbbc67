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
    /// Provisions that have the figure or the sentence, for `elsewhere` and `unrelated`; the operation, for
    /// `only_before`; the missing one, for `unknown_provision`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub provisions: Vec<String>,
}

/// A sentence of a draft whose words the checker could not compare with the act: nothing contradicts it, and nothing
/// confirms it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct UncheckedSentence {
    /// Language of the text.
    pub lang: Language,
    /// Path of the field, as in a finding.
    pub field: String,
    pub text: String,
    /// Position in the field, in characters.
    pub offset: usize,
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
    /// The act has the figure only in the text before the change, and the sentence gives it as valid.
    OnlyBefore,
    /// "May" where the provisions make a duty, or "must" where they leave a choice.
    Modality,
    /// The sentence denies what the provisions say, or says what they deny.
    Opposite,
    /// "At most" where the provisions say "at least", or the reverse.
    Limit,
    /// "Monthly" or the like, where the provisions say something else or nothing.
    Frequency,
    /// A person, a body or a name that the provisions do not have.
    Actor,
    /// Two figures, each beside the words of the other.
    Exchanged,
    /// Another provision says this, and none of those that the sentence names.
    Unrelated,
    /// The text is in the other language.
    OtherLanguage,
    /// A link, an address, a telephone number or an account that the act does not have.
    Contact,
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
            FindingCode::OnlyBefore => format!("only the text before the change has this figure; see {provisions}"),
            FindingCode::Modality => "the provisions have a duty instead of a choice, or a choice instead".to_owned(),
            FindingCode::Opposite => "the provisions, or the other language, say the opposite".to_owned(),
            FindingCode::Limit => "the provisions do not make this the least or the most".to_owned(),
            FindingCode::Frequency => "the provisions do not say how often, or say another frequency".to_owned(),
            FindingCode::Actor => "the provisions that the sentence names do not name this person or body".to_owned(),
            FindingCode::Exchanged => "the provisions connect these figures with other words".to_owned(),
            FindingCode::Unrelated => {
                format!("the provisions that the sentence names do not say this; see {provisions}")
            }
            FindingCode::OtherLanguage => "the text is in the other language".to_owned(),
            FindingCode::Contact => "the act does not have this address or number".to_owned(),
        }
    }
}
