//! Checks statements of an explanation against an act.

use std::ops::Range;

use super::claim::{Claim, Passage};
use super::figure::{FoundFigure, ProvisionLevel, StatedFigure};
use super::meaning;
use super::reader::{FigurePlace, figures};
use super::reading::ReadingMode;
use super::source::ActText;
use super::spoken::Objection;
use crate::domain::finding::{Finding, FindingCode};

/// Most provisions that a finding names.
const MAX_PLACES: usize = 3;

/// Why the act does not support something, and the provisions that belong to the reason.
type Unsupported = (FindingCode, Vec<String>);

/// Checks every figure of the claims, and the provisions that they name. Returns the findings in order of the claims.
pub fn check(source: &ActText, claims: &[Claim<'_>]) -> Vec<Finding> {
    check_each(source, claims).0
}

/// A claim without a finding.
pub(super) struct ClearClaim<'c, 'a> {
    pub claim: &'c Claim<'a>,
    /// Whether something in its words could not be compared.
    pub is_doubtful: bool,
}

/// Like [`check`], with the claims that have no finding.
pub(super) fn check_each<'c, 'a>(source: &ActText, claims: &'c [Claim<'a>]) -> (Vec<Finding>, Vec<ClearClaim<'c, 'a>>) {
    let (mut findings, mut clear) = (Vec::new(), Vec::new());
    for claim in claims {
        let before = findings.len();
        let is_doubtful = check_claim(source, claim, &mut findings);
        if findings.len() == before {
            clear.push(ClearClaim { claim, is_doubtful });
        }
    }
    identify(&mut findings);
    (findings, clear)
}

/// Adds the findings of a claim; returns whether something in its words could not be compared.
fn check_claim(source: &ActText, claim: &Claim<'_>, findings: &mut Vec<Finding>) -> bool {
    let scope = Scope::of(source, claim, findings);
    let mut read: Vec<_> = claim.passages.iter().map(Passage::figures).collect();
    if claim.rests_on.is_some() {
        // "Every six months" is compared with the words of the act, which say "semestrial".
        let passages = claim.passages.iter().zip(&mut read);
        passages.for_each(|(passage, places)| leave_out_frequencies(passage, places));
    }
    for (passage, places) in claim.passages.iter().zip(&read) {
        places.iter().for_each(|place| scope.check(passage, place, findings));
    }
    if let ([first, second], [first_read, second_read]) = (&claim.passages[..], &read[..]) {
        compare(first, first_read, second_read, findings);
        compare(second, second_read, first_read, findings);
    }
    check_dates(claim, &scope, findings);
    claim.rests_on.is_some() && check_words(claim, &scope, findings)
}

/// Leaves out the numbers of words that say how often.
fn leave_out_frequencies(passage: &Passage<'_>, places: &mut Vec<FigurePlace>) {
    let said = meaning::frequencies_in(passage);
    let is_said = |found: &FoundFigure| said.iter().any(|range| range.contains(&found.range.start));
    places.retain(|place| !place.figures.iter().any(is_said));
}

/// Reports what the provisions of a claim do not support in its words; returns whether something could not be compared.
/// A place with a finding has no second one.
fn check_words(claim: &Claim<'_>, scope: &Scope<'_>, findings: &mut Vec<Finding>) -> bool {
    let (sure, doubts): (Vec<_>, Vec<_>) =
        meaning::objections(scope.source, &scope.parts, claim).into_iter().partition(|it| it.is_sure);
    for Objection { passage, range, code, provisions, .. } in sure {
        let Some(passage) = claim.passages.get(passage) else { continue };
        let finding = passage.finding(&range, (code, provisions));
        let is_same = |other: &Finding| {
            (&other.field, other.lang, other.offset, &other.text)
                == (&finding.field, finding.lang, finding.offset, &finding.text)
        };
        if !findings.iter().any(is_same) {
            findings.push(finding);
        }
    }
    !doubts.is_empty()
}

/// Gives each finding an id that differs from the others and stays when the text around it changes.
fn identify(findings: &mut [Finding]) {
    for index in 0..findings.len() {
        let (before, rest) = findings.split_at_mut(index);
        let Some(Finding { id, lang, field, text, .. }) = rest.first_mut() else { continue };
        let is_same = |other: &&Finding| (other.lang, &other.field, &other.text) == (*lang, &*field, &*text);
        let number = before.iter().filter(is_same).count();
        *id = format!("{language} {field} {number} {text}", language = lang.code());
    }
}

impl Passage<'_> {
    fn figures(&self) -> Vec<FigurePlace> {
        let mut places = figures(&self.text[self.range.clone()], ReadingMode::of(self.language));
        for found in places.iter_mut().flat_map(|place| &mut place.figures) {
            found.range = found.range.start + self.range.start..found.range.end + self.range.start;
        }
        places
    }

    fn finding(&self, range: &Range<usize>, (code, provisions): Unsupported) -> Finding {
        let (field, text) = (self.field.to_owned(), self.text[range.clone()].to_owned());
        let offset = self.text[..range.start].chars().count();
        Finding { id: String::new(), lang: self.language, field, text, offset, code, provisions }
    }
}

/// The part of an act on which a claim rests.
struct Scope<'a> {
    source: &'a ActText,
    parts: Vec<Range<usize>>,
    /// The provisions that the claim names and may therefore mention.
    names: Vec<StatedFigure>,
    /// Whether a person wrote the words.
    is_of_person: bool,
}

