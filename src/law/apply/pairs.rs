//! Pairing the units of two forms: by label, and by text where a unit got another label.

use std::collections::HashSet;

use crate::form::clause::Clause;
use crate::normalise::SearchCopy;

/// The share of common words from which two texts are one provision with another label.
const ALIKE: (usize, usize) = (3, 5);
/// The share of common words below which two texts with one label are different provisions.
const UNLIKE: (usize, usize) = (1, 2);
/// Units on one side that are compared by their texts.
const MAX_COMPARED: usize = 300;

/// A unit of the earlier form, of the later form, or of both.
#[derive(Debug, Clone, Copy)]
pub enum UnitPair<'a> {
    /// With the same label in both.
    Kept(&'a Clause, &'a Clause),
    /// With another label in the later form.
    Moved(&'a Clause, &'a Clause),
    Added(&'a Clause),
    Gone(&'a Clause),
}

/// Pairs units in the order of the later form; those that are gone come last.
pub fn paired<'a>(old: &[&'a Clause], new: &[&'a Clause]) -> Vec<UnitPair<'a>> {
    let of_label = |among: &[&'a Clause], unit: &Clause| {
        among.iter().copied().find(|other| (other.kind, &other.label) == (unit.kind, &unit.label))
    };
    let is_moving = |unit: &Clause, others: &[&'a Clause]| match of_label(others, unit) {
        None => !unit.is_repealed(),
        Some(other) => !unit.is_repealed() && (other.is_repealed() || !share(unit, other, UNLIKE)),
    };
    let mut free: Vec<_> = old.iter().copied().filter(|unit| is_moving(unit, new)).take(MAX_COMPARED).collect();
    let mut pairs = Vec::new();
    let mut moved = Vec::new();
    for unit in new {
        let origin = if is_moving(unit, old) {
            free.iter().position(|other| other.kind == unit.kind && share(unit, other, ALIKE))
        } else {
            None
        };
        pairs.push(match (origin.map(|at| free.remove(at)), of_label(old, unit)) {
            (Some(origin), _) => {
                moved.push(&origin.label);
                UnitPair::Moved(origin, unit)
            }
            (None, Some(other)) => UnitPair::Kept(other, unit),
            (None, None) => UnitPair::Added(unit),
        });
    }
    // A unit whose text moved away leaves its label to a new text.
    for pair in &mut pairs {
        if let UnitPair::Kept(old, new) = *pair
            && moved.contains(&&old.label)
        {
            *pair = UnitPair::Added(new);
        }
    }
    let used: HashSet<_> = pairs
        .iter()
        .filter_map(|pair| match pair {
            UnitPair::Kept(old, _) | UnitPair::Moved(old, _) => Some((old.kind, &old.label)),
            UnitPair::Added(_) | UnitPair::Gone(_) => None,
        })
        .collect();
    let gone: Vec<_> = old.iter().filter(|unit| !used.contains(&(unit.kind, &unit.label))).collect();
    pairs.extend(gone.into_iter().map(|unit| UnitPair::Gone(unit)));
    pairs
}

/// Whether two texts have at least this share of their words in common.
fn share(one: &Clause, other: &Clause, (part, whole): (usize, usize)) -> bool {
    let (one, other) = (words(one), words(other));
    let common = one.intersection(&other).count();
    common * whole >= part * one.len().max(other.len())
}

/// The words of a unit without its mark.
fn words(unit: &Clause) -> HashSet<String> {
    let text = unit.flat();
    let text = text.strip_prefix(unit.mark.as_str()).unwrap_or(&text);
    let copy = SearchCopy::new(text).text().to_ascii_lowercase();
    let words = copy.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| word.len() > 2);
    words.map(str::to_owned).collect()
}
