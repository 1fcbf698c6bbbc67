//! What an act changes: each provision with its new text, and the text before where the form is stored.

mod new_text;
mod places;

use std::fmt::Write;

use self::new_text::{heading_of, one_line, unquoted, without_header};
use self::places::{is_item, place_list};
use super::passages::{NewParagraph, excerpt, passages};
use super::reading::{ActReading, without_formula, without_point};
use super::subject::short_name;
use super::weight::is_formula;
use crate::domain::amendment::{ActAmendments, Amendment, AmendmentKind, PieceKind};
use crate::domain::text::{fold, shorten};
use crate::sources::form::act_of;
use paragraf_law::amend::act::ActName;
use paragraf_law::amend::operation::{AmendingOperation, Change};
use paragraf_law::amend::scan;
use paragraf_law::form::clause::{ClauseKind, Place};

/// Characters of two texts that stand beside each other whole.
const WHOLE: usize = 420;
/// Provisions in which words are replaced that are listed one by one.
const MOST_REPLACED: usize = 3;
/// Words kept around what differs.
const AROUND: usize = 12;

/// One change of one act.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ProvisionChange {
    /// The changed act, if the operation names it.
    pub(super) act: Option<ActName>,
    /// The provisions: `art. 78 alin. (5)`.
    pub(super) place: String,
    /// Whether the provision is a letter or a point, whose text begins in the middle of a sentence.
    pub(super) is_item: bool,
    pub(super) kind: AmendmentKind,
    /// The heading of a new article: `Camăta`.
    pub(super) heading: Option<String>,
    /// The new text without its header, or what happens in words.
    pub(super) after: String,
    /// The paragraphs of the new text; at least one.
    pub(super) passages: Vec<NewParagraph>,
    /// The text before, if the form is stored.
    pub(super) before: Option<String>,
}

/// The changes of an act in its order. `stored` is what it changes in the stored forms.
pub(super) fn changes(reading: &ActReading<'_>, stored: &[ActAmendments]) -> Vec<ProvisionChange> {
    let of_operation = |operation| {
        let compared = compared(operation, stored);
        let found = if compared.is_empty() { in_points(operation) } else { compared };
        if found.is_empty() { vec![change(operation)] } else { found }
    };
    reading.operations.iter().flat_map(of_operation).collect()
}

/// The changes in whole points that an ordinance gets, of an act that the ordinance does not name in its title:
/// `art. I pct. 2^1 art. 38 alin. (7^2)`. None if not every point is understood.
fn in_points(operation: &AmendingOperation) -> Vec<ProvisionChange> {
    let (Change::Insert { content, .. } | Change::Modify { content, .. }) = &operation.change else {
        return Vec::new();
    };
    let places = operation.change.places();
    let is_point = |place: &Place| place.steps.len() == 2 && place.kind() == Some(ClauseKind::Point);
    let Some(act) = operation.act.as_ref().filter(|_| !places.is_empty() && places.iter().all(is_point)) else {
        return Vec::new();
    };
    let found = scan::points(&places[0].parent().to_string(), act, content);
    if found.iter().any(|inner| matches!(inner.change, Change::NotUnderstood { .. })) {
        return Vec::new();
    }
    let within = |point: &str, place: &str| format!("{point} {place}").trim_end().to_owned();
    let of_point = |inner: &AmendingOperation| {
        let change = change(inner);
        let passage = |passage: &NewParagraph| NewParagraph {
            place: within(&inner.source, &passage.place),
            text: passage.text.clone(),
        };
        ProvisionChange {
            place: within(&inner.source, &change.place),
            passages: change.passages.iter().map(passage).collect(),
            ..change
        }
    };
    found.iter().map(of_point).collect()
}

/// An operation on provisions of a stored form: each with its text before and after. Words that change in many
/// provisions stay one change.
fn compared(operation: &AmendingOperation, stored: &[ActAmendments]) -> Vec<ProvisionChange> {
    let kind = operation.change.kind();
    let is_of_operation = |amendment: &&Amendment| {
        amendment.source == operation.source && amendment.is_applied() && amendment.kind == kind
    };
    let found: Vec<_> = stored.iter().flat_map(|act| &act.amendments).filter(is_of_operation).collect();
    let most = match kind {
        AmendmentKind::Modify => usize::MAX,
        AmendmentKind::ReplaceWords => MOST_REPLACED,
        _ => 0,
    };
    let side = |amendment: &Amendment, left_out: PieceKind| {
        let pieces = amendment.difference.iter().filter(|piece| piece.kind != left_out);
        without_header(&pieces.map(|piece| piece.text.as_str()).collect::<String>(), true)
    };
    let change = |amendment: &&Amendment| {
        let (place, after) = (amendment.provision.clone().unwrap_or_default(), side(amendment, PieceKind::Removed));
        ProvisionChange {
            act: operation.act.clone(),
            is_item: operation.change.places().iter().any(is_item),
            kind,
            heading: None,
            passages: vec![NewParagraph { place: place.clone(), text: after.clone() }],
            place,
            after,
            before: Some(side(amendment, PieceKind::Added)).filter(|before| !before.is_empty()),
        }
    };
    if found.len() > most { Vec::new() } else { found.iter().map(change).collect() }
}

