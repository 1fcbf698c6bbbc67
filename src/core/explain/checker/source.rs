//! The act as the checker sees it: its figures, and the places of its provisions.

use std::ops::Range;
use std::sync::OnceLock;

use super::before::{BeforeText, OldText};
use super::figure::{FoundFigure, ProvisionLevel, StatedFigure};
use super::reader::figures;
use super::reading::ReadingMode;
use super::references::{follows, labelled, level_of, path, read_label};
use super::sense::{Party, Sense};
use super::token::{TokenKind, Tokens};
use super::units::ActUnit;
use crate::domain::text::fold;

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
    before: Vec<BeforeText>,
    old: Vec<OldText>,
}

/// The beginning of a provision.
#[derive(Debug, Clone, PartialEq, Eq)]
struct ProvisionMark {
    level: ProvisionLevel,
    label: String,
    at: usize,
    /// Whether it is an article or an amending point of the act itself, not of a text that it quotes.
    is_outer: bool,
    /// Whether it is a point that changes an act: one of the act itself, or of an ordinance that the act approves.
    is_amending: bool,
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

impl ProvisionMark {
    /// Whether the provision of `earlier` ends where this one begins.
    fn ends(&self, earlier: &Self) -> bool {
        use ProvisionLevel::{Annex, Article, Letter, Paragraph, Point};
        match (earlier.level, self.level) {
            (_, Annex) => true,
            (Annex, level) => level == Article && self.is_outer,
            (Article, Article) => self.is_outer || !earlier.is_outer,
            (Article, Point) => self.is_amending && !earlier.is_outer,
            (Point, Article) => self.is_outer || !earlier.is_amending,
            (Point, Point) => self.is_outer || !earlier.is_amending || (self.is_amending && !earlier.is_outer),
            (Point, Paragraph) => !earlier.is_amending,
            (Paragraph | Letter, Point) => self.is_amending,
            (Paragraph, Article | Paragraph) | (Letter, Article | Paragraph | Letter) => true,
            _ => false,
        }
    }

