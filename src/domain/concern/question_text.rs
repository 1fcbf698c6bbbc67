//! The questions about a reader, in one language, as a screen asks them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Number;
use utoipa::ToSchema;

use super::book::FactBook;
use super::fact::{Fact, FactKind};
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
    #[schema(nullable = false)]
    pub asked_with: Option<&'b str>,
    pub question: &'b str,
    pub help: &'b str,
    /// Whether the number is an amount in lei, which conditions may also compare with euro.
    pub money: bool,
    /// What a number counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
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
    #[schema(value_type = Option<f64>, nullable = false)]
    pub from: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>, nullable = false)]
    pub to: Option<Number>,
}

impl FactBook {
    /// The questions in their order.
    pub fn questions(&self, language: Language) -> Vec<ConcernQuestion<'_>> {
        self.facts.iter().map(|fact| question(fact, language)).collect()
    }
}

fn question(fact: &Fact, language: Language) -> ConcernQuestion<'_> {
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
        bands: bands(fact),
        options: options.collect(),
        sensitive: fact.sensitive,
        special_category: fact.special_category,
    }
}

/// Thresholds, each with whether a number has to exceed it, otherwise to reach it.
pub(super) type Cuts = BTreeMap<u32, bool>;

fn bands(fact: &Fact) -> Vec<NumberBand> {
    if fact.kind != FactKind::Number {
        return Vec::new();
    }
    let cuts: Cuts = fact.steps.iter().map(|step| (*step, fact.exceeds_steps)).collect();
    bands_between(fact, &cuts)
}

/// The bands of a number between thresholds. A threshold belongs to the band above it, unless the number has to exceed
/// it.
pub(super) fn bands_between(fact: &Fact, cuts: &Cuts) -> Vec<NumberBand> {
    let mut from = fact.min.map(Number::from);
    let mut bands = Vec::with_capacity(cuts.len() + 1);
    for (step, is_exceeded) in cuts {
        let (to, next) = if *is_exceeded {
            (Number::from(*step), beside(*step, true, fact.money))
        } else {
            (beside(*step, false, fact.money), Number::from(*step))
        };
        bands.push(NumberBand { from: from.replace(next), to: Some(to) });
    }
    bands.push(NumberBand { from, to: None });
    bands
}

/// The number just above or below a step: of amounts, a hundredth of a leu.
fn beside(step: u32, is_above: bool, is_money: bool) -> Number {
    if !is_money {
        return Number::from(if is_above { step.saturating_add(1) } else { step.saturating_sub(1) });
    }
    let written = if is_above { format!("{step}.01") } else { format!("{}.99", step.saturating_sub(1)) };
    // Both texts are JSON numbers.
    written.parse().unwrap_or_else(|_| Number::from(step))
}
