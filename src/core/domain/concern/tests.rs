//! The facts, the conditions of the duties, and the evaluator at its edges.

use jiff::civil::date;
use serde_json::{Value, json};

use super::*;
use crate::domain::content_fault::ContentFault;
use crate::domain::duty;
use crate::domain::duty_text::DutyText;

mod thresholds;
mod words;

fn expression(value: Value) -> Expression {
    serde_json::from_value(value).expect("a condition")
}

/// The built-in figures on the day of these tests, without a rate of the euro.
fn figures() -> &'static DayFigures {
    static FIGURES: std::sync::LazyLock<DayFigures> =
        std::sync::LazyLock::new(|| DayFigures::built_in(date(2026, 11, 26)));
    &FIGURES
}

fn answers(value: &Value) -> Answers {
    Answers::read(book(), value.as_object().expect("an object")).expect("answers")
}

fn judge(condition: &Value, facts: &Value) -> (Truth, bool, Vec<String>) {
    let criterion = Criterion::of(&expression(condition.clone()));
    let answers = answers(facts);
    let evaluation = Evaluation::new(book(), &answers, figures());
    let Judgement { truth, certain, missing } = evaluation.judge(&criterion);
    (truth, certain, missing.iter().map(|missing| missing.name(book()).to_string()).collect())
}

#[test]
fn the_facts_and_rules_can_be_read_and_have_no_circles() {
    let (book, problems) = FactBook::parse(include_str!("facts.json")).expect("facts");
    assert_eq!((book.facts.len(), problems), (24, vec![]));
    let facts: std::collections::HashSet<_> = book.facts.iter().map(|fact| &fact.id).collect();
    assert_eq!(facts.len(), book.facts.len(), "each id once");
    for fact in &book.facts {
        assert!(fact.options.len() <= 32, "{}: options are bits", fact.id);
        assert_eq!(fact.options.is_empty(), matches!(fact.kind, FactKind::Number | FactKind::Bool), "{}", fact.id);
        assert_eq!(fact.not_asked_because.is_some(), fact.asked_when.is_some(), "{}", fact.id);
        let head = fact.asked_with.as_ref();
        assert!(head.is_none_or(|head| book.id(head).is_some()), "{}", fact.id);
        let texts = [Some(&fact.question), Some(&fact.help), fact.not_asked_because.as_ref(), fact.unit.as_ref()];
        let of_options = fact
            .options
            .iter()
            .flat_map(|option| [Some(&option.label), Some(&option.because.yes), option.because.no.as_ref()]);
        assert!(texts.into_iter().chain(of_options).flatten().all(duty::DutyText::is_sound), "{}", fact.id);
        let only_for = fact.options.iter().filter_map(|option| option.only_for.as_ref());
        only_for.for_each(|only| assert_eq!(Criterion::problems(only, ""), Vec::new()));
    }
    // A rule uses facts that apply only where rules say so: evaluating all of them ends.
    let none = Answers::default();
    let evaluation = Evaluation::new(super::book(), &none, figures());
    for id in super::book().ids() {
        evaluation.gate(id);
        assert!(depth_of_fact(&book, id, 0) < 20, "{} depends on itself", book.fact(id).id);
    }
}

/// How deep the conditions below a fact go; stops at 20, which only a circle reaches.
fn depth_of_fact(book: &FactBook, fact: FactId, depth: usize) -> usize {
    book.gates[fact.0].as_ref().map_or(depth, |gate| depth_of(book, gate, depth + 1))
}

fn depth_of(book: &FactBook, criterion: &Criterion, depth: usize) -> usize {
    use super::criterion::CriterionTest as Test;
    if depth >= 20 {
        return depth;
    }
    match &criterion.test {
        Test::All(parts) | Test::Any(parts) => {
            parts.iter().map(|part| depth_of(book, part, depth)).max().unwrap_or(depth)
        }
        Test::Not(part) => depth_of(book, part, depth),
        Test::Rule(rule) => depth_of(book, &book.rule_criteria[rule.0], depth + 1),
        Test::Options(fact, _) | Test::Flag(fact, _) | Test::Number(fact, _) => depth_of_fact(book, *fact, depth),
        Test::Unknown(_) => depth,
    }
}

