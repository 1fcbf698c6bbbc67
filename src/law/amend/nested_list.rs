//! A list of operations within a new text.

use crate::label::Label;

/// A list of operations in the new text of the open operation.
#[derive(Debug, Default)]
pub(super) struct NestedList {
    pub last: Option<Label>,
    /// The first article that its last point names.
    pub article: Option<Label>,
}
