//! Units made of their marks and texts.

use super::marks::{label_of, numbered};
use crate::form::clause::{Clause, ClauseKind};
use crate::form::split;
use crate::normalise::clean;

/// Makes an article of its mark and the text of its blocks.
pub fn article(mark: &str, heading: &str, body: &str) -> Clause {
    let mut unit = Clause::new(ClauseKind::Article, label_of(mark), mark);
    heading.clone_into(&mut unit.heading);
    fill(&mut unit, body);
    unit
}

/// Sets the text and the parts of a unit from the text of its blocks.
pub fn fill(unit: &mut Clause, body: &str) {
    (unit.text, unit.parts) = split::split(body);
}

/// Makes an annex of its first line and the text of its blocks; lines of tables whose first cell is a number are rows.
pub fn annex(mark: &str, body: &str) -> Clause {
    let number = mark.split_whitespace().skip(1).find(|word| !word.eq_ignore_ascii_case("nr."));
    let mut unit = Clause::new(ClauseKind::Annex, number.and_then(|number| numbered(number.trim_matches('*'))), mark);
    let (mut rows, mut rest) = (Vec::new(), Vec::new());
    for line in body.lines() {
        match row(line) {
            Some(found) => rows.push(found),
            None => rest.push(line),
        }
    }
    fill(&mut unit, &rest.join("\n"));
    unit.parts.extend(rows);
    unit
}

/// A line of a table whose first cell is a number.
fn row(line: &str) -> Option<Clause> {
    let cells = line.trim().strip_prefix('|')?;
    let (first, rest) = cells.split_once('|')?;
    let label = numbered(first.trim().trim_end_matches('.'))?;
    let mut unit = Clause::new(ClauseKind::Row, Some(label), format!("| {} |", first.trim()));
    unit.text = clean(rest);
    Some(unit)
}
