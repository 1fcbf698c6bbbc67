//! Taking values out of one object, with the path for messages.

use jiff::civil::Date;
use serde_json::{Map, Value};

use super::values::{self, Fault, Text};
use crate::domain::text::nearest;
use crate::sources::{Problem, Warning};

/// What was found in a record, gathered over all its objects.
#[derive(Default)]
pub(super) struct Findings {
    pub problems: Vec<Problem>,
    pub warnings: Vec<Warning>,
    /// Whether letters of old code pages were repaired anywhere.
    pub cedilla: bool,
}

/// The fields of one object that were not taken yet.
pub(super) struct Fields<'f> {
    map: Map<String, Value>,
    /// What stands before a field's name in messages, such as `deadlines[1].`.
    prefix: String,
    findings: &'f mut Findings,
}

impl<'f> Fields<'f> {
    pub(super) fn new(map: Map<String, Value>, prefix: impl Into<String>, findings: &'f mut Findings) -> Self {
        Self { map, prefix: prefix.into(), findings }
    }

    /// The object's own path.
    pub(super) fn path(&self) -> String {
        self.prefix.trim_end_matches('.').to_owned()
    }

    pub(super) fn problem(&mut self, name: &str, wrong: impl Into<String>, allowed: impl Into<String>) {
        let field = format!("{}{name}", self.prefix);
        self.findings.problems.push(Problem::of_field(field, wrong, allowed));
    }

    /// A problem of the object itself.
    pub(super) fn problem_here(&mut self, wrong: &str, allowed: &str) {
        let field = self.path();
        self.findings.problems.push(Problem::of_field(field, wrong, allowed));
    }

    /// Whether there is a value; `null` and blank texts are none.
    pub(super) fn has(&self, name: &str) -> bool {
        !matches!(self.map.get(name), None | Some(Value::Null)) && !self.is_blank(name)
    }

    fn is_blank(&self, name: &str) -> bool {
        matches!(self.map.get(name), Some(Value::String(text)) if text.trim().is_empty())
    }

    pub(super) fn take(&mut self, name: &str) -> Option<Value> {
        let value = self.map.swap_remove(name)?;
        match &value {
            Value::Null => None,
            Value::String(text) if text.trim().is_empty() => None,
            _ => Some(value),
        }
    }

    /// Reads a field that must be there.
    pub(super) fn required<T>(
        &mut self,
        name: &str,
        allowed: &str,
        read: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<T> {
        if self.has(name) {
            return read(self);
        }
        self.map.swap_remove(name);
        self.problem(name, "is missing", allowed);
        None
    }

    pub(super) fn text(&mut self, name: &str, kind: Text) -> Option<String> {
        let value = self.take(name)?;
        self.text_of(value, name, kind)
    }

    fn text_of(&mut self, value: Value, name: &str, kind: Text) -> Option<String> {
        let text = match value {
            Value::String(text) => text,
            Value::Number(number) if kind.may_be_number => number.to_string(),
            other => {
                self.problem(name, format!("is {}", values::shown(&other)), "write a text in quotation marks");
                return None;
            }
        };
        match values::text(text, kind) {
            Ok(text) => {
                self.findings.cedilla |= text.repaired;
                Some(text.text)
            }
            Err((wrong, allowed)) => {
                self.problem(name, wrong, allowed);
                None
            }
        }
    }

    /// Reads a short text by a rule of its own.
    pub(super) fn checked<T>(&mut self, name: &str, read: impl FnOnce(&str) -> Result<T, Fault>) -> Option<T> {
        let text = self.text(name, Text::PLAIN)?;
        match read(&text) {
            Ok(value) => Some(value),
            Err((wrong, allowed)) => {
                self.problem(name, wrong, allowed);
                None
            }
        }
    }

    pub(super) fn date(&mut self, name: &str) -> Option<Date> {
        self.checked(name, values::date)
    }

    /// A list of texts; missing is empty.
    pub(super) fn list(&mut self, name: &str, most: usize, kind: Text) -> Vec<String> {
        let mut texts = Vec::new();
        for (item, index) in self.array(name, most, "write a list of texts: [\"…\", \"…\"]").into_iter().zip(0..) {
            match item {
                Value::String(text) if text.trim().is_empty() => {
                    self.problem(&format!("{name}[{index}]"), "is empty", "write a text or remove it");
                }
                // The path is only made for a bad item; most imports have none.
                Value::String(text) => match values::text(text, kind) {
                    Ok(text) => {
                        self.findings.cedilla |= text.repaired;
                        texts.push(text.text);
                    }
                    Err((wrong, allowed)) => self.problem(&format!("{name}[{index}]"), wrong, allowed),
                },
                other => {
                    let wrong = format!("is {}", values::shown(&other));
                    self.problem(&format!("{name}[{index}]"), wrong, "write a text in quotation marks");
                }
            }
        }
        texts
    }

    /// Visits the objects of a list.
    pub(super) fn objects<T>(
        &mut self,
        name: &str,
        most: usize,
        allowed: &str,
        mut read: impl FnMut(&mut Fields<'_>) -> Option<T>,
    ) -> Vec<T> {
        let mut objects = Vec::new();
        for (item, index) in self.array(name, most, allowed).into_iter().zip(0..) {
            match item {
                Value::Object(map) => {
                    let prefix = format!("{}{name}[{index}].", self.prefix);
                    objects.extend(read(&mut Fields::new(map, prefix, self.findings)));
                }
                other => {
                    let wrong = format!("is {}", values::shown(&other));
                    self.problem(&format!("{name}[{index}]"), wrong, allowed);
                }
            }
        }
        objects
    }

    /// Reads an object inside this one.
    pub(super) fn object<T>(
        &mut self,
        name: &str,
        allowed: &str,
        read: impl FnOnce(&mut Fields<'_>) -> Option<T>,
    ) -> Option<T> {
        match self.take(name)? {
            Value::Object(map) => {
                let prefix = format!("{}{name}.", self.prefix);
                read(&mut Fields::new(map, prefix, self.findings))
            }
            other => {
                self.problem(name, format!("is {}", values::shown(&other)), allowed);
                None
            }
        }
    }

    fn array(&mut self, name: &str, most: usize, allowed: &str) -> Vec<Value> {
        match self.take(name) {
            None => vec![],
            Some(Value::Array(items)) if items.len() <= most => items,
            Some(Value::Array(items)) => {
                self.problem(name, format!("has {} items", items.len()), format!("at most {most} are allowed"));
                vec![]
            }
            Some(other) => {
                self.problem(name, format!("is {}", values::shown(&other)), allowed);
                vec![]
            }
        }
    }

    /// The names of the fields that are left and hold something.
    pub(super) fn rest(&self) -> Vec<String> {
        self.map.keys().filter(|name| self.has(name)).cloned().collect()
    }

    /// Warns of each field that is left; `known` are the names of `whole`.
    pub(super) fn finish(&mut self, whole: &str, known: &[&str]) {
        for name in self.map.keys() {
            // A known name is still here when it held nothing, or when a problem ended the reading.
            if known.contains(&name.as_str()) {
                continue;
            }
            let message = match nearest(name, known.iter().copied()) {
                Some(near) => format!("is not a field of {whole} and was passed over; did you mean {near}?"),
                None => format!("is not a field of {whole} and was passed over"),
            };
            self.findings.warnings.push(Warning { field: Some(format!("{}{name}", self.prefix)), message });
        }
    }
}
