//! The front matter of an article to edit: YAML in blocks, with long texts unquoted.

use serde_json::{Map, Value};

/// Writes the fields of an object, one or more lines each.
pub(super) fn fields(fields: &Map<String, Value>) -> String {
    let mut text = String::new();
    object(&mut text, fields, 0);
    text
}

fn object(out: &mut String, fields: &Map<String, Value>, indent: usize) {
    for (name, value) in fields {
        out.push_str(&" ".repeat(indent));
        field(out, name, value, indent);
    }
}

/// Writes a field whose line is already indented.
fn field(out: &mut String, name: &str, value: &Value, indent: usize) {
    out.push_str(name);
    out.push(':');
    match value {
        Value::Object(fields) if !fields.is_empty() => {
            out.push('\n');
            object(out, fields, indent + 2);
        }
        Value::Array(items) if items.iter().any(Value::is_object) => {
            out.push('\n');
            items.iter().for_each(|item| list_item(out, item, indent + 2));
        }
        Value::String(text) if is_block(text) => block(out, text, indent + 2),
        other => {
            // JSON is YAML on one line.
            out.push_str(&format!(" {other}\n"));
        }
    }
}

fn list_item(out: &mut String, item: &Value, indent: usize) {
    let Value::Object(fields) = item else {
        return out.push_str(&format!("{}- {item}\n", " ".repeat(indent)));
    };
    for ((name, value), index) in fields.iter().zip(0..) {
        out.push_str(&" ".repeat(indent));
        out.push_str(if index == 0 { "- " } else { "  " });
        field(out, name, value, indent + 2);
    }
}

/// Whether a text of several lines can be written as a block. A first line that begins with a space would change the
/// indentation, and YAML does not allow every character.
fn is_block(text: &str) -> bool {
    let allowed = |c: char| c == '\n' || !(c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}'));
    text.contains('\n') && !text.starts_with([' ', '\n']) && !text.ends_with('\n') && text.chars().all(allowed)
}

fn block(out: &mut String, text: &str, indent: usize) {
    out.push_str(" |-\n");
    for line in text.split('\n') {
        if !line.is_empty() {
            out.push_str(&" ".repeat(indent));
        }
        out.push_str(line);
        out.push('\n');
    }
}

/// A step of the path of a field.
enum PathStep<'a> {
    Name(&'a str),
    Item(usize),
}

/// The line of a field such as `steps[1].text`, counted from 1.
pub(super) fn line_of(text: &str, path: &str) -> Option<usize> {
    let lines: Vec<&str> = text.lines().collect();
    let mut at = 0;
    for step in steps(path) {
        at = match step {
            PathStep::Name(name) => (at..lines.len()).find(|index| is_field(lines[*index], name))?,
            PathStep::Item(number) => item(&lines, at + 1, number)?,
        };
    }
    Some(at + 1)
}

fn steps(path: &str) -> Vec<PathStep<'_>> {
    let mut steps = Vec::new();
    for part in path.split('.') {
        let (name, items) = part.split_once('[').map_or((part, ""), |(name, rest)| (name, rest));
        steps.push(PathStep::Name(name));
        let numbers = items.split('[').filter_map(|number| number.trim_end_matches(']').parse().ok());
        steps.extend(numbers.map(PathStep::Item));
    }
    steps
}

fn is_field(line: &str, name: &str) -> bool {
    let line = line.trim_start();
    let line = line.strip_prefix("- ").unwrap_or(line);
    line.strip_prefix(name).is_some_and(|rest| rest.starts_with(':'))
}

/// The line of an item of the list that begins at `from`.
fn item(lines: &[&str], from: usize, number: usize) -> Option<usize> {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let depth = indent(lines.get(from)?);
    let is_item = |line: &str| indent(line) == depth && line.trim_start().starts_with("- ");
    (from..lines.len()).filter(|index| is_item(lines[*index])).nth(number)
}
