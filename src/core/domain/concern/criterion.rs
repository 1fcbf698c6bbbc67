//! Conditions parsed against the facts: ids are resolved, and each test is of the fact's kind.

use std::collections::HashMap;

use super::expression::{Concern, Expression, FactLiteral, ThresholdLiteral, UncertainSide};
use super::fact::{Fact, FactId, FactKind, RuleId};
use crate::domain::content_fault::{ContentFault, ContentProblem};
use crate::domain::duty_text::DutyText;
use crate::domain::law_figure;
use crate::domain::text::nearest;

/// A parsed condition.
#[derive(Debug)]
pub struct Criterion {
    pub(super) test: CriterionTest,
    pub(super) uncertainty: Option<Box<Uncertainty>>,
}

#[derive(Debug)]
pub(super) enum CriterionTest {
    All(Box<[Criterion]>),
    Any(Box<[Criterion]>),
    Not(Box<Criterion>),
    Rule(RuleId),
    /// Whether one of these options is chosen, as bits.
    Options(FactId, u32),
    Flag(FactId, bool),
    Number(FactId, Threshold),
    /// What no source says.
    Unknown(DutyText),
}

/// What a number is compared with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Threshold {
    pub kind: ThresholdKind,
    pub amount: ThresholdLiteral,
    pub in_euro: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ThresholdKind {
    AtLeast,
    MoreThan,
    AtMost,
}

impl ThresholdKind {
    /// Whether only a number above the amount is past it; otherwise one that reaches it.
    pub(super) fn is_exceeded(self) -> bool {
        self != Self::AtLeast
    }
}

/// What makes an answer uncertain.
#[derive(Debug)]
pub(super) struct Uncertainty {
    pub cause: UncertaintyCause,
    pub words: DutyText,
}

#[derive(Debug)]
pub(super) enum UncertaintyCause {
    /// A source only leans to the answers of this side, where the condition is a yes.
    Source { side: UncertainSide, when: Option<Criterion> },
    /// The value is assumed while the reader's answer is not known.
    Assumed(bool),
}

/// A parsed [`Concern`].
#[derive(Debug)]
pub struct Criteria {
    pub(super) condition: Criterion,
    /// `no_when` of the reason.
    pub(super) no_when: Box<[(Criterion, DutyText)]>,
    /// `what_when` of a duty.
    pub(super) what_when: Box<[(Criterion, DutyText)]>,
    pub concern: Concern,
}

/// The ids of facts and rules.
#[derive(Debug, Default)]
pub(super) struct Names {
    facts: HashMap<String, (FactId, FactKind, HashMap<String, usize>)>,
    rules: HashMap<String, RuleId>,
}

impl Names {
    pub(super) fn new(facts: &[Fact], rules: HashMap<String, RuleId>) -> Self {
        let options = |fact: &Fact| fact.options.iter().map(|option| option.id.clone()).zip(0..).collect();
        let named = |(fact, index): (&Fact, usize)| (fact.id.clone(), (FactId(index), fact.kind, options(fact)));
        Self { facts: facts.iter().zip(0..).map(named).collect(), rules }
    }

    pub(super) fn fact(&self, id: &str) -> Option<FactId> {
        self.facts.get(id).map(|(fact, ..)| *fact)
    }
}

/// The words of a condition that cannot be read.
fn unreadable() -> DutyText {
    DutyText {
        ro: "condiția folosește o întrebare pe care programul nu o cunoaște".to_owned(),
        en: "the condition uses a question that the program does not know".to_owned(),
    }
}

impl Criterion {
    /// Parses a condition. A part that cannot be read counts as unknown, and is described in the returned problems
    /// with its path below `place`.
    pub(super) fn parse(expression: &Expression, names: &Names, place: &str) -> (Self, Vec<ContentProblem>) {
        let mut parser = CriterionParser { names, problems: Vec::new() };
        (parser.criterion(expression, place), parser.problems)
    }
}

impl Criteria {
    pub fn condition(&self) -> &Criterion {
        &self.condition
    }
}

struct CriterionParser<'n> {
    names: &'n Names,
    problems: Vec<ContentProblem>,
}

