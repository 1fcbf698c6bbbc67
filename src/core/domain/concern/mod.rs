//! Does it concern me: facts about a reader, conditions with three values, and the one evaluator of both.
//!
//! [`Expression`] and [`Concern`] are conditions as files and the store have them; [`Criterion`] and [`Criteria`] are
//! the same, parsed against the [`FactBook`]. An [`Evaluation`] decides them for one reader's [`Answers`],
//! [`Evaluations`] for those of all profiles that an account keeps.

mod answers;
mod book;
mod criterion;
mod day_figures;
mod deciding;
mod euro_rate;
mod evaluate;
mod evaluations;
mod expression;
mod fact;
mod number;
mod open_answer;
mod parsed;
mod profile;
mod question;
mod question_text;
mod reading;
mod reason;
mod report;
mod role_test;
mod sentence;
mod text_of_maybe;

pub use answers::{Answers, FactAnswer, FactProblem};
pub use book::{FactBook, book};
pub use criterion::{Criteria, Criterion};
pub use day_figures::DayFigures;
pub use euro_rate::EuroRate;
pub use evaluate::{Evaluation, Judgement, Missing, Truth};
pub use evaluations::{Decision, Evaluations};
pub use expression::{Concern, ConcernReason, Expression, FigureReference, ThresholdLiteral, WordsWhen};
pub use fact::{Fact, FactId, FactKind, FactOption};
pub use profile::{
    KeptAnswer, MAX_ANSWERS, MAX_NAME, MAX_PROFILES, ProfileAnswers, ProfileName, ReaderProfile, merge_profile,
};
pub use question::{next_question, not_applicable, screen_of};
pub use question_text::{ConcernQuestion, NumberBand, QuestionOption};
pub use reading::{ConditionParts, ConditionReading, RuleText, SampleAnswer};
pub use report::{ConcernAnswer, ConcernDate, ConcernReport, ConcernRequest, EntryAnswer, PartAnswer, ProfileNote};

#[cfg(test)]
mod tests;
