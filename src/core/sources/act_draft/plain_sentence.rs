//! What several rules need of a sentence: its amounts, and its words with a small first letter.

use paragraf_law::MentionValue;

/// Characters of what is no sentence.
pub(super) const SHORTEST: usize = 12;

/// The amounts and percentages in a text, as written.
pub(super) fn values(words: &str) -> Vec<String> {
    let figures = paragraf_law::read_text(words).into_iter();
    figures.filter(|mention| matches!(mention.value, MentionValue::Figure(_))).map(|mention| mention.text).collect()
}

/// A sentence with a small first letter, unless it begins with a name or an abbreviation.
pub(super) fn lower_first(sentence: &str) -> String {
    let mut letters = sentence.chars();
    let (first, second) = (letters.next(), letters.clone().next());
    match first {
        Some(first) if second.is_some_and(char::is_lowercase) && !is_name(sentence) => {
            first.to_lowercase().chain(letters).collect()
        }
        _ => sentence.to_owned(),
    }
}

/// Whether a sentence begins with a name of several words: "Societatea Română de Radiodifuziune", "Poliția de
/// Frontieră".
fn is_name(sentence: &str) -> bool {
    let mut words = sentence.split(' ').skip(1).skip_while(|word| matches!(*word, "de" | "a"));
    words.next().is_some_and(|word| word.starts_with(char::is_uppercase))
}
