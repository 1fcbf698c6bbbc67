//! The indices of labels in one form.

use std::borrow::Cow;

use crate::normalise::raised_digit;

/// The text with the indices of labels in one form: `art. 7¹`, `art. 7 indice 1` and `lit. g1)` are `art. 7^1` and
/// `lit. g^1)`. Powers such as `10³` and units such as `m2` stay.
pub fn index_marks(text: &str) -> Cow<'_, str> {
    let has_word = INDEX_WORDS.iter().any(|word| text.contains(word));
    if !text.contains(is_raised) && !has_word && !has_lost_index(text) {
        return Cow::Borrowed(text);
    }
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((at, length, index)) = next_index(&kept, rest) {
        kept.push_str(&rest[..at]);
        // "(2) indice 1" is "(2^1)".
        let bracket = kept.ends_with(')') && kept.pop().is_some();
        kept.push('^');
        kept.push_str(&index);
        kept.push_str(if bracket { ")" } else { "" });
        rest = &rest[at + length..];
    }
    kept.push_str(rest);
    Cow::Owned(kept)
}

fn is_raised(c: char) -> bool {
    raised_digit(c).is_some()
}

/// Whether a letter such as `g1)` stands in the text.
fn has_lost_index(text: &str) -> bool {
    text.match_indices(')').any(|(at, _)| lost_index(&text[..at]).is_some())
}

/// The digits at the end of a text after the letter of a list.
fn lost_index(before: &str) -> Option<&str> {
    let letter = before.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = &before[letter.len()..];
    let mut letters = letter.chars().rev();
    let is_letter = letters.next().is_some_and(|c| c.is_ascii_lowercase() && c != 'm');
    let begins = letters.next().is_none_or(|c| c.is_whitespace() || matches!(c, '„' | '"' | ','));
    (is_letter && begins && (1..=2).contains(&digits.len())).then_some(digits)
}

/// The next index in the text after `earlier`: its place, its length and its digits.
fn next_index(earlier: &str, text: &str) -> Option<(usize, usize, String)> {
    let is_start = |c: char| is_raised(c) || c == ' ' || c == ')';
    let places = text.match_indices(is_start).map(|(at, _)| at);
    places.into_iter().find_map(|at| {
        let before = &text[..at];
        let after = &text[at..];
        let raised: String = after.chars().map_while(raised_digit).collect();
        if !raised.is_empty() {
            let length = after.chars().take(raised.len()).map(char::len_utf8).sum();
            return is_label(earlier, before, &after[length..]).then_some((at, length, raised));
        }
        if let Some((word, number)) = INDEX_WORDS.iter().find_map(|word| Some((word, after.strip_prefix(word)?))) {
            let digits: String = number.chars().take_while(char::is_ascii_digit).collect();
            let labelled = before.ends_with(|c: char| c.is_ascii_digit() || c == ')');
            return (labelled && !digits.is_empty()).then(|| (at, word.len() + digits.len(), digits));
        }
        let digits = lost_index(before).filter(|_| after.starts_with(')'))?;
        Some((at - digits.len(), digits.len(), digits.to_owned()))
    })
}

/// Whether a raised number between these texts is the index of a label, and not a power.
fn is_label(earlier: &str, before: &str, after: &str) -> bool {
    const WORDS: [&str; 12] = [
        "art.", "articolul", "articolului", "articolele", "alin.", "alineatul", "pct.", "punctul", "punctele",
        "capitolul", "anexa nr.", "lit.",
    ];
    if before.ends_with(|c: char| c.is_alphabetic()) {
        return after.starts_with(')');
    }
    let label = before.trim_end_matches(|c: char| c.is_ascii_digit());
    let lead = if label.is_empty() { earlier } else { label };
    let lead = lead.trim_end();
    let lead = lead[lead.floor_char_boundary(lead.len().saturating_sub(20))..].to_lowercase();
    let is_point =
        after.starts_with('.') && (lead.is_empty() || label.ends_with('\n') || lead.ends_with(['.', ';', ':']));
    before.len() > label.len() && (lead.ends_with('(') || is_point || WORDS.iter().any(|word| lead.ends_with(word)))
}

/// Words before the index of a label.
const INDEX_WORDS: [&str; 3] = [" indice ", " indicele ", " ind. "];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_of_labels_have_one_form() {
        for (text, expected) in [
            ("Art. 7¹. - (1¹) Text.\n2¹. Alt text.", "Art. 7^1. - (1^1) Text.\n2^1. Alt text."),
            ("La articolul 7 indice 12, alin. (2) indice 1", "La articolul 7^12, alin. (2^1)"),
            ("litera g1) și lit. f¹)", "litera g^1) și lit. f^1)"),
            ("10³ lei, 5 m², (100 m2), 7 indice", "10³ lei, 5 m², (100 m2), 7 indice"),
        ] {
            assert_eq!(index_marks(text), expected);
        }
    }
}