#[test]
fn every_duty_has_conditions_that_name_existing_facts_in_both_languages() {
    for duty in duty::defaults() {
        let concern = duty.concerns.as_ref().unwrap_or_else(|| panic!("{} has no condition", duty.id));
        assert_eq!(concern.problems(), Vec::new(), "{}", duty.id);
        assert!(concern.reason.yes.ro.starts_with("fiindcă ") && concern.reason.yes.en.starts_with("because "));
    }
}

#[test]
fn unanswered_differs_from_none_of_these_and_from_not_known() {
    let ai = json!({"fact": "digital", "is": "uses_ai"});
    let of = |digital: Value| judge(&ai, &json!({"subject": "srl", "digital": digital}));
    assert_eq!(of(Value::Null), (Truth::Maybe, true, vec!["digital".into()]));
    assert_eq!(of(json!([])), (Truth::No, true, vec![]));
    assert_eq!(of(json!(["uses_ai"])), (Truth::Yes, true, vec![]));
    assert_eq!(of(json!({"unsure": ["uses_ai"]})), (Truth::Maybe, true, vec!["unsure:digital.uses_ai".into()]));
    assert_eq!(of(json!({"yes": ["uses_cloud"], "unsure": ["offers_ai"]})), (Truth::No, true, vec![]));
    let both = json!({"fact": "digital", "in": ["uses_ai", "offers_ai"]});
    let unsure = judge(&both, &json!({"subject": "srl", "digital": {"unsure": ["offers_ai", "uses_ai"]}}));
    assert_eq!(unsure.2, ["unsure:digital.uses_ai", "unsure:digital.offers_ai"]);
    assert_eq!(of(json!({"unsure": true})), (Truth::Maybe, true, vec!["unsure:digital".into()]));
}

#[test]
fn an_open_answer_leaves_the_other_options_to_be_asked() {
    let of = |option: &str, situations: Value| {
        judge(&json!({"fact": "situations", "is": option}), &json!({"subject": "person", "situations": situations}))
    };
    let lets = json!({"yes": ["lets_property"], "unsure": ["author"], "open": true});
    assert_eq!(of("lets_property", lets.clone()), (Truth::Yes, true, vec![]));
    assert_eq!(of("employee", lets.clone()), (Truth::Maybe, true, vec!["situations".into()]));
    assert_eq!(of("author", lets), (Truth::Maybe, true, vec!["unsure:situations.author".into()]));
    assert_eq!(of("employee", json!({"yes": ["lets_property"], "open": false})), (Truth::No, true, vec![]));
}

#[test]
fn a_stored_answer_to_a_question_that_is_no_longer_asked_decides_nothing() {
    let monthly = json!({"fact": "vat", "is": "monthly"});
    let facts = |subject: &str| json!({"subject": subject, "farms": false, "vat": "monthly"});
    assert_eq!(judge(&monthly, &facts("srl")).0, Truth::Yes);
    assert_eq!(judge(&monthly, &facts("person")).0, Truth::No);
    // What decides whether it is asked is what is missing.
    assert_eq!(judge(&monthly, &json!({"vat": "monthly"})), (Truth::Maybe, true, vec!["subject".into()]));
}

#[test]
fn the_source_is_missing_beside_a_question_only_where_the_source_waits_for_it() {
    let words = json!({"ro": "nu reiese", "en": "not said"});
    let unknown = json!({"all": [{"fact": "owns", "is": "home"}, {"unknown": words}]});
    assert_eq!(judge(&unknown, &json!({"subject": "srl"})), (Truth::Maybe, true, vec!["owns".into()]));
    assert_eq!(judge(&unknown, &json!({"subject": "srl", "owns": ["home"]})).2, ["source"]);
    let commune = json!({"all": [{"fact": "owns", "is": "home"}, {"fact": "locality", "is": "commune"}]});
    assert_eq!(judge(&commune, &json!({"subject": "srl", "owns": ["home"]})).2, ["locality", "source"]);
    let facts = |place: &str| json!({"subject": "srl", "owns": ["home"], "locality": place});
    assert_eq!((judge(&commune, &facts("commune")).0, judge(&commune, &facts("town")).0), (Truth::Yes, Truth::No));
}

