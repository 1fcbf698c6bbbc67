//! The words for a maybe: the question that decides, or what no source says.

use super::criterion::{Criterion, CriterionTest};
use super::evaluate::{Evaluation, Judgement, Missing, Truth};
use crate::domain::duty_text::DutyText;

/// Most texts about sources in one reason.
const MAX_TEXTS: usize = 2;

/// Why the answer to a condition is a maybe.
pub(super) fn of(evaluation: &Evaluation<'_>, criterion: &Criterion, judged: &Judgement) -> DutyText {
    let mut parts: Vec<DutyText> = judged.missing.iter().filter_map(|missing| of_rate(*missing)).collect();
    if judged.missing.contains(&Missing::Source) {
        let mut texts = Vec::new();
        of_sources(evaluation, criterion, &mut texts);
        texts.truncate(MAX_TEXTS);
        parts.extend(texts);
    }
    let mut unknown = Vec::new();
    unknown_answers(evaluation, criterion, &mut unknown);
    parts.extend(of_questions(evaluation, judged, unknown.is_empty()));
    for missing in &judged.missing {
        parts.extend(of_exact(evaluation, *missing));
    }
    parts.extend(of_unsure(evaluation, judged));
    joined(&parts, "; ", "; ").unwrap_or_default()
}

/// What neither a question nor a source settles in the undecided parts, also where a question settles something else.
fn unknown_answers(evaluation: &Evaluation<'_>, criterion: &Criterion, found: &mut Vec<Missing>) {
    let judged = evaluation.judge(criterion);
    if judged.truth != Truth::Maybe {
        return;
    }
    match &criterion.test {
        CriterionTest::Unknown(_) => {}
        CriterionTest::Not(part) => unknown_answers(evaluation, part, found),
        CriterionTest::Rule(rule) => unknown_answers(evaluation, &evaluation.book.rule_criteria[rule.0], found),
        CriterionTest::All(parts) | CriterionTest::Any(parts) => {
            parts.iter().for_each(|part| unknown_answers(evaluation, part, found));
        }
        CriterionTest::Options(..) | CriterionTest::Flag(..) | CriterionTest::Number(..) => {
            found.extend(judged.missing.iter().filter(|one| !matches!(one, Missing::Fact(_) | Missing::Source)));
        }
    }
}

/// The words for facts that can be asked; whether they decide alone.
fn of_questions(evaluation: &Evaluation<'_>, judged: &Judgement, decide: bool) -> Option<DutyText> {
    let facts = judged.missing.iter().filter_map(|missing| match missing {
        Missing::Fact(fact) => Some(&evaluation.book.fact(*fact).question),
        _ => None,
    });
    let first = facts.clone().next()?;
    let (ro, en) = match facts.count() {
        1 if decide => ("depinde de o întrebare", "one question decides"),
        _ => ("depinde de câteva răspunsuri, primul la întrebarea", "some answers decide, the first to"),
    };
    Some(DutyText { ro: format!("{ro}: {}", first.ro), en: format!("{en}: {}", first.en) })
}

/// The words for a rate that is not known yet. They come first: what sources leave open depends on it.
fn of_rate(missing: Missing) -> Option<DutyText> {
    (missing == Missing::EurRate).then(|| DutyText {
        ro: "suma e aproape de un prag în euro, iar cursul de la sfârșitul anului nu e cunoscut încă".to_owned(),
        en: "the amount is near a threshold in euro, and the rate of the end of the year is not known yet".to_owned(),
    })
}

/// The words for a figure that is needed exactly.
fn of_exact(evaluation: &Evaluation<'_>, missing: Missing) -> Option<DutyText> {
    let Missing::Exact(fact) = missing else { return None };
    let fact = evaluation.book.fact(fact);
    let (ro, en) = if fact.money { ("suma exactă", "amount") } else { ("numărul exact", "number") };
    let DutyText { ro: asked_ro, en: asked_en } = &fact.question;
    Some(DutyText { ro: format!("depinde de {ro}: {asked_ro}"), en: format!("the exact {en} decides: {asked_en}") })
}

