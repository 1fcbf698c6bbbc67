//! A form to which operations are applied, with their outcomes so far.

use crate::amend::operation::{AmendingOperation, Change};
use crate::form::Form;
use crate::form::clause::Place;

use super::days::OwnDays;
use super::locate;
use super::outcome::{Changed, OperationOutcome};

/// A form and the outcomes of the operations applied to it so far.
pub struct FormState {
    pub form: Form,
    pub outcomes: Vec<OperationOutcome>,
    /// The provisions with new text, and where the operation on each stands in the amending act.
    pub done: Vec<(Place, String)>,
    pub days: OwnDays,
}

impl FormState {
    /// Applies an edit to each place, unless an earlier operation already gave it a text.
    pub fn each(
        &mut self,
        operation: &AmendingOperation,
        places: &[Place],
        edit: impl Fn(&mut Form, &Place, bool) -> Result<Changed, String>,
    ) {
        for place in places {
            let result = match self.conflict(place) {
                Some(problem) => Err(problem),
                None => edit(&mut self.form, place, operation.in_annex),
            };
            self.record(operation, place, result);
        }
    }

    /// The problem of a place that an earlier operation changed, alone or with the provision around it.
    pub fn conflict(&self, place: &Place) -> Option<String> {
        let (earlier, source) = self.done.iter().find(|(earlier, _)| earlier.holds(place) || place.holds(earlier))?;
        Some(format!("{earlier} is already changed by {source}"))
    }

    pub fn record(&mut self, operation: &AmendingOperation, place: &Place, result: Result<Changed, String>) {
        match result {
            Ok(changed) => {
                if !matches!(
                    operation.change,
                    Change::ReplaceWords { .. } | Change::Renumber { .. } | Change::Prorogue { .. }
                ) {
                    self.done.push((place.clone(), operation.source.clone()));
                }
                let mut outcome = self.outcome(operation, Some(place.clone()));
                outcome.before = changed.before;
                outcome.after = Some(changed.after);
                self.outcomes.push(outcome);
            }
            Err(problem) => self.list(operation, Some(place.clone()), problem),
        }
    }

    /// Lists an operation for a person.
    pub fn list(&mut self, operation: &AmendingOperation, place: Option<Place>, problem: String) {
        let before = place.as_ref().and_then(|place| locate::text(&self.form, place, operation.in_annex).ok());
        let mut outcome = self.outcome(operation, place);
        outcome.before = before;
        outcome.problem = Some(problem);
        self.outcomes.push(outcome);
    }

    /// Lists an operation for each provision that it names.
    pub fn list_all(&mut self, operation: &AmendingOperation, problem: &str) {
        let places = operation.change.places();
        if places.is_empty() {
            self.list(operation, None, problem.to_owned());
        }
        places.into_iter().for_each(|place| self.list(operation, Some(place), problem.to_owned()));
    }

    fn outcome(&self, operation: &AmendingOperation, place: Option<Place>) -> OperationOutcome {
        OperationOutcome {
            source: operation.source.clone(),
            kind: operation.change.kind(),
            place,
            before: None,
            after: None,
            until: None,
            own_day: self.days.of_operation(operation),
            problem: None,
            text: operation.text.clone(),
            in_annex: operation.in_annex,
        }
    }
}
