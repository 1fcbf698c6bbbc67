//! The next question: the one that decides most.

use super::book::FactBook;
use super::evaluate::{Evaluation, Judgement, Missing, Truth};
use super::fact::FactId;

/// Divisible by each number of missing facts, so that shares of a point are whole numbers: the least common multiple of
/// 1 to 24.
const POINT: u64 = 5_354_228_880;

/// The askable fact that decides most, under the id of the first fact of its screen.
///
/// Each undecided item gives one point, shared among its missing facts that can be asked; the facts of a screen count
/// together. `skipped` are questions that the reader does not want to answer.
pub fn next_question<'j>(
    evaluation: &Evaluation<'_>,
    skipped: &[FactId],
    judgements: impl Iterator<Item = &'j Judgement>,
) -> Option<FactId> {
    let book = evaluation.book;
    let mut scores = vec![0_u64; book.facts.len()];
    let can_ask: Vec<_> = book.ids().map(|fact| !skipped.contains(&fact) && evaluation.is_askable(fact)).collect();
    for judgement in judgements {
        let facts = judgement.missing.iter().filter_map(|missing| match missing {
            Missing::Fact(fact) if can_ask[fact.0] => Some(fact.0),
            _ => None,
        });
        let share = POINT.checked_div(facts.clone().count() as u64).unwrap_or_default();
        facts.for_each(|fact| scores[fact] += share);
    }
    let mut screens = vec![0_u64; book.facts.len()];
    for fact in book.ids().filter(|fact| scores[fact.0] > 0) {
        let head = head_of(book, fact);
        let shown = if can_ask[head.0] { head } else { fact };
        screens[shown.0] += scores[fact.0];
    }
    // Of equal scores the first question.
    let best = book.ids().max_by_key(|fact| (screens[fact.0], std::cmp::Reverse(*fact)))?;
    (screens[best.0] > 0).then_some(best)
}

/// The facts that the screen of this question asks for: its own, and those asked with it that apply, or that may.
pub fn screen_of(evaluation: &Evaluation<'_>, question: FactId) -> Vec<FactId> {
    let book = evaluation.book;
    let with = book.ids().filter(|fact| *fact != question && head_of(book, *fact) == question);
    let open = with.filter(|fact| evaluation.answers.is_open(*fact));
    std::iter::once(question).chain(open.filter(|fact| evaluation.gate(*fact).truth != Truth::No)).collect()
}

/// What is not asked of the reader: the ids of facts that do not apply, and options, such as `owns.vehicle`, that are
/// not offered.
pub fn not_applicable(evaluation: &Evaluation<'_>) -> Vec<String> {
    let book = evaluation.book;
    let mut found = Vec::new();
    for id in book.ids() {
        let fact = book.fact(id);
        if evaluation.gate(id).truth == Truth::No {
            found.push(fact.id.clone());
        }
        for (option, gate) in fact.options.iter().zip(&book.option_gates[id.0]) {
            if gate.as_ref().is_some_and(|gate| evaluation.judge(gate).truth == Truth::No) {
                found.push(format!("{}.{}", fact.id, option.id));
            }
        }
    }
    found
}

fn head_of(book: &FactBook, fact: FactId) -> FactId {
    let head = book.fact(fact).asked_with.as_deref().and_then(|head| book.id(head));
    head.unwrap_or(fact)
}
