//! The sentences of an act, read for what they say.

use std::ops::Range;

use super::figure::{ProvisionLevel, StatedFigure};
use super::reading::ReadingMode;
use super::sense::limits::{NumberLimit, number_limits};
use super::sense::{Sense, SenseClause, StatedFrequency, parties};
use crate::domain::Language;

/// A sentence of an act.
#[derive(Debug)]
pub(super) struct ActUnit {
    /// Bytes of the act.
    pub range: Range<usize>,
    /// The number of the paragraph that it begins: "5" for "(5) Antrenorii ...".
    paragraph: Option<String>,
    /// Whether it leads an enumeration.
    is_lead: bool,
    /// Whether it is an item of one: "2. modificarea Codului fiscal;".
    is_item: bool,
    pub sense: Sense,
    pub clauses: Vec<SenseClause>,
    pub limits: Vec<NumberLimit>,
    pub frequencies: Vec<StatedFrequency>,
    /// Which sides of which pairs of opposites it has.
    pub opposites: Vec<(usize, bool)>,
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
            let mut sense = Sense::new(&text[range.clone()], ReadingMode::SOURCE);
            let starts = |at: usize| starts.binary_search(&(range.start + at)).is_ok();
            sense.figures.retain(|found| !found.is_number_at(starts));
            Self {
                paragraph: paragraph(&text[range.clone()]),
                is_lead: text[range.clone()].contains("urmează:") || text[range.clone()].trim_end().ends_with(':'),
                is_item: is_item(&text[range.clone()]),
                range,
                clauses: sense.clauses(),
                limits: number_limits(&sense),
                opposites: sense.opposites().into_iter().map(|(index, second, _)| (index, second)).collect(),
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

/// How well a stem marks a unit: the fewer units have it, the better. At least 1.
pub(super) fn weight(units: &[ActUnit], stem: &String) -> usize {
    let having = units.iter().filter(|unit| unit.sense.stems.contains(stem)).count();
    (units.len() + 1).div_ceil(having + 1).ilog2() as usize + 1
}

/// The units that have most of a statement; none if nothing of it occurs in any.
pub(super) fn best<'a>(units: &[&'a ActUnit], statement: &Sense) -> Vec<&'a ActUnit> {
    let scored: Vec<_> = units.iter().map(|unit| (unit.score(statement), *unit)).collect();
    let most = scored.iter().map(|(score, _)| *score).max().unwrap_or(0);
    let is_near = |score: usize| most > 0 && score * 100 >= most * NEAR;
    scored.into_iter().filter(|(score, _)| is_near(*score)).map(|(_, unit)| unit).collect()
}

/// The units that say what follows if a paragraph of those that a statement rests on is not kept: "(6) Nerespectarea
/// prevederilor alin. (5) ...".
pub(super) fn linked<'a>(units: &[&'a ActUnit], best: &[&ActUnit]) -> Vec<&'a ActUnit> {
    let cites = |unit: &ActUnit, label: &String| {
        let is_it = |figure: &StatedFigure| matches!(figure, StatedFigure::Provision { level: ProvisionLevel::Paragraph, label: cited } if cited == label);
        unit.sense.figures.iter().any(|found| is_it(&found.figure))
    };
    let follows = |index: usize, unit: &ActUnit| {
        let before = units[..index].iter().rev();
        // A paragraph of the same article: none with its number stands between them.
        best.iter().any(|best| {
            let label = best.paragraph.as_ref().filter(|label| cites(unit, label));
            let nearest = before.clone().find(|before| label.is_some() && before.paragraph.as_ref() == label);
            nearest.is_some_and(|nearest| nearest.range == best.range)
        })
    };
    let is_new = |unit: &ActUnit| !best.iter().any(|best| best.range == unit.range);
    let linked = units.iter().enumerate().filter(|(_, unit)| is_new(unit) && unit.sense.is_negative());
    linked.filter(|(index, unit)| follows(*index, unit)).map(|(_, unit)| *unit).collect()
}

/// The units that lead the enumerations in which units stand: they say what may or must be done.
pub(super) fn leads<'a>(units: &[&'a ActUnit], of: &[&ActUnit]) -> Vec<&'a ActUnit> {
    let lead = |item: &&ActUnit| {
        let before = units.iter().rev().skip_while(|unit| unit.range.start >= item.range.start);
        before.copied().take_while(|unit| unit.is_lead || unit.is_item).find(|unit| unit.is_lead)
    };
    of.iter().filter(|unit| unit.is_item).filter_map(lead).collect()
}

/// Whether a text is an item of an enumeration: a number or a dash, and a small letter.
fn is_item(text: &str) -> bool {
    let text = text.trim_start();
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | '–' | '^' | ' '));
    rest.len() < text.len() && rest.starts_with(char::is_lowercase)
}

/// The number of the paragraph that begins a text, after the heading of an article if it has one.
fn paragraph(text: &str) -> Option<String> {
    let text = text.trim_start();
    let (before, rest) = text.split_once('(')?;
    let is_heading = before.is_empty() || (before.starts_with("Art") && before.split_whitespace().count() == 2);
    let (label, _) = rest.split_once(')').filter(|_| is_heading)?;
    label.starts_with(|c: char| c.is_ascii_digit()).then(|| label.to_owned())
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
