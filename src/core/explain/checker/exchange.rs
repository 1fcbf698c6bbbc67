//! Figures that a statement exchanges: each stands beside the words of the other.

use std::collections::BTreeSet;
use std::mem::discriminant;
use std::ops::Range;

use super::decimal::Decimal;
use super::figure::{FoundFigure, StatedFigure};
use super::measure::Measure;
use super::sense::Sense;
use super::units::ActUnit;

/// Figures of one unit that belong together, such as the ends of a range, with the words that belong to them.
#[derive(Debug)]
struct FigureGroup {
    figures: Vec<StatedFigure>,
    unit: Measure,
    range: Range<usize>,
    about: BTreeSet<String>,
}

/// Returns the place of figures whose words the provisions give to others of their unit. Each may stand in a sentence
/// of its own among all those of the provisions.
pub(super) fn exchanged(best: &[&ActUnit], scope: &[&ActUnit], statement: &Sense) -> Option<Range<usize>> {
    let said = groups(statement);
    for unit in best {
        let given = groups(&unit.sense);
        let of = |group: &FigureGroup| given.iter().find(|given| given.has_all(group));
        if let Some(group) = said.iter().find(|group| is_reversed(group, of(group))) {
            return Some(group.range.clone());
        }
        if let Some(range) = crossed(&said, &said.iter().map(of).collect::<Vec<_>>()) {
            return Some(range);
        }
    }
    let given: Vec<_> = scope.iter().flat_map(|unit| groups(&unit.sense)).collect();
    if let Some(group) = said.iter().find(|group| is_mixed(group, &given)) {
        return Some(group.range.clone());
    }
    let merged: Vec<_> = said.iter().map(|group| merged(group, &given)).collect();
    crossed(&said, &merged.iter().map(Option::as_ref).collect::<Vec<_>>())
}

/// Returns one group with the words of all those that have the figures of a group.
fn merged(group: &FigureGroup, given: &[FigureGroup]) -> Option<FigureGroup> {
    let found: Vec<_> = given.iter().filter(|given| given.has_all(group)).collect();
    let about = found.iter().flat_map(|found| &found.about).cloned().collect();
    let first = found.first()?;
    Some(FigureGroup { figures: first.figures.clone(), unit: first.unit, range: first.range.clone(), about })
}

/// Returns the first of two groups whose words are those of the other in the act; `of` are the groups of the act.
fn crossed(said: &[FigureGroup], of: &[Option<&FigureGroup>]) -> Option<Range<usize>> {
    for (at, first) in said.iter().enumerate() {
        for (second, of_second) in said.iter().zip(of).skip(at + 1) {
            let (Some(of_first), Some(of_second)) = (of[at], *of_second) else { continue };
            let is_pair = first.figures != second.figures && of_first.about != of_second.about;
            if is_pair
                && is_same_kind(of_first.unit, of_second.unit)
                && is_crossed([first, second], [of_first, of_second])
            {
                return Some(first.range.clone());
            }
        }
    }
    None
}

/// Whether figures of two units can stand for each other in a sentence: money of one currency, or periods.
fn is_same_kind(first: Measure, second: Measure) -> bool {
    first == second || (first.is_time() && second.is_time())
}

/// Returns the place of a figure in the second text that stands before one of its unit, and after it in the first text.
pub(super) fn reordered(first: &Sense, second: &Sense) -> Option<Range<usize>> {
    let quantities = |sense: &Sense| -> Vec<FoundFigure> {
        let counts = |found: &&FoundFigure| matches!(found.figure, StatedFigure::Quantity { unit, .. } if unit != Measure::Unknown);
        sense.figures.iter().filter(counts).cloned().collect()
    };
    let (given, said) = (quantities(first), quantities(second));
    let place = |figure: &StatedFigure| {
        let mut places = given.iter().enumerate().filter(|(_, found)| found.figure == *figure).map(|(place, _)| place);
        places.next().filter(|_| places.next().is_none())
    };
    let is_before = |pair: &&[FoundFigure]| {
        let same = pair[0].figure.unit() == pair[1].figure.unit() && pair[0].range != pair[1].range;
        same && place(&pair[0].figure).zip(place(&pair[1].figure)).is_some_and(|(first, second)| first > second)
    };
    said.windows(2).find(is_before).map(|pair| pair[0].range.clone())
}

/// Whether the ends of a range stand in the other order.
fn is_reversed(said: &FigureGroup, given: Option<&FigureGroup>) -> bool {
    let Some(given) = given else { return false };
    let [first, second] = &said.figures[..] else { return false };
    let place = |figure: &StatedFigure| given.figures.iter().position(|given| figure.is_supported_by(given));
    first != second && place(first) > place(second)
}

/// Whether a range has the ends of two ranges of the act.
fn is_mixed(said: &FigureGroup, given: &[FigureGroup]) -> bool {
    let [first, second] = &said.figures[..] else { return false };
    let range_of = |figure: &StatedFigure| {
        let has = |group: &&FigureGroup| group.figures.iter().any(|given| figure.is_supported_by(given));
        let mut found = given.iter().filter(has).peekable();
        found.peek().is_some() && found.all(|group| group.figures.len() == 2)
    };
    !given.iter().any(|group| group.has_all(said)) && range_of(first) && range_of(second)
}

