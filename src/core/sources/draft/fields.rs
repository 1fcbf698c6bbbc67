//! Takes values out of an object and reports problems with the path of the field.

use jiff::civil::Date;
use serde_json::{Map, Value};

use super::values::{self, TextRules, ValueFault, fault};
use crate::domain::content_fault::ContentFault;
use crate::domain::text::nearest;
use crate::sources::{RecordProblem, Warning};

/// Problems and warnings of a record, from all its objects.
#[derive(Default)]
pub(super) struct RecordFindings {
    pub problems: Vec<RecordProblem>,
    pub warnings: Vec<Warning>,
    /// Whether cedilla letters were replaced.
    pub cedilla: bool,
}

/// The fields of an object that have not been taken yet.
pub(super) struct Fields<'f> {
    map: Map<String, Value>,
    /// Prefix of field names in messages, such as `deadlines[1].`.
    prefix: String,
    findings: &'f mut RecordFindings,
}

impl<'f> Fields<'f> {
    pub(super) fn new(map: Map<String, Value>, prefix: impl Into<String>, findings: &'f mut RecordFindings) -> Self {
        Self { map, prefix: prefix.into(), findings }
    }

    /// The path of the object.
    fn path(&self) -> String {
        self.prefix.trim_end_matches('.').to_owned()
    }

    pub(super) fn problem(&mut self, name: &str, fault: ValueFault) {
        let ValueFault { code, wrong, allowed } = fault;
        let field = Some(format!("{}{name}", self.prefix));
        self.findings.problems.push(RecordProblem { field, code, wrong, allowed });
    }

    /// Reports fields of the object that contradict each other or are missing.
    pub(super) fn object_problem(&mut self, wrong: &str, allowed: &str) {
        let problem = RecordProblem::of_field(self.path(), wrong, allowed);
        self.findings.problems.push(RecordProblem { code: ContentFault::Contradiction, ..problem });
    }

    /// Reports a value of another type.
    pub(super) fn wrong_type(&mut self, name: &str, value: &Value, allowed: &str) {
        self.problem(name, fault(ContentFault::WrongType, format!("is {}", values::shown(value)), allowed));
    }

    /// Warns of a value that is imported differently from how it may be meant.
    pub(super) fn warn(&mut self, name: &str, message: &str) {
        let field = Some(format!("{}{name}", self.prefix));
        self.findings.warnings.push(Warning { field, message: message.to_owned() });
    }

    /// Whether the field has a value other than `null` and blank text.
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

    /// Reads a required field.
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
        self.problem(name, fault(ContentFault::Required, "is missing", allowed));
        None
    }

    pub(super) fn text(&mut self, name: &str, kind: TextRules) -> Option<String> {
        let value = self.take(name)?;
        self.text_of(value, name, kind)
    }

    fn text_of(&mut self, value: Value, name: &str, kind: TextRules) -> Option<String> {
        let text = match value {
            Value::String(text) => text,
            Value::Number(number) if kind.accepts_number => number.to_string(),
            other => {
                self.wrong_type(name, &other, "write a text in quotation marks");
                return None;
            }
        };
        match values::text(text, kind) {
            Ok(text) => {
                self.findings.cedilla |= text.repaired;
                Some(text.text)
            }
            Err(fault) => {
                self.problem(name, fault);
                None
            }
        }
    }

    /// Reads a short text and checks it with `read`.
    pub(super) fn checked<T>(&mut self, name: &str, read: impl FnOnce(&str) -> Result<T, ValueFault>) -> Option<T> {
        let text = self.text(name, TextRules::PLAIN)?;
        match read(&text) {
            Ok(value) => Some(value),
            Err(fault) => {
                self.problem(name, fault);
                None
            }
        }
    }

    pub(super) fn date(&mut self, name: &str) -> Option<Date> {
        self.checked(name, values::date)
    }

    /// Reads a list of texts; empty if the field is missing.
    pub(super) fn list(&mut self, name: &str, max: usize, kind: TextRules) -> Vec<String> {
        let mut texts = Vec::new();
        for (item, index) in self.array(name, max, "write a list of texts: [\"…\", \"…\"]").into_iter().zip(0..) {
            match item {
                Value::String(text) if text.trim().is_empty() => {
                    let empty = fault(ContentFault::Required, "is empty", "write a text or remove it");
                    self.problem(&format!("{name}[{index}]"), empty);
                }
                // The path is only formatted for an invalid item.
                Value::String(text) => match values::text(text, kind) {
                    Ok(text) => {
                        self.findings.cedilla |= text.repaired;
                        texts.push(text.text);
                    }
                    Err(fault) => self.problem(&format!("{name}[{index}]"), fault),
                },
                other => self.wrong_type(&format!("{name}[{index}]"), &other, "write a text in quotation marks"),
            }
        }
        texts
    }

    /// Reads each object of a list.
    pub(super) fn objects<T>(
        &mut self,
        name: &str,
        max: usize,
        allowed: &str,
        mut read: impl FnMut(&mut Fields<'_>) -> Option<T>,
    ) -> Vec<T> {
        let mut objects = Vec::new();
        for (item, index) in self.array(name, max, allowed).into_iter().zip(0..) {
            match item {
                Value::Object(map) => {
                    let prefix = format!("{}{name}[{index}].", self.prefix);
                    objects.extend(read(&mut Fields::new(map, prefix, self.findings)));
                }
                other => self.wrong_type(&format!("{name}[{index}]"), &other, allowed),
            }
        }
        objects
    }

    /// Reads a nested object.
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
                self.wrong_type(name, &other, allowed);
                None
            }
        }
    }

    fn array(&mut self, name: &str, max: usize, allowed: &str) -> Vec<Value> {
        match self.take(name) {
            None => vec![],
            Some(Value::Array(items)) if items.len() <= max => items,
            Some(Value::Array(items)) => {
                let (wrong, allowed) = (format!("has {} items", items.len()), format!("at most {max} are allowed"));
                self.problem(name, fault(ContentFault::ListTooLong { max }, wrong, allowed));
                vec![]
            }
            Some(other) => {
                self.wrong_type(name, &other, allowed);
                vec![]
            }
        }
    }

    /// The names of the remaining fields that have a value.
    pub(super) fn rest(&self) -> Vec<String> {
        self.map.keys().filter(|name| self.has(name)).cloned().collect()
    }

    /// Warns of each remaining field that is not `known`; `whole` names the object.
    pub(super) fn finish(&mut self, whole: &str, known: &[&str]) {
        for name in self.map.keys() {
            // A known field remains when it has no value or when a problem stopped the reading.
            if known.contains(&name.as_str()) {
                continue;
            }
            let message = match nearest(name, known.iter().copied()) {
                Some(near) => format!("is not a field of {whole} and was ignored; did you mean {near}?"),
                None => format!("is not a field of {whole} and was ignored"),
            };
            self.findings.warnings.push(Warning { field: Some(format!("{}{name}", self.prefix)), message });
        }
    }
}
