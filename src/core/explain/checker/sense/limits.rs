//! Words that make a number the most or the least.

use std::ops::Range;

use super::super::decimal::Decimal;
use super::super::figure::{FoundFigure, StatedFigure};
use super::super::measure::Measure;
use super::super::number_words::ONE;
use super::Sense;
use super::measures::{LEAST, MOST, WITHIN};
use super::words::matched_any;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum LimitKind {
    Most,
    Least,
}

/// A number that is the most or the least.
#[derive(Debug, Clone)]
pub(in super::super) struct NumberLimit {
    pub kind: LimitKind,
    pub figure: StatedFigure,
    /// Words and number.
    pub range: Range<usize>,
    /// Whether words say so, as "cel mult" does; otherwise it follows from a term or a range.
    pub is_explicit: bool,
}

/// Words at the beginning of a sentence, with the name of its article.
const BEGINNING: usize = 3;
/// Most words between the words of a limit and the number.
const GAP: usize = 3;
/// Words before a word of a limit that may deny it.
const DENIAL: usize = 6;

/// A day until which, or from which on, something holds.
#[derive(Debug, Clone)]
pub(in super::super) struct DaySide {
    pub day: StatedFigure,
    pub is_until: bool,
    /// Words and day.
    pub range: Range<usize>,
}

/// Words before a day until which something holds, and from which on.
const UNTIL: &[&str] =
    &["pana la", "pana in", "pana pe", "cel tarziu", "inainte de", "inaintea", "anterior", "until", "by", "before"];
const FROM: &[&str] = &["dupa", "incepand cu", "de la", "din", "after", "from", "since", "starting", "as of"];

/// The days of a sentence with their sides, as the nearest words before each say.
pub(in super::super) fn day_sides(sense: &Sense) -> Vec<DaySide> {
    let of_day = |found: &FoundFigure| {
        let after = sense.words.iter().position(|word| word.range.end > found.range.start).unwrap_or(sense.words.len());
        let of_words = |start: usize| {
            let end = |words: &[&str]| matched_any(&sense.words, start, words).filter(|end| *end <= after);
            let is_until = end(UNTIL).is_some();
            (is_until || end(FROM).is_some()).then(|| DaySide {
                day: found.figure.clone(),
                is_until,
                range: sense.words[start].range.start..found.range.end,
            })
        };
        (after.saturating_sub(GAP + 1)..after).rev().find_map(of_words)
    };
    sense.figures.iter().filter(|found| matches!(found.figure, StatedFigure::Date { .. })).filter_map(of_day).collect()
}

/// The events of a sentence by their stems, and whether something holds before them: "după notarea".
pub(in super::super) fn event_sides(sense: &Sense) -> Vec<(String, bool, Range<usize>)> {
    const BEFORE: &[&str] = &["inainte de", "inaintea", "anterior", "pana la"];
    const AFTER: &[&str] = &["dupa", "ulterior"];
    const DENIALS: &[&str] = &["nu", "not"];
    let side = |at: usize| {
        let end = |words: &[&str]| matched_any(&sense.words, at, words);
        let (is_before, end) = end(BEFORE).map(|end| (true, end)).or_else(|| Some((false, end(AFTER)?)))?;
        let mut near = sense.words.iter().skip(end).take(GAP);
        let (event, last) = near.find_map(|word| Some((Sense::stem_of(word)?, word)))?;
        let is_day = sense.figures.iter().any(|found| found.range.contains(&last.range.start));
        // "Nu înainte de" says after, and "Până la notare, nu se vinde" what "nu se vinde până la notare" says.
        let is_denied = if is_day {
            at > 0 && matched_any(&sense.words, at - 1, DENIALS).is_some()
        } else {
            sense.is_denied_before(at) || at < BEGINNING && sense.is_mainly_denied()
        };
        let is_before = is_before != is_denied;
        Some((event, is_before, sense.words[at].range.start..last.range.end))
    };
    (0..sense.words.len()).filter_map(side).collect()
}

/// The figures that words make the most or the least.
pub(in super::super) fn number_limits(sense: &Sense) -> Vec<NumberLimit> {
    let quantity = |found: &&FoundFigure| matches!(found.figure, StatedFigure::Quantity { .. });
    let quantities: Vec<_> = sense.figures.iter().filter(quantity).collect();
    let mut limits: Vec<_> = quantities.iter().filter_map(|found| of_figure(sense, found)).collect();
    for pair in quantities.windows(2) {
        limits.extend(of_range(sense, pair[0], pair[1]).into_iter().flatten());
    }
    limits.extend(ones(sense));
    limits
}