impl CriterionParser<'_> {
    fn problem(&mut self, place: &str, wrong: impl Into<String>) {
        let problem = ContentProblem { place: place.to_owned(), code: ContentFault::Condition, wrong: wrong.into() };
        self.problems.push(problem);
    }

    fn criterion(&mut self, expression: &Expression, place: &str) -> Criterion {
        let test = self.test(expression, place).unwrap_or_else(|problem| {
            self.problem(place, problem);
            CriterionTest::Unknown(unreadable())
        });
        Criterion { test, uncertainty: self.uncertainty(expression, place).map(Box::new) }
    }

    fn test(&mut self, expression: &Expression, place: &str) -> Result<CriterionTest, String> {
        let Expression { all, any, not, rule, fact, unknown, .. } = expression;
        let kinds = [all.is_some(), any.is_some(), not.is_some(), rule.is_some(), fact.is_some(), unknown.is_some()];
        if kinds.into_iter().filter(|given| *given).count() != 1 {
            return Err("write exactly one of all, any, not, rule, fact and unknown".to_owned());
        }
        if fact.is_none() && has_test(expression) {
            return Err("only a fact is tested by is, in, at_least, more_than and at_most".to_owned());
        }
        if let Some(parts) = all {
            return Ok(CriterionTest::All(self.parts(parts, &format!("{place}.all"))?));
        }
        if let Some(parts) = any {
            return Ok(CriterionTest::Any(self.parts(parts, &format!("{place}.any"))?));
        }
        if let Some(part) = not {
            return Ok(CriterionTest::Not(Box::new(self.criterion(part, &format!("{place}.not")))));
        }
        if let Some(name) = rule {
            return match self.names.rules.get(name) {
                Some(rule) => Ok(CriterionTest::Rule(*rule)),
                None => Err(no_such("rule", name, self.names.rules.keys())),
            };
        }
        match (fact, unknown) {
            (Some(fact), _) => self.fact_test(fact, expression),
            (None, Some(words)) => {
                self.problems.extend(words.problems(&format!("{place}.unknown")));
                Ok(CriterionTest::Unknown(words.clone()))
            }
            (None, None) => Err("it is empty".to_owned()),
        }
    }

    fn parts(&mut self, parts: &[Expression], place: &str) -> Result<Box<[Criterion]>, String> {
        if parts.is_empty() {
            return Err("all and any need at least one part".to_owned());
        }
        let parts = parts.iter().zip(0..);
        Ok(parts.map(|(part, index): (_, usize)| self.criterion(part, &format!("{place}[{index}]"))).collect())
    }

    fn fact_test(&self, name: &str, expression: &Expression) -> Result<CriterionTest, String> {
        let Some((fact, kind, options)) = self.names.facts.get(name) else {
            return Err(no_such("fact", name, self.names.facts.keys()));
        };
        let threshold = threshold(expression);
        if let Some(problem) = threshold.as_ref().and_then(problem_of_figure) {
            return Err(problem);
        }
        match (kind, &expression.is, &expression.one_of, threshold) {
            (FactKind::Bool, Some(FactLiteral::Flag(is)), None, None) => Ok(CriterionTest::Flag(*fact, *is)),
            (FactKind::Number, None, None, Some(threshold)) => Ok(CriterionTest::Number(*fact, threshold)),
            (FactKind::OneOf | FactKind::ManyOf, is, one_of, None) => {
                let chosen: Vec<&String> = match (is, one_of) {
                    (Some(FactLiteral::Option(option)), None) => vec![option],
                    (None, Some(options)) if !options.is_empty() => options.iter().collect(),
                    _ => return Err(format!("test {name} with is or in, and its options")),
                };
                let mut bits = 0;
                for option in chosen {
                    let index = options.get(option).ok_or_else(|| no_such("option", option, options.keys()))?;
                    bits |= 1_u32 << *index;
                }
                Ok(CriterionTest::Options(*fact, bits))
            }
            (FactKind::Bool, ..) => Err(format!("test {name} with \"is\": true or false")),
            (FactKind::Number, ..) => Err(format!("test {name} with one of at_least, more_than and at_most")),
            (FactKind::OneOf | FactKind::ManyOf, ..) => Err(format!("test {name} with is or in, and its options")),
        }
    }

    fn uncertainty(&mut self, expression: &Expression, place: &str) -> Option<Uncertainty> {
        let Expression { certain, uncertain_side, uncertain_when, missing, assumed, fact, .. } = expression;
        let cause = match (certain, uncertain_side, uncertain_when, assumed) {
            (None, None, None, None) if missing.is_none() => return None,
            (None, None, None, Some(assumed)) if fact.is_some() => Some(UncertaintyCause::Assumed(*assumed)),
            (Some(false), Some(side), when, None) => {
                let when = when.as_ref().map(|when| self.criterion(when, &format!("{place}.uncertain_when")));
                Some(UncertaintyCause::Source { side: *side, when })
            }
            _ => None,
        };
        let (Some(cause), Some(words)) = (cause, missing) else {
            let wrong = "write \"certain\": false with uncertain_side and missing, a fact with assumed and missing, or \
                         none of them";
            self.problem(place, wrong);
            return None;
        };
        self.problems.extend(words.problems(&format!("{place}.missing")));
        Some(Uncertainty { cause, words: words.clone() })
    }
}

fn has_test(expression: &Expression) -> bool {
    let Expression { is, one_of, unit, .. } = expression;
    is.is_some() || one_of.is_some() || unit.is_some() || threshold(expression).is_some()
}

/// The threshold, if there is exactly one.
fn threshold(expression: &Expression) -> Option<Threshold> {
    let Expression { at_least, more_than, at_most, unit, .. } = expression;
    let (kind, amount) = match (at_least, more_than, at_most) {
        (Some(amount), None, None) => (ThresholdKind::AtLeast, amount),
        (None, Some(amount), None) => (ThresholdKind::MoreThan, amount),
        (None, None, Some(amount)) => (ThresholdKind::AtMost, amount),
        _ => return None,
    };
    Some(Threshold { kind, amount: amount.clone(), in_euro: unit.is_some() })
}

/// What is wrong with the figure of a threshold. The list of figures decides whether there is one of this id.
fn problem_of_figure(threshold: &Threshold) -> Option<String> {
    let figure = threshold.amount.figure()?;
    if threshold.in_euro {
        return Some(format!("leave out unit: the figure {figure} has one"));
    }
    (!law_figure::is_id(figure)).then(|| format!("{figure:?} is not the id of a figure, such as vat-registration"))
}

fn no_such<'n>(what: &str, name: &str, known: impl Iterator<Item = &'n String>) -> String {
    match nearest(name, known.map(String::as_str)) {
        Some(near) => format!("there is no {what} {name:?}; did you mean {near}?"),
        None => format!("there is no {what} {name:?}"),
    }
}
