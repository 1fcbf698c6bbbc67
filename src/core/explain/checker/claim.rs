//! The statements that are checked.

use std::ops::Range;

use crate::domain::Language;

/// A text of a field, and the part of it that is checked.
#[derive(Debug, Clone)]
pub struct Passage<'a> {
    pub field: &'a str,
    pub language: Language,
    /// The whole text of the field.
    pub text: &'a str,
    /// Bytes of the text.
    pub range: Range<usize>,
}

/// A statement in one language or in both.
#[derive(Debug, Clone)]
pub struct Claim<'a> {
    /// The provisions that it names; `None` for the words of a person, which may rest on the whole act.
    pub rests_on: Option<&'a [String]>,
    pub passages: Vec<Passage<'a>>,
    /// Days that belong to the statement outside its text.
    pub dates: Vec<jiff::civil::Date>,
}
