//! Checks statements of an explanation against an act.

use std::ops::Range;

use super::figure::{FoundFigure, StatedFigure};
use super::reader::{Place, figures};
use super::reading::ReadingMode;
use super::source::ActText;
use crate::domain::Language;
use crate::domain::explanation::{CheckFinding, Evidence, Why};

/// Most provisions that a finding names.
const MAX_PLACES: usize = 3;

/// A text of a field, and the part of it that is checked.
#[derive(Debug, Clone)]
pub struct Passage<'a> {
    pub field: &'a str,
    pub language: Language,
    /// The whole text of the field.
    pub text: &'a str,
    /// Bytes of the text.
    pub range: Range<usize>,
}

/// A statement in one language or in both.
#[derive(Debug, Clone)]
pub struct Claim<'a> {
    /// The provisions that it names; `None` for the words of a person, which may rest on the whole act.
    pub rests_on: Option<&'a [String]>,
    pub passages: Vec<Passage<'a>>,
    /// Days that belong to the statement outside its text.
    pub dates: Vec<jiff::civil::Date>,
}

/// What a check found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Checked {
    /// What the act does not support, in order of the claims.
    pub findings: Vec<CheckFinding>,
    /// What the act supports, and where.
    pub evidence: Vec<Evidence>,
}

/// Checks every figure of the claims, and the provisions that they name.
pub fn check(source: &ActText, claims: &[Claim<'_>]) -> Checked {
    let mut checked = Checked::default();
    for claim in claims {
        let scope = Scope::of(source, claim, &mut checked);
        let read: Vec<_> = claim.passages.iter().map(Passage::figures).collect();
        for (passage, places) in claim.passages.iter().zip(&read) {
            places.iter().for_each(|place| scope.check(passage, place, &mut checked));
        }
        if let ([first, second], [first_read, second_read]) = (&claim.passages[..], &read[..]) {
            compare(first, first_read, second_read, &mut checked);
            compare(second, second_read, first_read, &mut checked);
        }
        check_dates(claim, &scope, &mut checked);
    }
    checked
}

impl Passage<'_> {
    fn figures(&self) -> Vec<Place> {
        let mut places = figures(&self.text[self.range.clone()], ReadingMode::of(self.language));
        for found in places.iter_mut().flat_map(|place| &mut place.figures) {
            found.range = found.range.start + self.range.start..found.range.end + self.range.start;
        }
        places
    }

    fn finding(&self, range: &Range<usize>, why: Why) -> CheckFinding {
        let (start, end) = characters(self.text, range);
        let text = self.text[range.clone()].to_owned();
        CheckFinding { field: self.field.to_owned(), language: self.language, start, end, text, why }
    }
}

/// The place of bytes of a text in characters.
fn characters(text: &str, range: &Range<usize>) -> (usize, usize) {
    let start = text[..range.start].chars().count();
    (start, start + text[range.clone()].chars().count())
}

/// The part of an act on which a claim rests.
struct Scope<'a> {
    source: &'a ActText,
    parts: Vec<Range<usize>>,
    /// The provisions that the claim names and may therefore mention.
    names: Vec<StatedFigure>,
}

impl<'a> Scope<'a> {
    /// Resolves the provisions of a claim; reports those that do not exist.
    fn of(source: &'a ActText, claim: &Claim<'_>, checked: &mut Checked) -> Self {
        let whole = 0..source.text().len();
        let Some(references) = claim.rests_on else { return Self { source, parts: vec![whole], names: Vec::new() } };
        let mut refuse = |why: Why| {
            checked.findings.extend(claim.passages.first().map(|passage| passage.finding(&passage.range, why)));
        };
        if references.is_empty() {
            refuse(Why::NoProvision);
        }
        let mut parts = Vec::new();
        for reference in references {
            match source.resolve(reference) {
                Some(found) => parts.extend(found),
                None => refuse(Why::UnknownProvision { reference: reference.clone() }),
            }
        }
        // Without any provision that exists, each figure would be reported once more.
        let parts = if parts.is_empty() { vec![whole] } else { parts };
        Self { source, parts, names: ActText::names_of(references) }
    }

