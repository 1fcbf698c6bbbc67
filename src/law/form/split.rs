//! Splitting the text of an article, or of a new provision, into its units.

use crate::form::clause::{Clause, ClauseKind, PlaceStep};
use crate::form::mark::{self, UnitMark};
use crate::label::Label;

/// More lists within lists than any act has.
const DEEPEST: usize = 8;

/// Words with a full stop after which no unit begins.
const ABBREVIATIONS: &[&str] =
    &["art.", "alin.", "lit.", "pct.", "nr.", "cap.", "tit.", "sect.", "secț.", "par.", "poz.", "crt."];

/// Splits cleaned text, whose blocks are divided by line feeds, and returns its beginning and its units.
///
/// At the beginning of a block, a mark begins a unit if it continues the list, with or without a gap. In the middle of
/// a block, it must also follow the end of a sentence or of an item, and directly continue the list.
pub fn split(text: &str) -> (String, Vec<Clause>) {
    split_expecting(text, &[])
}

/// Splits text in which units with these labels are expected, with or without gaps between them.
pub fn split_expecting(text: &str, expected: &[PlaceStep]) -> (String, Vec<Clause>) {
    let starts = starts(text, expected);
    let end = starts.first().map_or(text.len(), |(at, _)| *at);
    let lead = joined(&text[..end]);
    let mut flat = Vec::new();
    for (number, (at, found)) in starts.iter().enumerate() {
        let end = starts.get(number + 1).map_or(text.len(), |(next, _)| *next);
        let (mark, rest) = match found {
            UnitStart::Mark(mark, _) => text[*at..end].split_at(mark.length),
            UnitStart::Block => ("", &text[*at..end]),
        };
        flat.push((found.clone(), mark.to_owned(), joined(rest)));
    }
    (lead, nest(flat))
}

#[derive(Debug, Clone)]
enum UnitStart {
    /// A mark and its depth in the lists that are open.
    Mark(UnitMark, usize),
    /// A block without a mark after a list.
    Block,
}

