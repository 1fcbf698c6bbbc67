//! Compares printed text by its letters.

/// The letters and digits of a text, without diacritics, in lower case: `L E G E` and `Lege` are equal.
pub(super) fn squeezed(text: &str) -> String {
    let folded = crate::domain::text::fold(text);
    folded.chars().filter(char::is_ascii_alphanumeric).collect()
}

/// Whether a line is in capitals, as headings are.
pub(super) fn is_capitals(line: &str) -> bool {
    line.chars().filter(|c| c.is_uppercase()).count() > 1 && !line.contains(char::is_lowercase)
}
