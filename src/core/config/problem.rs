//! A problem of the configuration, and the phrases that describe it.

use std::fmt;

use toml::Value;

use crate::domain::text::nearest;

/// An invalid setting: its key, and the reason with the remedy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigProblem {
    pub key: String,
    pub reason: String,
}

impl fmt::Display for ConfigProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.key, self.reason)
    }
}

pub(super) fn problem(key: &str, reason: String) -> ConfigProblem {
    ConfigProblem { key: key.into(), reason }
}

pub(super) fn unknown(what: &str, name: &str, known: &[String]) -> String {
    match nearest(name, known.iter().map(String::as_str)) {
        Some(near) => format!("unknown {what}; did you mean {near}?"),
        None => format!("unknown {what}; known are {}", known.join(", ")),
    }
}

/// The type of a value in words.
pub(super) fn kind(value: &Value) -> &'static str {
    match value {
        Value::String(_) => "a text in quotes",
        Value::Integer(_) => "a whole number",
        Value::Boolean(_) => "true or false",
        Value::Array(_) => "a list in brackets",
        Value::Float(_) => "a number with a point",
        Value::Datetime(_) => "a date",
        Value::Table(_) => "a section",
    }
}
