//! Reading Romanian legal text: text in, values out. Pure: no I/O, no clock.
//!
//! Recognisers work on a [`normalise::SearchCopy`], which maps every place back to the original text. [`act`],
//! [`amendment`], [`date`], [`gazette`], [`language`] and [`working_days`] are shared with the rest of the product.

pub mod act;
pub mod act_kind;
pub mod amend;
pub mod amendment;
pub mod amount;
pub mod apply;
pub mod calendar;
pub mod citation;
pub mod code_day;
pub mod codes;
pub mod counting;
mod cursor;
pub mod date;
pub mod deadline;
pub mod document;
mod european;
pub mod force;
pub mod form;
mod frequency;
pub mod gazette;
pub mod gazette_reference;
pub mod identity;
pub mod label;
pub mod language;
pub mod length;
mod link;
pub mod lookup;
pub mod mention;
pub mod moment;
mod moment_words;
mod national;
pub mod normalise;
pub mod part;
mod part_reader;
pub mod phrase;
pub mod portal_note;
pub mod provision;
pub mod reference;
mod scan;
mod shared_force;
pub mod timetable;
pub mod title;
pub mod unit;
pub mod vocabulary;
pub mod working_days;

pub use mention::{Mention, MentionValue};

/// Finds citations, provisions, dates and amounts in plain text, in order.
///
/// ```
/// let found = paragraf_law::read_text("Potrivit art. 12 alin. (1) din Legea nr. 31/1990, se plătesc 500 de lei.");
/// let texts: Vec<_> = found.iter().map(|mention| mention.text.as_str()).collect();
/// assert_eq!(texts, ["art. 12 alin. (1)", "Legea nr. 31/1990", "500 de lei"]);
/// ```
pub fn read_text(text: &str) -> Vec<Mention> {
    read_copy(&normalise::SearchCopy::new(text))
}

/// As [`read_text`], in an act of a day: a code that is cited by its name is the one of that day.
pub fn read_text_of_day(text: &str, day: jiff::civil::Date) -> Vec<Mention> {
    let mut mentions = read_text(text);
    code_day::as_of_day(&mut mentions, day);
    mentions
}

/// As [`read_text`], in Markdown.
pub fn read_markdown(text: &str) -> Vec<Mention> {
    read_copy(&normalise::SearchCopy::of_markdown(text))
}

/// The values of what [`read_markdown`] finds. Takes a fraction of the time for a short text, of which it does not read
/// the parts.
pub fn values_of_markdown(text: &str) -> Vec<MentionValue> {
    find(&normalise::SearchCopy::of_markdown(text)).into_iter().map(|found| found.value).collect()
}

fn read_copy(copy: &normalise::SearchCopy<'_>) -> Vec<Mention> {
    scan::mentions(copy, find(copy))
}

fn find(copy: &normalise::SearchCopy<'_>) -> Vec<scan::FoundMention> {
    let mut found = scan::scan(copy);
    link::join_acts(copy.text(), &mut found);
    link::join_provisions(copy.text(), &mut found);
    shared_force::add_shared_clauses(copy.text(), &mut found);
    found
}

#[cfg(test)]
mod day_cases;
#[cfg(test)]
mod law_cases;
#[cfg(test)]
mod phrase_cases;
#[cfg(test)]
mod properties;
#[cfg(test)]
mod shape_cases;