/// The words for the answers that the reader does not know.
fn of_unsure(evaluation: &Evaluation<'_>, judged: &Judgement) -> Option<DutyText> {
    let labels: Vec<_> = judged.missing.iter().filter_map(|missing| label_of_unsure(evaluation, *missing)).collect();
    let (ro, en) = match labels.len() {
        1 => ("depinde de un răspuns pe care nu îl știi", "it depends on an answer that you do not know"),
        _ => ("depinde de răspunsuri pe care nu le știi", "it depends on answers that you do not know"),
    };
    let of = joined(&labels, " · ", " · ")?;
    Some(DutyText { ro: format!("{ro}: {}", of.ro), en: format!("{en}: {}", of.en) })
}

/// The option, or the question without one.
fn label_of_unsure(evaluation: &Evaluation<'_>, missing: Missing) -> Option<DutyText> {
    let Missing::Unsure(fact, option) = missing else { return None };
    let fact = evaluation.book.fact(fact);
    let label = option.and_then(|option| fact.options.get(option)).map_or(&fact.question, |of| &of.label);
    Some(label.clone())
}

/// What the sources of the undecided parts leave open.
fn of_sources(evaluation: &Evaluation<'_>, criterion: &Criterion, texts: &mut Vec<DutyText>) {
    let judged = evaluation.judge(criterion);
    if judged.truth != Truth::Maybe || !judged.missing.contains(&Missing::Source) {
        return;
    }
    let mut add = |text: &DutyText| {
        if !texts.contains(text) {
            texts.push(text.clone());
        }
    };
    match &criterion.test {
        CriterionTest::Unknown(words) => add(words),
        CriterionTest::Not(part) => of_sources(evaluation, part, texts),
        CriterionTest::Rule(rule) => of_sources(evaluation, &evaluation.book.rule_criteria[rule.0], texts),
        CriterionTest::Any(parts) => parts.iter().for_each(|part| of_sources(evaluation, part, texts)),
        CriterionTest::All(parts) => {
            let waiting: Vec<bool> = parts.iter().map(|part| waits_for_reader(evaluation, part)).collect();
            for (place, part) in parts.iter().enumerate() {
                // What a source leaves open beside an answer that the reader does not know may never matter.
                let matters = waiting.iter().enumerate().all(|(other, waits)| other == place || !waits);
                if matters {
                    of_sources(evaluation, part, texts);
                }
            }
        }
        CriterionTest::Number(fact, threshold)
            if evaluation.figures.amount(evaluation.book.fact(*fact), threshold).is_none() =>
        {
            add(&DutyText {
                ro: "pragul din lege nu e cunoscut pentru această zi".to_owned(),
                en: "the threshold of the law on this day is not known".to_owned(),
            });
        }
        CriterionTest::Options(fact, _) | CriterionTest::Flag(fact, _) | CriterionTest::Number(fact, _) => {
            evaluation.book.fact(*fact).until_answered.iter().for_each(add);
        }
    }
}

/// Whether the reader does not know an answer, or not exactly enough.
fn waits_for_reader(evaluation: &Evaluation<'_>, criterion: &Criterion) -> bool {
    let missing = evaluation.judge(criterion).missing;
    missing.iter().any(|one| matches!(one, Missing::Unsure(..) | Missing::Exact(_)))
}

/// The texts in one; `None` without any.
pub(super) fn joined(texts: &[DutyText], ro: &str, en: &str) -> Option<DutyText> {
    let of =
        |language: fn(&DutyText) -> &str, between: &str| texts.iter().map(language).collect::<Vec<_>>().join(between);
    (!texts.is_empty()).then(|| DutyText { ro: of(|text| &text.ro, ro), en: of(|text| &text.en, en) })
}
