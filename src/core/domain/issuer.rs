//! Comparison of the names of issuers, which texts write in several ways.

use super::text;

/// Number of first letters that the grammatical cases of a word share: "finanțelor", "finanțe".
const ROOT_LETTERS: usize = 5;

/// Folded words that do not distinguish bodies.
const COMMON: [&str; 18] = [
    "a", "al", "ai", "ale", "cu", "de", "din", "domeniul", "in", "la", "nr", "ordinul", "ordinului", "pentru",
    "privind", "si", "romaniei", "romania",
];

/// The beginnings of words for a body's head, whose acts are acts of the body.
const OFFICES: [&str; 5] = ["minist", "president", "presedint", "director", "secretar"];

/// Whether two names mean the same body: "ministrul finanțelor", "Ministerul Finanțelor", "ANAF".
///
/// A name also matches one that has all its words and more: ministries gain and lose fields, and keep their acts.
pub fn is_same(one: &str, other: &str) -> bool {
    let [ones, others] = [words(one), words(other)];
    let has_all = |all: &[String], some: &[String]| !some.is_empty() && some.iter().all(|word| all.contains(word));
    text::fold(one) == text::fold(other)
        || has_all(&ones, &others)
        || has_all(&others, &ones)
        || is_abbreviation(one, &others)
        || is_abbreviation(other, &ones)
}

/// The roots of the words that name the body.
fn words(name: &str) -> Vec<String> {
    let folded = text::fold(name);
    let words = folded.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let own = words.filter(|word| !COMMON.contains(word) && !OFFICES.iter().any(|office| word.starts_with(office)));
    own.map(|word| word[..word.len().min(ROOT_LETTERS)].to_owned()).collect()
}

/// Whether the name consists of the first letters of the words: ANAF.
fn is_abbreviation(name: &str, words: &[String]) -> bool {
    let initials: String = words.iter().filter_map(|word| word.chars().next()).collect();
    initials.len() > 2 && text::fold(name) == initials
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_is_known_in_every_case_and_by_its_head() {
        for (one, other) in [
            ("Ministerul Finanțelor", "ministrului finanțelor"),
            ("Ministerul Finanțelor", "ministrului finanțelor publice"),
            ("Agenția Națională de Administrare Fiscală", "președintele Agenției Naționale de Administrare Fiscală"),
            ("Agenția Națională de Administrare Fiscală", "ANAF"),
            ("Consiliul Concurenței", "președintelui Consiliului Concurenței"),
        ] {
            assert!(is_same(one, other), "{one}, {other}");
            assert!(is_same(other, one), "{other}, {one}");
        }
        for (one, other) in [
            ("Ministerul Finanțelor", "Ministerul Culturii"),
            ("Agenția Națională de Administrare Fiscală", "Agenția Națională de Cadastru"),
            ("ANAF", "ANRE"),
            ("Ministerul Finanțelor", ""),
            ("Ministerul", "Ministerul Culturii"),
        ] {
            assert!(!is_same(one, other), "{one}, {other}");
        }
    }
}