fn joined(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The places where units begin.
fn starts(text: &str, expected: &[PlaceStep]) -> Vec<(usize, UnitStart)> {
    let mut found = Vec::new();
    let mut open: Vec<(ClauseKind, Option<Label>)> = Vec::new();
    let mut block_start = true;
    let mut previous = 0;
    for (at, c) in text.char_indices() {
        if c == '\n' {
            block_start = true;
            continue;
        }
        if c.is_whitespace() || at < previous {
            continue;
        }
        let starts_block = std::mem::replace(&mut block_start, false);
        let may_begin =
            starts_block || may_begin_after(&text[previous..at]) || (c == '(' && is_after_heading(text, at, &open));
        let mark = if may_begin { mark::read(&text[at..]) } else { None };
        let is_outer =
            starts_block && mark.as_ref().is_some_and(|mark| leaves_paragraph(mark, expected, &open, text, at));
        let depth = if is_outer {
            Some(0)
        } else {
            mark.as_ref().and_then(|mark| depth(mark, &open, starts_block || is_expected(mark, expected), &text[..at]))
        };
        match (mark, depth) {
            (Some(mark), Some(depth)) => {
                open.truncate(depth);
                open.push((mark.kind, mark.label.clone()));
                previous = at + mark.length;
                found.push((at, UnitStart::Mark(mark, depth)));
            }
            _ if starts_block && !open.is_empty() => {
                found.push((at, UnitStart::Block));
                previous = at;
            }
            _ => {}
        }
    }
    found
}

fn is_expected(mark: &UnitMark, expected: &[PlaceStep]) -> bool {
    mark.label.is_some() && expected.iter().any(|step| step.kind == mark.kind && step.label == mark.label)
}

/// Whether the mark begins an expected item outside the open paragraph, whose text has ended.
fn leaves_paragraph(
    mark: &UnitMark,
    expected: &[PlaceStep],
    open: &[(ClauseKind, Option<Label>)],
    text: &str,
    at: usize,
) -> bool {
    let in_paragraph = matches!(open, [(ClauseKind::Paragraph, _)]);
    let is_item = matches!(mark.kind, ClauseKind::Letter | ClauseKind::Point);
    in_paragraph && is_item && is_expected(mark, expected) && text[..at].trim_end().ends_with('.')
}

/// Whether a unit may begin after this text: a sentence or an item of a list has ended.
fn may_begin_after(before: &str) -> bool {
    let trimmed = before.trim_end();
    if trimmed.is_empty() {
        return true;
    }
    let spaced = trimmed.len() < before.len();
    let trimmed = trimmed.strip_suffix(" și").or_else(|| trimmed.strip_suffix(" sau")).unwrap_or(trimmed);
    match trimmed.chars().next_back() {
        Some(':') => true,
        Some('.') => spaced && !is_abbreviation(trimmed),
        Some(';' | '!' | '?' | '"' | '”' | '“') => spaced,
        _ => false,
    }
}

fn is_abbreviation(text: &str) -> bool {
    let last = text.rsplit(|c: char| c.is_whitespace() || c == '(').next().unwrap_or_default();
    ABBREVIATIONS.contains(&last.to_lowercase().as_str())
}

/// Whether the first paragraph begins here, after the heading of an article, which has no full stop.
fn is_after_heading(text: &str, at: usize, open: &[(ClauseKind, Option<Label>)]) -> bool {
    let before = text[..at].trim_end();
    let upper = text[at..].strip_prefix("(1)").map(str::trim_start);
    let starts_upper = upper.is_some_and(|rest| rest.starts_with(|c: char| c.is_uppercase() || c == '„'));
    let last = before.rsplit(' ').next().unwrap_or_default();
    let is_reference = last.starts_with("alin")
        || last.ends_with(['(', ',', '-', '/'])
        || last.contains(')')
        || matches!(last, "și" | "sau" | "la");
    open.is_empty() && starts_upper && !is_reference && before.len() < 300
}

/// The depth at which the mark belongs, if it begins a unit there.
fn depth(mark: &UnitMark, open: &[(ClauseKind, Option<Label>)], starts_block: bool, before: &str) -> Option<usize> {
    let level = open.iter().rposition(|(kind, _)| *kind == mark.kind);
    match level {
        Some(level) => {
            let last = open[level].1.as_ref();
            let accepted = mark.follows(last) || (starts_block && mark.is_after(last));
            if accepted {
                return Some(level);
            }
            // A list within a list of the same kind.
            let is_introduced = mark.label.is_some() && before.trim_end().ends_with(':');
            let deeper = mark.is_first() && level + 1 == open.len() && is_introduced && open.len() < DEEPEST;
            deeper.then_some(open.len())
        }
        None => {
            let begins = mark.is_first() || (starts_block && mark.kind != ClauseKind::Dash);
            let introduced = mark.kind == ClauseKind::Paragraph
                || starts_block
                || before.trim_end().ends_with(':')
                || before.trim().is_empty();
            let in_point = open.first().is_some_and(|(kind, _)| *kind == ClauseKind::Point);
            (begins && introduced).then_some(if mark.kind == ClauseKind::Paragraph && !in_point {
                0
            } else {
                open.len()
            })
        }
    }
}

/// Builds the tree of units from a list of them with their depths.
fn nest(flat: Vec<(UnitStart, String, String)>) -> Vec<Clause> {
    let mut roots: Vec<Clause> = Vec::new();
    let mut last_depth = 0;
    for (found, mark, text) in flat {
        let (unit, depth) = match found {
            UnitStart::Mark(found, depth) => {
                let mut unit = Clause::new(found.kind, found.label, mark);
                unit.text = text;
                (unit, depth)
            }
            UnitStart::Block => {
                let mut unit = Clause::new(ClauseKind::Text, None, "");
                unit.text = text;
                (unit, usize::from(last_depth > 0))
            }
        };
        last_depth = depth;
        push_at(&mut roots, unit, depth);
    }
    number_dashes(&mut roots);
    roots
}

fn push_at(units: &mut Vec<Clause>, unit: Clause, depth: usize) {
    match units.last_mut() {
        Some(last) if depth > 0 && last.kind != ClauseKind::Text => push_at(&mut last.parts, unit, depth - 1),
        _ => units.push(unit),
    }
}

/// Numbers the dashes and the texts of each list, which have no labels of their own.
fn number_dashes(units: &mut [Clause]) {
    let (mut dashes, mut texts) = (0, 0);
    for unit in units {
        let count = match unit.kind {
            ClauseKind::Dash => &mut dashes,
            ClauseKind::Text => &mut texts,
            _ => {
                number_dashes(&mut unit.parts);
                continue;
            }
        };
        *count += 1;
        unit.label = Some(Label::arabic(*count));
        number_dashes(&mut unit.parts);
    }
}
