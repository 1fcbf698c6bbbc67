//! What holds for every reader, shown with random ones.

use std::collections::HashMap;
use std::sync::LazyLock;

use jiff::civil::date;
use paragraf::domain::concern::{
    Answers, ConcernAnswer, ConcernReport, DayFigures, Evaluation, Fact, FactKind, Truth, book,
};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed};
use serde_json::{Map, Value, json};

use super::ask;

/// The built-in figures on a day of the readers' reports.
fn figures() -> &'static DayFigures {
    static FIGURES: LazyLock<DayFigures> = LazyLock::new(|| DayFigures::built_in(date(2026, 11, 26)));
    &FIGURES
}

/// An answer to the fact, chosen by these numbers.
pub fn answer(fact: &Fact, choice: u32, bits: u32) -> Value {
    match fact.kind {
        FactKind::OneOf => fact.options[choice as usize % fact.options.len()].id.clone().into(),
        FactKind::Bool => (choice.is_multiple_of(2)).into(),
        FactKind::ManyOf => {
            let ticked = |shift: u32| {
                let options =
                    fact.options.iter().zip(0..).filter(move |(_, index)| (bits >> shift) & (bits >> index) & 1 == 1);
                options.map(|(option, _)| option.id.clone()).collect::<Vec<_>>()
            };
            match choice % 8 {
                0 => json!([]),
                1 => json!({"yes": ticked(0), "unsure": ticked(1)}),
                2 => json!({"unsure": true}),
                _ => json!(ticked(0)),
            }
        }
        FactKind::Number => {
            let steps = figures().steps(fact).into_iter().filter_map(|step| u32::try_from(step.whole()).ok());
            let steps = steps.flat_map(|step| [step.saturating_sub(1), step, step + 1]);
            let numbers: Vec<u32> = [0, 1, 2].into_iter().chain(steps).collect();
            let number = numbers[choice as usize % numbers.len()];
            match bits % 6 {
                0 => json!({"from": number, "to": number + 100_000}),
                1 => json!({ "from": number }),
                _ => number.into(),
            }
        }
    }
}

fn items(report: &ConcernReport) -> impl Iterator<Item = (&String, &ConcernAnswer)> {
    report.duties.iter().chain(&report.articles)
}

/// The statements of reasons by their words: the fact, the option, and whether it is ticked.
fn statements() -> HashMap<&'static str, Vec<(&'static Fact, &'static str, bool)>> {
    let mut found: HashMap<_, Vec<_>> = HashMap::new();
    for fact in book().facts.iter().filter(|fact| fact.id != "subject") {
        for option in &fact.options {
            let both = [(Some(&option.because.yes), true), (option.because.no.as_ref(), false)];
            for (words, ticked) in both.into_iter().filter_map(|(words, ticked)| Some((words?, ticked))) {
                found.entry(words.ro.as_str()).or_default().push((fact, option.id.as_str(), ticked));
                found.entry(words.en.as_str()).or_default().push((fact, option.id.as_str(), ticked));
            }
        }
    }
    found
}

/// The statements of a reason that are about options.
fn check_statements(report: &ConcernReport, facts: &Map<String, Value>) -> Result<usize, TestCaseError> {
    let known = statements();
    let mut checked = 0;
    for (name, answer) in items(report).filter(|(_, answer)| answer.part.answer != Truth::Maybe) {
        let reason = answer.reason.as_ref().expect("a reason");
        for (text, start, and) in [(&reason.ro, "fiindcă ", " și "), (&reason.en, "because ", " and ")] {
            let text = text.strip_prefix(start).unwrap_or(text);
            let parts = std::iter::once(text).chain(text.split(and));
            // The same words may be true of a fact that was not asked.
            for (part, about) in parts.filter_map(|part| Some((part, known.get(part)?))) {
                let holds = about.iter().any(|(fact, option, ticked)| match facts.get(&fact.id) {
                    Some(Value::String(chosen)) => (chosen == option) == *ticked,
                    Some(Value::Array(chosen)) => chosen.iter().any(|it| it == option) == *ticked,
                    Some(Value::Object(marks)) => {
                        let yes = marks.get("yes").and_then(Value::as_array);
                        yes.is_some_and(|yes| yes.iter().any(|it| it == option)) == *ticked
                    }
                    // Nobody ticks an option of a question that was not asked.
                    _ if fact.kind == FactKind::ManyOf => !ticked,
                    _ => fact.not_asked_because.as_ref().is_some_and(|words| words.ro == part || words.en == part),
                });
                prop_assert!(holds, "{name}: {part:?} is not true for {facts:?}");
                checked += 1;
            }
        }
    }
    Ok(checked)
}

