//! Applying an amending act to a form of the act that it amends.

mod between;
mod compare;
mod content;
mod days;
mod difference;
mod edit;
mod group;
mod insert;
mod locate;
mod noted;
mod outcome;
mod pairs;
#[cfg(test)]
mod properties;
mod renumber;
mod state;
mod substitute;
#[cfg(test)]
mod wording_cases;
#[cfg(test)]
mod wordings;

use jiff::civil::Date;

use crate::amend::act::ActName;
use crate::amend::operation::{AmendingOperation, Change};
use crate::amend::operations;
use crate::amend::signs::EVERY_ACT;
use crate::amend::source::unquoted;
use crate::amend::through::on_amended_act;
use crate::form::Form;
use crate::form::clause::{ClauseKind, Place};
use crate::normalise::SearchCopy;

use days::OwnDays;
use outcome::Changed;
use state::FormState;

pub use between::{FormDifference, between};
pub use compare::{Comparison, compare};
pub use difference::{DifferencePiece, changed_paragraphs, difference};
pub use locate::text as text_of;
pub use noted::{NotedAct, noted_acts};
pub use outcome::{Applied, OperationOutcome, OwnDay};

/// The days that decide which operations are applied.
#[derive(Debug, Clone, Copy, Default)]
pub struct When {
    /// The day on which the gazette published the amending act; without it, the day in the act's heading.
    pub published: Option<Date>,
    /// The day of the new form: operations that enter into force later, on a day of their own, are listed.
    pub on: Option<Date>,
}

/// Applies every operation of `act` that amends the act of `base`.
///
/// # Errors
/// A sentence when the amending act has no operation, or none that amends this act.
pub fn apply(base: &Form, act: &Form) -> Result<Applied, String> {
    apply_when(base, act, When::default())
}

/// As [`apply`], with the days that decide which operations are applied.
///
/// # Errors
/// As [`apply`].
// docs/decisions/0128
pub fn apply_when(base: &Form, act: &Form, when: When) -> Result<Applied, String> {
    let all = operations(act);
    let mut waiting: Vec<AmendingOperation> = for_base(base, all)?;
    for operation in &mut waiting {
        let in_annex = operation.in_annex;
        operation.change.each_place(|place| *place = locate::with_labels(base, place, in_annex, |step| step.is_last));
    }
    let days = OwnDays::read(act, when.published);
    let mut run = FormState { form: base.clone(), outcomes: Vec::new(), done: Vec::new(), days };
    while !waiting.is_empty() {
        let next = renumber::first_due(&run.form, &waiting);
        let operation = waiting.remove(next);
        match when.on.and_then(|day| run.days.problem_on(&operation, day)) {
            Some(problem) => run.list_all(&operation, &problem),
            None => run.apply(&operation),
        }
    }
    Ok(Applied { form: run.form, outcomes: run.outcomes })
}

/// The operations that amend the act of the base form.
fn for_base(base: &Form, all: Vec<AmendingOperation>) -> Result<Vec<AmendingOperation>, String> {
    if all.is_empty() {
        return Err("the amending act has no operation".to_owned());
    }
    let mut named: Vec<&ActName> = Vec::new();
    for name in all.iter().filter_map(|operation| operation.act.as_ref()) {
        if !named.contains(&name) {
            named.push(name);
        }
    }
    let list = named.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let wanted = match (&base.act, &named[..]) {
        (_, []) => return Ok(all),
        (None, [_]) => named[0].clone(),
        (None, _) => return Err(format!("the base text does not name its act, and the amending act amends {list}")),
        (Some(act), _) if named.contains(&act) || amends_through_ordinance(&all, act) => act.clone(),
        (Some(act), _) => return Err(format!("the amending act does not amend {act}; it amends {list}")),
    };
    let on_wanted = |operation: AmendingOperation| {
        // An operation that names no act may be one on every act: it is applied or listed, never left out.
        if operation.act.is_none() && !is_of_every_act(&operation) {
            let change = Change::NotUnderstood { reason: "its act is not named".to_owned() };
            vec![AmendingOperation { change, ..operation }]
        } else if operation.act.as_ref().is_none_or(|act| *act == wanted) {
            vec![operation]
        } else if operation.through.contains(&wanted) {
            on_amended_act(operation, &wanted)
        } else {
            Vec::new()
        }
    };
    Ok(all.into_iter().flat_map(on_wanted).collect())
}

/// Whether an operation is one on all acts, which replaces words. A new text and the words replaced may name them too.
fn is_of_every_act(operation: &AmendingOperation) -> bool {
    let has_no_text = matches!(operation.change, Change::ReplaceWords { .. } | Change::NotUnderstood { .. });
    let text = SearchCopy::new(&operation.text).text().to_ascii_lowercase();
    has_no_text && EVERY_ACT.iter().any(|words| unquoted(&text, words).is_some())
}

/// Whether an operation changes an ordinance that amends the act.
fn amends_through_ordinance(operations: &[AmendingOperation], act: &ActName) -> bool {
    operations.iter().any(|operation| operation.through.contains(act))
}

impl FormState {
    fn apply(&mut self, operation: &AmendingOperation) {
        match &operation.change {
            Change::Modify { places, content } => self.modify(operation, places, content),
            Change::Insert { anchor, added, content } => match self.existing(operation, anchor, added) {
                Some(places) => self.modify(operation, &places, content),
                None => self.insert(operation, anchor, added, content),
            },
            Change::Repeal { places } => self.each(operation, places, edit::repeal),
            Change::Renumber { pairs } => self.renumber(operation, pairs),
            Change::ReplaceWords { places, pairs } => self.replace_words(operation, places, pairs),
            Change::Prorogue { places, until } => {
                let first = self.outcomes.len();
                self.each(operation, places, |form, place, in_annex| {
                    let text = locate::text(form, place, in_annex)?;
                    Ok(Changed { before: Some(text.clone()), after: text })
                });
                self.outcomes[first..].iter_mut().for_each(|outcome| outcome.until = Some(until.clone()));
            }
            Change::NotUnderstood { reason } => self.list(operation, None, reason.clone()),
        }
    }

    fn modify(&mut self, operation: &AmendingOperation, places: &[Place], content: &str) {
        let cleaned = content::cleaned(content);
        if let [place] = places
            && place.kind().is_some_and(ClauseKind::is_group)
        {
            if let Err(problem) = self.modify_group(operation, place, &cleaned) {
                self.list_all(operation, &problem);
            }
            return;
        }
        match edit::new_texts(&cleaned, places) {
            Ok(texts) => {
                for (place, text) in places.iter().zip(texts) {
                    self.each(operation, std::slice::from_ref(place), |form, place, in_annex| {
                        edit::modify(form, place, in_annex, text.clone())
                    });
                }
            }
            Err(problem) => self.list_all(operation, &problem),
        }
    }
}
