//! The conditions of articles, in words for editors.

use crate::app::App;
use crate::domain::Language;
use crate::domain::concern::{ConditionParts, ConditionReading, Criterion, Expression, book};
use crate::error::{Error, Result};
use crate::ops::day_figures::figures_of_today;
use crate::ops::policy::{self, Action, Actor};

/// Returns the questions and named rules that conditions are built from.
pub fn parts(app: &App, actor: &Actor, language: Language) -> Result<ConditionParts<'static>> {
    policy::authorize(actor, Action::UseDesk)?;
    Ok(book().condition_parts(language, &figures_of_today(app)))
}

/// Reads a condition in words and for made-up readers.
///
/// # Errors
/// `invalid`, naming the part that cannot be read.
pub fn read(app: &App, actor: &Actor, condition: &Expression) -> Result<ConditionReading> {
    policy::authorize(actor, Action::UseDesk)?;
    if let Some(problem) = Criterion::problems(condition, "condition").into_iter().next() {
        let message = problem.to_string();
        return Err(Error::invalid(problem.place, message));
    }
    Ok(Criterion::of(condition).reading(&figures_of_today(app)))
}