/// Whether the words of each group are those of the other in the act.
fn is_crossed(said: [&FigureGroup; 2], given: [&FigureGroup; 2]) -> bool {
    let own = |at: usize| -> BTreeSet<_> { given[at].about.difference(&given[1 - at].about).collect() };
    let (first, second) = (own(0), own(1));
    let shared =
        |group: &FigureGroup, own: &BTreeSet<&String>| group.about.iter().filter(|it| own.contains(it)).count();
    let straight = shared(said[0], &first) + shared(said[1], &second);
    let crossed = shared(said[0], &second) + shared(said[1], &first);
    crossed > 2 * straight
}

impl FigureGroup {
    fn has_all(&self, group: &Self) -> bool {
        let has = |figure: &StatedFigure| self.figures.iter().any(|given| figure.is_supported_by(given));
        group.figures.iter().all(has)
    }
}

/// The quantities of a text in groups, each with its words.
fn groups(sense: &Sense) -> Vec<FigureGroup> {
    // "Unul" counts nothing.
    let quantity = |found: &&FoundFigure| match &found.figure {
        StatedFigure::Quantity { value, unit } => *unit != Measure::Unknown || *value != Decimal::whole(1),
        _ => false,
    };
    let mut groups: Vec<FigureGroup> = Vec::new();
    for found in sense.figures.iter().filter(quantity) {
        let unit = found.figure.unit();
        let last = groups.last_mut().filter(|last| {
            let is_between = opens_range(sense, last.range.start);
            let is_link = |word: &str| {
                matches!(word, "la" | "to" | "pana" | "de" | "lei" | "sau" | "ori" | "or")
                    || (is_between && matches!(word, "si" | "and"))
            };
            let between = last.range.end..found.range.start;
            last.range == found.range
                || (last.range.end <= found.range.start
                    && words_in(sense, &between).all(|word| is_link(&word.folded) && !word.is_after_break))
        });
        match last {
            Some(last) => {
                last.figures.push(found.figure.clone());
                last.range.end = found.range.end;
            }
            None => groups.push(FigureGroup {
                figures: vec![found.figure.clone()],
                unit,
                range: found.range.clone(),
                about: BTreeSet::new(),
            }),
        }
    }
    let places: Vec<_> = groups.iter().map(|group| (group.unit, group.range.clone())).collect();
    for (at, group) in groups.iter_mut().enumerate() {
        // A number of something else, such as a term among sums, takes no words away.
        let is_open = |unit: Measure| unit == Measure::Unknown;
        let is_rival = |(unit, _): &&(Measure, Range<usize>)| {
            is_same_kind(*unit, group.unit) || is_open(*unit) || is_open(group.unit)
        };
        let (before, next) = (places[..at].iter().rfind(is_rival), places[at + 1..].iter().find(is_rival));
        let start = before.map_or(0, |(_, before)| border(sense, before.end, group.range.start));
        let end = next.map_or(usize::MAX, |(_, next)| border(sense, group.range.end, next.start));
        group.about = about(sense, &(start..end), &group.range);
    }
    groups
}

/// Whether "between" stands before a figure.
fn opens_range(sense: &Sense, at: usize) -> bool {
    let before = sense.words.iter().rev().find(|word| word.range.end <= at);
    before.is_some_and(|word| matches!(word.folded.as_str(), "intre" | "between"))
}

fn words_in<'a>(sense: &'a Sense, range: &Range<usize>) -> impl Iterator<Item = &'a super::sense::SpokenWord> {
    let range = range.clone();
    sense.words.iter().filter(move |word| word.range.start >= range.start && word.range.end <= range.end)
}

/// Where the words of one group end and those of the next begin: at the last of the strongest separators between them.
fn border(sense: &Sense, from: usize, to: usize) -> usize {
    // "Punctele 4 și 5" is one figure.
    let is_inside = |at: usize| sense.figures.iter().any(|found| found.range.start < at && at < found.range.end);
    let strength = |word: &super::sense::SpokenWord| match word.folded.as_str() {
        _ if is_inside(word.range.start) => 0,
        _ if word.is_label => 4,
        "respectiv" | "iar" | "dar" | "but" | "while" => 3,
        "si" | "apoi" | "and" | "then" => 2,
        _ if word.is_after_break => 1,
        _ => 0,
    };
    let last = words_in(sense, &(from..to)).filter(|word| strength(word) > 0).max_by_key(|word| strength(word));
    last.map_or(to, |word| word.range.start)
}

/// The stems and the years near a group.
fn about(sense: &Sense, near: &Range<usize>, own: &Range<usize>) -> BTreeSet<String> {
    let outside = |range: &Range<usize>| range.end <= own.start || range.start >= own.end;
    let stems = words_in(sense, near).filter(|word| outside(&word.range)).filter_map(Sense::stem_of);
    let date = discriminant(&StatedFigure::Date { year: None, month: None, day: None });
    let inside = |range: &Range<usize>| range.start >= near.start && range.end <= near.end;
    let dates = sense.figures.iter().filter(|found| discriminant(&found.figure) == date && inside(&found.range));
    let letters = sense.figures.iter().filter(|found| inside(&found.range)).filter_map(|found| match &found.figure {
        StatedFigure::Provision { label, .. } => Some(format!("{label})")),
        _ => None,
    });
    let dates = dates.map(|found| format!("{:?}", found.figure));
    stems.chain(dates).chain(letters).collect()
}
