//! The numbers that a maybe waits for: between which thresholds an answer changes it.

use std::collections::BTreeMap;

use super::criterion::{Criterion, CriterionTest};
use super::evaluate::{Evaluation, Missing, Truth};
use super::fact::FactId;
use super::question_text::{Cuts, NumberBand, bands_between};

/// The bands of the numbers that a maybe waits for, by the ids of their facts; none of a number whose thresholds are all
/// those of its question.
pub(super) fn bands(evaluation: &Evaluation<'_>, criterion: &Criterion) -> BTreeMap<String, Vec<NumberBand>> {
    let mut found = BTreeMap::new();
    collect(evaluation, criterion, &mut found);
    let with_bands = found.into_iter().map(|(fact, cuts)| (evaluation.book.fact(fact), cuts));
    let narrower = with_bands.filter(|(fact, cuts)| cuts.len() < evaluation.figures.steps(fact).len());
    narrower.map(|(fact, cuts)| (fact.id.clone(), bands_between(fact, &cuts))).collect()
}

/// The thresholds of the undecided tests of numbers without an answer.
fn collect(evaluation: &Evaluation<'_>, criterion: &Criterion, found: &mut BTreeMap<FactId, Cuts>) {
    let judged = evaluation.judge(criterion);
    if judged.truth != Truth::Maybe {
        return;
    }
    match &criterion.test {
        CriterionTest::Not(part) => collect(evaluation, part, found),
        CriterionTest::Rule(rule) => collect(evaluation, &evaluation.book.rule_criteria[rule.0], found),
        CriterionTest::All(parts) | CriterionTest::Any(parts) => {
            parts.iter().for_each(|part| collect(evaluation, part, found));
        }
        CriterionTest::Number(fact, threshold)
            if judged.missing.contains(&Missing::Fact(*fact)) && evaluation.answers.get(*fact).is_none() =>
        {
            let cuts = found.entry(*fact).or_default();
            let of = evaluation.book.fact(*fact);
            match evaluation.figures.amount(of, threshold) {
                Some(amount) if !amount.in_euro => {
                    cuts.insert(amount.number, threshold.kind.is_exceeded());
                }
                // Only the rate decides where it lies, or no value is known: the question's steps are around it.
                _ => cuts.extend(evaluation.figures.steps(of).into_iter().map(|step| (step, of.exceeds_steps))),
            }
        }
        CriterionTest::Number(..)
        | CriterionTest::Options(..)
        | CriterionTest::Flag(..)
        | CriterionTest::Unknown(_) => {}
    }
}