    /// Reports the figures of a place that have no support, and keeps the support of the others.
    fn check(&self, passage: &Passage<'_>, place: &Place, checked: &mut Checked) {
        let judged: Vec<_> = place.figures.iter().map(|found| (found, self.judge(&found.figure))).collect();
        let is_supported = |(_, judged): &&(&FoundFigure, Result<Option<Range<usize>>, Why>)| judged.is_ok();
        let enough = place.is_ambiguous && judged.iter().any(|judged| is_supported(&judged));
        for (found, judged) in judged {
            match judged {
                Ok(support) => checked.evidence.extend(support.map(|at| self.evidence(passage, &found.range, &at))),
                Err(_) if enough => {}
                Err(why) => {
                    let finding = passage.finding(&found.range, why);
                    let is_new = checked.findings.last() != Some(&finding);
                    checked.findings.extend(is_new.then_some(finding));
                }
            }
        }
    }

    /// Returns the place of the act that supports the figure; none for what is known otherwise.
    fn judge(&self, figure: &StatedFigure) -> Result<Option<Range<usize>>, Why> {
        let is_inside = |range: &&Range<usize>| self.parts.iter().any(|part| part.contains(&range.start));
        if let Some(range) = self.source.places_of(figure).find(is_inside) {
            return Ok(Some(range.clone()));
        }
        if self.names.contains(figure) || self.source.is_fact(figure) {
            return Ok(None);
        }
        let mut found_in: Vec<_> = self.source.places_of(figure).map(|at| self.source.provision_at(at.start)).collect();
        found_in.dedup();
        found_in.truncate(MAX_PLACES);
        Err(if found_in.is_empty() { Why::NotInAct } else { Why::Elsewhere { found_in } })
    }

    fn evidence(&self, passage: &Passage<'_>, range: &Range<usize>, support: &Range<usize>) -> Evidence {
        let (start, end) = characters(passage.text, range);
        let (source_start, source_end) = characters(self.source.text(), support);
        let field = passage.field.to_owned();
        Evidence { field, language: passage.language, start, end, source_start, source_end }
    }
}

/// Reports the figures of a passage that the other language does not have.
fn compare(passage: &Passage<'_>, own: &[Place], other: &[Place], checked: &mut Checked) {
    let others: Vec<_> = other.iter().flat_map(|place| &place.figures).map(|found| &found.figure).collect();
    let is_missing = |found: &&FoundFigure| {
        found.figure.is_comparable() && !others.iter().any(|other| found.figure.corresponds_to(other))
    };
    for place in own {
        let missing = place.figures.iter().filter(is_missing).count();
        let is_reported = if place.is_ambiguous { missing == place.figures.len() } else { missing > 0 };
        let Some(found) = place.figures.iter().find(is_missing).filter(|_| is_reported) else { continue };
        let finding = passage.finding(&found.range, Why::OneLanguage);
        // A figure without support was reported already.
        let place_of = |finding: &CheckFinding| (finding.field.clone(), finding.language, finding.start);
        if !checked.findings.iter().any(|reported| place_of(reported) == place_of(&finding)) {
            checked.findings.push(finding);
        }
    }
}

/// Reports days outside the text that have no support.
fn check_dates(claim: &Claim<'_>, scope: &Scope<'_>, checked: &mut Checked) {
    for date in &claim.dates {
        let part = |value: i8| u8::try_from(value).ok();
        let figure = StatedFigure::Date {
            year: u16::try_from(date.year()).ok(),
            month: part(date.month()),
            day: part(date.day()),
        };
        let Err(why) = scope.judge(&figure).map(drop) else { continue };
        let Some(passage) = claim.passages.first() else { continue };
        let finding = CheckFinding { text: date.to_string(), ..passage.finding(&passage.range, why) };
        checked.findings.push(finding);
    }
}
