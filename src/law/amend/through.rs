//! Operations on an ordinance that itself amends another act, in a law that approves the ordinance with changes.

use crate::amend::act::ActName;
use crate::amend::operation::{AmendingOperation, Change, InsertionPoint};
use crate::amend::scan;
use crate::form::clause::{ClauseKind, Place, PlaceStep};
use crate::label::{Label, LabelBase};

/// The operations on the act that an ordinance amends in its first article, as an operation on the ordinance orders.
///
/// The text of the ordinance is not known; an operation that depends on it is not understood.
pub fn on_amended_act(operation: AmendingOperation, amended: &ActName) -> Vec<AmendingOperation> {
    let is_first = operation.through.first() == Some(amended);
    let changes = if is_first { changes(&operation) } else { None };
    match changes {
        Some(FoundChanges::Changes(changes)) => changes
            .into_iter()
            .map(|change| AmendingOperation { act: Some(amended.clone()), change, ..operation.clone() })
            .collect(),
        Some(FoundChanges::Points { content, labels, replaces }) => {
            points(&operation, amended, &content, &labels, replaces)
        }
        None => vec![not_understood(operation, amended)],
    }
}

fn not_understood(operation: AmendingOperation, amended: &ActName) -> AmendingOperation {
    let name = operation.act.as_ref().map(ToString::to_string).unwrap_or_default();
    let reason = format!("it changes {name}; without its text, the change of {amended} is not known");
    AmendingOperation { act: Some(amended.clone()), change: Change::NotUnderstood { reason }, ..operation }
}

/// The changes within a point of the ordinance, or the whole points that it gets.
enum FoundChanges {
    Changes(Vec<Change>),
    Points { content: String, labels: Vec<Label>, replaces: bool },
}

fn changes(operation: &AmendingOperation) -> Option<FoundChanges> {
    let change = match &operation.change {
        Change::Modify { places, content } => match all_within(places) {
            Some(places) => Change::Modify { places, content: content.clone() },
            None => {
                let labels = places.iter().map(whole_point).collect::<Option<_>>()?;
                return Some(FoundChanges::Points { content: content.clone(), labels, replaces: true });
            }
        },
        Change::Insert { anchor, added, content } => match within(&anchor.place) {
            Some(place) => {
                let anchor = InsertionPoint { place, side: anchor.side };
                Change::Insert { anchor, added: added.clone(), content: content.clone() }
            }
            None => {
                let is_point = added.kind == ClauseKind::Point && is_amending(anchor.place.steps.first()?);
                let labels = added.steps.iter().filter_map(|step| step.label.clone()).collect();
                return is_point.then(|| FoundChanges::Points { content: content.clone(), labels, replaces: false });
            }
        },
        Change::Repeal { places } => Change::Repeal { places: all_within(places)? },
        Change::ReplaceWords { places, pairs } if !places.is_empty() => {
            Change::ReplaceWords { places: all_within(places)?, pairs: pairs.clone() }
        }
        _ => return None,
    };
    Some(FoundChanges::Changes(vec![change]))
}

/// The operations in whole points that the ordinance gets.
fn points(
    operation: &AmendingOperation,
    amended: &ActName,
    content: &str,
    labels: &[Label],
    replaces: bool,
) -> Vec<AmendingOperation> {
    let found = scan::points(&operation.source, amended, content);
    let named: Vec<_> = labels.iter().map(|label| format!("{} pct. {label}", operation.source)).collect();
    if found.is_empty() || found.iter().any(|inner| !labels.is_empty() && !named.contains(&inner.source)) {
        return vec![not_understood(operation.clone(), amended)];
    }
    found.into_iter().map(|inner| AmendingOperation { replaces, ..inner }).collect()
}

fn all_within(places: &[Place]) -> Option<Vec<Place>> {
    places.iter().map(within).collect()
}

/// The place in the amended act, which follows "articolul I punctul 3".
fn within(place: &Place) -> Option<Place> {
    match &place.steps[..] {
        // The only operation of the article has no point.
        [article, rest @ ..] if is_amending(article) && rest.first()?.kind == ClauseKind::Article => {
            Some(Place::of(rest.to_vec()))
        }
        [article, point, rest @ ..]
            if is_amending(article) && point.kind == ClauseKind::Point && rest.first()?.kind == ClauseKind::Article =>
        {
            Some(Place::of(rest.to_vec()))
        }
        _ => None,
    }
}

/// The label of a point that the place names as a whole.
fn whole_point(place: &Place) -> Option<Label> {
    match &place.steps[..] {
        [article, point] if is_amending(article) && point.kind == ClauseKind::Point => point.label.clone(),
        _ => None,
    }
}

/// Whether the step is the first article of an ordinance, or its only one.
fn is_amending(step: &PlaceStep) -> bool {
    let is_first = step.label.as_ref().is_some_and(|label| matches!(label.base, LabelBase::Roman(1) | LabelBase::Sole));
    step.kind == ClauseKind::Article && is_first && step.label.as_ref().is_some_and(|label| label.index.is_empty())
}
