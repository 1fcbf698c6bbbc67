//! The verb of the main clause of a sentence.

/// Verbs of main clauses; others are known by their endings.
const VERBS: &[&str] = &[
    "este", "sunt", "are", "au", "poate", "pot", "se", "trebuie", "va", "vor", "beneficiază", "acordă", "constituie",
    "implică", "depun", "depune", "transmit", "transmite", "solicită", "plătesc", "declară", "notifică", "răspund",
    "răspunde", "primesc", "rămân", "rămâne", "stabilesc", "aprobă", "emite", "emit", "participă", "prezintă", "ține",
    "țin", "fac", "face", "dispun", "dispune", "asigură", "fost", "prevede", "cuprinde", "restituie", "achită",
    "obțin", "obține", "întocmesc",
];
/// Endings of verbs in the third person.
const ENDINGS: &[&str] = &["ează", "ește"];
/// Words that open a subordinate clause.
const RELATIVE: &[&str] = &["care", "ce", "dacă", "când", "unde", "cât", "căruia", "căreia", "cărora", "căror"];
/// Words between the word that opens a relative clause and its verb.
const PARTICLES: &[&str] = &[
    "se", "nu", "le", "îl", "îi", "își", "s-a", "s-au", "au", "a", "o", "este", "sunt", "pot", "poate", "urmează",
    "trebuie", "să", "fi", "va", "vor", "i", "iar",
];

/// The place of the first verb of the main clause.
pub(super) fn verb(said: &str) -> Option<usize> {
    // After a condition, the main clause begins behind a comma.
    let begins_with_condition = ["în situația în care", "în cazul în care", "dacă ", "atunci când", "când "]
        .iter()
        .any(|words| said.starts_with(words));
    let main = if begins_with_condition { said.find(", ")? + 2 } else { 0 };
    main_verb(&said[main..]).map(|at| main + at)
}

/// The place of the first verb outside relative clauses.
pub(super) fn main_verb(said: &str) -> Option<usize> {
    main_verb_or(said, &[])
}

/// The place of the first verb outside relative clauses, which may also be one of `more`.
pub(super) fn main_verb_or(said: &str, more: &[&str]) -> Option<usize> {
    let mut at = 0;
    // The verb after "care" is not the main one, and neither is a second one after "sau".
    let (mut is_relative, mut is_joined, mut was_relative) = (false, false, false);
    for word in said.split(' ') {
        let bare = word.trim_end_matches([',', ';', ':']);
        let is_known = VERBS.contains(&bare) || more.contains(&bare);
        let is_verb = is_known || ENDINGS.iter().any(|ending| bare.ends_with(ending));
        if RELATIVE.contains(&bare) {
            (is_relative, was_relative) = (true, true);
        } else if is_relative {
            // "în a căror arie de competență se circumscrie": the verb comes later.
            is_relative = PARTICLES.contains(&bare) || is_inverted(&said[..at]) && !is_verb;
            is_joined = !is_relative;
        } else if matches!(bare, "sau" | "și" | "ori")
            && (is_joined || was_relative && denies(&said[at + word.len()..]))
        {
            is_relative = true;
        } else if is_verb {
            return Some(at);
        } else {
            is_joined = false;
        }
        if word.ends_with([',', ';', ':']) {
            // "care nu întrețin, nu exploatează", "care se cer, iar taxele au fost plătite": the clause goes on.
            let next = said[at + word.len()..].trim_start();
            is_relative = was_relative && (next.starts_with("nu ") || next.starts_with("iar "));
            was_relative = is_relative;
        }
        at += word.len() + 1;
    }
    None
}

/// Whether a second verb of a relative clause is denied: "care săvârșește fapte penale și nu răspunde penal".
fn denies(rest: &str) -> bool {
    rest.starts_with(" nu ")
}

/// Words before "care" in a clause that has a subject of its own.
const PREPOSITIONS: &[&str] = &["în", "din", "la", "prin", "pentru", "sub", "după"];

/// Whether the last relative word stands before a noun: "în a căror arie", "în care populația".
fn is_inverted(said: &str) -> bool {
    let last = said.rsplit([',', ';', ':']).next().unwrap_or_default();
    let words: Vec<_> = last.split(' ').collect();
    let has_own_subject = words.windows(2).any(|pair| PREPOSITIONS.contains(&pair[0]) && pair[1] == "care");
    has_own_subject || words.iter().any(|word| matches!(*word, "căror" | "cărui" | "cărei" | "iar"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_verb_of_a_relative_clause_is_not_the_main_one() {
        for (sentence, expected) in [
            ("întreprinderea care solicită protecția este obligată să prezinte", Some("este")),
            ("informațiile care afectează sau pot afecta statele se transmit", Some("se")),
            ("organizațiilor care nu întrețin, nu exploatează infrastructura", None),
            ("autoritățile, în a căror arie se circumscrie profesia, efectuează o evaluare", Some("efectuează")),
            // Legea nr. 27/2025.
            (
                "pentru zonele în care populația minoritară depășește 10%, furnizorii difuzează mesajele",
                Some("difuzează"),
            ),
            ("dacă nu este posibilă transmiterea, copiile vor fi trimise", Some("vor")),
            (
                "părinții copilului care săvârșește fapte penale și nu răspunde penal au obligația de a participa",
                Some("au"),
            ),
            ("beneficiază de drepturi asigurații care au un stagiu", Some("beneficiază")),
        ] {
            let found = verb(sentence).and_then(|at| sentence[at..].split(' ').next());
            assert_eq!(found, expected, "{sentence}");
        }
    }
}
