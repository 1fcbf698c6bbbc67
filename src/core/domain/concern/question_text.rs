//! The questions about a reader, in one language, as a screen asks them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Number;
use utoipa::ToSchema;

use super::book::FactBook;
use super::day_figures::DayFigures;
use super::fact::{Fact, FactKind};
use crate::domain::exact_number::ExactNumber;
use paragraf_law::language::Language;

/// A question about a reader.
#[derive(Debug, Serialize, ToSchema)]
pub struct ConcernQuestion<'b> {
    /// The id of the fact.
    pub id: &'b str,
    #[serde(rename = "type")]
    pub kind: FactKind,
    /// The fact on whose screen it is asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asked_with: Option<&'b str>,
    pub question: &'b str,
    pub help: &'b str,
    /// Whether the number is an amount in lei, which conditions may also compare with euro.
    pub money: bool,
    /// What a number counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<&'b str>,
    /// The ranges of a number between which an answer changes something, in order.
    pub bands: Vec<NumberBand>,
    /// The answers to choose from.
    pub options: Vec<QuestionOption<'b>>,
    /// Never named in a subject, a shared link or a preview.
    pub sensitive: bool,
    /// Personal data of a special category: asked with a consent of its own.
    pub special_category: bool,
}

/// An answer to choose.
#[derive(Debug, Serialize, ToSchema)]
pub struct QuestionOption<'b> {
    pub id: &'b str,
    pub label: &'b str,
    /// A clause about a reader who chose it, such as "you have monthly VAT".
    pub statement: &'b str,
}

/// Numbers between two, both included; as an answer of `facts`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct NumberBand {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>)]
    pub from: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>)]
    pub to: Option<Number>,
}

impl FactBook {
    /// The questions in their order.
    pub fn questions(&self, language: Language, figures: &DayFigures) -> Vec<ConcernQuestion<'_>> {
        self.facts.iter().map(|fact| question(fact, language, figures)).collect()
    }
}

fn question<'b>(fact: &'b Fact, language: Language, figures: &DayFigures) -> ConcernQuestion<'b> {
    let options = fact.options.iter().map(|option| QuestionOption {
        id: &option.id,
        label: option.label.get(language),
        statement: option.because.yes.get(language),
    });
    ConcernQuestion {
        id: &fact.id,
        kind: fact.kind,
        asked_with: fact.asked_with.as_deref(),
        question: fact.question.get(language),
        help: fact.help.get(language),
        money: fact.money,
        unit: fact.unit.as_ref().map(|unit| unit.get(language)),
        bands: bands(fact, figures),
        options: options.collect(),
        sensitive: fact.sensitive,
        special_category: fact.special_category,
    }
}

/// Thresholds, each with whether a number has to exceed it, otherwise to reach it.
pub(super) type Cuts = BTreeMap<ExactNumber, bool>;

fn bands(fact: &Fact, figures: &DayFigures) -> Vec<NumberBand> {
    if fact.kind != FactKind::Number {
        return Vec::new();
    }
    let cuts = figures.steps(fact).into_iter().map(|step| (step, fact.exceeds_steps)).collect();
    bands_between(fact, &cuts)
}

/// The bands of a number between thresholds. A threshold belongs to the band above it, unless the number has to exceed
/// it.
pub(super) fn bands_between(fact: &Fact, cuts: &Cuts) -> Vec<NumberBand> {
    let mut from = fact.min.map(Number::from);
    let mut bands = Vec::with_capacity(cuts.len() + 1);
    for (step, is_exceeded) in cuts {
        let (to, next) = if *is_exceeded {
            (*step, beside(*step, true, fact.money))
        } else {
            (beside(*step, false, fact.money), *step)
        };
        let (to, next) = (number(to), number(next));
        bands.push(NumberBand { from: from.replace(next), to: Some(to) });
    }
    bands.push(NumberBand { from, to: None });
    bands
}

/// The number just above or below a step: of amounts, a hundredth of a leu.
fn beside(step: ExactNumber, is_above: bool, is_money: bool) -> ExactNumber {
    let least = if is_money { 10_000 } else { 1_000_000 };
    let next = step.millionths() + if is_above { least } else { -least };
    ExactNumber::of_millionths(next).unwrap_or_default()
}

/// The number for JSON. Its decimal text is one there too.
fn number(exact: ExactNumber) -> Number {
    exact.to_string().parse().unwrap_or_else(|_| Number::from(0))
}
