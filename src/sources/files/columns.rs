//! What the columns of a CSV file mean.
//!
//! - The cells of the header are field names; a dot leads inside: `act.type`, `gazette.date`,
//!   `translations.en.title`. Cells that are empty are fields that are missing.
//! - Lists (`implementation_key_points`, `domains`, `audience`) separate their items by `|`;
//!   `\|` stands for the sign itself.
//! - An item of `deadlines` is `day; what; who`, such as `2026-05-25; depunerea declarației;
//!   proprietarii`. A rule may stand in the place of the day, or behind as a fourth part when
//!   there are both. An item of `translations.en.deadlines` is `what; who; rule`.

use serde_json::{Map, Value};

use crate::sources::Problem;

/// A column: where its cells go and how they are read.
pub(super) struct Column {
    path: Vec<String>,
    cell: Cell,
}

#[derive(Clone, Copy)]
enum Cell {
    Text,
    List,
    /// A list of objects; the names of the parts of an item.
    Deadlines,
    DeadlineTexts,
}

/// Reads the header line. Errors: a name that stands there twice.
pub(super) fn header(cells: &[&str]) -> Result<Vec<Column>, Problem> {
    let mut names = std::collections::HashSet::new();
    let mut columns = Vec::with_capacity(cells.len());
    for (cell, number) in cells.iter().zip(1..) {
        let name = cell.trim();
        if !name.is_empty() && !names.insert(name) {
            return Err(Problem::of_field(name, "stands twice in the header", "give each column a name of its own"));
        }
        let name = if name.is_empty() { format!("column {number}") } else { name.to_owned() };
        let cell = match name.rsplit('.').next().unwrap_or_default() {
            "implementation_key_points" | "domains" | "audience" => Cell::List,
            "deadlines" if name == "deadlines" => Cell::Deadlines,
            "deadlines" => Cell::DeadlineTexts,
            _ => Cell::Text,
        };
        columns.push(Column { path: name.split('.').map(str::to_owned).collect(), cell });
    }
    Ok(columns)
}

/// Reads one row. Errors: it has other cells than the header.
pub(super) fn fields(columns: &[Column], cells: &[&str]) -> Result<Map<String, Value>, Problem> {
    let surplus = cells.get(columns.len()..).unwrap_or_default();
    if cells.len() < columns.len() || surplus.iter().any(|cell| !cell.trim().is_empty()) {
        let wrong = format!("has {} cells, but the header has {}", cells.len(), columns.len());
        return Err(Problem::of_record(
            wrong,
            "put cells with the separator or a line break in them in quotation marks",
        ));
    }
    let mut fields = Map::new();
    for (column, text) in columns.iter().zip(cells).filter(|(_, text)| !text.trim().is_empty()) {
        let value = match column.cell {
            Cell::Text => Value::String((*text).to_owned()),
            Cell::List => items(text).into_iter().map(Value::String).collect(),
            Cell::Deadlines => items(text).iter().map(|item| deadline(item)).collect(),
            Cell::DeadlineTexts => items(text).iter().map(|item| parts(item, &["what", "who", "rule"])).collect(),
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

/// The items of a list, without empty ones.
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

fn deadline(item: &str) -> Value {
    let first = item.split(';').next().unwrap_or_default();
    let has_day = first.trim().starts_with(|letter: char| letter.is_ascii_digit());
    parts(item, if has_day { &["date", "what", "who", "rule"] } else { &["rule", "what", "who"] })
}

/// The last part takes the rest of the text.
fn parts(item: &str, names: &[&str]) -> Value {
    let texts = item.splitn(names.len(), ';').map(str::trim);
    let named = names.iter().zip(texts).filter(|(_, text)| !text.is_empty());
    Value::Object(named.map(|(name, text)| ((*name).to_owned(), Value::String(text.to_owned()))).collect())
}
