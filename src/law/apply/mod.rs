//! Applying an amending act to a form of the act that it amends.

mod compare;
mod content;
mod difference;
mod edit;
mod insert;
mod locate;
mod outcome;
#[cfg(test)]
mod properties;
mod renumber;
mod state;
mod substitute;

use crate::law::amend::act::ActName;
use crate::law::amend::amendment::{Amendment, Change};
use crate::law::amend::operations;
use crate::law::amend::through::on_amended_act;
use crate::law::form::Form;
use crate::law::form::clause::Place;
use crate::law::form::read::read;

use outcome::Changed;
use state::State;

pub use compare::{Comparison, compare};
pub use difference::{Piece, difference};
pub use locate::text as text_of;
pub use outcome::{Applied, Outcome};

/// As [`apply`], with the texts of both in any format that [`read`](crate::law::form::read::read) reads.
///
/// # Errors
/// A sentence when a text is no act, or the amending act does not amend the act of `base`.
pub fn apply_texts(base: &str, act: &str) -> Result<Applied, String> {
    let (base, act) = (read(base)?, read(act)?);
    apply(&base, &act)
}

/// Applies the operations of `act` that amend the act of `base`.
///
/// # Errors
/// A sentence when the amending act has no operation, or none that amends this act.
pub fn apply(base: &Form, act: &Form) -> Result<Applied, String> {
    let all = operations(act);
    let wanted = for_base(base, all)?;
    let mut run = State { form: base.clone(), outcomes: Vec::new(), done: Vec::new() };
    let mut waiting: Vec<Amendment> = wanted;
    while !waiting.is_empty() {
        let next = renumber::first_due(&run.form, &waiting);
        let operation = waiting.remove(next);
        run.operation(&operation);
    }
    Ok(Applied { form: run.form, outcomes: run.outcomes })
}

/// The operations that amend the act of the base form.
fn for_base(base: &Form, all: Vec<Amendment>) -> Result<Vec<Amendment>, String> {
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
        (Some(act), _) if named.contains(&act) || through(&all, act) => act.clone(),
        (Some(act), _) => return Err(format!("the amending act does not amend {act}; it amends {list}")),
    };
    let operations = all.into_iter().flat_map(|operation| match operation.act.as_ref() == Some(&wanted) {
        true => vec![operation],
        false if operation.through.contains(&wanted) => on_amended_act(operation, &wanted),
        false => Vec::new(),
    });
    Ok(operations.collect())
}

/// Whether an operation changes an ordinance that amends the act.
fn through(operations: &[Amendment], act: &ActName) -> bool {
    operations.iter().any(|operation| operation.through.contains(act))
}

impl State {
    fn operation(&mut self, operation: &Amendment) {
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

    fn modify(&mut self, operation: &Amendment, places: &[Place], content: &str) {
        let cleaned = content::cleaned(content);
        match edit::new_texts(&cleaned, places) {
            Ok(texts) => {
                for (place, text) in places.iter().zip(texts) {
                    self.each(operation, std::slice::from_ref(place), |form, place, in_annex| {
                        edit::modify(form, place, in_annex, text.clone())
                    });
                }
            }
            Err(problem) => places.iter().for_each(|place| self.list(operation, Some(place.clone()), problem.clone())),
        }
    }
}
