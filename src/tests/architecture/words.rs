//! House rule: plain words. A more precise term exists for each of these: the verb for the action (`returns`,
//! `reports`, `lists`), the noun for the person (recipient, caller, reader).

use super::{repository, tracked_files};

/// Words that comments, docs, names and texts of the sources do not use.
const AVOIDED: &[&str] = &[
    "told", "tells", "whoever", "whomever", "whyever", "lest", "deed", "deeds", "anew", "nought", "oftener", "besides",
];

/// Romanian addresses one person informally, and signing in is "conectare".
const AVOIDED_IN_ROMANIAN: &[&str] =
    &["autentific", "dumneavoastră", "dvs", "logare", "logat", "loghez", "login", "vă", "înregistrați", "introduceți"];

#[test]
fn the_sources_use_plain_words() {
    let Some(files) = tracked_files() else { return };
    let mut found = Vec::new();
    for file in files.lines().filter(|file| is_source(file)) {
        let text = std::fs::read_to_string(repository().join(file)).unwrap_or_default();
        for (line, number) in text.lines().zip(1..) {
            found.extend(words(line).filter(|word| AVOIDED.contains(&word.as_str())).map(|word| (file, number, word)));
        }
    }
    let broken: Vec<_> = found.iter().map(|(file, number, word)| format!("{file}:{number}: {word}")).collect();
    assert!(broken.is_empty(), "say it with the usual term:\n{}", broken.join("\n"));
}

/// Verbs of a sentence, which need a noun as their subject.
const VERBS: &[&str] = &["is", "are", "was", "were", "has", "had", "would", "will", "finds", "gets", "sees", "loses"];

#[test]
fn no_comment_makes_a_clause_its_subject() {
    let Some(files) = tracked_files() else { return };
    let mut broken = Vec::new();
    for file in files.lines().filter(|file| is_source(file)) {
        let text = std::fs::read_to_string(repository().join(file)).unwrap_or_default();
        for (line, number) in text.lines().zip(1..).filter(|(line, _)| has_clause_as_subject(line)) {
            broken.push(format!("{file}:{number}: {}", line.trim()));
        }
    }
    assert!(broken.is_empty(), "name the subject (recipients, the caller, users who ...):\n{}", broken.join("\n"));
}

/// Whether a comment begins as "Who was asked long ago ..." and goes on with a second verb. "Who may call a route" is
/// a noun phrase.
fn has_clause_as_subject(line: &str) -> bool {
    let line = line.trim_start();
    if !["//", "/*", "* "].iter().any(|beginning| line.starts_with(beginning)) {
        return false;
    }
    let comment = line.trim_start_matches(['/', '*', '!', ' ']);
    let sentence = comment.split(['.', ':', '?']).next().unwrap_or_default();
    let mut words = sentence.split_whitespace();
    let begins = words.next().is_some_and(|first| ["Who", "Whose", "Whom", "Whoever"].contains(&first));
    begins && words.skip(2).any(|word| VERBS.contains(&word))
}

#[test]
fn a_clause_as_subject_is_recognised() {
    for clause in [
        "    // Who was asked long ago and never answered would be forgotten.",
        "/// Whose address this provider vouches for is asked before it is connected.",
        " * Who waits for the morning is given as long after it.",
    ] {
        assert!(has_clause_as_subject(clause), "{clause}");
    }
    for phrase in ["//! Who may call a route.", "/// Whose messages are counted.", "let who = is_given;"] {
        assert!(!has_clause_as_subject(phrase), "{phrase}");
    }
}

#[test]
fn romanian_texts_have_one_register() {
    let Some(files) = tracked_files() else { return };
    let mut broken = Vec::new();
    for file in files.lines().filter(|file| file.contains("/locales/ro/") || file.ends_with("/ro.md")) {
        let text = std::fs::read_to_string(repository().join(file)).unwrap_or_default();
        for (line, number) in text.lines().zip(1..) {
            let avoided = |word: &String| AVOIDED_IN_ROMANIAN.iter().any(|avoided| starts_so(word, avoided));
            let said = line.split_once("\": ").map_or(line, |(_, text)| text);
            broken.extend(words(said).filter(avoided).map(|word| format!("{file}:{number}: {word}")));
        }
    }
    assert!(broken.is_empty(), "write to one person, and \"conectare\" for signing in:\n{}", broken.join("\n"));
}

/// Whether this is the word; a longer one also stands for its other forms.
fn starts_so(word: &str, avoided: &str) -> bool {
    word == avoided || avoided.len() > 5 && word.starts_with(avoided)
}

fn is_source(file: &str) -> bool {
    let is_code = [".rs", ".ts", ".tsx", ".mts", ".mjs", ".toml"].iter().any(|ending| file.ends_with(ending));
    is_code && !file.ends_with(".gen.ts") && !file.ends_with("architecture/words.rs")
}

/// The words of a line in lower case; `snake_case` and `camelCase` names are split.
fn words(line: &str) -> impl Iterator<Item = String> {
    let mut split = String::with_capacity(line.len());
    let mut was_lower = false;
    for letter in line.chars() {
        if letter.is_uppercase() && was_lower {
            split.push(' ');
        }
        was_lower = letter.is_lowercase();
        split.extend(letter.to_lowercase());
    }
    let words: Vec<_> = split.split(|letter: char| !letter.is_alphabetic()).map(str::to_owned).collect();
    words.into_iter()
}
