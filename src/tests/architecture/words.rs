//! House rule: plain words. A more precise term exists for each of these: the verb for the action (`returns`,
//! `reports`, `lists`), the noun for the person (recipient, caller, reader).

use super::{repository, tracked_files};

/// Words that comments, docs, names and texts of the sources do not use.
const AVOIDED: &[&str] =
    &["told", "tells", "whoever", "whomever", "whyever", "lest", "deed", "deeds", "anew", "nought", "oftener"];

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
