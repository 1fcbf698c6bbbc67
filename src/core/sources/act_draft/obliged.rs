//! Subjects of duties that no table names: "are obligația" and "este obligat" bind persons only, and those who act for
//! the state are known by their nouns.

use super::bearers::names_bearer;
use super::wording::begins_with_authority;
use crate::domain::text::fold;

/// Beginnings of nouns of those who act for the state or whose duty is inside a body, folded.
const OF_THE_STATE: [&str; 63] = [
    "administratia",
    "administratiile",
    "administratorul drumului",
    "agentia",
    "agentii",
    "agentul",
    "ambasad",
    "autorit",
    "biroul",
    "birourile",
    "camera",
    "casa",
    "casele",
    "centrul",
    "colegiul",
    "comandan",
    "comisar",
    "comisi",
    "comitet",
    "compania",
    "comuna",
    "conducatori",
    "conducatorul",
    "conducerea",
    "consili",
    "consulat",
    "corpul",
    "curtea",
    "deputat",
    "detasament",
    "directi",
    "director",
    "expert",
    "functionar",
    "grefier",
    "inspector",
    "institut",
    "jandarm",
    "judecator",
    "judetul",
    "magistrat",
    "membrii",
    "membrul",
    "militari",
    "municipiul",
    "ocol",
    "ofiter",
    "orasul",
    "organ",
    "parchet",
    "partea",
    "partile",
    "penitenciar",
    "personalul",
    "presedint",
    "regia",
    "secretar",
    "sef",
    "senator",
    "serviciul",
    "statele",
    "structur",
    "tribunal",
];
/// Words that point to somebody before, folded.
const POINTERS: [&str; 3] = ["acea", "acest", "respectiv"];
/// Endings of a noun with its article in the nominative, folded.
const DEFINITE: [&str; 5] = ["a", "ele", "ii", "ile", "ul"];
/// Words of a subject in which the name of a single body shows.
const NAME_WORDS: usize = 5;

/// Whether the subject of a named duty is a reader: a noun with its article, no body of the state or official, and no
/// single body by its name.
pub(super) fn is_obliged(subject: &str) -> bool {
    let folded = fold(subject);
    let bare = ["fiecare ", "orice ", "toate ", "toti "].iter().find_map(|word| folded.strip_prefix(word));
    let words = bare.unwrap_or(&folded);
    let head = words.split([' ', ',']).next().unwrap_or_default();
    let is_pointer = POINTERS.iter().any(|word| words.starts_with(word));
    let is_noun =
        head.len() > 3 && !is_pointer && (bare.is_some() || DEFINITE.iter().any(|ending| head.ends_with(ending)));
    let is_of_state = OF_THE_STATE.iter().any(|noun| words.starts_with(noun)) || begins_with_authority(&folded);
    let begins_name = |word: &str| {
        let mut letters = word.chars();
        letters.next().is_some_and(char::is_uppercase) && letters.next().is_some_and(char::is_lowercase)
    };
    let is_name = subject.split(' ').skip(1).take(NAME_WORDS).any(begins_name);
    is_noun && !is_of_state && !is_name
}

/// Whether the words before a pronoun name a reader, and nobody who acts for the state.
pub(super) fn names_readers_only(front: &str) -> bool {
    let folded = fold(front);
    let is_state = |word: &str| OF_THE_STATE.iter().any(|noun| word.starts_with(noun));
    names_bearer(&folded) && !begins_with_authority(&folded) && !folded.split([' ', ',']).any(is_state)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn persons_are_bound_and_bodies_of_the_state_are_not() {
        for (subject, expected) in [
            ("unitățile sanitare cu paturi ", true),
            ("orice deținător de câini ", true),
            ("agenții care urmăresc suspectul ", false),
            ("instituțiile și autoritățile publice ", false),
            ("compania de apă ", false),
            ("tribunalul ", false),
            ("municipiul reședință de județ ", false),
            ("fabrica de Armament Cugir ", false),
            ("la cererea acestuia, ", false),
            ("respectivele organizații ", false),
            ("acesta ", false),
            ("", false),
        ] {
            assert_eq!(is_obliged(subject), expected, "{subject}");
        }
        assert!(names_readers_only("În situația în care datele sunt primite de către emitent, "));
        assert!(!names_readers_only("În situația în care comisia sesizează emitentul, "));
    }
}
