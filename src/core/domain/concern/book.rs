//! All facts and named conditions of the product.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::Deserialize;

use super::criterion::{Criterion, Names};
use super::expression::{Expression, ThresholdLiteral};
use super::fact::{Fact, FactId, FactOption, NamedRule, RuleId};
use super::number::Rate;
use crate::domain::content_fault::ContentProblem;
use crate::domain::duty_text::DutyText;

/// The facts in the order of their questions, and the named conditions.
#[derive(Debug, Default)]
pub struct FactBook {
    pub facts: Vec<Fact>,
    /// `asked_when` of each fact.
    pub(super) gates: Vec<Option<Criterion>>,
    /// `only_for` of each option of each fact.
    pub(super) option_gates: Vec<Vec<Option<Criterion>>>,
    pub(super) rules: Vec<NamedRule>,
    pub(super) rule_criteria: Vec<Criterion>,
    names: Names,
    /// The rates of the euro between which nothing is assumed while none is known.
    pub(super) band: [Rate; 2],
    /// The first fact, which says what kind of reader it is.
    pub(super) subject: Option<FactId>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BookFile {
    facts: Vec<Fact>,
    rules: serde_json::Map<String, serde_json::Value>,
    eur_rate: RateFacts,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RateFacts {
    #[expect(dead_code, reason = "explains the fact to readers of the file")]
    help: DutyText,
    band_without: [String; 2],
}

static BOOK: LazyLock<FactBook> = LazyLock::new(|| {
    FactBook::parse(include_str!("facts.json")).expect("reading the facts cannot fail: they are part of the program").0
});

/// The facts and named conditions of the product.
pub fn book() -> &'static FactBook {
    &BOOK
}

impl FactBook {
    /// Reads a book; returns it with the problems of its conditions.
    pub(super) fn parse(json: &str) -> Result<(Self, Vec<ContentProblem>), serde_json::Error> {
        let file: BookFile = serde_json::from_str(json)?;
        let mut book = Self { facts: file.facts, ..Self::default() };
        let mut rule_names = HashMap::new();
        for (name, rule) in file.rules {
            let rule = NamedRule { id: name.clone(), ..serde_json::from_value(rule)? };
            rule_names.insert(name, RuleId(book.rules.len()));
            book.rules.push(rule);
        }
        book.names = Names::new(&book.facts, rule_names);
        let mut problems = Vec::new();
        let mut parse = |expression: &Expression, place: &str| {
            let (criterion, found) = Criterion::parse(expression, &book.names, place);
            problems.extend(found);
            criterion
        };
        let mut gate = |fact: &Fact| {
            let asked_when = fact.asked_when.as_ref()?;
            Some(parse(asked_when, &format!("{}.asked_when", fact.id)))
        };
        let gates: Vec<_> = book.facts.iter().map(&mut gate).collect();
        let mut option_gates = Vec::with_capacity(book.facts.len());
        for fact in &book.facts {
            let gate = |option: &FactOption| {
                let only = option.only_for.as_ref()?;
                Some(parse(only, &format!("{}.{}.only_for", fact.id, option.id)))
            };
            option_gates.push(fact.options.iter().map(gate).collect());
        }
        let rules: Vec<_> = book.rules.iter().map(|rule| parse(&rule.condition, "rules")).collect();
        (book.gates, book.option_gates, book.rule_criteria) = (gates, option_gates, rules);
        let rate = |text: String| {
            Rate::parse(&text).expect("reading a rate of the facts cannot fail: they are part of the program")
        };
        book.band = file.eur_rate.band_without.map(rate);
        book.subject = book.id("subject");
        Ok((book, problems))
    }

    pub fn fact(&self, id: FactId) -> &Fact {
        &self.facts[id.0]
    }

    /// The fact with this id.
    pub fn id(&self, id: &str) -> Option<FactId> {
        self.names.fact(id)
    }

    /// All facts, in the order of their questions.
    pub fn ids(&self) -> impl Iterator<Item = FactId> + use<> {
        (0..self.facts.len()).map(FactId)
    }

    /// The ids of the figures that the facts and the named conditions compare with.
    pub fn figures(&self) -> Vec<&str> {
        let gates = self.facts.iter().filter_map(|fact| fact.asked_when.as_ref());
        let steps = self.facts.iter().flat_map(|fact| &fact.steps).filter_map(ThresholdLiteral::figure);
        let conditions = gates.chain(self.rules.iter().map(|rule| &rule.condition));
        steps.chain(conditions.flat_map(Expression::figures)).collect()
    }

    pub(super) fn names(&self) -> &Names {
        &self.names
    }
}
