//! States that the operator should know about: something is limited, refused or delayed, and there is a remedy.
//!
//! A condition is logged when it begins and when it ends, and listed by `paragraf status` while it lasts.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::clock::moment_text;

const GB: u64 = 1_000_000_000;

/// What was found, and what the operator can do about it, in English for the terminal and the log. The operator's page,
/// and mails in Romanian, have words of their own for the name of each finding, and put the values into them.
// docs/decisions/0497
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OperatorFinding {
    /// Its name, such as `backup_old`.
    pub words: String,
    /// What differs from case to case. Names end in `_at` for instants and in `_bytes` for sizes.
    pub values: BTreeMap<String, String>,
    pub message: String,
    /// Empty if there is nothing to do.
    pub remedy: String,
}

impl OperatorFinding {
    /// Puts the values into the two sentences, in place of their names in braces. The macro `finding` calls it.
    pub fn new(words: &str, message: &str, remedy: &str, values: &[(&str, String)]) -> Self {
        let fill = |sentence: &str| {
            let put = |text: String, (name, value): &(&str, String)| {
                text.replace(&format!("{{{name}}}"), &shown(name, value, moment_text, '.'))
            };
            values.iter().fold(sentence.to_owned(), put)
        };
        Self {
            words: words.to_owned(),
            message: fill(message),
            remedy: fill(remedy),
            values: values.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect(),
        }
    }

    /// The message and the remedy, if there is one, in one line.
    pub fn text(&self) -> String {
        if self.remedy.is_empty() { self.message.clone() } else { format!("{}; {}", self.message, self.remedy) }
    }
}

/// A value as its name says: an instant, a size with this decimal sign, or text.
pub fn shown<'a>(name: &str, value: &'a str, instant: impl Fn(Timestamp) -> String, decimal: char) -> Cow<'a, str> {
    if name.ends_with("_at") {
        return value.parse::<Timestamp>().map_or(value.into(), |at| instant(at).into());
    }
    match value.parse::<u64>() {
        Ok(bytes) if name.ends_with("_bytes") && bytes < GB => format!("{} MB", bytes / 1_000_000).into(),
        Ok(bytes) if name.ends_with("_bytes") => format!("{}{decimal}{} GB", bytes / GB, bytes / (GB / 10) % 10).into(),
        _ => value.into(),
    }
}

/// Makes a [`OperatorFinding`] of its name, its message, its remedy, and the values that these have in braces. The three texts
/// are literals, which a test compares with the words of the operator's page.
#[macro_export]
macro_rules! finding {
    ($words:literal, $message:literal, $remedy:literal $(, $name:ident = $value:expr)* $(,)?) => {
        $crate::conditions::OperatorFinding::new($words, $message, $remedy, &[$((stringify!($name), $value.to_string())),*])
    };
}
pub use finding;

/// A state that lasts, with its cause and its remedy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Condition {
    /// Stable name, such as `connections_full`.
    pub code: String,
    /// The name of the finding, which may be one of several of the condition.
    #[serde(default)]
    pub words: String,
    #[serde(default)]
    pub values: BTreeMap<String, String>,
    /// What happens, and why.
    pub message: String,
    /// What the operator can do.
    pub remedy: String,
    pub since: Timestamp,
}

/// The current conditions, oldest first, at most one of each code.
// docs/decisions/0082
#[derive(Debug, Default)]
pub struct Conditions(Mutex<Vec<Condition>>);

impl Conditions {
    /// Begins a condition and logs it, unless it has begun already.
    pub fn report(&self, code: &str, now: Timestamp, finding: OperatorFinding) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.iter().any(|condition| condition.code == code) {
            return;
        }
        tracing::warn!(condition = code, "{}", finding.text());
        let OperatorFinding { words, values, message, remedy } = finding;
        let condition = Condition { code: code.into(), words, values, message, remedy, since: now };
        all.push(condition);
    }

    /// Ends a condition and logs its end, if it has begun.
    pub fn end(&self, code: &str) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(place) = all.iter().position(|condition| condition.code == code) {
            let condition = all.remove(place);
            tracing::info!(condition = code, "no longer: {}", condition.message);
        }
    }

    pub fn list(&self) -> Vec<Condition> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_condition_is_listed_once_with_its_beginning_until_it_ends() {
        let conditions = Conditions::default();
        let at = |second| Timestamp::from_second(second).expect("an instant");
        let full = OperatorFinding::new("disk_full", "the disk is full", "free some space", &[]);
        conditions.report("disk_full", at(1), full.clone());
        conditions.report("disk_full", at(2), full);
        let listed = conditions.list();
        assert_eq!(listed.len(), 1);
        assert_eq!(listed[0].since, at(1));
        conditions.end("disk_full");
        assert_eq!(conditions.list(), []);
    }

    #[test]
    fn the_sentences_of_a_finding_have_its_values() {
        let values = [("free_bytes", "2140000000".into()), ("end_at", "2026-11-27T12:00:00Z".into())];
        let found = OperatorFinding::new("w", "{free_bytes} are free until {end_at}", "wait until {end_at}", &values);
        let end = "2026-11-27 14:00+02:00";
        assert_eq!(found.text(), format!("2.1 GB are free until {end}; wait until {end}"));
        assert_eq!(found.values["free_bytes"], "2140000000");
        let small = OperatorFinding::new("w", "{store_bytes}", "", &[("store_bytes", "38000000".into())]);
        assert_eq!(small.message, "38 MB");
        assert_eq!(OperatorFinding::new("w", "all {other}", "", &[]).text(), "all {other}");
    }
}
