//! The parts of an act: its own text, the new texts that it gives to other acts, and what is annexed to it.

use serde::Serialize;

/// The part of an act in which words stand.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ActPart {
    #[default]
    Own,
    /// The reasons before the words that enact the act.
    Preamble,
    /// The new text of a provision of another act.
    NewText,
    /// What stands after the act: an annex, a treaty.
    Annex,
}

impl ActPart {
    pub(super) fn is_own(&self) -> bool {
        *self == Self::Own
    }
}
