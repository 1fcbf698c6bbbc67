//! A statement in one language, and what is objected to in it.

use std::ops::Range;

use super::claim::Passage;
use super::reading::ReadingMode;
use super::sense::Sense;
use crate::domain::finding::FindingCode;

/// A statement whose words the act does not support: the passage, the bytes of its text, why, and where it stands.
pub(super) type Objection = (usize, Range<usize>, FindingCode, Vec<String>);

/// A statement in one language.
pub(super) struct Spoken<'a> {
    /// The index of the passage.
    pub index: usize,
    pub passage: &'a Passage<'a>,
    pub sense: Sense,
}

impl<'a> Spoken<'a> {
    pub fn new(index: usize, passage: &'a Passage<'a>) -> Self {
        let sense = Sense::new(&passage.text[passage.range.clone()], ReadingMode::of(passage.language));
        Self { index, passage, sense }
    }

    /// An objection to a part of the statement.
    pub fn object(&self, range: &Range<usize>, code: FindingCode) -> Objection {
        let start = self.passage.range.start;
        (self.index, start + range.start..start + range.end, code, vec![])
    }

    pub fn whole(&self) -> Range<usize> {
        0..self.passage.range.len()
    }
}
