//! Applying an amending act to a form of the act that it amends.

mod compare;
mod content;
mod difference;
mod edit;
mod insert;
mod locate;
mod renumber;
mod substitute;

use crate::law::amend::act::ActName;
use crate::law::amend::amendment::{Amendment, Change};
use crate::law::amend::operations;
use crate::law::form::Form;
use crate::law::form::clause::Place;

pub use compare::{Comparison, compare};
pub use difference::{Piece, difference};
pub use locate::text as text_of;

/// What became of an operation on one provision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// Where the operation stands in the amending act.
    pub source: String,
    /// The kind of operation.
    pub kind: &'static str,
    /// The provision; `None` if the operation is not understood.
    pub place: Option<Place>,
    /// The text before; `None` if the provision is added.
    pub before: Option<String>,
    /// The text after; `None` if the operation was not applied.
    pub after: Option<String>,
    /// The new term of a prorogued provision.
    pub until: Option<String>,
    /// Why the operation is listed for a person instead of applied.
    pub problem: Option<String>,
    /// The operation as written.
    pub text: String,
    pub in_annex: bool,
}

/// A form with an amending act applied, and what became of each operation.
#[derive(Debug, Clone)]
pub struct Applied {
    pub form: Form,
    pub outcomes: Vec<Outcome>,
}

/// Applies the operations of `act` that amend the act of `base`.
///
/// # Errors
/// A sentence when the amending act has no operation, or none that amends this act.
pub fn apply(base: &Form, act: &Form) -> Result<Applied, String> {
    let all = operations(act);
    let wanted = for_base(base, all)?;
    let mut run = Run { form: base.clone(), outcomes: Vec::new(), done: Vec::new() };
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
        (Some(act), _) if named.contains(&act) => act.clone(),
        (Some(act), _) => return Err(format!("the amending act does not amend {act}; it amends {list}")),
    };
    Ok(all.into_iter().filter(|operation| operation.act.as_ref() == Some(&wanted)).collect())
}

/// The state while operations are applied.
struct Run {
    form: Form,
    outcomes: Vec<Outcome>,
    /// The provisions with new text, and the operations that gave it.
    done: Vec<(Place, String)>,
}

/// A provision before and after an operation.
struct Changed {
    before: Option<String>,
    after: String,
}

impl Run {
    fn operation(&mut self, operation: &Amendment) {
        match &operation.change {
            Change::Modify { places, content } => self.modify(operation, places, content),
            Change::Insert { anchor, added, content } => self.insert(operation, anchor, added, content),
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

    /// Applies an edit to each place, unless an earlier operation already gave it a text.
    fn each(
        &mut self,
        operation: &Amendment,
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

    /// Which earlier operation already changed the place or a part of it.
    fn conflict(&self, place: &Place) -> Option<String> {
        let (earlier, source) = self.done.iter().find(|(earlier, _)| earlier.holds(place) || place.holds(earlier))?;
        Some(format!("{earlier} is already changed by {source}"))
    }

    fn record(&mut self, operation: &Amendment, place: &Place, result: Result<Changed, String>) {
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
    fn list(&mut self, operation: &Amendment, place: Option<Place>, problem: String) {
        let before = place.as_ref().and_then(|place| locate::text(&self.form, place, operation.in_annex).ok());
        let mut outcome = self.outcome(operation, place);
        outcome.before = before;
        outcome.problem = Some(problem);
        self.outcomes.push(outcome);
    }

    fn outcome(&self, operation: &Amendment, place: Option<Place>) -> Outcome {
        Outcome {
            source: operation.source.clone(),
            kind: operation.change.name(),
            place,
            before: None,
            after: None,
            until: None,
            problem: None,
            text: operation.text.clone(),
            in_annex: operation.in_annex,
        }
    }
}