impl<'a> Scope<'a> {
    /// Resolves the provisions of a claim; reports those that do not exist.
    fn of(source: &'a ActText, claim: &Claim<'_>, findings: &mut Vec<Finding>) -> Self {
        let Some(references) = claim.rests_on else { return Self::of_person(source) };
        let mut refuse = |why: Unsupported| {
            findings.extend(claim.passages.first().map(|passage| passage.finding(&passage.range, why)));
        };
        if references.is_empty() {
            refuse((FindingCode::NoProvision, vec![]));
        }
        let mut parts = Vec::new();
        for reference in references {
            match source.resolve(reference) {
                Some(found) => parts.extend(found),
                None => refuse((FindingCode::UnknownProvision, vec![reference.clone()])),
            }
        }
        // Without any provision that exists, each figure would be reported once more.
        if parts.is_empty() {
            parts.push(0..source.text().len());
        }
        Self { source, parts, names: ActText::names_of(references), is_of_person: false }
    }

    /// The words of a person, which may rest on the whole act and on what was before.
    fn of_person(source: &'a ActText) -> Self {
        Self {
            source,
            parts: Vec::from([Range { start: 0, end: source.text().len() }]),
            names: Vec::new(),
            is_of_person: true,
        }
    }

    /// Reports the figures of a place that have no support.
    fn check(&self, passage: &Passage<'_>, place: &FigurePlace, findings: &mut Vec<Finding>) {
        let is_of_past = self.is_of_person || meaning::is_of_past(passage);
        let judged: Vec<_> = place.figures.iter().map(|found| (found, self.judge(&found.figure, is_of_past))).collect();
        if place.is_ambiguous && judged.iter().any(|(_, judged)| judged.is_ok()) {
            return;
        }
        for (found, judged) in judged {
            let Err(why) = judged else { continue };
            if self.is_paragraph_label(passage, found) {
                continue;
            }
            let finding = passage.finding(&found.range, why);
            let is_new = findings.last() != Some(&finding);
            findings.extend(is_new.then_some(finding));
        }
    }

    /// Checks that the provisions of the claim have the figure, or that it is known otherwise.
    fn judge(&self, figure: &StatedFigure, is_of_past: bool) -> Result<(), Unsupported> {
        let is_inside = |range: &Range<usize>| self.parts.iter().any(|part| part.contains(&range.start));
        let is_named = || self.source.is_changed_act(figure) || self.has_provision(figure);
        let is_known = || self.names.contains(figure) || self.source.is_fact(figure) || is_named();
        if self.source.places_of(figure).any(is_inside) || is_known() {
            return Ok(());
        }
        if let Some(old) = self.source.old_in(&self.parts).find(|old| old.has(figure)) {
            return if is_of_past { Ok(()) } else { Err((FindingCode::OnlyBefore, vec![old.source.clone()])) };
        }
        let mut found_in: Vec<_> = self.source.places_of(figure).map(|at| self.source.provision_at(at.start)).collect();
        found_in.dedup();
        found_in.truncate(MAX_PLACES);
        let code = if found_in.is_empty() { FindingCode::NotInAct } else { FindingCode::Elsewhere };
        Err((code, found_in))
    }
}

impl Scope<'_> {
    /// Whether the figure is the number before a paragraph that the act has, "(5) Cererea ...", "(6^1) Cererea ...".
    fn is_paragraph_label(&self, passage: &Passage<'_>, found: &FoundFigure) -> bool {
        let start = found.range.start;
        let (before, rest) = passage.text.split_at(start);
        let Some((number, after)) = rest.split_once(") ") else { return false };
        let begins = after.starts_with(char::is_uppercase);
        let is_of = |part: &Range<usize>| self.source.has_provision(part, ProvisionLevel::Paragraph, number);
        before.ends_with('(') && begins && self.parts.iter().any(is_of)
    }

    /// Whether the figure is a provision inside those that the claim names.
    fn has_provision(&self, figure: &StatedFigure) -> bool {
        let StatedFigure::Provision { level, label } = figure else { return false };
        self.parts.iter().any(|part| self.source.has_provision(part, *level, label))
    }
}

/// Reports the figures of a passage that the other language does not have.
fn compare(passage: &Passage<'_>, own: &[FigurePlace], other: &[FigurePlace], findings: &mut Vec<Finding>) {
    let others: Vec<_> = other.iter().flat_map(|place| &place.figures).map(|found| &found.figure).collect();
    let is_missing = |found: &&FoundFigure| {
        found.figure.is_comparable() && !others.iter().any(|other| found.figure.corresponds_to(other))
    };
    for place in own {
        let missing = place.figures.iter().filter(is_missing).count();
        let is_reported = if place.is_ambiguous { missing == place.figures.len() } else { missing > 0 };
        let Some(found) = place.figures.iter().find(is_missing).filter(|_| is_reported) else { continue };
        let finding = passage.finding(&found.range, (FindingCode::OneLanguage, vec![]));
        // A figure without support was reported already.
        let place_of = |finding: &Finding| (finding.field.clone(), finding.lang, finding.offset);
        if !findings.iter().any(|reported| place_of(reported) == place_of(&finding)) {
            findings.push(finding);
        }
    }
}

/// Reports days outside the text that have no support.
fn check_dates(claim: &Claim<'_>, scope: &Scope<'_>, findings: &mut Vec<Finding>) {
    for date in &claim.dates {
        let part = |value: i8| u8::try_from(value).ok();
        let figure = StatedFigure::Date {
            year: u16::try_from(date.year()).ok(),
            month: part(date.month()),
            day: part(date.day()),
        };
        let Err(why) = scope.judge(&figure, false) else { continue };
        let Some(passage) = claim.passages.first() else { continue };
        let finding = Finding { text: date.to_string(), ..passage.finding(&passage.range, why) };
        findings.push(finding);
    }
}

#[cfg(test)]
mod tests;