/// The nearest words of a limit before a figure.
fn of_figure(sense: &Sense, found: &FoundFigure) -> Option<NumberLimit> {
    let after = sense.words.iter().position(|word| word.range.end > found.range.start).unwrap_or(sense.words.len());
    let between = |end: usize| {
        sense.figures.iter().any(|other| {
            let from = sense.words.get(end - 1).map_or(0, |word| word.range.end);
            other.range.start >= from && other.range.end <= found.range.start
        })
    };
    // "Superioară echivalentului în lei al sumei de".
    let is_sum = |end: usize| sense.words.get(end).is_some_and(|word| word.folded.starts_with("echivalent"));
    // "Timpul minim de expunere trebuie să fie de 5 minute".
    let is_adjective = |end: usize| {
        matches!(sense.words[end - 1].folded.as_str(), "minim" | "minima" | "maxim" | "maxima")
            && !sense.words[end..after].iter().any(|word| word.is_after_break)
    };
    let gap = |end: usize| if is_sum(end) || is_adjective(end) { 2 * GAP + 2 } else { GAP };
    for start in (after.saturating_sub(2 * GAP + 3)..after).rev() {
        let kinds = [(MOST, LimitKind::Most, true), (LEAST, LimitKind::Least, true), (WITHIN, LimitKind::Most, false)];
        let ends = kinds.map(|(words, kind, explicit)| {
            let end = matched_any(&sense.words, start, words).filter(|end| *end <= after && after - end <= gap(*end));
            end.map(|end| (end, kind, explicit))
        });
        let Some((end, kind, is_explicit)) = ends.into_iter().flatten().max_by_key(|(end, ..)| *end) else { continue };
        if between(end) {
            return None;
        }
        let start = begins(sense, start);
        let kind = if compares(sense, start) && (is_denied(sense, start) != is_forbidden(sense, start)) {
            opposite(kind)
        } else {
            kind
        };
        let range = sense.words[start].range.start..found.range.end;
        return Some(NumberLimit { kind, figure: found.figure.clone(), range, is_explicit });
    }
    None
}

/// The first word of a limit whose last words were found first: "mai mult de" ends in words that are limits, too.
fn begins(sense: &Sense, at: usize) -> usize {
    let earlier = (1..=2).filter_map(|back| at.checked_sub(back));
    let longer = earlier.filter(|start| {
        [MOST, LEAST].iter().any(|words| matched_any(&sense.words, *start, words).is_some_and(|end| end > at))
    });
    longer.min().unwrap_or(at)
}

/// Whether the words of a limit compare, so that a denial turns them round: "nu mai mult de", but not "nu ... minimum".
fn compares(sense: &Sense, at: usize) -> bool {
    let absolute = ["cel", "minim", "maxim", "macar", "at", "up", "pana", "plafon", "limit", "in", "termen"];
    !absolute.iter().any(|word| sense.words[at].folded.starts_with(word))
}

fn is_denied(sense: &Sense, at: usize) -> bool {
    let from = at.saturating_sub(DENIAL);
    let mut run = (from..at).rev().take_while(|place| !sense.words[place + 1].is_after_break);
    run.any(|place| sense.denies(&sense.words[place]))
}

/// Whether the part of a sentence with a limit forbids: "grupurile de peste 10 sunt interzise" allows at most ten.
fn is_forbidden(sense: &Sense, at: usize) -> bool {
    const FAR: usize = 10;
    const FORBID: &[&str] = &[
        "este interzis*", "sunt interzis*", "e interzis*", "se interzic*", "is forbidden", "are forbidden",
        "are banned",
    ];
    let is_open = |place: &usize| {
        let word = &sense.words[*place];
        !word.is_after_break && !matches!(word.folded.as_str(), "daca" | "if" | "unless")
    };
    let after = (at + 1..sense.words.len().min(at + FAR)).take_while(is_open);
    let before = (at.saturating_sub(FAR)..at).rev().take_while(|place| !sense.words[place + 1].is_after_break);
    before
        .chain(after)
        .any(|place| matched_any(&sense.words, place, FORBID).is_some() && !sense.is_denied_before(place))
}

fn opposite(kind: LimitKind) -> LimitKind {
    if kind == LimitKind::Most { LimitKind::Least } else { LimitKind::Most }
}

/// The ends of a range: "de la 100 lei la 500 lei", "between 30 and 400 days", "100-500 lei".
fn of_range(sense: &Sense, first: &FoundFigure, second: &FoundFigure) -> Option<[NumberLimit; 2]> {
    let words = |from: usize, to: usize| {
        let inside = sense.words.iter().filter(move |word| word.range.start >= from && word.range.end <= to);
        inside.map(|word| word.folded.as_str()).collect::<Vec<_>>()
    };
    if second.range.start < first.range.end {
        return None;
    }
    let before = words(first.range.start.saturating_sub(24), first.range.start);
    let between = words(first.range.end, second.range.start);
    let opens = before.iter().rev().take(3).any(|word| matches!(*word, "intre" | "la" | "between" | "from"));
    let links = matches!(between[..], [] | ["la" | "si" | "to" | "and"] | ["pana", "la"] | ["de" | "lei", "la"]);
    let limit = |kind, found: &FoundFigure| NumberLimit {
        kind,
        figure: found.figure.clone(),
        range: found.range.clone(),
        is_explicit: false,
    };
    (opens && links).then(|| [limit(LimitKind::Least, first), limit(LimitKind::Most, second)])
}

/// "Cel puțin o persoană": one as a word is a figure only here.
fn ones(sense: &Sense) -> Vec<NumberLimit> {
    let of = |at: usize| {
        let one = sense.words.get(at).filter(|word| ONE.contains(&word.folded.as_str()))?;
        let covered = sense.figures.iter().any(|found| found.range.contains(&one.range.start));
        let kinds = [(MOST, LimitKind::Most), (LEAST, LimitKind::Least)];
        let starts = (1..=3).filter_map(|back| at.checked_sub(back));
        let mut found = starts.flat_map(|start| kinds.map(|(words, kind)| (start, words, kind)));
        let (start, _, kind) = found
            .find(|(start, words, _)| matched_any(&sense.words, *start, words) == Some(at))
            .filter(|_| !covered)?;
        let figure = StatedFigure::Quantity { value: Decimal::whole(1), unit: Measure::Unknown };
        Some(NumberLimit { kind, figure, range: sense.words[start].range.start..one.range.end, is_explicit: true })
    };
    (0..sense.words.len()).filter_map(of).collect()
}
