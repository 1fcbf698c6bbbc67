//! Words without which a sentence says something else: a condition, an exception, an alternative, an attribute.

/// Words that restrict what stands before them, wherever they come.
const CONDITIONS: &[&str] = &[
    "dacă ",
    "numai ",
    "doar ",
    "exclusiv ",
    "cu excepția ",
    "cu condiția ",
    "sub condiția ",
    "sub rezerva ",
    "în măsura în care ",
    "în cazul în care ",
    "în condițiile în care ",
    "atunci când ",
    "fără ",
    "mai puțin ",
    "dar ",
    "însă ",
    "în limita ",
    "cel mult ",
];
/// Beginnings of words that look like a condition and free from something instead.
const RELIEFS: &[&str] = &[
    "fără a avea obligația",
    "fără a fi obligat",
    "fără a fi necesar",
    "fără să fie necesar însă",
    "fără să fie necesar",
    "fără a aduce atingere",
];
/// First words of a part of a sentence that restrict the part before: how, where, when, whose.
const OPENINGS: &[&str] = &[
    "care", "ce", "când", "unde", "cu", "de", "din", "dintre", "sub", "atunci", "în", "la", "pe", "pentru", "până",
    "înainte", "după", "sau", "ori", "fie", "ci", "a", "al", "ai", "ale", "prin", "între", "cel", "cea", "cei", "cele",
    "respectiv", "exceptând", "astfel", "aflat", "aflată", "aflate", "aflați", "însoțit", "însoțită", "însoțite",
];
/// Endings of participles.
const PARTICIPLES: &[&str] =
    &["ați", "ată", "ate", "iți", "ită", "ite", "uți", "ută", "ute", "ăți", "ași", "iși", "uși", "asă", "isă", "usă"];
/// Words that lead to a list.
const LEADS: &[&str] =
    &["următoarele", "următorii", "următoarea", "următorul", "următoarelor", "următorilor", "după cum urmează"];

/// Whether words behind a sentence's beginning restrict it.
pub(super) fn restricts(rest: &str) -> bool {
    let rest = rest.trim_start_matches([',', ';', ' ']);
    let first = rest.split([' ', ',']).next().unwrap_or_default();
    let opens = OPENINGS.contains(&first) || is_participle(first);
    let near: Vec<_> = rest.split(", ").take(3).collect();
    let is_alternative = near.iter().any(|part| part.contains(" sau ") || part.contains(" ori "));
    opens || is_alternative || has_condition(rest)
}

/// Whether a word looks like a participle in the plural or the feminine: "încadrați".
pub(super) fn is_participle(word: &str) -> bool {
    PARTICIPLES.iter().any(|ending| word.ends_with(ending))
}

/// Whether words have a condition or an exception.
pub(super) fn has_condition(words: &str) -> bool {
    let words = RELIEFS.iter().fold(words.to_owned(), |words, relief| words.replace(relief, ""));
    CONDITIONS.iter().any(|condition| words.starts_with(condition) || words.contains(&format!(" {condition}")))
}

/// Whether a sentence announces a list that it does not give.
pub(super) fn announces(sentence: &str) -> bool {
    !sentence.contains(": ") && LEADS.iter().any(|lead| sentence.contains(lead))
}

/// Whether all items of a list are needed: conditions and criteria.
pub(super) fn needs_all(lead: &str) -> bool {
    ["condiți", "criterii", "cumulativ"].iter().any(|word| lead.contains(word)) || has_condition(lead)
}
