//! Operations in amending acts: which provisions of which act they change, and how.

pub mod act;
mod bounds;
pub mod header;
pub mod operation;
pub mod place;
mod replacement;
pub mod scan;
mod signs;
pub mod source;
pub mod through;
pub mod verb;
pub mod words;

use crate::form::Form;
use crate::form::clause::{ClauseKind, PlaceStep};
use operation::AmendingOperation;

/// The operations of an amending act, in its order.
pub fn operations(act: &Form) -> Vec<AmendingOperation> {
    let mut operations = Vec::new();
    for article in act.articles().filter(|article| article.unit.kind == ClauseKind::Article) {
        let source = match &article.unit.label {
            Some(label) => PlaceStep::new(ClauseKind::Article, Some(label.clone())).to_string(),
            None => String::new(),
        };
        operations.extend(scan::operations(&source, &article.text));
    }
    operations
}
