//! The act as the checker sees it: its figures, and the places of its provisions.

use std::ops::Range;
use std::sync::OnceLock;

use super::before::{BeforeText, OldText};
use super::figure::{FoundFigure, ProvisionLevel, StatedFigure};
use super::marks::{ProvisionMark, marks};
use super::reader::figures;
use super::reading::ReadingMode;
use super::references::path;
use super::sense::{Party, Sense};
use super::units::ActUnit;
use crate::domain::text::{fold, one_line};

/// The text of an act, with what is known about it otherwise: title, number, gazette, dates.
#[derive(Debug)]
pub struct ActText {
    text: String,
    figures: Vec<FoundFigure>,
    facts: Vec<StatedFigure>,
    marks: Vec<ProvisionMark>,
    known: String,
    /// Read when the first statement is compared.
    units: OnceLock<Vec<ActUnit>>,
    /// The texts of the units, each in one line, read when words are looked for.
    lines: OnceLock<Vec<String>>,
    before: Vec<BeforeText>,
    old: Vec<OldText>,
}

impl ActText {
    pub fn new(text: &str, facts: &str) -> Self {
        let read = |text: &str| figures(text, ReadingMode::SOURCE).into_iter().flat_map(|place| place.figures);
        let marks = marks(text);
        Self {
            figures: read(text).filter(|found| !is_number_of(&marks, found)).collect(),
            facts: read(facts).map(|found| found.figure).collect(),
            marks,
            text: text.to_owned(),
            known: facts.to_owned(),
            units: OnceLock::new(),
            lines: OnceLock::new(),
            before: Vec::new(),
            old: Vec::new(),
        }
    }

    /// The act with what the provisions that it changes said before.
    #[must_use]
    pub fn with_before(self, before: Vec<BeforeText>) -> Self {
        Self { old: before.iter().map(OldText::new).collect(), before, ..self }
    }

    /// What the provisions that the act changes said before.
    pub fn before(&self) -> &[BeforeText] {
        &self.before
    }

    /// The old texts of operations in parts of the act, or that contain a part.
    pub(super) fn old_in<'a>(&'a self, parts: &'a [Range<usize>]) -> impl Iterator<Item = &'a OldText> {
        let overlaps = |own: &Range<usize>| parts.iter().any(|part| own.start < part.end && part.start < own.end);
        self.old.iter().filter(move |old| self.resolve(&old.source).is_none_or(|own| own.iter().any(overlaps)))
    }

    /// The sentences of the act.
    pub(super) fn units(&self) -> &[ActUnit] {
        let is_start = |mark: &&ProvisionMark| mark.level != ProvisionLevel::Letter;
        self.units.get_or_init(|| {
            let starts: Vec<_> = self.marks.iter().filter(is_start).map(|mark| mark.at).collect();
            ActUnit::split(&self.text, &starts)
        })
    }

    /// The sentences of the act, each in one line.
    pub(super) fn lines(&self) -> &[String] {
        self.lines.get_or_init(|| self.units().iter().map(|unit| one_line(&self.text[unit.range.clone()])).collect())
    }

    /// The sentences of parts of the act.
    pub(super) fn units_in<'a>(&'a self, parts: &'a [Range<usize>]) -> impl Iterator<Item = &'a ActUnit> {
        let is_inside =
            |unit: &&ActUnit| parts.iter().any(|part| unit.range.start < part.end && part.start < unit.range.end);
        self.units().iter().filter(is_inside)
    }

    /// Whether the act, or what is known about it, has these words exactly.
    pub(super) fn has_words(&self, words: &str) -> bool {
        let words = words.trim_matches(|c: char| !c.is_alphanumeric());
        !words.is_empty() && (self.text.contains(words) || self.known.contains(words))
    }

    /// Whether units of the act use an acronym or words with its initials, or everybody knows it. One that the act uses
    /// nowhere may stand for words anywhere in it.
    pub(super) fn has_acronym(&self, acronym: &str, scope: &[&ActUnit]) -> bool {
        const KNOWN: &[&str] = &[
            "TVA", "PIB", "PFA", "SRL", "CUI", "CNP", "CAS", "CASS", "IBAN", "PDF", "OUG", "UAT", "NEET", "GDPR",
            "RCA", "ONG", "SUA", "ONU", "NATO", "PNRR", "ANAF",
        ];
        let folded = fold(acronym);
        let is_used = |unit: &ActUnit| unit.sense.words.iter().any(|word| word.folded == folded);
        let is_elsewhere = || self.units().iter().any(is_used);
        KNOWN.contains(&acronym)
            || scope.iter().any(|unit| is_used(unit) || has_initials([*unit], &folded))
            || (!is_elsewhere() && (self.has_words(acronym) || has_initials(self.units(), &folded)))
    }

    /// Whether what is known about the act names a party, or the name of an act that it changes does.
    pub(super) fn is_known_party(&self, party: &Party) -> bool {
        party.is_named_in(&Sense::new(&self.known, ReadingMode::SOURCE).words) || self.is_party_of_changed_act(party)
    }

