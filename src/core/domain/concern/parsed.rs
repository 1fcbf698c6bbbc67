//! Conditions parsed against the facts of the product.

use super::book::book;
use super::criterion::{Criteria, Criterion};
use super::expression::{Concern, Expression, WordsWhen};
use crate::domain::content_fault::ContentProblem;
use crate::domain::duty_text::DutyText;

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
        let no_when = words_when(&concern.reason.no_when);
        let condition = Criterion::of(&concern.condition);
        Self { condition, no_when, what_when: Box::default(), concern: concern.clone() }
    }

    /// The same with better words of what a duty asks for.
    pub fn with_what_when(self, list: &[WordsWhen]) -> Self {
        Self { what_when: words_when(list), ..self }
    }
}

fn words_when(list: &[WordsWhen]) -> Box<[(Criterion, DutyText)]> {
    list.iter().map(|when| (Criterion::of(&when.condition), when.words())).collect()
}

impl WordsWhen {
    /// What is wrong with the conditions and the texts of a list at `place`.
    pub fn problems(list: &[Self], place: &str) -> Vec<ContentProblem> {
        let mut problems = Vec::new();
        for (when, index) in list.iter().zip(0..) {
            problems.extend(Criterion::problems(&when.condition, &format!("{place}[{index}].condition")));
            problems.extend(when.words().problems(&format!("{place}[{index}]")));
        }
        problems
    }
}

impl Concern {
    /// What is wrong with the conditions and the texts.
    pub fn problems(&self) -> Vec<ContentProblem> {
        let mut problems = Criterion::problems(&self.condition, "concerns.condition");
        problems.extend(self.text_problems("concerns"));
        problems.extend(WordsWhen::problems(&self.reason.no_when, "concerns.reason.no_when"));
        problems
    }
}
