//! Unit words with their labels: "literele a) și b)".

use super::connective::Connective;
use super::labels::read_labels;
use super::unit::{read_ordinal_before, unit_word};
use crate::amend::words::WordCursor;
use crate::form::clause::{ClauseKind, PlaceStep};
use crate::label::Label;

/// A unit word with its labels.
#[derive(Debug, Clone)]
pub struct UnitGroup {
    pub kind: ClauseKind,
    pub labels: Vec<PlaceStep>,
    pub genitive: bool,
}

/// Reads a unit word and its labels.
pub fn read_group(words: &mut WordCursor<'_>, link: &Connective) -> Option<UnitGroup> {
    let ordinal = read_ordinal_before(words);
    let last = words.peek_word().filter(|word| LAST.contains(word));
    if last.is_some() {
        words.next_word();
    }
    let word = words.next_word()?;
    let (kind, genitive) = unit_word(word, words)?;
    if let Some(last) = last {
        let genitive = genitive || last.ends_with('i') || link.owner || link.owner_of_all;
        return last_of(kind).map(|step| UnitGroup { kind, labels: vec![step], genitive });
    }
    let mut labels = read_labels(words, kind);
    if let Some(ordinal) = ordinal {
        labels = vec![PlaceStep::new(kind, Some(Label::arabic(ordinal)))];
    }
    if !labels.is_empty() {
        skip_name(words);
    }
    let stands_alone = matches!(kind, ClauseKind::Introduction | ClauseKind::Heading | ClauseKind::Annex);
    if labels.is_empty() {
        if !stands_alone {
            return None;
        }
        labels.push(PlaceStep::new(kind, None));
    }
    Some(UnitGroup { kind: labels[0].kind, labels, genitive: genitive || link.owner || link.owner_of_all })
}

/// Words before a unit that stand for its label.
const LAST: &[&str] = &["ultimul", "ultima", "ultimului", "ultimei"];

/// The last unit of a kind; `None` for a kind whose last unit no form makes certain.
fn last_of(kind: ClauseKind) -> Option<PlaceStep> {
    const KINDS: [ClauseKind; 4] = [ClauseKind::Paragraph, ClauseKind::Letter, ClauseKind::Point, ClauseKind::Dash];
    KINDS.contains(&kind).then(|| PlaceStep::last(kind))
}

/// Skips the name of an annex or a section in quotation marks.
fn skip_name(words: &mut WordCursor<'_>) {
    while words.quoted().is_some() {}
}
