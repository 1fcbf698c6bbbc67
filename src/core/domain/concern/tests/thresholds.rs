//! What numbers are compared with: sums, figures of the law, and the bands between them.

use super::*;
use crate::domain::law_figure::LawFigures;

#[test]
fn thresholds_in_lei_are_exact_and_bands_decide_where_they_can() {
    let check = |test: &str, turnover: Value, expected: Truth| {
        let facts = json!({"subject": "srl", "turnover": turnover});
        let found = judge(&json!({"fact": "turnover", test: 400_000}), &facts);
        assert_eq!(found.0, expected, "{test} {facts}");
        let missing: Vec<String> = if expected == Truth::Maybe { vec!["turnover:exact".into()] } else { vec![] };
        assert_eq!(found.2, missing);
    };
    for (test, below, at, above) in [
        ("at_least", Truth::No, Truth::Yes, Truth::Yes),
        ("more_than", Truth::No, Truth::No, Truth::Yes),
        ("at_most", Truth::Yes, Truth::Yes, Truth::No),
    ] {
        check(test, json!(399_999.99), below);
        check(test, json!(400_000), at);
        check(test, json!(400_000.01), above);
        check(test, json!({"to": 399_999}), below);
        check(test, json!({"from": 400_001}), above);
        check(test, json!({"from": 1, "to": 500_000}), Truth::Maybe);
    }
}

#[test]
fn thresholds_in_euro_wait_for_the_rate_near_them() {
    let above = json!({"fact": "turnover", "more_than": 100_000, "unit": "EUR"});
    let of = |turnover: Value, rate: Value| {
        judge(&above, &json!({"subject": "srl", "turnover": turnover, "eur_rate": rate}))
    };
    assert_eq!(of(json!(490_000), Value::Null).0, Truth::No);
    assert_eq!(of(json!(530_001), Value::Null).0, Truth::Yes);
    assert_eq!(of(json!(510_000), Value::Null), (Truth::Maybe, true, vec!["eur_rate".into()]));
    assert_eq!(of(json!({"from": 1}), Value::Null), (Truth::Maybe, true, vec!["turnover:exact".into()]));
    // 100,000 x 5.10 is 509,999.99999999994 in binary floating point.
    for rate in [json!(5.1), json!("5.10"), json!({"rate": 5.1, "day": "2026-12-31"})] {
        assert_eq!(of(json!(510_000), rate.clone()).0, Truth::No);
        assert_eq!(of(json!(510_000.01), rate).0, Truth::Yes);
    }
}

#[test]
fn a_rate_of_the_operator_decides_near_a_threshold_and_the_reason_names_it() {
    let day = |text: &str| text.parse::<jiff::civil::Date>().expect("a day");
    let rate = EuroRate::parse("5.0900", day("2025-12-31"), "BNR").expect("a rate");
    let duties = duty::defaults();
    let report = duties.iter().find(|duty| duty.id == "half-year-accounting-report");
    let criteria = report.and_then(duty::Duty::criteria).expect("conditions");
    let of = |facts: Value, rate: Option<&EuroRate>| {
        let answers = answers(&facts);
        let figures = figures().clone().at(rate.cloned());
        let evaluation = Evaluation::new(book(), &answers, &figures);
        let judged = evaluation.judge(criteria.condition());
        let reason = evaluation.reason(&criteria, &judged);
        (judged.truth, reason.ro, reason.en)
    };
    let near = json!({"subject": "srl", "turnover": 5_095_000});
    assert_eq!(of(near.clone(), None).0, Truth::Maybe);
    let (truth, ro, en) = of(near, Some(&rate));
    assert_eq!(truth, Truth::Yes);
    assert_eq!(ro, "fiindcă cifra de afaceri trece de 1.000.000 de euro (la 5,09 lei/euro, BNR, 31 decembrie 2025)");
    assert_eq!(en, "because turnover is above 1,000,000 euro (at 5.09 lei a euro, BNR, 31 December 2025)");
    // Far from the threshold no rate decides, and a rate of the answers comes first.
    assert!(!of(json!({"subject": "srl", "turnover": 6_000_000}), Some(&rate)).1.contains("lei/euro"));
    let own = json!({"subject": "srl", "turnover": 5_095_000, "eur_rate": 5.2});
    let (truth, ro, _) = of(own, Some(&rate));
    assert!(truth == Truth::No && !ro.contains("lei/euro"), "{ro}");
    assert!(rate.serves(day("2026-11-26")) && rate.serves(day("2025-12-31")));
    assert!(!rate.serves(day("2027-01-01")) && !rate.serves(day("2025-12-30")));
    for (bad, source) in [("0", "BNR"), ("5,09", "BNR"), ("5.09", " ")] {
        assert_eq!(EuroRate::parse(bad, day("2025-12-31"), source), None, "{bad}");
    }
}