    /// Whether the name of an act that this one changes names a party: its provisions speak of it without naming it.
    pub(super) fn is_party_of_changed_act(&self, party: &Party) -> bool {
        let mut leads = self.units().iter().filter(|unit| unit.sense.leads_changes());
        leads.any(|lead| party.is_named_in(&lead.sense.words))
    }

    /// Whether the heading of an amending article names this act: its points belong to it without naming it.
    pub(super) fn is_changed_act(&self, figure: &StatedFigure) -> bool {
        let is_it = |unit: &&ActUnit| unit.sense.figures.iter().any(|found| figure.is_supported_by(&found.figure));
        let is_act = matches!(figure, StatedFigure::Act { .. });
        is_act && self.units().iter().filter(|unit| unit.sense.leads_changes()).any(|unit| is_it(&unit))
    }

    /// Whether a part of the act has a provision of this level and label.
    pub(super) fn has_provision(&self, part: &Range<usize>, level: ProvisionLevel, label: &str) -> bool {
        let is_it = |mark: &ProvisionMark| mark.level == level && mark.label == label && part.contains(&mark.at);
        self.marks.iter().any(is_it)
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether what is known about the act supports the figure. The day of the act supports no number of something else.
    pub fn is_fact(&self, figure: &StatedFigure) -> bool {
        let is_number = |figure: &StatedFigure| matches!(figure, StatedFigure::Quantity { .. });
        self.facts.iter().any(|given| is_number(figure) == is_number(given) && figure.is_supported_by(given))
    }

    /// The places of the act that support the figure, in order.
    pub fn places_of<'a>(&'a self, figure: &'a StatedFigure) -> impl Iterator<Item = &'a Range<usize>> {
        self.figures.iter().filter(|found| figure.is_supported_by(&found.figure)).map(|found| &found.range)
    }

    /// The parts of the act to which a reference leads, such as `art. I pct. 3`; `None` if there is no such provision.
    pub fn resolve(&self, reference: &str) -> Option<Vec<Range<usize>>> {
        let path = path(reference);
        let mut scopes = Vec::from([Range { start: 0, end: self.text.len() }]);
        for level in &path {
            scopes = scopes.iter().flat_map(|scope| self.within(scope, level)).collect();
        }
        (!path.is_empty() && !scopes.is_empty()).then_some(scopes)
    }

    /// The extents of the provisions of this level and label inside a part of the act.
    fn within(&self, scope: &Range<usize>, (level, label): &(ProvisionLevel, String)) -> Vec<Range<usize>> {
        let inside = self.marks.iter().enumerate().filter(|(_, mark)| scope.contains(&mark.at));
        let named = inside.filter(|(_, mark)| mark.level == *level && mark.label.eq_ignore_ascii_case(label));
        named.map(|(index, mark)| mark.at..self.end_of(index).min(scope.end)).collect()
    }

    fn end_of(&self, index: usize) -> usize {
        let mark = &self.marks[index];
        let next = self.marks[index + 1..].iter().find(|next| next.ends(mark));
        next.map_or(self.text.len(), |next| next.at)
    }

    /// The provision in which a place of the act stands, from the outside to the inside.
    pub fn provision_at(&self, at: usize) -> String {
        let mut open: Vec<&ProvisionMark> = Vec::new();
        for mark in self.marks.iter().take_while(|mark| mark.at <= at) {
            open.retain(|outer| !mark.ends(outer));
            open.push(mark);
        }
        open.iter().map(|mark| mark.reference()).collect::<Vec<_>>().join(" ")
    }

    /// The references of the act's own articles, points and paragraphs, at most `limit`, for the model to choose from.
    pub fn references(&self, limit: usize) -> Vec<String> {
        let named = self.marks.iter().filter(|mark| mark.is_outer || mark.level == ProvisionLevel::Paragraph);
        named.take(limit).map(|mark| self.provision_at(mark.at)).collect()
    }

    /// Provisions that figures of an explanation can mention: the levels of these references, and those cited there.
    pub fn names_of(references: &[String]) -> Vec<StatedFigure> {
        let levels = references.iter().flat_map(|reference| path(reference));
        levels.map(|(level, label)| StatedFigure::Provision { level, label }).collect()
    }
}

/// Whether words in a row have these initials.
fn has_initials<'a>(units: impl IntoIterator<Item = &'a ActUnit>, folded: &str) -> bool {
    const LINKS: &[&str] = &["pentru", "prin", "catre", "dintre"];
    let words = units.into_iter().flat_map(|unit| &unit.sense.words);
    let words = words.filter(|word| word.folded.len() > 3 && !LINKS.contains(&word.folded.as_str()));
    words.filter_map(|word| word.folded.chars().next()).collect::<String>().contains(folded)
}

/// Whether a number is that of a point or a paragraph, "3." or "(3)" before its text, which supports no amount.
fn is_number_of(marks: &[ProvisionMark], found: &FoundFigure) -> bool {
    let starts = |at: usize| marks.binary_search_by_key(&at, |mark| mark.at).is_ok();
    found.is_number_at(starts)
}

#[cfg(test)]
mod tests;
