//! A statement in one language, and what is objected to in it.

use std::ops::Range;

use super::claim::Passage;
use super::reading::ReadingMode;
use super::sense::Sense;
use crate::domain::finding::FindingCode;

/// Words of a statement that the act does not support.
#[derive(Debug)]
pub(super) struct Objection {
    /// The index of the passage.
    pub passage: usize,
    /// Bytes of its text.
    pub range: Range<usize>,
    pub code: FindingCode,
    /// Where it stands instead.
    pub provisions: Vec<String>,
    /// Whether the act contradicts the words; otherwise they only could not be compared.
    pub is_sure: bool,
}

impl Objection {
    /// The same as a doubt unless something else supports it.
    pub fn sure_if(self, is_sure: bool) -> Self {
        Self { is_sure: self.is_sure && is_sure, ..self }
    }
}

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
        let range = start + range.start..start + range.end;
        Objection { passage: self.index, range, code, provisions: vec![], is_sure: true }
    }

    pub fn whole(&self) -> Range<usize> {
        0..self.passage.range.len()
    }
}
