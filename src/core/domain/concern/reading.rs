//! A condition as the editors' desk shows it: in words, and for sample readers; and what conditions are built from.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::answers::Answers;
use super::book::{FactBook, book};
use super::criterion::Criterion;
use super::day_figures::DayFigures;
use super::evaluate::{Evaluation, Truth};
use super::expression::ConcernReason;
use super::question_text::ConcernQuestion;
use super::reason::because;
use crate::domain::duty_text::DutyText;
use paragraf_law::language::Language;

/// A condition in words, and the answers for made-up readers.
#[derive(Debug, Serialize, ToSchema)]
pub struct ConditionReading {
    /// A clause about the reader, which follows "if".
    pub words: DutyText,
    /// General words for a yes and a no, which an editor may take over.
    pub reason: ConcernReason,
    /// The answers for made-up readers.
    pub readers: Vec<SampleAnswer<'static>>,
}

/// The answer for a made-up reader.
#[derive(Debug, Serialize, ToSchema)]
pub struct SampleAnswer<'s> {
    pub name: &'s DutyText,
    pub answer: Truth,
}

/// What conditions are built from, in one language.
#[derive(Debug, Serialize, ToSchema)]
pub struct ConditionParts<'b> {
    pub questions: Vec<ConcernQuestion<'b>>,
    pub rules: Vec<RuleText<'b>>,
}

/// A named condition.
#[derive(Debug, Serialize, ToSchema)]
pub struct RuleText<'b> {
    pub id: &'b str,
    /// A statement about the readers with a yes.
    pub words: &'b str,
}

/// A made-up reader.
#[derive(Debug)]
pub(super) struct SampleReader {
    pub name: DutyText,
    pub answers: Answers,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SampleFile {
    name: DutyText,
    facts: Map<String, Value>,
}

static SAMPLES: LazyLock<Vec<SampleReader>> = LazyLock::new(|| {
    let files: Vec<SampleFile> = serde_json::from_str(include_str!("samples.json"))
        .expect("reading the samples cannot fail: they are part of the program");
    let read = |file: SampleFile| {
        let answers = Answers::read(book(), &file.facts).ok()?;
        Some(SampleReader { name: file.name, answers })
    };
    files.into_iter().filter_map(read).collect()
});

/// The made-up readers.
pub(super) fn samples() -> &'static [SampleReader] {
    &SAMPLES
}

impl Criterion {
    /// The condition in words and for the made-up readers.
    pub fn reading(&self, figures: &DayFigures) -> ConditionReading {
        let answer = |sample: &'static SampleReader| SampleAnswer {
            name: &sample.name,
            answer: Evaluation::new(book(), &sample.answers, figures).judge(self).truth,
        };
        let book = book();
        let words = book.clause(self, figures);
        let yes = because(std::slice::from_ref(&words));
        let reason = ConcernReason { yes, no: book.negation(self, figures), no_when: Vec::new() };
        ConditionReading { words, reason, readers: samples().iter().map(answer).collect() }
    }
}

impl FactBook {
    /// The questions and the named conditions.
    pub fn condition_parts(&self, language: Language, figures: &DayFigures) -> ConditionParts<'_> {
        let rules = self.rules.iter().map(|rule| RuleText { id: &rule.id, words: rule.because.get(language) });
        ConditionParts { questions: self.questions(language, figures), rules: rules.collect() }
    }
}
