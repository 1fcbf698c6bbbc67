//! A condition in words, as a clause about the reader.

use super::book::FactBook;
use super::criterion::{Criterion, CriterionTest, Threshold, ThresholdKind};
use super::day_figures::DayFigures;
use super::fact::{Fact, FactId, RuleId};
use super::reason::amount;
use super::text_of_maybe::joined;
use crate::domain::duty_text::DutyText;

/// A part of a clause.
struct ConditionClause {
    words: DutyText,
    /// What joins its parts; `None` of a single statement.
    joint: Option<Joint>,
}

/// Writes clauses with the amounts of a day.
struct Clauses<'b> {
    book: &'b FactBook,
    figures: &'b DayFigures,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Joint {
    And,
    Or,
}

impl FactBook {
    /// The condition as a clause, such as "you have an SRL or you have a company". Follows "if".
    pub fn clause(&self, criterion: &Criterion, figures: &DayFigures) -> DutyText {
        Clauses { book: self, figures }.part(criterion, false).words
    }

    /// The clause about the readers for whom the condition is a no.
    pub fn negation(&self, criterion: &Criterion, figures: &DayFigures) -> DutyText {
        Clauses { book: self, figures }.part(criterion, true).words
    }
}

impl Clauses<'_> {
    /// The words of a part, or of its negation: "not" goes down to the statements.
    fn part(&self, criterion: &Criterion, is_negated: bool) -> ConditionClause {
        let mut clause = match &criterion.test {
            CriterionTest::Not(part) => self.part(part, !is_negated),
            CriterionTest::All(parts) => self.together(parts, is_negated, Joint::And),
            CriterionTest::Any(parts) => self.together(parts, is_negated, Joint::Or),
            CriterionTest::Rule(rule) => ConditionClause::single(self.rule_words(*rule, is_negated)),
            CriterionTest::Options(fact, wanted) => self.options(*fact, *wanted, is_negated),
            CriterionTest::Flag(fact, wanted) => {
                ConditionClause::single(flag(self.book.fact(*fact), *wanted != is_negated))
            }
            CriterionTest::Number(fact, threshold) => {
                ConditionClause::single(self.comparison(*fact, threshold, is_negated))
            }
            CriterionTest::Unknown(words) => ConditionClause::single(around(words, "neclar: {}", "not settled: {}")),
        };
        if let Some(uncertainty) = &criterion.uncertainty {
            let DutyText { ro, en } = &uncertainty.words;
            clause.words.ro.push_str(&format!(" (de verificat: {ro})"));
            clause.words.en.push_str(&format!(" (to verify: {en})"));
        }
        clause
    }

    fn together(&self, parts: &[Criterion], is_negated: bool, joint: Joint) -> ConditionClause {
        let parts = parts.iter().map(|part| self.part(part, is_negated)).collect();
        ConditionClause::joined(parts, if is_negated { joint.other() } else { joint })
    }

    fn rule_words(&self, id: RuleId, is_negated: bool) -> DutyText {
        let rule = &self.book.rules[id.0];
        match (is_negated, &rule.because_not) {
            (false, _) => rule.because.clone(),
            (true, Some(words)) => words.clone(),
            (true, None) => not_true(&rule.because),
        }
    }

    fn options(&self, fact: FactId, wanted: u32, is_negated: bool) -> ConditionClause {
        let options = self.book.fact(fact).options.iter().zip(0..);
        let chosen = options.filter(|(_, index)| wanted & (1 << index) != 0).map(|(option, _)| &option.because);
        let words = chosen.map(|because| match (is_negated, &because.no) {
            (false, _) => because.yes.clone(),
            (true, Some(no)) => no.clone(),
            (true, None) => not_true(&because.yes),
        });
        ConditionClause::joined(
            words.map(ConditionClause::single).collect(),
            if is_negated { Joint::And } else { Joint::Or },
        )
    }
}

impl Clauses<'_> {
    fn comparison(&self, fact: FactId, threshold: &Threshold, is_negated: bool) -> DutyText {
        let fact = self.book.fact(fact);
        let (ro, en) = match (threshold.kind, is_negated) {
            (ThresholdKind::AtLeast, false) => ("cel puțin", "at least"),
            (ThresholdKind::AtLeast, true) => ("sub", "less than"),
            (ThresholdKind::MoreThan, false) | (ThresholdKind::AtMost, true) => ("peste", "more than"),
            (ThresholdKind::AtMost, false) | (ThresholdKind::MoreThan, true) => ("cel mult", "at most"),
        };
        let (amount_ro, amount_en) = match self.figures.amount(fact, threshold) {
            Some(found) => amount(fact, found),
            None => {
                let name = threshold.amount.figure().unwrap_or_default();
                (format!("„{name}”"), format!("“{name}”"))
            }
        };
        let amount_ro = if fact.money { &amount_ro } else { amount_ro.trim_end_matches(" de") };
        answer(fact, &format!("{ro} {amount_ro}"), &format!("{en} {amount_en}"))
    }
}

impl Joint {
    fn other(self) -> Self {
        match self {
            Self::And => Self::Or,
            Self::Or => Self::And,
        }
    }
}

impl ConditionClause {
    fn single(words: DutyText) -> Self {
        Self { words, joint: None }
    }

    /// The clauses as one; those that join their parts in the other way stand in brackets.
    fn joined(mut clauses: Vec<Self>, joint: Joint) -> Self {
        if clauses.len() == 1 {
            return clauses.remove(0);
        }
        let words: Vec<_> = clauses
            .into_iter()
            .map(|clause| match clause.joint {
                Some(own) if own != joint => around(&clause.words, "({})", "({})"),
                _ => clause.words,
            })
            .collect();
        let (ro, en) = if joint == Joint::And { (" și ", " and ") } else { (" sau ", " or ") };
        Self { words: joined(&words, ro, en).unwrap_or_default(), joint: Some(joint) }
    }
}

fn flag(fact: &Fact, is: bool) -> DutyText {
    let because = fact.because.as_ref();
    let words = because.and_then(|because| if is { because.yes.clone() } else { because.no.clone() });
    let (ro, en) = if is { ("da", "yes") } else { ("nu", "no") };
    words.unwrap_or_else(|| answer(fact, ro, en))
}

fn answer(fact: &Fact, ro: &str, en: &str) -> DutyText {
    let DutyText { ro: asked_ro, en: asked_en } = &fact.question;
    DutyText { ro: format!("la „{asked_ro}” răspunzi {ro}"), en: format!("you answer “{asked_en}” with {en}") }
}

fn not_true(words: &DutyText) -> DutyText {
    around(words, "nu e adevărat că {}", "it is not true that {}")
}

/// The words in a sentence of each language, in place of `{}`.
fn around(words: &DutyText, ro: &str, en: &str) -> DutyText {
    DutyText { ro: ro.replacen("{}", &words.ro, 1), en: en.replacen("{}", &words.en, 1) }
}
