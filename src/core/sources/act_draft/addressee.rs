//! The reader that a sentence is about: its grammatical subject, at its beginning or behind the case with which it
//! begins.

use super::bearers::first_part;

/// Beginnings of a sentence whose subject comes behind a comma, folded.
const FIRST_PARTS: [&str; 20] = [
    "atunci cand ", "cand ", "cu cel putin ", "cu exceptia ", "daca ", "dupa ", "in cazul ", "in cazurile ",
    "in functie ", "in scopul ", "in situati", "in termen ", "in vederea ", "incepand ", "la ", "pana ",
    "pe perioada ", "pentru ", "prin derogare ", "prin exceptie ",
];
/// Endings of a reader who is no subject: "persoanei", "furnizorilor".
const OF_OTHERS: [&str; 4] = ["lor", "lui", "nei", "rei"];

/// The place of the first part of a folded sentence that is the wanted one by its first words, behind the case with which
/// it begins.
pub(super) fn behind_case(folded: &str, is_wanted: impl Fn(&str) -> bool) -> Option<usize> {
    let begins = folded.trim_start_matches(|c: char| !c.is_ascii_alphabetic());
    if !FIRST_PARTS.iter().any(|words| begins.starts_with(words)) {
        return None;
    }
    folded.match_indices(", ").map(|(at, _)| at + 2).find(|at| is_wanted(first_part(&folded[*at..])))
}

/// Whether the first word of a folded clause may be its subject, and is no dative or genitive.
pub(super) fn is_subject(folded: &str) -> bool {
    let head = folded.split([' ', ',']).next().unwrap_or_default();
    !OF_OTHERS.iter().any(|ending| head.ends_with(ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_subject_stands_behind_a_case_and_is_no_receiver() {
        let is_wanted = |clause: &str| is_subject(clause) && clause.starts_with("operator");
        for (sentence, expected) in [
            ("in cazul expirarii, operatorul depune cererea.", Some("operatorul depune cererea.")),
            ("in cazul expirarii, operatorilor li se comunica decizia.", None),
            ("ministerul notifica, in zece zile, operatorii.", None),
        ] {
            assert_eq!(behind_case(sentence, is_wanted).map(|at| &sentence[at..]), expected, "{sentence}");
        }
    }
}
