//! Lists that are read while a list within one of their points is.

use crate::form::clause::Place;
use crate::label::Label;

/// A list of operations, one point of which holds the list that is read.
#[derive(Debug)]
pub(super) struct OuterList {
    /// The point that holds the other list.
    pub(super) point: Label,
    /// Its last point, which may be a later one that is doubtful.
    pub(super) last: Label,
    /// The place that contains those of its operations.
    pub(super) context: Place,
    /// Whether the point names the act that the other list amends.
    pub(super) names_act: bool,
    /// Whether a point after it may have been of the inner list.
    pub(super) is_doubtful: bool,
}

/// A list of letters, one of which is a lead.
#[derive(Debug)]
pub(super) struct LetterList {
    pub(super) last: Label,
    /// The place that contains those of its operations.
    pub(super) context: Place,
}
