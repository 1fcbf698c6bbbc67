//! Reading Romanian legal text: text in, values out. Pure: no I/O, no clock.
//!
//! Recognisers work on a [`normalise::SearchCopy`], which maps every place back to the original text.

mod cursor;
pub mod document;
pub mod label;
pub mod mention;
pub mod normalise;
pub mod provision;
mod scan;
pub mod unit;

pub use mention::{Mention, MentionValue};

/// Finds citations, provisions, dates and amounts in plain text, in order.
pub fn read_text(text: &str) -> Vec<Mention> {
    scan::scan(&normalise::SearchCopy::new(text))
}

/// As [`read_text`], in Markdown.
pub fn read_markdown(text: &str) -> Vec<Mention> {
    scan::scan(&normalise::SearchCopy::of_markdown(text))
}
