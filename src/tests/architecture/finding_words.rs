//! Every finding of the operator has words on the operator's page, in both languages and with the same values.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use serde_json::Value;

use super::{product_sources, repository};

/// A message and a remedy.
type Sentences = [String; 2];

/// Findings that the page never shows.
const ELSEWHERE: [&str; 1] = ["backup_alarm_trial"];

/// The findings of a source by name.
fn findings(text: &str) -> impl Iterator<Item = (String, Sentences)> {
    text.split("finding!(").skip(1).filter_map(|rest| {
        let (words, rest) = literal(rest)?;
        let (message, rest) = literal(rest)?;
        let (remedy, _) = literal(rest)?;
        Some((words, [message, remedy]))
    })
}

/// The string literal that comes next, and what follows it and its comma.
fn literal(text: &str) -> Option<(String, &str)> {
    let mut rest = text.trim_start().strip_prefix('"')?;
    let mut value = String::new();
    loop {
        let at = rest.find(['"', '\\'])?;
        value.push_str(&rest[..at]);
        if rest[at..].starts_with('"') {
            return Some((value, rest[at + 1..].trim_start().trim_start_matches(',')));
        }
        let escaped = rest[at + 1..].chars().next()?;
        rest = &rest[at + 1 + escaped.len_utf8()..];
        match escaped {
            '\n' => rest = rest.trim_start(),
            escaped => value.push(escaped),
        }
    }
}

/// The names of values between these braces.
fn values(text: &str, open: &str, close: &str) -> BTreeSet<String> {
    let parts = text.split(open).skip(1).filter_map(|part| Some(part.split_once(close)?.0.to_owned()));
    parts.filter(|name| name.chars().all(|char| char.is_ascii_lowercase() || char == '_')).collect()
}

#[test]
fn findings_have_words_in_both_languages() {
    let mut known = BTreeMap::<String, Sentences>::new();
    let mut wrong = Vec::new();
    for (name, text) in product_sources() {
        for (words, sentences) in findings(&text) {
            let same = known.entry(words.clone()).or_insert_with(|| sentences.clone());
            if *same != sentences {
                wrong.push(format!("{name}: {words} names two findings"));
            }
        }
    }
    assert!(known.len() > 60, "they were found: {known:?}");
    for language in ["en", "ro"] {
        let path = repository().join(format!("ui/src/i18n/locales/{language}/operator.json"));
        let texts: Value = serde_json::from_str(&fs::read_to_string(path).expect("the texts")).expect("JSON");
        for (words, sentences) in known.iter().filter(|(words, _)| !ELSEWHERE.contains(&words.as_str())) {
            let allowed: BTreeSet<_> = sentences.iter().flat_map(|text| values(text, "{", "}")).collect();
            for (kind, sentence) in ["finding", "remedy"].into_iter().zip(sentences) {
                let text = texts[kind][words.as_str()].as_str().unwrap_or_default();
                if text.is_empty() != sentence.is_empty() {
                    wrong.push(format!("{language}: {kind}.{words}: {text:?} for {sentence:?}"));
                }
                let unknown: Vec<_> = values(text, "{{", "}}").difference(&allowed).cloned().collect();
                if !unknown.is_empty() {
                    wrong.push(format!("{language}: {kind}.{words} has no values {unknown:?}"));
                }
            }
        }
        for kind in ["finding", "remedy"] {
            let names = texts[kind].as_object().expect("an object").keys();
            wrong
                .extend(names.filter(|name| !known.contains_key(*name)).map(|name| format!("{kind}.{name} is unused")));
        }
    }
    assert!(wrong.is_empty(), "mend operator.json: {wrong:#?}");
}

#[test]
fn literals_are_read_as_the_compiler_reads_them() {
    let source = "finding!(\n \"w\",\n \"a \\\"b\\\" \\\n   c {name_at}\", \"\", name_at = x)";
    let found: Vec<_> = findings(source).collect();
    assert_eq!(found, [("w".to_owned(), ["a \"b\" c {name_at}".to_owned(), String::new()])]);
    let names = BTreeSet::from(["a".to_owned(), "b_at".to_owned()]);
    assert_eq!(values("{a} and {b_at}", "{", "}"), names);
    assert_eq!(values("{{a}} and {{b_at}}", "{{", "}}"), names);
}
