//! The names of the provisions that one operation changes.

use std::fmt::Write;

use paragraf_law::form::clause::{ClauseKind, Place};

/// Whether a place is a letter, a point or a dash of a list.
pub(super) fn is_item(place: &Place) -> bool {
    use ClauseKind::{Dash, Letter, Point, RomanPoint};
    place.last().is_some_and(|step| matches!(step.kind, Letter | Point | RomanPoint | Dash))
}

/// The provisions with what they have in common once: `art. 7 alin. (3)-(6)`, `art. 2 lit. a), c)`.
pub(super) fn place_list(places: &[Place]) -> String {
    let mut runs: Vec<(&Place, &Place)> = Vec::new();
    for place in places {
        match runs.last_mut().filter(|(_, last)| last.parent() == place.parent() && is_next(last, place)) {
            Some(run) => run.1 = place,
            None => runs.push((place, place)),
        }
    }
    let mut written = String::new();
    let mut before: Option<&Place> = None;
    for (first, last) in runs {
        let is_of_same =
            before.is_some_and(|before| before.parent() == first.parent() && before.kind() == first.kind());
        let separator = if written.is_empty() { "" } else { ", " };
        let name = if is_of_same { label_of(first) } else { first.to_string() };
        let range = if first == last { String::new() } else { format!("-{}", label_of(last)) };
        // Writing to a text cannot fail.
        write!(written, "{separator}{name}{range}").ok();
        before = Some(first);
    }
    written
}

/// The last step of a place without the name of its kind: `(3)` of `art. 7 alin. (3)`.
fn label_of(place: &Place) -> String {
    let step = place.last().map(ToString::to_string).unwrap_or_default();
    step.rsplit_once(' ').map_or(step.clone(), |(_, label)| label.to_owned())
}

/// Whether a place is the next one after another of the same kind: the number, letter or raised number after it.
fn is_next(last: &Place, place: &Place) -> bool {
    let labels = (label_of(last), label_of(place));
    let ends = |label: &str| {
        let inner: String = label.chars().filter(|c| c.is_alphanumeric() || *c == '^').collect();
        let start = inner.rfind('^').map_or(0, |at| at + 1);
        (inner[..start].to_owned(), inner[start..].to_owned())
    };
    let ((head, last_end), (next_head, end)) = (ends(&labels.0), ends(&labels.1));
    let number = |text: &str| text.parse::<u32>().ok();
    let letter = |text: &str| text.bytes().next().filter(|byte| byte.is_ascii_lowercase() && text.len() == 1);
    let follows = match (number(&last_end), number(&end)) {
        (Some(last), Some(next)) => next == last + 1,
        _ => letter(&last_end).zip(letter(&end)).is_some_and(|(last, next)| next == last + 1),
    };
    last.kind() == place.kind() && head == next_head && follows
}
