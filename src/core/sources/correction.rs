//! What a source corrected in the text of an act.

use crate::domain::text;
use paragraf_law::apply::changed_paragraphs;

/// Characters of a listed text.
const MAX_TEXT: usize = 1000;
/// Bytes around what changed in a long paragraph.
const CONTEXT_BYTES: usize = 160;

/// The paragraphs that differ, before and after, cut to what changed. Added ones are empty before, removed ones after.
pub fn changes(before: &str, after: &str) -> Vec<(String, String)> {
    changed_paragraphs(before, after).iter().map(|(before, after)| around(before, after)).collect()
}

/// The parts of both texts that differ, with a little of the common text before and after.
fn around(before: &str, after: &str) -> (String, String) {
    let same = |(a, b): &(u8, u8)| a == b;
    let start = before.bytes().zip(after.bytes()).take_while(same).count();
    let shorter = before.len().min(after.len());
    let end = before.bytes().rev().zip(after.bytes().rev()).take_while(same).count().min(shorter - start);
    let part = |text: &str| {
        let from = text.floor_char_boundary(start.saturating_sub(CONTEXT_BYTES));
        let to = text.ceil_char_boundary((text.len() - end + CONTEXT_BYTES).min(text.len()));
        text::shorten(&text[from..to], MAX_TEXT)
    };
    (part(before), part(after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_paragraph_is_cut_to_what_changed() {
        let long = "ș".repeat(5000);
        let (before, after) = around(&format!("{long}cinci{long}"), &format!("{long}șase{long}"));
        assert!(before.contains("cinci") && after.contains("șase"), "{before} {after}");
        assert!(before.len() < 400, "{}", before.len());
    }

    #[test]
    fn equal_ends_never_overlap() {
        assert_eq!(around("aa", "aaa"), ("aa".to_owned(), "aaa".to_owned()));
    }
}
