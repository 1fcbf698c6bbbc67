//! The difference of two texts, by words or by paragraphs.

use serde::Serialize;
use similar::{Algorithm, DiffTag, capture_diff_slices};

/// A run of words that both texts have, or only one of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", content = "text", rename_all = "snake_case")]
pub enum DifferencePiece {
    Same(String),
    Removed(String),
    Added(String),
}

/// The pieces of both texts in order.
pub fn difference(before: &str, after: &str) -> Vec<DifferencePiece> {
    let (old, new) = (words(before), words(after));
    let mut pieces = Vec::new();
    for step in capture_diff_slices(Algorithm::Myers, &old, &new) {
        let (removed, added) = (old[step.old_range()].concat(), new[step.new_range()].concat());
        if step.tag() == DiffTag::Equal {
            pieces.push(DifferencePiece::Same(removed));
            continue;
        }
        if !removed.is_empty() {
            pieces.push(DifferencePiece::Removed(removed));
        }
        if !added.is_empty() {
            pieces.push(DifferencePiece::Added(added));
        }
    }
    pieces
}

/// The changed paragraphs as pairs (before, after).
pub fn changed_paragraphs(before: &str, after: &str) -> Vec<(String, String)> {
    let paragraphs = |text| str::lines(text).map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>();
    let (old, new) = (paragraphs(before), paragraphs(after));
    let steps = capture_diff_slices(Algorithm::Myers, &old, &new);
    let changed = steps.into_iter().filter(|step| step.tag() != DiffTag::Equal);
    changed.map(|step| (old[step.old_range()].join("\n"), new[step.new_range()].join("\n"))).collect()
}

/// The text cut after each word, each space and each mark.
fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut start = 0;
    let mut in_word = false;
    for (at, c) in text.char_indices() {
        let is_word = c.is_alphanumeric() || c == '^';
        if at > start && !(is_word && in_word) {
            words.push(&text[start..at]);
            start = at;
        }
        in_word = is_word;
    }
    words.push(&text[start..]);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_changed_are_marked() {
        let pieces = difference("suma de 40 lei", "suma de 45 lei");
        let same = |text: &str| DifferencePiece::Same(text.to_owned());
        let expected = [
            same("suma de "),
            DifferencePiece::Removed("40".to_owned()),
            DifferencePiece::Added("45".to_owned()),
            same(" lei"),
        ];
        assert_eq!(pieces, expected);
        assert_eq!(difference("", ""), [same("")]);
    }

    #[test]
    fn only_paragraphs_that_differ_are_listed() {
        let before = "Articolul 1\nTaxa este de 5%.\nArticolul 2\nSe abrogă.\n";
        let after = "Articolul 1\nTaxa este de 6%.\n\nArticolul 2\nSe abrogă.\nArticolul 3\n";
        let expected = [("Taxa este de 5%.", "Taxa este de 6%."), ("", "Articolul 3")];
        assert_eq!(changed_paragraphs(before, after), expected.map(|(old, new)| (old.to_owned(), new.to_owned())));
        assert_eq!(changed_paragraphs(after, after), []);
    }
}
