//! Normalisation: a search copy in ASCII whose places map back to the original text, and cleaned text for display.

mod clean;
mod fold;
mod letters;

use std::ops::Range;

use fold::TextFolder;
use letters::is_accent;

pub use clean::{clean, clean_print};
pub use letters::is_invisible;
pub(crate) use letters::raised_digit;

/// A copy of a text for recognisers, in which every byte is ASCII.
///
/// Letters lose their diacritics and keep their case, so that `ş`, `ș` and `s` are equal; runs of white space are one
/// space, or one line feed where a paragraph ends; dashes are `-`, double quotation marks `"`, raised digits `^1`;
/// invisible characters are left out.
#[derive(Debug)]
pub struct SearchCopy<'t> {
    original: &'t str,
    text: String,
    /// Places after which the distance between both texts stays the same: the offset in the copy and in the original.
    steps: Vec<(usize, usize)>,
}

impl<'t> SearchCopy<'t> {
    /// Copies plain text.
    pub fn new(original: &'t str) -> Self {
        TextFolder::new(original, false).fold()
    }

    /// Copies Markdown; of links, only the text is copied.
    pub fn of_markdown(original: &'t str) -> Self {
        TextFolder::new(original, true).fold()
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// The range of the original text from which a range of the copy was made.
    pub fn original_range(&self, range: Range<usize>) -> Range<usize> {
        let start = self.original_offset(range.start);
        let Some(last) = range.end.checked_sub(1).filter(|last| *last >= range.start) else {
            let start = self.original.floor_char_boundary(start);
            return start..start;
        };
        let last = self.original_offset(last);
        let mut rest = self.original[last..].char_indices();
        let first = rest.next().map_or(0, |(_, c)| c.len_utf8());
        let end = rest.find(|(_, c)| !is_accent(*c)).map_or(self.original.len() - last, |(at, _)| at);
        start..last + end.max(first)
    }

    /// The original text of a range of the copy.
    pub fn original(&self, range: Range<usize>) -> &'t str {
        &self.original[self.original_range(range)]
    }

    /// Whether a line of the original text begins at a place.
    pub fn begins_line(&self, at: usize) -> bool {
        let Some(before) = at.checked_sub(1) else { return true };
        let space = self.original_offset(before)..self.original_offset(at);
        self.original.get(space).is_some_and(|space| space.contains('\n'))
    }

    fn original_offset(&self, at: usize) -> usize {
        let next = self.steps.partition_point(|(here, _)| *here <= at);
        let (here, there) = next.checked_sub(1).map_or((0, 0), |last| self.steps[last]);
        (there + at - here).min(self.original.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_copy_is_ascii_and_maps_back_to_the_original() {
        for (original, copy) in [
            ("publicată în Monitorul", "publicata in Monitorul"),
            ("Preşedintele  \u{a0}României", "Presedintele Romaniei"),
            ("1\u{b9}\u{b2} și 5³", "1^12 si 5^3"),
            ("150 € – „mic“", "150 EUR - \"mic\""),
            ("a\u{306} s\u{326}i \u{feff}t\u{ad}u", "a si tu"),
            ("unu\r\ndoi\n\n\ttrei", "unu doi\ntrei"),
            ("Hotãrârea ºi þara", "Hotararea si tara"),
            ("[1] (a)", "[1] (a)"),
        ] {
            assert_eq!(SearchCopy::new(original).text(), copy);
        }
    }

    #[test]
    fn every_word_of_the_copy_leads_to_its_original() {
        let original = "\u{feff}După  articolul „97¹“ a\u{306}ci, [lit. ă)](https://example.ro/a) și 150 €…";
        let copy = SearchCopy::of_markdown(original);
        for (word, expected) in
            [("Dupa", "După"), ("97^1", "97¹"), ("aci", "a\u{306}ci"), ("lit. a)", "lit. ă)"), ("150 EUR", "150 €")]
        {
            let at = copy.text().find(word).expect("the word is copied");
            assert_eq!(copy.original(at..at + word.len()), expected);
        }
        assert!(!copy.text().contains("https"), "{}", copy.text());
        assert_eq!(copy.original_range(0..copy.text().len()), 3..original.len());
    }
}
