//! What a header says.

use crate::amend::act::ActName;
use crate::amend::verb::Verb;

/// Length of the longest header, which names a law with a long title.
pub const LONGEST: usize = 2600;

/// The header of an operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    pub act: Option<ActName>,
    pub in_annex: bool,
    /// The acts that the approved ordinance amends.
    pub through: Vec<ActName>,
    pub verb: Verb,
    /// Where the header ends in the search copy.
    pub end: usize,
}

impl Header {
    /// A header that names no act.
    pub fn of_verb(verb: Verb, end: usize) -> Self {
        Self { act: None, in_annex: false, through: Vec::new(), verb, end }
    }
}