    fn reference(&self) -> String {
        let Self { level, label, .. } = self;
        match level {
            ProvisionLevel::Annex => format!("anexa nr. {label}"),
            ProvisionLevel::Article if label == "unic" => "articol unic".to_owned(),
            ProvisionLevel::Article => format!("art. {label}"),
            ProvisionLevel::Paragraph => format!("alin. ({label})"),
            ProvisionLevel::Letter => format!("lit. {label})"),
            _ => format!("pct. {label}"),
        }
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

/// Finds where provisions begin.
fn marks(text: &str) -> Vec<ProvisionMark> {
    let tokens = Tokens::new(text);
    let (mut marks, mut last_outer): (Vec<ProvisionMark>, Option<String>) = (Vec::new(), None);
    let (mut last_point, mut last_quoted, mut after_point) = (0, 0, None);
    for at in 0..tokens.len() {
        let starts = starts_unit(&tokens, at) || is_next_point(&tokens, at, last_point);
        let Some((level, label, end)) = mark_at(text, &tokens, at, starts) else { continue };
        let point: u32 = label.parse().ok().filter(|_| level == ProvisionLevel::Point).unwrap_or(0);
        // New points of the changed act follow each other, too.
        let is_quoted =
            is_new_text(&tokens, at) || (last_quoted > 0 && point == last_quoted + 1 && point != last_point + 1);
        let is_amending = level == ProvisionLevel::Point && amends(&tokens, end);
        let is_outer = !is_quoted
            && match level {
                // "2. Articolul II se modifică" names the article that it changes.
                ProvisionLevel::Article => Some(at) != after_point && follows(last_outer.as_deref(), &label),
                _ => is_amending && point > last_point,
            };
        if is_amending {
            after_point = Some(end);
        }
        match level {
            ProvisionLevel::Article if is_outer => (last_outer, last_point, last_quoted) = (Some(label.clone()), 0, 0),
            ProvisionLevel::Point if is_outer => (last_point, last_quoted) = (point, 0),
            ProvisionLevel::Point if is_quoted => last_quoted = point,
            _ => {}
        }
        marks.push(ProvisionMark { level, label, at: tokens.range(at, at + 1).start, is_outer, is_amending });
    }
    marks
}

/// Whether a place begins the new text of an operation: "cu următorul cuprins: Articolul 5 ...". What begins there
/// belongs to the act that is changed.
fn is_new_text(tokens: &Tokens, at: usize) -> bool {
    let is_quote = |at: usize| ['„', '"', '«'].into_iter().any(|sign| tokens.is_sign(at, sign));
    let before = (at.saturating_sub(2)..at).rev().find(|before| !is_quote(*before));
    before.is_some_and(|colon| colon > 0 && tokens.is_sign(colon, ':') && tokens.word(colon - 1) == "cuprins")
}

/// Whether the next point of an amending act begins here although nothing ends before it: the new text of the point
/// before may have no full stop.
fn is_next_point(tokens: &Tokens, at: usize, last: u32) -> bool {
    let is_index = at > 0 && tokens.is_sign(at - 1, '^');
    last > 0 && !is_index && tokens.whole(at) == Some(last + 1) && tokens.is_capital(at + 2) && amends(tokens, at + 2)
}

/// Whether a provision can begin at a place: at the start, after the end of a sentence or an item, or on a new line.
fn starts_unit(tokens: &Tokens, at: usize) -> bool {
    let Some(before) = at.checked_sub(1).and_then(|before| tokens.get(before)) else { return true };
    match &before.kind {
        TokenKind::Sign(sign) => {
            matches!(sign, '.' | ':' | ';' | '"' | '„' | '”' | '“' | '«' | '»' | '*' | '#' | ')' | 'ˮ')
        }
        _ => false,
    }
}

/// The provision that begins at a place: level, label and the place after the label. `starts`: whether a sentence or an
/// item ends before it.
fn mark_at(text: &str, tokens: &Tokens, at: usize, starts: bool) -> Option<(ProvisionLevel, String, usize)> {
    let place = tokens.get(at)?.range.start;
    let on_new_line = text[..place].trim_end_matches([' ', '\t', '*', '#', '>', '„', '"']).ends_with('\n');
    let starts = starts || on_new_line;
    let level = level_of(tokens.word(at));
    if let Some(level @ (ProvisionLevel::Article | ProvisionLevel::Annex)) = level {
        let (label, end) = labelled(tokens, level, at)?;
        let is_heading = !matches!(tokens.word(at), "anexele" | "articolele")
            && tokens.is_capital(at)
            && (starts || text[place..].starts_with(char::is_uppercase) && heads(tokens, end));
        return is_heading.then_some((level, label, end));
    }
    if tokens.is_sign(at, '(') {
        let (label, end) = read_label(tokens, ProvisionLevel::Paragraph, at)?;
        let is_own = !cites(tokens, at) && tokens.number(at + 1).is_some() && !tokens.is_joined(at);
        return is_own.then_some((ProvisionLevel::Paragraph, label, end));
    }
    let is_time = tokens.is_joined(at) && at > 0 && tokens.is_sign(at - 1, ':');
    if tokens.number(at).is_some() && starts && !is_time && !ends_abbreviation(tokens, at) {
        let (label, end) = read_label(tokens, ProvisionLevel::Point, at)?;
        let is_point = tokens.is_sign(end, '.') && tokens.is_joined(end) && !tokens.is_joined(end + 1);
        return is_point.then_some((ProvisionLevel::Point, label, end + 1));
    }
    let (label, end) = read_label(tokens, ProvisionLevel::Letter, at).filter(|_| starts)?;
    let is_letter = tokens.is_sign(end - 1, ')') && !tokens.is_sign(at, '(');
    is_letter.then_some((ProvisionLevel::Letter, label, end))
}

/// Whether the full stop before a number ends "art." or "nr.", whose label it is, and no sentence.
fn ends_abbreviation(tokens: &Tokens, at: usize) -> bool {
    let is_short = |word: &str| word == "nr" || level_of(word) == Some(ProvisionLevel::Article);
    at >= 2 && tokens.is_sign(at - 1, '.') && is_short(tokens.word(at - 2))
}

/// Whether an article begins after its label, although no sentence ends before it.
fn heads(tokens: &Tokens, end: usize) -> bool {
    tokens.is_sign(end, '(') && tokens.is_capital(end + 3)
}

/// Whether a number in brackets belongs to a reference: "alin. (1) și (2)".
fn cites(tokens: &Tokens, at: usize) -> bool {
    let Some(before) = at.checked_sub(1) else { return false };
    let words =
        ["si", "sau", "ori", "la", "respectiv", "alin", "alineatul", "alineatele", "alineatului", "alineatelor"];
    let of_paragraph = tokens.is_sign(before, '.') && tokens.word(before.saturating_sub(1)) == "alin";
    let in_list =
        (tokens.is_sign(before, ',') || tokens.is_sign(before, '-')) && tokens.is_sign(before.saturating_sub(1), ')');
    of_paragraph || in_list || words.contains(&tokens.word(before))
}

/// Whether a point of an amending act says what it does to another act.
fn amends(tokens: &Tokens, at: usize) -> bool {
    let words = [
        "la",
        "dupa",
        "articolul",
        "articolele",
        "alineatul",
        "alineatele",
        "litera",
        "literele",
        "anexa",
        "anexele",
        "titlul",
        "capitolul",
        "in",
        "punctul",
        "sintagma",
        "denumirea",
        "art",
    ];
    words.contains(&tokens.word(at))
}

#[cfg(test)]
mod tests;