#[test]
fn an_answer_is_uncertain_on_its_side_and_only_when_its_condition_holds() {
    let words = json!({"ro": "de verificat", "en": "to verify"});
    let condition = json!({"fact": "vat", "is": "quarterly", "certain": false, "uncertain_side": "yes",
        "uncertain_when": {"fact": "trade", "is": "eu_goods_bought"}, "missing": words});
    let of = |vat: &str, trade: &[&str]| {
        let found = judge(&condition, &json!({"subject": "srl", "vat": vat, "trade": trade}));
        (found.0, found.1)
    };
    assert_eq!(of("quarterly", &["eu_goods_bought"]), (Truth::Yes, false));
    assert_eq!(of("quarterly", &[]), (Truth::Yes, true));
    assert_eq!(of("monthly", &["eu_goods_bought"]), (Truth::No, true));
}

#[test]
fn a_condition_that_cannot_be_read_is_a_maybe_and_is_described() {
    for (condition, problem) in [
        (json!({"fact": "vatt", "is": "no"}), "there is no fact \"vatt\"; did you mean vat?"),
        (json!({"fact": "vat", "is": "weekly"}), "there is no option \"weekly\""),
        (json!({"rule": "is_compny"}), "did you mean is_company?"),
        (json!({"fact": "vat", "at_least": 3}), "test vat with is or in"),
        (json!({"fact": "employees", "is": "no"}), "test employees with one of at_least"),
        (json!({"fact": "employees", "at_least": 1, "at_most": 3}), "test employees with one of"),
        (json!({"fact": "farms", "is": "yes"}), "true or false"),
        (json!({"all": []}), "at least one part"),
        (json!({}), "write exactly one of"),
        (json!({"rule": "farms", "fact": "vat"}), "write exactly one of"),
        (json!({"rule": "farms", "is": true}), "only a fact is tested"),
        (json!({"rule": "farms", "certain": false}), "uncertain_side and missing"),
    ] {
        let nested = expression(json!({"any": [{"not": condition}]}));
        let problems = Criterion::problems(&nested, "condition");
        let [found] = &problems[..] else { panic!("{condition}: {problems:?}") };
        assert_eq!((found.place.as_str(), found.code), ("condition.any[0].not", ContentFault::Condition));
        assert!(found.wrong.contains(problem), "{found}");
        if !problem.contains("uncertain_side") {
            assert_eq!(judge(&json!({"any": [{"not": condition}]}), &json!({"subject": "srl"})).2, ["source"]);
        }
    }
}

#[test]
fn a_reason_names_the_threshold_in_both_languages() {
    let duties = duty::defaults();
    let of = |id: &str, facts: Value| {
        let criteria = duties.iter().find(|duty| duty.id == id).and_then(duty::Duty::criteria).expect("a duty");
        let answers = answers(&facts);
        let evaluation = Evaluation::new(book(), &answers, figures());
        let reason = evaluation.reason(&criteria, &evaluation.judge(criteria.condition()));
        (reason.ro, reason.en)
    };
    let both = |ro: &str, en: &str| (ro.to_owned(), en.to_owned());
    let firm = |employees: u32| json!({"subject": "srl", "farms": false, "employees": employees});
    assert_eq!(
        of("disabled-staff-report-31-january", firm(50)),
        both("fiindcă ai cel puțin 50 de salariați", "because you have at least 50 employees")
    );
    assert_eq!(
        of("disabled-staff-report-31-january", firm(49)),
        both("ai sub 50 de salariați", "you have fewer than 50 employees")
    );
    assert_eq!(of("working-time-records", firm(2)), both("fiindcă ai salariați", "because you have employees"));
    assert_eq!(of("working-time-records", firm(0)), both("nu ai salariați", "you have no employees"));
    // The question was not asked: its answers are neither true nor false.
    assert_eq!(
        of("d300-monthly", json!({"subject": "person", "farms": false})),
        both("nu ai o firmă sau o activitate", "you run no firm or activity")
    );
    assert_eq!(
        of("half-year-accounting-report", json!({"subject": "srl", "turnover": 6_000_000})),
        both("fiindcă cifra de afaceri trece de 1.000.000 de euro", "because turnover is above 1,000,000 euro")
    );
    let maybe = of("working-time-records", json!({"subject": "srl"}));
    assert!(maybe.0.contains("Câți salariați ai?") && maybe.1.contains("How many employees"), "{maybe:?}");
}

