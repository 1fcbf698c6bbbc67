//! Short forms of operations, in which tests compare lists.

use crate::amend::operation::{AmendingOperation, Change};

/// Where an operation stands, with `?` if no rule understands it, and its places.
pub fn outline(operation: &AmendingOperation) -> (String, String) {
    let mark = if matches!(operation.change, Change::NotUnderstood { .. }) { "?" } else { "" };
    let places: Vec<_> = operation.change.places().iter().map(ToString::to_string).collect();
    (format!("{}{mark}", operation.source), places.join("; "))
}

/// As [`outline`], in one text: "art. I pct. 2: art. 4".
pub fn line(operation: &AmendingOperation) -> String {
    let (source, places) = outline(operation);
    format!("{source}: {places}")
}