#[test]
fn a_threshold_is_the_figure_of_the_day() {
    let of = |condition: Value, facts: Value, day: jiff::civil::Date| {
        let criterion = Criterion::of(&expression(condition));
        let (answers, figures) = (answers(&facts), DayFigures::built_in(day));
        Evaluation::new(book(), &answers, &figures).judge(&criterion)
    };
    let cash = |ceiling: Value, day| {
        let condition = json!({"fact": "turnover", "more_than": ceiling});
        of(condition, json!({"subject": "srl", "turnover": 5_200_000}), day)
    };
    let ceiling = json!({"figure": "vat-cash-ceiling"});
    assert_eq!(cash(ceiling.clone(), date(2026, 12, 31)).truth, Truth::Yes);
    assert_eq!(cash(ceiling.clone(), date(2027, 1, 1)).truth, Truth::No);
    let of_2026 = json!({"figure": "vat-cash-ceiling", "on": "2026-12-31"});
    assert_eq!(cash(of_2026, date(2027, 1, 1)).truth, Truth::Yes, "the day that the condition names counts");
    // No value, no figure: nobody knows.
    for (unknown, day) in [(ceiling, date(2025, 1, 1)), (json!({"figure": "gone"}), date(2026, 11, 26))] {
        assert_eq!(
            cash(unknown, day),
            Judgement { truth: Truth::Maybe, certain: true, missing: vec![Missing::Source] }
        );
    }
    // Minimum wages count in lei, at the wage of 1 January of the year that the return is about.
    let rents = |income: u32, day| {
        let condition = json!({"fact": "passive_income", "at_least": {"figure": "cass-income-first"}});
        let facts = json!({"subject": "person", "situations": ["lets_property"], "passive_income": income});
        of(condition, facts, day).truth
    };
    for (income, day, expected) in [
        (24_299, date(2026, 11, 26), Truth::No),
        (24_300, date(2026, 11, 26), Truth::Yes),
        (24_300, date(2027, 5, 25), Truth::Yes),
        (24_300, date(2027, 5, 26), Truth::No),
        (25_950, date(2027, 5, 26), Truth::Yes),
    ] {
        assert_eq!(rents(income, day), expected, "{income} on {day}");
    }
}

#[test]
fn the_thresholds_of_duties_and_facts_are_figures_of_the_law() {
    let figures = LawFigures::default();
    let duties = duty::defaults();
    let of_duties = duties.iter().flat_map(duty::Duty::figures);
    let used: Vec<_> = of_duties.chain(book().figures()).collect();
    assert!(used.len() > 20 && used.contains(&"micro-ceiling"), "{used:?}");
    assert!(used.iter().all(|id| figures.get(id).is_some()), "{used:?}");
    // A number in a condition would be a second copy of a figure; 0 is "any".
    let texts = [include_str!("../facts.json"), include_str!("../../duty/defaults.json")];
    for (text, test) in texts.into_iter().flat_map(|text| ["at_least", "more_than", "at_most"].map(|test| (text, test)))
    {
        for (at, found) in text.match_indices(&format!("\"{test}\": ")) {
            let rest = &text[at + found.len()..];
            assert!(rest.starts_with(['{', '0']), "{test}: {}", rest.lines().next().unwrap_or_default());
        }
    }
}

#[test]
fn bands_of_a_number_end_where_an_answer_changes_something() {
    let questions = book().questions(paragraf_law::language::Language::En, figures());
    let bands = |id: &str| {
        let question = questions.iter().find(|question| question.id == id).expect("a question");
        serde_json::to_value(&question.bands).expect("JSON")
    };
    let employees = json!([{"from": 0, "to": 0}, {"from": 1, "to": 2}, {"from": 3, "to": 49}, {"from": 50, "to": 99}, {"from": 100}]);
    assert_eq!(bands("employees"), employees);
    assert_eq!(bands("passive_income")[1], json!({"from": 24300, "to": 48599.99}));
    assert_eq!(bands("turnover")[0], json!({"from": 0, "to": 400_000}));
    assert_eq!(bands("turnover")[1], json!({"from": 400_000.01, "to": 500_000}));
    assert_eq!(bands("vat"), json!([]));
}

#[test]
fn a_maybe_offers_the_sides_of_its_own_threshold_and_the_rest_stays_open() {
    let bands = |condition: &Value, facts: &Value| {
        let (criterion, answers) = (Criterion::of(&expression(condition.clone())), answers(facts));
        let evaluations = Evaluations::new(book(), &answers, std::iter::empty(), figures());
        let decision = evaluations.judge(&criterion);
        serde_json::to_value(evaluations.deciding_bands(&criterion, &decision)).expect("JSON")
    };
    let above = |figure: &str| json!({"fact": "turnover", "more_than": {"figure": figure}});
    let capital = json!({"all": [{"fact": "subject", "is": "srl"}, above("srl-capital-turnover")]});
    let in_euro = json!({"fact": "turnover", "more_than": 100_000, "unit": "EUR"});
    let srl = json!({"subject": "srl"});
    assert_eq!(bands(&capital, &srl), json!({"turnover": [{"from": 0, "to": 400_000}, {"from": 400_000.01}]}));
    assert_eq!(bands(&in_euro, &srl), json!({}), "the rate decides where it lies");
    assert_eq!(bands(&above("gone"), &srl), json!({}), "a figure without a value lies nowhere");
    assert_eq!(bands(&capital, &json!({})), json!({}), "who the reader is comes first");

    let side = json!({"subject": "srl", "turnover": {"from": 400_000.01, "open": true}});
    assert_eq!(judge(&capital, &side).0, Truth::Yes);
    assert_eq!(judge(&in_euro, &side), (Truth::Maybe, true, vec!["turnover".into()]));
    let given = answers(&side);
    let turnover = book().id("turnover").expect("a fact");
    assert!(Evaluation::new(book(), &given, figures()).is_askable(turnover));
    let refused = json!({"turnover": {"open": true}});
    assert!(Answers::read(book(), refused.as_object().expect("an object")).is_err());
}
