//! Those that an act may bind, and the clause of a sentence whose subject they are.

use std::sync::LazyLock;

use super::words::places;
use crate::domain::text::fold;

const TABLE: &str = include_str!("bearers.txt");

/// The nouns of the table.
static BEARERS: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let lines = TABLE.lines().filter(|line| !line.starts_with('#'));
    lines.flat_map(|line| line.split(';')).map(str::trim).filter(|word| !word.is_empty()).collect()
});

/// Words that may stand before such a noun, folded.
const DETERMINERS: [&str; 6] = ["fiecare ", "o ", "orice ", "toate ", "toti ", "un "];
/// First words of a sentence whose subject comes behind a comma, folded.
const FIRST_WORDS: [&str; 43] = [
    "anterior", "anual", "atunci", "ca", "cand", "concomitent", "conform", "contrar", "cu", "daca", "de", "din",
    "dintre", "dupa", "fara", "imediat", "in", "inainte", "inaintea", "incepand", "indiferent", "intr-un", "intre",
    "la", "lunar", "odata", "ori", "pana", "pe", "pentru", "periodic", "potrivit", "prin", "referitor", "saptamanal",
    "semestrial", "simultan", "sub", "suplimentar", "totodata", "trimestrial", "ulterior", "zilnic",
];
/// Endings of a noun in the genitive or dative, folded: "persoanei", "furnizorilor", "societății", "asociației".
const OF_OTHERS: [&str; 6] = ["iei", "lor", "lui", "nei", "rei", "tatii"];
/// Words of a subject that acts for the state, or that only a reference defines, folded.
const OF_THE_STATE: [&str; 33] = [
    "autoritat",
    "centrale de specialitate",
    "conflictului de interese",
    "cu functii",
    "de demnitate",
    "de interes public",
    "de stat",
    "demnitar",
    "desemnat",
    "dezvoltare intercomunitara",
    "din cadrul",
    "entitatea competenta",
    "entitatea contractanta",
    "entitatea publica",
    "entitatile competente",
    "entitatile contractante",
    "entitatile publice",
    "functie publica",
    "functii publice",
    "functionar",
    "guvernamental",
    "institutiei publice",
    "institutii publice",
    "institutiilor publice",
    "judecator",
    "magistra",
    "minist",
    "ordonator",
    "politist",
    "prevederile a",
    "procuror",
    "responsabil",
    "unitati administrativ",
];
/// Officials who are employees, too, folded.
const OFFICIALS: [&str; 4] = ["functionarii publici", "functionarul public", "politistii", "politistul"];
/// First words of the names of single bodies: "Banca Națională", "Societatea Română de Televiziune".
const NAMED: [&str; 5] = ["asociatia", "banca", "federatia", "fundatia", "societatea"];
/// Bytes of a subject by which it is recognised.
const FIRST: usize = 160;

/// Whether a folded clause begins with one who may be bound, as its subject.
pub(super) fn begins_with_bearer(folded: &str) -> bool {
    let bare = DETERMINERS.iter().find_map(|word| folded.strip_prefix(word)).unwrap_or(folded);
    let head = bare.split([' ', ',']).next().unwrap_or_default();
    !OF_OTHERS.iter().any(|ending| head.ends_with(ending))
        && BEARERS.iter().any(|word| places(bare, word).next() == Some(0))
}

/// Whether folded words name one who may be bound.
pub(super) fn names_bearer(folded: &str) -> bool {
    BEARERS.iter().any(|word| places(folded, word).next().is_some())
}

/// Whether a folded subject acts for the state, or does not say who it is.
pub(super) fn acts_for_the_state(subject: &str) -> bool {
    OF_THE_STATE.iter().any(|words| places(subject, words).next().is_some())
}

/// Whether a folded clause begins with an official who is an employee, too.
pub(super) fn is_official(folded: &str) -> bool {
    OFFICIALS.iter().any(|noun| folded.starts_with(noun))
}

/// Whether a sentence begins with a case, behind which its subject stands.
pub(super) fn begins_with_case(sentence: &str) -> bool {
    let first = fold(sentence.split([' ', ',']).next().unwrap_or_default());
    FIRST_WORDS.contains(&first.as_str())
}

/// The clauses of a sentence that begin with one that may be bound: the sentence itself, or those behind the case with
/// which it begins.
pub(super) fn bearer_clauses(sentence: &str) -> Vec<&str> {
    let is_bearer = |clause: &&str| begins_with_bearer(&fold(first_part(clause))) && !is_name(clause);
    if is_bearer(&sentence) {
        return vec![sentence];
    }
    if !begins_with_case(sentence) {
        return Vec::new();
    }
    sentence.match_indices(", ").map(|(at, _)| &sentence[at + 2..]).filter(is_bearer).collect()
}

/// Whether a clause begins with the name of a single body.
fn is_name(clause: &str) -> bool {
    let mut words = clause.split(' ');
    let head = fold(words.next().unwrap_or_default());
    NAMED.contains(&head.as_str()) && words.next().is_some_and(|next| next.starts_with(char::is_uppercase))
}

/// The words of a clause by which its subject is recognised. A list may have thousands of commas.
pub(super) fn first_part(clause: &str) -> &str {
    &clause[..clause.floor_char_boundary(FIRST)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bearer_is_the_subject_and_no_body_of_the_state() {
        for (sentence, expected) in [
            ("Agenții de plasare depun cererea.", vec!["Agenții de plasare depun cererea."]),
            ("Agenția de plăți publică lista.", vec![]),
            ("Orice persoană depune cererea.", vec!["Orice persoană depune cererea."]),
            ("Persoanei i se comunică decizia.", vec![]),
            ("Societății i se restituie suma.", vec![]),
            ("Odată cu cererea, solicitantul depune dovada.", vec!["solicitantul depune dovada."]),
            ("Banca Națională a României publică lista.", vec![]),
            ("Ministerul notifică, în zece zile, furnizorii.", vec![]),
        ] {
            assert_eq!(bearer_clauses(sentence), expected, "{sentence}");
        }
        assert!(acts_for_the_state("persoana responsabila din primarie"));
    }
}
