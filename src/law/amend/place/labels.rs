//! Labels after a unit word: `(1), (2) și (4)-(6)`.

use super::unit::{read_ordinal_before, unit_word};
use crate::amend::words::WordCursor;
use crate::form::clause::{ClauseKind, PlaceStep};
use crate::form::mark;
use crate::label::{Label, LabelBase, LabelRange};

/// Reads the labels after a unit word: `(1), (2) și (4)-(6)`.
pub fn read_labels(words: &mut WordCursor<'_>, kind: ClauseKind) -> Vec<PlaceStep> {
    let mut steps = Vec::new();
    words.word(&["nr"]);
    if kind == ClauseKind::Paragraph
        && let Some(number) = words.ordinal_word()
    {
        let mut numbers = vec![number];
        while let Some(next) = words.attempt(next_ordinal) {
            numbers.push(next);
        }
        return numbers.into_iter().map(|number| PlaceStep::new(kind, Some(Label::arabic(number)))).collect();
    }
    while let Some(step) = read_step(words, kind) {
        let range_end = words.attempt(|words| {
            let joined = words.punctuation('-') || words.word(&["pana"]) && words.word(&["la"]);
            words.word(&["nr"]);
            joined.then(|| read_step(words, kind)).flatten()
        });
        match (range_end.and_then(|end| end.label), step.label.clone()) {
            (Some(last), Some(first)) => {
                let labels = range(first, last);
                steps.extend(labels.into_iter().map(|label| PlaceStep::new(step.kind, Some(label))));
            }
            _ => steps.push(step),
        }
        let more = words.attempt(|words| {
            let comma = words.punctuation(',');
            let and = words.word(&["si", "respectiv", "precum"]);
            words.word(&["si"]);
            words.word(&["respectiv"]);
            words.attempt(|words| words.word(&["nr"]).then_some(()));
            // "articolul 12, primul alineat": another unit.
            let is_other_unit = read_ordinal_before(&mut words.clone()).is_some();
            ((comma || and) && !is_other_unit && read_step(&mut words.clone(), kind).is_some()).then_some(())
        });
        if more.is_none() {
            break;
        }
    }
    steps
}

/// Reads the next ordinal of a list: "alineatele întâi și al doilea".
fn next_ordinal(words: &mut WordCursor<'_>) -> Option<u32> {
    let joined = words.punctuation(',') || words.word(&["si"]);
    let number = words.ordinal_word().filter(|_| joined)?;
    // "alineatul întâi și a doua liniuță": of another unit.
    words.peek_word().is_none_or(|word| unit_word(word, &mut words.clone()).is_none()).then_some(number)
}

fn range(first: Label, last: Label) -> Vec<Label> {
    let letters = matches!((&first.base, &last.base), (LabelBase::Letter(_), LabelBase::Letter(_)));
    let in_order = mark::order(&first) <= mark::order(&last);
    if letters || in_order {
        return LabelRange { first, last: Some(last) }.labels();
    }
    vec![first, last]
}

/// Reads one label of a unit of this kind.
fn read_step(words: &mut WordCursor<'_>, kind: ClauseKind) -> Option<PlaceStep> {
    match kind {
        ClauseKind::Letter => words.letter().map(|label| PlaceStep::new(kind, Some(label))),
        ClauseKind::Paragraph => {
            let label = words.bracketed().or_else(|| words.number())?;
            Some(PlaceStep::new(kind, Some(label)))
        }
        ClauseKind::Point => match words.roman_in_brackets() {
            Some(label) => Some(PlaceStep::new(ClauseKind::RomanPoint, Some(label))),
            None => words.number().map(|label| PlaceStep::new(kind, Some(label))),
        },
        ClauseKind::Dash => words
            .quoted()
            .map(|quote| PlaceStep::quoted(kind, quote))
            .or_else(|| words.ordinal().map(|label| PlaceStep::new(kind, Some(label)))),
        ClauseKind::Sentence => words.ordinal().map(|label| PlaceStep::new(kind, Some(label))),
        ClauseKind::Introduction | ClauseKind::Heading => None,
        ClauseKind::Article => words
            .number()
            .or_else(|| words.ordinal())
            .or_else(|| words.capital())
            .map(|label| PlaceStep::new(kind, Some(label.of_article()))),
        _ => words
            .number()
            .or_else(|| words.ordinal())
            .or_else(|| words.capital())
            .map(|label| PlaceStep::new(kind, Some(label))),
    }
}
