//! Conditions parsed against the facts of the product.

use super::book::book;
use super::criterion::{Criteria, Criterion};
use super::expression::{Concern, Expression};
use crate::domain::content_fault::ContentProblem;

impl Criterion {
    /// Parses a condition of a step or a dated entry.
    pub fn of(expression: &Expression) -> Self {
        Self::parse(expression, book().names(), "").0
    }

    /// What is wrong with a condition, with the path of each part below `place`.
    pub fn problems(expression: &Expression, place: &str) -> Vec<ContentProblem> {
        Self::parse(expression, book().names(), place).1
    }
}

impl Criteria {
    pub fn of(concern: &Concern) -> Self {
        let no_when = concern.reason.no_when.iter().map(|when| (Criterion::of(&when.condition), when.words()));
        Self { condition: Criterion::of(&concern.condition), no_when: no_when.collect(), concern: concern.clone() }
    }
}

impl Concern {
    /// What is wrong with the conditions and the texts.
    pub fn problems(&self) -> Vec<ContentProblem> {
        let mut problems = Criterion::problems(&self.condition, "concerns.condition");
        for (when, index) in self.reason.no_when.iter().zip(0..) {
            problems
                .extend(Criterion::problems(&when.condition, &format!("concerns.reason.no_when[{index}].condition")));
        }
        problems.extend(self.text_problems("concerns"));
        problems
    }
}
