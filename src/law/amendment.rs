//! What an act changes in the text of other acts: provisions before and after.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::act::Act;

/// The kind of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AmendmentKind {
    Modify,
    Insert,
    Repeal,
    Renumber,
    ReplaceWords,
    /// Moves a term that the provision sets.
    Prorogue,
    /// No rule understands the operation.
    NotUnderstood,
}

impl AmendmentKind {
    /// The name in the output of `paragraf law apply`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Modify => "modify",
            Self::Insert => "insert",
            Self::Repeal => "repeal",
            Self::Renumber => "renumber",
            Self::ReplaceWords => "replace words",
            Self::Prorogue => "prorogue",
            Self::NotUnderstood => "not understood",
        }
    }
}

/// Which of two texts has a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PieceKind {
    /// Both.
    Same,
    /// Only the text before.
    Removed,
    /// Only the text after.
    Added,
}

/// A run of words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TextPiece {
    pub kind: PieceKind,
    pub text: String,
}

/// One operation on one provision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Amendment {
    pub kind: AmendmentKind,
    /// Where the operation stands in the amending act, such as "art. I pct. 3".
    pub source: String,
    /// The provision in Romanian, such as "art. 114 alin. (2)"; absent if it is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provision: Option<String>,
    /// The provision's name before, if it got another number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub was: Option<String>,
    /// The text before (`same` and `removed`) and after (`same` and `added`), in order; empty if the operation was not
    /// applied.
    pub difference: Vec<TextPiece>,
    /// The new term of a prorogued provision.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
    /// The day on which the operation enters into force, if it is not that of its act.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub in_force: Option<Date>,
    /// The clause on that day, as written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub force_clause: Option<String>,
    /// Why the operation was not applied, in English.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
    /// The operation as written, if it was not applied.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Whether a long text is given only in part.
    pub is_cut: bool,
}

impl Amendment {
    pub fn is_applied(&self) -> bool {
        self.problem.is_none()
    }

    /// Bytes of its texts.
    pub fn bytes(&self) -> usize {
        let pieces: usize = self.difference.iter().map(|piece| piece.text.len()).sum();
        pieces + self.text.as_ref().map_or(0, String::len) + self.problem.as_ref().map_or(0, String::len)
    }
}

/// The operations of an act that amend one other act.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ActAmendments {
    /// The act that is amended.
    pub act: Act,
    /// The form that the operations were applied to; `None` if no earlier form is stored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub form: Option<FormReference>,
    /// The number of operations.
    pub found: u32,
    /// The number of those that were applied.
    pub applied: u32,
    /// The operations in the order of the amending act; the first ones of a long list.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub amendments: Vec<Amendment>,
}

/// A stored form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormReference {
    /// The day from which the form was in force.
    pub date: Date,
    /// SHA-256 of its archived text.
    pub text_sha256: String,
    /// Where it can be read.
    pub url: String,
}