fn change(operation: &AmendingOperation) -> ProvisionChange {
    let places = operation.change.places();
    let place = place_list(&places);
    let is_single = places.len() == 1;
    let mut heading = None;
    let after = match &operation.change {
        Change::Modify { content, .. } | Change::Insert { content, .. } => {
            let is_article = places.first().and_then(Place::last).is_some_and(|step| step.kind == ClauseKind::Article);
            heading = heading_of(content).filter(|_| is_single && is_article);
            let text = without_header(content, is_single);
            let headed = heading.as_ref().and_then(|heading| text.strip_prefix(heading.as_str()));
            headed.map_or_else(|| text.clone(), |rest| rest.trim_start().to_owned())
        }
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
        Change::NotUnderstood { .. } => {
            let text = one_line(&operation.text);
            without_point(without_formula(&text).trim_start_matches(['–', '-', ' '])).to_owned()
        }
    };
    let passages = match &operation.change {
        Change::Modify { content, .. } | Change::Insert { content, .. } if !is_single || heading.is_none() => {
            passages(&unquoted(content), &places, &place)
        }
        _ => passages(&after, &places, &place),
    };
    // A single passage has no mark of its own.
    let passages = if let [only] = &passages[..] {
        vec![NewParagraph { place: only.place.clone(), text: without_header(&only.text, true) }]
    } else {
        passages
    };
    ProvisionChange {
        act: operation.act.clone(),
        place,
        is_item: places.iter().any(is_item),
        kind: operation.change.kind(),
        heading,
        after,
        passages,
        before: None,
    }
}

impl ProvisionChange {
    /// The short name of the changed act, if the operation names it.
    pub(super) fn act_name(&self) -> Option<String> {
        self.act.as_ref().map(|name| short_name(&act_of(name, None)))
    }

    /// How much the change asks of its readers.
    pub(super) fn weight(&self) -> u8 {
        self.passages.iter().map(NewParagraph::weight).max().unwrap_or_default()
    }

    /// The paragraphs of its new text.
    pub(super) fn passages_of(&self) -> impl Iterator<Item = &NewParagraph> {
        self.passages.iter()
    }

    /// The provision with its act unless it is `known`: `art. 22 din Legea 10/1995`.
    pub(super) fn named(&self, known: Option<&str>) -> String {
        self.named_place(&self.place, known)
    }

    pub(super) fn named_place(&self, place: &str, known: Option<&str>) -> String {
        let of = self.act_name().filter(|name| Some(name.as_str()) != known);
        let of = of.map(|name| format!(" din {name}")).unwrap_or_default();
        if place.is_empty() { String::new() } else { plain(&format!("{place}{of}")) }
    }

    /// Whether the change only says what the act transposes, or how it is printed.
    pub(super) fn is_formula(&self) -> bool {
        is_formula(&fold(&self.after))
    }

    /// The change in one line: the provision, then the new text of about `most` characters, or before and after.
    pub(super) fn line(&self, known: Option<&str>, most: usize) -> String {
        let mut line = self.beginning(&self.place, known);
        if let Some(heading) = &self.heading {
            // Writing to a text cannot fail.
            write!(line, "{}. ", plain(heading)).ok();
        }
        match &self.before {
            Some(before) => {
                let (before, after) = differing(before, &self.after, most);
                write!(line, "înainte „{}”; acum „{}”", plain(&before), plain(&after)).ok();
            }
            None => line.push_str(&plain(&excerpt(&self.after, most))),
        }
        line
    }

    /// One paragraph of the change in one line.
    pub(super) fn passage_line(&self, passage: &NewParagraph, known: Option<&str>, most: usize) -> String {
        if self.before.is_some() || self.passages.len() == 1 {
            return self.line(known, most);
        }
        format!("{}{}", self.beginning(&passage.place, known), plain(&excerpt(&passage.text, most)))
    }

    fn beginning(&self, place: &str, known: Option<&str>) -> String {
        let named = self.named_place(place, known);
        let mark = if self.kind == AmendmentKind::Insert { " (nou)" } else { "" };
        if named.is_empty() { String::new() } else { format!("**{named}**{mark}: ") }
    }
}

/// Both texts, or what differs in long ones with a few words around.
fn differing(before: &str, after: &str, most: usize) -> (String, String) {
    if before.chars().count() + after.chars().count() <= WHOLE {
        return (before.to_owned(), after.to_owned());
    }
    let (old, new): (Vec<_>, Vec<_>) = (before.split(' ').collect(), after.split(' ').collect());
    let start = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let rest = old.len().min(new.len()) - start;
    let end = old.iter().rev().zip(new.iter().rev()).take(rest).take_while(|(old, new)| old == new).count();
    let window = |words: &[&str]| {
        let (from, to) = (start.saturating_sub(AROUND), (words.len() - end + AROUND).min(words.len()));
        let cut = |is_cut: bool| if is_cut { "…" } else { "" };
        format!("{}{}{}", cut(from > 0), words[from..to].join(" "), cut(to < words.len()))
    };
    (excerpt(&window(&old), most), excerpt(&window(&new), most))
}

/// Words of the act without characters of Markdown and HTML, in one line.
pub(super) fn plain(words: &str) -> String {
    let escaped: String = words
        .chars()
        .map(|c| if matches!(c, '<' | '>' | '*' | '_' | '`' | '[' | ']' | '\\') { ' ' } else { c })
        .collect();
    shorten(&escaped, usize::MAX)
}

/// Names in a list of at most `most` characters, which says that there are others. `None` without names.
pub(super) fn names_within(names: &[String], most: usize) -> Option<String> {
    let mut listed = 0;
    let mut length = 0;
    for name in names {
        length += name.chars().count() + 2;
        if listed > 0 && length > most {
            break;
        }
        listed += 1;
    }
    let more = if listed < names.len() { " și altele" } else { "" };
    (listed > 0).then(|| format!("{}{more}", names[..listed].join(", ")))
}