#[test]
fn what_is_not_asked_of_a_reader_is_named() {
    let of = |facts: &Value| not_applicable(&Evaluation::new(book(), &answers(facts), figures()));
    assert_eq!(of(&json!({})), Vec::<String>::new());
    let person = of(&json!({"subject": "person", "farms": false}));
    assert!(person.contains(&"vat".to_owned()) && person.contains(&"owns.special_constructions".to_owned()));
    let company = of(&json!({"subject": "srl"}));
    assert!(company.contains(&"situations".to_owned()) && !company.contains(&"owns.special_constructions".to_owned()));
}

/// The condition in words.
fn words(condition: Value) -> DutyText {
    book().clause(&Criterion::of(&expression(condition)), figures())
}

#[test]
fn a_condition_is_a_clause_in_both_languages() {
    let check = |condition: Value, ro: &str, en: &str| {
        let found = words(condition);
        assert_eq!((found.ro.as_str(), found.en.as_str()), (ro, en));
    };
    check(json!({"rule": "is_company"}), "ai o societate", "you have a company");
    check(
        json!({"all": [{"fact": "vat", "in": ["monthly", "quarterly"]}, {"not": {"fact": "farms", "is": true}}]}),
        "(ai TVA lunar sau ai TVA trimestrial) și nu ai o fermă",
        "(your VAT period is the month or your VAT period is the quarter) and you do not farm",
    );
    // "Not" goes down to the statements.
    check(
        json!({"not": {"any": [{"rule": "vat_payer"}, {"fact": "subject", "is": "srl"}, {"fact": "employees", "at_least": 50}]}}),
        "nu ești plătitor de TVA și nu e adevărat că ai un SRL și la „Câți salariați ai?” răspunzi sub 50",
        "you are not registered for VAT and it is not true that you have an SRL and you answer “How many employees do \
         you have?” with less than 50",
    );
    check(
        json!({"fact": "turnover", "more_than": 100_000, "unit": "EUR"}),
        "la „Ce cifră de afaceri ai pe an?” răspunzi peste 100.000 de euro",
        "you answer “What is your yearly turnover?” with more than 100,000 euro",
    );
    check(
        json!({"unknown": {"ro": "textul tace", "en": "the text is silent"}, "certain": false, "uncertain_side": "yes",
            "missing": {"ro": "legea", "en": "the law"}}),
        "neclar: textul tace (de verificat: legea)",
        "not settled: the text is silent (to verify: the law)",
    );
}

#[test]
fn each_condition_of_a_duty_has_words_and_the_negation_has_other_ones() {
    for duty in duty::defaults() {
        let criteria = duty.criteria().expect("conditions");
        let reading = criteria.condition().reading(figures());
        assert!(reading.words.is_sound() && reading.reason.no.is_sound(), "{}: {reading:?}", duty.id);
        assert_ne!(reading.words, reading.reason.no, "{}", duty.id);
        assert_eq!(reading.reason.yes.en, format!("because {}", reading.words.en), "{}", duty.id);
    }
}

#[test]
fn a_part_of_a_duty_that_the_answers_decide_has_no_if() {
    let duties = duty::defaults();
    let of = |id: &str, profiles: &[Value]| {
        let criteria = duties.iter().find(|duty| duty.id == id).and_then(duty::Duty::criteria).expect("conditions");
        let profiles: Vec<_> = profiles.iter().map(answers).collect();
        let evaluations = Evaluations::new(book(), &profiles[0], profiles[1..].iter(), figures());
        evaluations.what(&criteria).map(|what| what.ro.clone())
    };
    let lets = |letting: Value, income: Value| {
        let mut facts = json!({"subject": "person", "situations": ["lets_property"], "passive_income": income});
        facts["letting"] = letting;
        facts
    };
    let rent = "d212-rent-landlord";
    let both = "Declari chiriile încasate anul trecut și plătești impozitul și CASS.";
    let to_person = json!(["home_to_person"]);
    assert_eq!(of(rent, &[lets(to_person.clone(), json!(38_400))]).as_deref(), Some(both));
    let below = of(rent, &[lets(to_person.clone(), json!(12_000))]).expect("words");
    assert!(below.contains("CASS nu plătești"), "{below}");
    let to_firm = of(rent, &[lets(json!(["home_to_firm"]), json!(38_400))]).expect("words");
    assert!(to_firm.ends_with("plătești CASS; impozitul l-a reținut firma."), "{to_firm}");
    assert_eq!(of(rent, &[lets(to_person.clone(), json!({"unsure": true}))]), None, "not decided");
    assert_eq!(of(rent, &[lets(json!(["home_to_firm"]), json!(12_000))]), None, "no duty");
    // Two profiles have one line.
    let [one, other] = [38_400, 12_000].map(|income| lets(to_person.clone(), json!(income)));
    assert_eq!(of(rent, &[one.clone(), json!({"subject": "srl"}), one.clone()]).as_deref(), Some(both));
    assert_eq!(of(rent, &[one, other]), None, "they differ");
    for (situation, income, expected) in [
        ("trades", 30_000, "și plătești 16%; plătești și CASS."),
        ("trades", 9_000, "rămân sub prag."),
        ("shareholder", 30_000, "celelalte venituri de acest fel și plătești CASS."),
    ] {
        let facts = json!({"subject": "person", "situations": [situation], "passive_income": income});
        let what = of("d212-investments", &[facts]).expect("words");
        assert!(what.ends_with(expected), "{situation}: {what}");
    }
}

