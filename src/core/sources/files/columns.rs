//! Columns of a CSV file.
//!
//! - The header has field names in any spelling that [`names`] knows, with dots for nested fields: `act.type`,
//!   `gazette.date`, `translations.en.title`. An empty cell is a missing field.
//! - Items of lists (`domains`, `audience`, `roles`) are separated by `|`; `\|` is a literal `|`.
//! - Items of `steps`, `deadlines` and `sources` are written as [`items`](super::items) describes.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::items::{deadline, parts, source, step};
use crate::sources::{RecordProblem, names};

/// A column: the field of its cells and how to parse them.
pub(super) struct CsvColumn {
    path: Vec<String>,
    cell: Cell,
}

#[derive(Clone, Copy)]
enum Cell {
    Text,
    List,
    /// A list of objects.
    Objects(fn(&str) -> Value),
}

/// Parses the header.
///
/// # Errors
/// When a name is repeated.
pub(super) fn header(cells: &[&str]) -> Result<Vec<CsvColumn>, RecordProblem> {
    let mut seen = HashSet::new();
    let mut columns = Vec::with_capacity(cells.len());
    for (cell, number) in cells.iter().zip(1..) {
        let mut name: Vec<_> = cell.trim().split('.').map(names::field).collect();
        // A translation has the texts of the steps only.
        if let [first, _, last] = &mut name[..]
            && *first == "translations"
            && *last == "steps"
        {
            *last = "implementation_key_points".to_owned();
        }
        let name = if cell.trim().is_empty() { format!("column {number}") } else { name.join(".") };
        if !seen.insert(name.clone()) {
            return Err(RecordProblem::of_field(name, "is repeated in the header", "give each column its own name"));
        }
        let cell = match name.rsplit('.').next().unwrap_or_default() {
            "implementation_key_points" | "domains" | "audience" | "roles" => Cell::List,
            "steps" => Cell::Objects(step),
            "sources" => Cell::Objects(source),
            "deadlines" if name == "deadlines" => Cell::Objects(deadline),
            "deadlines" => Cell::Objects(|item| parts(item, &["what", "who", "rule"])),
            _ => Cell::Text,
        };
        columns.push(CsvColumn { path: name.split('.').map(str::to_owned).collect(), cell });
    }
    Ok(columns)
}

/// Parses a row.
///
/// # Errors
/// When the number of cells differs from the header.
pub(super) fn fields(columns: &[CsvColumn], cells: &[&str]) -> Result<Map<String, Value>, RecordProblem> {
    let surplus = cells.get(columns.len()..).unwrap_or_default();
    if cells.len() < columns.len() || surplus.iter().any(|cell| !cell.trim().is_empty()) {
        let wrong = format!("has {} cells and the header {}", cells.len(), columns.len());
        return Err(RecordProblem::of_record(wrong, "quote cells that contain the separator or a line break"));
    }
    let mut fields = Map::new();
    for (column, text) in columns.iter().zip(cells).filter(|(_, text)| !text.trim().is_empty()) {
        let value = match column.cell {
            Cell::Text => Value::String((*text).to_owned()),
            Cell::List => items(text).into_iter().map(Value::String).collect(),
            Cell::Objects(read) => items(text).iter().map(|item| read(item)).collect(),
        };
        insert(&mut fields, &column.path, value);
    }
    Ok(fields)
}

fn insert(fields: &mut Map<String, Value>, path: &[String], value: Value) {
    match path {
        [] => {}
        [name] => drop(fields.insert(name.clone(), value)),
        [name, rest @ ..] => {
            let inner = fields.entry(name.clone()).or_insert_with(|| Value::Object(Map::new()));
            if let Value::Object(inner) = inner {
                insert(inner, rest, value);
            }
        }
    }
}

/// Splits a list into its items, without empty ones.
fn items(text: &str) -> Vec<String> {
    let mut items = vec![String::new()];
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' if letters.next_if_eq(&'|').is_some() => items.last_mut().into_iter().for_each(|item| item.push('|')),
            '|' => items.push(String::new()),
            letter => items.last_mut().into_iter().for_each(|item| item.push(letter)),
        }
    }
    items.retain(|item| !item.trim().is_empty());
    items
}
