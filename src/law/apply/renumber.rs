//! Giving provisions other labels.

use crate::amend::operation::{AmendingOperation, Change};
use crate::form::Form;
use crate::form::clause::{Place, PlaceStep};

use super::content::mark_of;
use super::locate::{self, path};
use super::outcome::Changed;
use super::state::FormState;

impl FormState {
    /// Gives the provisions their new labels, all at once.
    pub(super) fn renumber(&mut self, operation: &AmendingOperation, pairs: &[(Place, PlaceStep)]) {
        let found: Vec<_> = pairs.iter().map(|(place, step)| self.find_to_renumber(operation, place, step)).collect();
        if let Some(problem) = found.iter().find_map(|found| found.as_ref().err()) {
            pairs.iter().for_each(|(place, _)| self.list(operation, Some(place.clone()), problem.clone()));
            return;
        }
        for ((place, step), (section, path, before)) in pairs.iter().zip(found.into_iter().flatten()) {
            let Some(unit) = locate::unit_to_change(&mut self.form.sections[section]) else { continue };
            let unit = locate::at_mut(unit, &path);
            unit.label.clone_from(&step.label);
            unit.mark = mark_of(step);
            let changed = Changed { before: Some(before), after: unit.flat() };
            self.record(operation, place, Ok(changed));
            if let Some(outcome) = self.outcomes.last_mut() {
                outcome.place = Some(place.parent().with(step.clone()));
            }
        }
    }

    fn find_to_renumber(
        &self,
        operation: &AmendingOperation,
        place: &Place,
        step: &PlaceStep,
    ) -> Result<(usize, Vec<usize>, String), String> {
        let kind = place.last().map(|last| last.kind);
        if kind != Some(step.kind) {
            return Err("the new numbers are of another kind".to_owned());
        }
        let (section, steps) = locate::section(&self.form, place, operation.in_annex)?;
        let unit = locate::unit_of(&self.form.sections[section]).ok_or("no provision")?;
        let path = path(unit, &steps)?;
        let before = locate::at(unit, &path).flat();
        Ok((section, path, before))
    }
}

/// The index of the next operation: the first one, unless it adds a provision whose label a later one has to free.
pub fn first_due(form: &Form, waiting: &[AmendingOperation]) -> usize {
    let Some(Change::Insert { anchor, added, .. }) = waiting.first().map(|operation| &operation.change) else {
        return 0;
    };
    let mut taken = anchor.places_of(added);
    taken.retain(|place| locate::text(form, place, waiting[0].in_annex).is_ok());
    let frees = |operation: &AmendingOperation| match &operation.change {
        Change::Renumber { pairs } => pairs.iter().any(|(place, _)| taken.contains(place)),
        _ => false,
    };
    waiting.iter().position(frees).unwrap_or(0)
}
