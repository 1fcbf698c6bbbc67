//! What an act changes: each provision with its new text, and the text before where the form is stored.

use std::fmt::Write;

use super::reading::{ActReading, ends_sentence};
use crate::domain::amendment::{ActAmendments, Amendment, AmendmentKind, PieceKind};
use crate::domain::text::shorten;
use paragraf_law::amend::act::ActName;
use paragraf_law::amend::operation::{AmendingOperation, Change};

/// Characters of a new text that a draft quotes; the end of its sentence is kept.
const NEW_TEXT: usize = 420;
/// Words kept around what differs.
const AROUND: usize = 12;

/// One change of one act.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ProvisionChange {
    /// The changed act, if the operation names it.
    pub(super) act: Option<ActName>,
    /// The provisions: `art. 78 alin. (5)`.
    pub(super) place: String,
    pub(super) kind: AmendmentKind,
    /// The new text without its header, or what happens in words.
    pub(super) after: String,
    /// The text before, if the form is stored.
    pub(super) before: Option<String>,
}

/// The changes of an act in its order. `stored` is what it changes in the stored forms.
pub(super) fn changes(reading: &ActReading<'_>, stored: &[ActAmendments]) -> Vec<ProvisionChange> {
    reading.operations.iter().map(|operation| change(operation, stored)).collect()
}

fn change(operation: &AmendingOperation, stored: &[ActAmendments]) -> ProvisionChange {
    let places = operation.change.places();
    let place = places.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let is_single = places.len() == 1;
    let after = match &operation.change {
        Change::Modify { content, .. } | Change::Insert { content, .. } => without_header(content, is_single),
        Change::Repeal { .. } => "se abrogă".to_owned(),
        Change::Renumber { pairs } => {
            let labels: Vec<_> = pairs.iter().map(|(_, step)| step.to_string()).collect();
            format!("devine {}", labels.join(", "))
        }
        Change::ReplaceWords { pairs, .. } => {
            let pairs: Vec<_> = pairs.iter().map(|(old, new)| format!("„{old}” se înlocuiește cu „{new}”")).collect();
            pairs.join("; ")
        }
        Change::Prorogue { until, .. } => format!("termenul se prorogă: {until}"),
        Change::NotUnderstood { .. } => one_line(&operation.text),
    };
    let before = before(operation, &place, stored);
    ProvisionChange { act: operation.act.clone(), place, kind: operation.change.kind(), after, before }
}

/// The text of the provision in the stored form.
fn before(operation: &AmendingOperation, place: &str, stored: &[ActAmendments]) -> Option<String> {
    let is_same = |amendment: &&Amendment| {
        amendment.source == operation.source
            && amendment.is_applied()
            && amendment.kind == AmendmentKind::Modify
            && amendment.provision.as_deref() == Some(place)
    };
    let amendment = stored.iter().flat_map(|act| &act.amendments).find(is_same)?;
    let pieces = amendment.difference.iter().filter(|piece| piece.kind != PieceKind::Added);
    let text = without_header(&pieces.map(|piece| piece.text.as_str()).collect::<String>(), true);
    Some(text).filter(|text| !text.is_empty())
}

/// A new text in one line, without the quotation marks and the label of its provision.
fn without_header(content: &str, is_single: bool) -> String {
    let text = one_line(content);
    let mut rest = text.trim_matches(['„', '”', '"', '“', ' ']).trim_start_matches(['–', '-', ' ']);
    for word in ["Articolul ", "Art. "] {
        if let Some(label) = rest.strip_prefix(word) {
            let end = label.find(' ').unwrap_or(label.len());
            rest = label[end..].trim_start_matches([' ', '.', '-', '–']);
        }
    }
    if is_single {
        rest = without_label(rest);
    }
    rest.trim_matches(['„', '”', '"', '“', ' ']).to_owned()
}

/// A text without the label of a paragraph, letter or point: `(2)`, `b)`, `15^1.`.
fn without_label(text: &str) -> &str {
    let Some((label, rest)) = text.split_once(' ') else { return text };
    let inner = label.trim_start_matches('(').trim_end_matches([')', '.']);
    let is_label = label.ends_with([')', '.'])
        && !inner.is_empty()
        && (inner.chars().all(|c| c.is_ascii_digit() || c == '^') || inner.chars().count() <= 2 || inner.contains('^'));
    // A second paragraph shows that the first label belongs to the text.
    let is_first_of_many = label == "(1)" && rest.contains(" (2) ");
    if is_label && !is_first_of_many { rest.trim_start() } else { text }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").trim_end_matches(';').to_owned()
}

impl ProvisionChange {
    /// The change in one line: the provision, then the new text, or before and after.
    pub(super) fn line(&self) -> String {
        let mut line = String::new();
        if !self.place.is_empty() {
            let mark = if self.kind == AmendmentKind::Insert { " (nou)" } else { "" };
            // Writing to a text cannot fail.
            write!(line, "**{}**{mark}: ", plain(&self.place)).ok();
        }
        match &self.before {
            Some(before) => {
                let (before, after) = excerpt(before, &self.after);
                write!(line, "înainte „{}”; acum „{}”", plain(&before), plain(&after)).ok();
            }
            None => line.push_str(&plain(&sentences(&self.after, NEW_TEXT))),
        }
        line
    }
}

/// The first sentences of a text, at least `most` characters if it has so many.
fn sentences(text: &str, most: usize) -> String {
    let Some((from, _)) = text.char_indices().nth(most) else { return text.to_owned() };
    let end = text[from..].match_indices(['.', ';']).map(|(at, _)| from + at).find(|at| {
        let is_end = text[at + 1..].starts_with(' ') || at + 1 == text.len();
        is_end && (text.as_bytes()[*at] == b';' || ends_sentence(&text[..*at]))
    });
    // A sentence without an end near is cut between words.
    let end = end.filter(|end| end - from < most).map_or_else(|| text[from..].find(' ').map_or(text.len(), |at| from + at), |end| end + 1);
    if end < text.len() { format!("{} …", text[..end].trim_end_matches([',', ';'])) } else { text.to_owned() }
}

/// Both texts, or what differs in long ones with a few words around.
fn excerpt(before: &str, after: &str) -> (String, String) {
    if before.chars().count() + after.chars().count() <= NEW_TEXT {
        return (before.to_owned(), after.to_owned());
    }
    let (old, new): (Vec<_>, Vec<_>) = (before.split(' ').collect(), after.split(' ').collect());
    let start = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let most = old.len().min(new.len()) - start;
    let end = old.iter().rev().zip(new.iter().rev()).take(most).take_while(|(old, new)| old == new).count();
    let window = |words: &[&str]| {
        let (from, to) = (start.saturating_sub(AROUND), (words.len() - end + AROUND).min(words.len()));
        let cut = |is_cut: bool| if is_cut { "…" } else { "" };
        format!("{}{}{}", cut(from > 0), words[from..to].join(" "), cut(to < words.len()))
    };
    (window(&old), window(&new))
}

/// Words of the act without characters of Markdown and HTML, in one line.
pub(super) fn plain(words: &str) -> String {
    let escaped: String = words
        .chars()
        .map(|c| if matches!(c, '<' | '>' | '*' | '_' | '`' | '[' | ']' | '\\') { ' ' } else { c })
        .collect();
    shorten(&escaped, usize::MAX)
}
