//! Words of operations that stand without the spaces between them: "se modificăși va avea următorulcuprins".

use crate::normalise::SearchCopy;

/// Words of headers in lower-case ASCII.
const WORDS: [&str; 32] = [
    "se", "si", "va", "vor", "avea", "cu", "dupa", "cum", "nou", "noua", "noi", "un", "doua", "trei", "patru", "cinci",
    "modifica", "abroga", "introduce", "introduc", "completeaza", "inlocuieste", "inlocuiesc", "elimina", "urmatorul",
    "urmatoarea", "cuprins", "urmeaza", "articolul", "alineatul", "litera", "punctul",
];

/// The letters of the shortest word that stuck words must hold, so that no other word is parted.
const LONG: usize = 4;

/// The longest run of letters that is looked at.
const LONGEST: usize = 40;

/// A search copy of a text in which stuck words have a space between them.
pub fn search_copy(text: &str) -> SearchCopy<'_> {
    let copy = SearchCopy::new(text);
    let places = places(&copy.text().to_ascii_lowercase());
    if places.is_empty() { copy } else { copy.with_spaces(&places) }
}

/// The places in a text between stuck words.
fn places(text: &str) -> Vec<usize> {
    let mut places = Vec::new();
    let mut at = 0;
    for run in text.split(|c: char| !c.is_ascii_alphabetic()) {
        if (LONG + 2..=LONGEST).contains(&run.len())
            && let Some(words) = words_of(run).filter(|words| words.iter().any(|word| word.len() >= LONG))
        {
            let ends = words.iter().scan(at, |end, word| {
                *end += word.len();
                Some(*end)
            });
            places.extend(ends.take(words.len() - 1));
        }
        at += run.len() + 1;
    }
    places
}

/// The words that make up a run of letters. "se" only begins one: "modificase" is a word.
fn words_of(run: &str) -> Option<Vec<&'static str>> {
    let mut begun = vec![(run, Vec::new())];
    while let Some((rest, words)) = begun.pop() {
        if rest.is_empty() {
            return Some(words);
        }
        let next = WORDS.iter().filter(|word| rest.starts_with(**word) && (words.is_empty() || **word != "se"));
        begun.extend(next.map(|word| (&rest[word.len()..], [words.as_slice(), &[*word]].concat())));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stuck_words_are_parted_and_others_are_not() {
        for (text, parted) in [
            ("După articolul 4 seintroducdouă noi articole", "Dupa articolul 4 se introduc doua noi articole"),
            (
                "alineatul (2)se modificăși vaavea următorulcuprins",
                "alineatul (2)se modifica si va avea urmatorul cuprins",
            ),
            ("articolul se abrogă", "articolul se abroga"),
            ("cuprinsul modificase sesiune introducere vasul", "cuprinsul modificase sesiune introducere vasul"),
        ] {
            let copy = search_copy(text);
            assert_eq!(copy.text(), parted);
            assert_eq!(copy.original(0..parted.len()), text);
        }
    }
}
