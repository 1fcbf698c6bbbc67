//! The sentences of an act, read for what they say.

use std::ops::Range;

use super::figure::StatedFigure;
use super::reading::ReadingMode;
use super::sense::limits::{NumberLimit, number_limits};
use super::sense::{Sense, SenseClause, StatedFrequency, parties};
use crate::domain::Language;

/// A sentence of an act.
#[derive(Debug)]
pub(super) struct ActUnit {
    /// Bytes of the act.
    pub range: Range<usize>,
    pub sense: Sense,
    pub clauses: Vec<SenseClause>,
    pub limits: Vec<NumberLimit>,
    pub frequencies: Vec<StatedFrequency>,
}

/// Percent of the best score that a unit needs to count as one of those that a statement rests on.
const NEAR: usize = 80;

impl ActUnit {
    /// Splits a text at full stops and at the beginnings of provisions.
    pub fn split(text: &str, starts: &[usize]) -> Vec<Self> {
        let mut cuts: Vec<_> = full_stops(text).chain(starts.iter().copied()).collect();
        cuts.extend([0, text.len()]);
        cuts.sort_unstable();
        cuts.dedup();
        let units = cuts.windows(2).map(|cut| cut[0]..cut[1]);
        let unit = |range: Range<usize>| {
            let sense = Sense::new(&text[range.clone()], ReadingMode::SOURCE);
            Self {
                range,
                clauses: sense.clauses(),
                limits: number_limits(&sense),
                frequencies: sense.frequencies().into_iter().map(|(frequency, _)| frequency).collect(),
                sense,
            }
        };
        units.map(unit).filter(|unit| !unit.sense.words.is_empty()).collect()
    }

    /// How much of a statement the unit has: words, figures and parties.
    fn score(&self, statement: &Sense) -> usize {
        let stems = statement.stems.iter().filter(|stem| self.sense.stems.contains(*stem)).count();
        let has = |figure: &StatedFigure| self.sense.figures.iter().any(|given| given.figure == *figure);
        let figures = statement.figures.iter().filter(|found| has(&found.figure)).count();
        let named = parties(&statement.words, Language::Ro);
        let named = named.iter().filter(|(party, _)| party.is_named_in(&self.sense.words)).count();
        stems + 2 * figures + named
    }
}

/// The units that have most of a statement; none if nothing of it occurs in any.
pub(super) fn best<'a>(units: &[&'a ActUnit], statement: &Sense) -> Vec<&'a ActUnit> {
    let scored: Vec<_> = units.iter().map(|unit| (unit.score(statement), *unit)).collect();
    let most = scored.iter().map(|(score, _)| *score).max().unwrap_or(0);
    let is_near = |score: usize| most > 0 && score * 100 >= most * NEAR;
    scored.into_iter().filter(|(score, _)| is_near(*score)).map(|(_, unit)| unit).collect()
}

/// The units that have no less of a statement than any other.
pub(super) fn foremost<'a>(units: &[&'a ActUnit], statement: &Sense) -> Vec<&'a ActUnit> {
    let scored: Vec<_> = units.iter().map(|unit| (unit.score(statement), *unit)).collect();
    let most = scored.iter().map(|(score, _)| *score).max().unwrap_or(0);
    scored.into_iter().filter(|(score, _)| *score == most && most > 0).map(|(_, unit)| unit).collect()
}

/// The places after full stops that end a sentence: a capital letter or a bracket follows, and no abbreviation precedes.
fn full_stops(text: &str) -> impl Iterator<Item = usize> {
    const SHORT: &[&str] = &["art", "alin", "lit", "nr", "pct", "cap", "sect", "str", "dr", "mun", "jud", "crt"];
    text.match_indices(". ").filter_map(|(at, _)| {
        let before = text[..at].rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        let after = text[at + 2..].chars().next()?;
        // A number of a point and a single letter end nothing; a bracket does.
        let is_bracket = text[..at].ends_with(')');
        let is_word = before.chars().count() > 1 && !SHORT.contains(&before.to_lowercase().as_str());
        let ends = is_bracket || is_word;
        (ends && (after.is_uppercase() || after == '(')).then_some(at + 1)
    })
}
