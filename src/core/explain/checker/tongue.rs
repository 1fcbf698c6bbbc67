//! Whether a text is in the other language.

use super::sense::SpokenWord;
use crate::domain::Language;

/// Words without which a sentence of the language can hardly be written, and which the other does not have.
const RO: &[&str] = &[
    "de", "la", "si", "pe", "cu", "din", "este", "sunt", "se", "care", "pentru", "sau", "nu", "al", "ale", "sa", "cel",
    "ca", "lui", "prin", "iar", "daca", "ai", "au", "dupa", "ce", "va", "un",
];
const EN: &[&str] = &[
    "the", "of", "and", "is", "are", "for", "with", "that", "you", "must", "may", "from", "within", "by", "not", "if",
    "your", "be", "their", "who", "have", "has", "its", "it", "to", "they", "this", "when",
];

/// Whether the words of the other language prevail.
pub(super) fn is_other(words: &[SpokenWord], language: Language) -> bool {
    let count = |list: &[&str]| words.iter().filter(|word| list.contains(&word.folded.as_str())).count();
    let [own, other] = language.pick([RO, EN], [EN, RO]).map(count);
    other >= 2 && other > own
}

/// Whether two texts in different languages have mostly the same words, so that one of them is not translated.
pub(super) fn is_same(first: &[SpokenWord], second: &[SpokenWord]) -> bool {
    const FEWEST: usize = 5;
    let is_in_second = |word: &&SpokenWord| second.iter().any(|other| other.folded == word.folded);
    first.len() >= FEWEST && first.iter().filter(is_in_second).count() * 2 > first.len()
}
