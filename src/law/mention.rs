//! What was found in a text, and where.

use std::fmt;

use serde::Serialize;

use super::provision::Provision;

/// A piece of a text with its meaning.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Mention {
    /// Offset of the first byte in the original text.
    pub start: usize,
    /// Offset after the last byte.
    pub end: usize,
    /// The piece as written.
    pub text: String,
    #[serde(flatten)]
    pub value: MentionValue,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum MentionValue {
    Provision { provision: Provision },
}

impl fmt::Display for MentionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Provision { provision } => write!(f, "{provision}"),
        }
    }
}