fn cases() -> Config {
    Config { cases: 24, rng_seed: RngSeed::Fixed(11), ..Config::default() }
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn more_answers_turn_no_yes_into_a_no_and_each_maybe_names_what_can_be_asked(
        choices in proptest::collection::vec((any::<u32>(), any::<u32>(), any::<u32>()), 30),
    ) {
        let (mut facts, mut before) = (Map::new(), ask(&Map::new(), &[], false));
        for (number, (which, choice, bits)) in choices.into_iter().enumerate() {
            // Facts that some item waits for, so that they apply.
            let mut open: Vec<&String> = items(&before).flat_map(|(_, answer)| &answer.part.missing).collect();
            open.retain(|name| book().id(name).is_some());
            open.sort();
            open.dedup();
            for name in &open {
                prop_assert!(!facts.contains_key(*name), "{name} is answered, and missing");
            }
            prop_assert_eq!(before.next_question.is_none(), open.is_empty());
            if let Some(question) = &before.next_question {
                prop_assert!(open.contains(&question), "{question} settles nothing");
            }
            if open.is_empty() {
                break;
            }
            let name = if number == 0 { "subject" } else { open[which as usize % open.len()].as_str() }.to_owned();
            let fact = book().fact(book().id(&name).expect("a fact"));
            facts.insert(name.clone(), answer(fact, choice, bits));
            let after = ask(&facts, &[], false);
            for ((item, was), (_, is)) in items(&before).zip(items(&after)) {
                // A yes that was only assumed may turn out to be a no.
                let kept = was.part.answer == Truth::Maybe || !was.part.certain || was.part.answer == is.part.answer;
                prop_assert!(kept, "{item} changed with {name}: {facts:?}");
                let named = is.part.answer == Truth::Maybe;
                prop_assert_eq!(!is.part.missing.is_empty(), named, "{}: {:?}", item, is.part);
            }
            before = after;
        }
    }

    #[test]
    fn every_statement_of_a_reason_is_true_for_the_answers(
        subject in 0_usize..6,
        choices in proptest::collection::vec((any::<u32>(), any::<u32>()), 24),
    ) {
        let mut facts = Map::new();
        for (fact, (choice, bits)) in book().facts.iter().zip(choices) {
            facts.insert(fact.id.clone(), answer(fact, choice, bits));
        }
        let who = &book().facts[0];
        facts.insert(who.id.clone(), who.options[subject].id.clone().into());
        // Answers to questions that do not apply stay: they must neither decide nor be named.
        let report = ask(&facts, &[], true);
        let without = applicable(&facts);
        prop_assert!(check_statements(&report, &without)? > 20 || who.options[subject].id != "srl");
    }
}

/// The answers to questions that apply.
fn applicable(facts: &Map<String, Value>) -> Map<String, Value> {
    let mut left = facts.clone();
    for id in book().ids() {
        let name = &book().fact(id).id;
        let mut others = facts.clone();
        others.remove(name);
        let others = Answers::read(book(), &others).expect("answers");
        if !Evaluation::new(book(), &others, figures()).is_askable(id) {
            left.remove(name);
        }
    }
    left
}