#[test]
fn the_made_up_readers_answer_questions_that_apply_to_them() {
    let samples = reading::samples();
    assert_eq!(samples.len(), 13, "each can be read");
    let mut asked: std::collections::HashSet<FactId> = std::collections::HashSet::new();
    for sample in samples {
        assert!(sample.name.is_sound());
        let evaluation = Evaluation::new(book(), &sample.answers, figures());
        for fact in book().ids().filter(|fact| sample.answers.get(*fact).is_some()) {
            let name = (&sample.name.en, &book().fact(fact).id);
            assert_eq!(evaluation.gate(fact).truth, Truth::Yes, "{name:?}");
            asked.insert(fact);
        }
        let open: Vec<_> = book().ids().filter(|fact| evaluation.is_askable(*fact)).collect();
        let open: Vec<_> = open.into_iter().map(|fact| &book().fact(fact).id).collect();
        assert_eq!(open, Vec::<&String>::new(), "{} answers everything", sample.name.en);
    }
    assert!(asked.len() > 15, "{}", asked.len());
}

#[test]
fn each_role_has_a_condition_or_a_reason_why_no_fact_decides() {
    use super::role_test::RoleTest;
    use crate::domain::AudienceRole;
    for role in AudienceRole::ALL {
        match RoleTest::of(role).unwrap_or_else(|| panic!("{role:?} has no test")) {
            RoleTest::Condition(condition) => {
                assert_eq!(Criterion::problems(condition, ""), Vec::new(), "{role:?}");
                let reading = Criterion::of(condition).reading(figures());
                let is_someone = reading.readers.iter().any(|sample| sample.answer != Truth::No);
                let is_everyone = reading.readers.iter().all(|sample| sample.answer == Truth::Yes);
                assert!(is_someone && !is_everyone, "{role:?}: {reading:?}");
            }
            RoleTest::NoFact(reason) => assert!(reason.is_sound(), "{role:?}"),
        }
    }
}

#[test]
fn a_text_that_is_missing_in_one_language_is_named() {
    let concern = json!({
        "condition": {"any": [{"rule": "farms"}, {"unknown": {"ro": "x", "en": " "}}]},
        "reason": {"yes": {"ro": "", "en": "because"}, "no": {"ro": "x", "en": "y".repeat(1001)}},
        "event": {"ro": "x", "en": ""},
    });
    let concern: Concern = serde_json::from_value(concern).expect("conditions");
    let problems = concern.problems();
    assert_eq!(
        problems.iter().map(|problem| (problem.to_string(), problem.code)).collect::<Vec<_>>(),
        [
            ("concerns.condition.any[1].unknown.en: is empty", ContentFault::Required),
            ("concerns.reason.yes.ro: is empty", ContentFault::Required),
            (
                "concerns.reason.no.en: has 1001 characters; at most 1000 are allowed",
                ContentFault::TooLong { max: 1000 }
            ),
            ("concerns.event.en: is empty", ContentFault::Required),
        ]
        .map(|(problem, code)| (problem.to_owned(), code))
    );
}
