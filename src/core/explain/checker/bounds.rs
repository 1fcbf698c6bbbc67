//! Limits of numbers, sides of days and of events, and how often, in a statement and in the act.

use std::ops::Range;

use super::figure::StatedFigure;
use super::sense::limits::{DaySide, LimitKind, NumberLimit, day_sides, event_sides, number_limits};
use super::sense::{Sense, StatedFrequency};
use super::spoken::{Objection, Spoken};
use super::units::ActUnit;
use crate::domain::finding::FindingCode;

/// "At most" where the provision says "at least" or neither.
pub(super) fn limits(scope: &[&ActUnit], it: &Spoken<'_>) -> Vec<Objection> {
    let has_figure = |figure: &StatedFigure| {
        scope.iter().flat_map(|unit| &unit.sense.figures).any(|found| figure.is_supported_by(&found.figure))
    };
    let said = number_limits(&it.sense).into_iter().filter(|limit| limit.is_explicit);
    let is_wrong = |limit: &NumberLimit| {
        let is_it = |given: &&NumberLimit| limit.figure.is_supported_by(&given.figure);
        // Any sentence of the provisions may set the limit.
        let of_figure: Vec<_> = scope.iter().flat_map(|unit| &unit.limits).filter(is_it).collect();
        match of_figure[..] {
            [] => limit.kind == LimitKind::Least && has_figure(&limit.figure),
            _ => of_figure.iter().all(|given| given.kind != limit.kind),
        }
    };
    said.filter(is_wrong).map(|limit| it.object(&limit.range, FindingCode::Limit)).collect()
}

/// "After" a day until which the provision holds, and the like.
pub(super) fn other_side(scope: &[&ActUnit], it: &Spoken<'_>) -> Option<Objection> {
    if day_sides(&it.sense).is_empty() {
        return None;
    }
    let is_negative = it.sense.is_mainly_denied();
    // "Nothing until then" says "something from then on".
    let given = scope.iter().flat_map(|unit| {
        let flips = unit.sense.is_mainly_denied() != is_negative;
        day_sides(&unit.sense).into_iter().map(move |side| (side.day, side.is_until != flips))
    });
    let given: Vec<_> = given.collect();
    let is_other = |said: &DaySide| {
        let mut of_day = given.iter().filter(|(day, _)| said.day.is_supported_by(day)).peekable();
        of_day.peek().is_some() && of_day.all(|(_, is_until)| *is_until != said.is_until)
    };
    let said = day_sides(&it.sense).into_iter().find(|said| !it.sense.is_of_past() && is_other(said))?;
    Some(it.object(&said.range, FindingCode::Limit))
}

/// "Before" an event after which the provision holds, and the like.
pub(super) fn other_side_of_event(best: &[&ActUnit], it: &Spoken<'_>) -> Option<Objection> {
    let given: Vec<_> = best.iter().flat_map(|unit| event_sides(&unit.sense)).collect();
    let is_other = |(event, is_before, _): &(String, bool, Range<usize>)| {
        let mut of_event = given.iter().filter(|(given, ..)| given == event).peekable();
        of_event.peek().is_some() && of_event.all(|(_, given, _)| given != is_before)
    };
    let (_, _, range) = event_sides(&it.sense).into_iter().find(is_other)?;
    Some(it.object(&range, FindingCode::Limit))
}

/// "Monthly" where the provision says something else or nothing.
/// Those that `said` has were compared in the other language.
pub(super) fn frequencies(
    scope: &[&ActUnit],
    best: &[&ActUnit],
    it: &Spoken<'_>,
    said: &[StatedFrequency],
) -> Vec<Objection> {
    let given: Vec<_> = best.iter().flat_map(|unit| &unit.frequencies).collect();
    // "Viza anuală" may stand in another sentence than the rest.
    let of_noun = |range: &Range<usize>| {
        let before = it.sense.words.iter().take_while(|word| word.range.end <= range.start).last();
        before.and_then(Sense::stem_of)
    };
    let is_elsewhere = |(frequency, range): &(StatedFrequency, Range<usize>)| {
        let noun = of_noun(range);
        let has = |unit: &&&ActUnit| noun.as_ref().is_some_and(|noun| unit.sense.stems.contains(noun));
        scope.iter().filter(has).any(|unit| unit.frequencies.contains(frequency))
    };
    let own = it.sense.frequencies().into_iter().filter(|(frequency, _)| !said.contains(frequency));
    let wrong = own.filter(|own| !given.contains(&&own.0) && !is_elsewhere(own));
    wrong.map(|(_, range)| it.object(&range, FindingCode::Frequency)).collect()
}
