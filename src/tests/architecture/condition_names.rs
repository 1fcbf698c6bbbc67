//! Every condition, and every check of `doctor`, has a name on the operator's page in both languages.

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value;

use super::{product_sources, repository};

/// A condition that begins and ends within a trial of the alarm.
const MOMENTARY: &str = "backup_alarm_trial";

/// The names and values of the texts that the source declares at its top.
fn constants(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.lines().filter_map(|line| {
        let (name, value) = line.split_once("const ")?.1.split_once(": &str = \"")?;
        Some((name, value.strip_suffix("\";")?))
    })
}

/// The codes that sources pass to one of these functions first.
fn codes(folder: &str, functions: &[&str]) -> BTreeSet<String> {
    let sources: Vec<_> = product_sources().filter(|(name, _)| name.starts_with(folder)).collect();
    let of_source = |text: &str| {
        let is_passed = |name: &str| functions.iter().any(|function| text.contains(&format!("{function}({name},")));
        constants(text).filter(|(name, _)| is_passed(name)).map(|(_, code)| code.to_owned()).collect::<Vec<_>>()
    };
    sources.iter().flat_map(|(_, text)| of_source(text)).filter(|code| code != MOMENTARY).collect()
}

fn conditions() -> BTreeSet<String> {
    codes("", &["conditions.begin", "conditions.report", "self.report"])
}

#[test]
fn conditions_have_titles_for_mails() {
    let titles = fs::read_to_string(repository().join("src/core/mail/condition_titles.rs")).expect("the titles");
    let is_missing = |code: &String| !titles.contains(&format!("(\"{code}\", ["));
    let missing: Vec<_> = conditions().into_iter().filter(is_missing).collect();
    assert!(missing.is_empty(), "add titles to mail/condition_titles.rs: {missing:?}");
}

#[test]
fn conditions_and_checks_have_names_in_both_languages() {
    let conditions = conditions();
    let checks = codes("ops/doctor/", &["Diagnosis::new", "ok", "not_checked", "warning", "failed"]);
    assert!(conditions.len() > 15 && checks.len() > 8, "they were found: {conditions:?} {checks:?}");
    let mut missing = Vec::new();
    for language in ["en", "ro"] {
        let path = repository().join(format!("ui/src/i18n/locales/{language}/operator.json"));
        let texts: Value = serde_json::from_str(&fs::read_to_string(path).expect("the texts")).expect("JSON");
        for (kind, names) in [("condition", &conditions), ("check", &checks)] {
            let is_missing = |name: &&String| texts[kind][name.as_str()].as_str().is_none_or(str::is_empty);
            missing.extend(names.iter().filter(is_missing).map(|name| format!("{language}: {kind}.{name}")));
        }
    }
    assert!(missing.is_empty(), "add names to operator.json: {missing:?}");
}
