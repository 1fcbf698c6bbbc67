//! Operations in amending acts: which provisions of which act they change, and how.

pub mod act;
mod bounds;
pub mod changed;
pub mod header;
mod nested_list;
pub mod operation;
pub mod place;
mod replacement;
pub mod scan;
pub(crate) mod signs;
pub mod source;
mod stuck;
pub mod through;
pub mod verb;
pub mod words;

use jiff::civil::Date;

use crate::MentionValue;
use crate::form::Form;
use crate::form::clause::{ClauseKind, PlaceStep};
use act::ActName;
use operation::AmendingOperation;

/// The operations of an amending act, in its order.
pub fn operations(act: &Form) -> Vec<AmendingOperation> {
    let mut operations: Vec<AmendingOperation> = Vec::new();
    let mut earlier: Option<ActName> = None;
    for article in act.articles().filter(|article| article.unit.kind == ClauseKind::Article) {
        let source = match &article.unit.label {
            Some(label) => PlaceStep::new(ClauseKind::Article, Some(label.clone())).to_string(),
            None => String::new(),
        };
        let found = scan::operations(&source, &article.text, earlier.clone());
        earlier = found.iter().rev().find_map(|operation| operation.act.clone()).or(earlier);
        operations.extend(found);
    }
    if let Some(day) = day_of(&act.title) {
        // A code that is named without a number is the one of that day.
        let named = operations.iter_mut().flat_map(|operation| operation.act.iter_mut().chain(&mut operation.through));
        named.for_each(|name| name.date(day));
    }
    operations
}

/// The day of an act, by its title.
fn day_of(title: &str) -> Option<Date> {
    crate::read_text(title).into_iter().find_map(|mention| match mention.value {
        MentionValue::Citation(cited) => cited.date.or_else(|| Date::new(cited.year?, 12, 31).ok()),
        _ => None,
    })
}
