//! The order of the questions.

use paragraf::domain::concern::{ConcernReport, FactKind, Truth, book};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngSeed, TestRunner};
use serde_json::{Map, Value};

use super::properties::answer;
use super::{ask, readers};

/// Most screens of questions.
const SCREENS: usize = 6;

/// Whether a share of the duties and of the articles is decided, in percent.
fn decides(report: &ConcernReport, percent: usize) -> bool {
    [&report.duties, &report.articles].into_iter().all(|answers| {
        let decided = answers.values().filter(|answer| answer.part.answer != Truth::Maybe).count();
        decided * 100 >= answers.len() * percent
    })
}

#[test]
fn six_screens_decide_four_fifths_of_the_duties_and_of_the_articles() {
    for reader in readers().readers.iter().filter(|reader| !reader.facts.is_empty()) {
        let (mut facts, mut skipped, mut screens) = (Map::new(), Vec::new(), Vec::new());
        let mut report = ask(&facts, &skipped, false);
        while let Some(question) = report.next_question.clone().filter(|_| !decides(&report, 80)) {
            assert_eq!(report.next_screen.first(), Some(&question));
            for fact in &report.next_screen {
                match reader.facts.get(fact) {
                    Some(answer) => drop(facts.insert(fact.clone(), answer.clone())),
                    None => skipped.push(fact.clone()),
                }
            }
            screens.push(question);
            assert!(screens.len() <= SCREENS, "{}: {screens:?}", reader.id);
            report = ask(&facts, &skipped, false);
        }
        assert!(decides(&report, 80), "{}: {screens:?}", reader.id);
    }
}

/// Readers who answer every question, at random. One of thirty may need a seventh screen.
#[test]
fn six_screens_are_enough_for_nearly_every_reader() {
    const READERS: u32 = 60;
    let mut runner = TestRunner::new(Config { rng_seed: RngSeed::Fixed(7), ..Config::default() });
    let mut more = Vec::new();
    for _ in 0..READERS {
        let (mut facts, mut screens) = (Map::new(), Vec::new());
        let mut report = ask(&facts, &[], false);
        while let Some(question) = report.next_question.clone().filter(|_| !decides(&report, 80)) {
            for id in &report.next_screen {
                let [choice, some, others] = <[u32; 3]>::arbitrary().new_tree(&mut runner).expect("numbers").current();
                let fact = book().fact(book().id(id).expect("a fact"));
                let answer = match fact.kind {
                    // A fourth of the options, all known.
                    FactKind::ManyOf => answer(fact, 3 + choice % 4, some & others),
                    FactKind::Number => answer(fact, choice, 5),
                    FactKind::OneOf | FactKind::Bool => answer(fact, choice, some),
                };
                facts.insert(id.clone(), answer);
            }
            screens.push(question);
            report = ask(&facts, &[], false);
        }
        if screens.len() > SCREENS {
            more.push(format!("{screens:?} of {facts:?}"));
        }
    }
    assert!(more.len() * 30 <= READERS as usize, "{} need more: {more:#?}", more.len());
}

#[test]
fn the_first_question_is_who_the_reader_is_and_the_last_answer_leaves_none() {
    let report = ask(&Map::new(), &[], false);
    assert_eq!(report.next_question.as_deref(), Some("subject"));
    assert_eq!(report.next_screen, ["subject", "farms"]);
    assert!(report.dates.is_empty());
    assert!(report.duties.values().all(|answer| answer.part.answer == Truth::Maybe));
    let mut facts = Map::new();
    let mut next = Some("subject".to_owned());
    while let Some(question) = next {
        let fact = book().fact(book().id(&question).expect("a fact"));
        let answer = match (question.as_str(), fact.options.first()) {
            ("subject", _) => Value::from("srl"),
            (_, Some(_)) if fact.kind == FactKind::ManyOf => Value::Array(vec![]),
            (_, Some(option)) => Value::from(option.id.as_str()),
            (_, None) if fact.kind == FactKind::Bool => Value::from(false),
            (_, None) => Value::from(1),
        };
        assert_eq!(facts.insert(question.clone(), answer), None, "{question} was asked twice");
        next = ask(&facts, &[], false).next_question;
    }
    assert!(facts.len() > 8, "{facts:?}");
}
