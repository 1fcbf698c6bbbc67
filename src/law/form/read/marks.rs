//! Marks of articles, annexes and groups at the beginning of lines.

use crate::form::clause::{Clause, ClauseKind};
use crate::label::{Label, LabelBase};
use crate::normalise::clean;

/// Longest line that is the heading of an annex or of an article.
pub const LONGEST_HEADING: usize = 200;

/// The mark of an article at the beginning of a line, and the rest of the line.
pub fn article_mark(line: &str) -> Option<(String, String)> {
    mark_and_rest(line).map(|(mark, rest)| (mark, rest.to_owned()))
}

/// As [`article_mark`]; the rest may be the rest of a whole act.
pub fn mark_and_rest(line: &str) -> Option<(String, &str)> {
    let begins = |word: &&str| line.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    let word = ["articolul", "articol", "art.", "art"].into_iter().find(begins)?;
    let after = line.get(word.len()..)?.trim_start();
    let end = after.find(|c: char| !c.is_alphanumeric() && c != '^' && c != '.').unwrap_or(after.len());
    let number = after[..end].trim_end_matches('.');
    article_label(number)?;
    let rest = after[number.len()..].trim_start_matches(['.', ' ', '-', '–', '—', ':']);
    let mark = match word {
        "art." | "art" => format!("Art. {number}"),
        _ => format!("{} {number}", &line[..word.len()]),
    };
    Some((mark, rest))
}

/// The label of an article.
pub fn article_label(number: &str) -> Option<Label> {
    numbered(number).map(Label::of_article)
}

/// A label that is no letter.
pub fn numbered(number: &str) -> Option<Label> {
    let label: Label = if number.eq_ignore_ascii_case("unic") { "unic" } else { number }.parse().ok()?;
    (!matches!(label.base, LabelBase::Letter(_))).then_some(label)
}

/// Reads a heading such as `Capitolul III^1 Dispoziții comune`.
pub fn group_unit(text: &str) -> Option<Clause> {
    let mut words = text.split_whitespace();
    let word = words.next()?;
    let kind = match clean(word).to_lowercase().as_str() {
        "cartea" => ClauseKind::Book,
        "titlul" => ClauseKind::Title,
        "capitolul" => ClauseKind::Chapter,
        "secțiunea" => ClauseKind::Section,
        "subsecțiunea" => ClauseKind::Subsection,
        _ => return None,
    };
    let mut number = words.next()?;
    // The portal prints the word before a heading that begins with it.
    if number.to_lowercase() == word.to_lowercase() {
        number = words.next()?;
    }
    let mut mark = format!("{word} {number}");
    if number == "a" {
        number = words.next()?;
        mark = format!("{mark} {number}");
    }
    let label = number.trim_end_matches("-a").parse().ok()?;
    let mut unit = Clause::new(kind, Some(label), mark);
    unit.heading = words.collect::<Vec<_>>().join(" ");
    Some(unit)
}

/// The mark of an annex, if the line is its first.
pub fn annex_mark(line: &str) -> Option<String> {
    let text = clean(line.trim_matches(['*', '#', ' ']));
    let is_annex = text.starts_with("ANEX") || text.starts_with("Anexa");
    let rest = text.split_once(' ').map_or("", |(_, rest)| rest);
    let number =
        rest.trim_start_matches("nr. ").trim_start_matches("Nr. ").split([' ', '*']).next().unwrap_or_default();
    let known = number.is_empty() || numbered(number).is_some();
    (is_annex && known && text.len() < LONGEST_HEADING).then_some(text)
}

/// The label in the mark of an article.
pub fn label_of(mark: &str) -> Option<Label> {
    mark.rsplit(' ').next().and_then(article_label)
}

pub fn is_roman(mark: &str) -> bool {
    label_of(mark).is_some_and(|label| matches!(label.base, LabelBase::Roman(_) | LabelBase::Sole))
}

/// The mark of an article at the beginning of a line, unless the line goes on as a reference to an article.
pub fn own_mark(line: &str) -> Option<(String, &str)> {
    let (mark, rest) = mark_and_rest(line)?;
    let reference = rest.starts_with(|c: char| c.is_lowercase() || c == ',' || c == ';');
    (!reference).then_some((mark, rest))
}
