//! Items of which one excludes the other, and answers that say more than was ticked.

use paragraf::domain::concern::{ConcernAnswer, Truth};
use serde_json::{Value, json};

use super::ask;

/// The answer to a duty or an article for these facts.
fn of(facts: &Value, item: &str) -> ConcernAnswer {
    let report = ask(facts.as_object().expect("facts"), &[], true);
    report.duties.get(item).or_else(|| report.articles.get(item)).expect("an item").clone()
}

fn is(facts: &Value, item: &str) -> (Truth, bool) {
    let answer = of(facts, item).part;
    (answer.answer, answer.certain)
}

fn with(mut facts: Value, name: &str, value: Value) -> Value {
    facts[name] = value;
    facts
}

fn reason(facts: &Value, item: &str) -> String {
    of(facts, item).reason.expect("a reason").ro
}

#[test]
fn who_has_bought_eu_goods_files_monthly_and_no_longer_quarterly() {
    let firm = json!({"subject": "srl", "farms": false, "vat": "quarterly", "trade": ["eu_goods_bought"]});
    let bought = with(firm.clone(), "eu_goods_already", json!(true));
    let not_yet = with(firm.clone(), "eu_goods_already", json!(false));
    for form in ["d300", "d394", "d406"] {
        let [monthly, quarterly] = ["monthly", "quarterly"].map(|period| format!("{form}-{period}"));
        assert_eq!(is(&firm, &quarterly), (Truth::Yes, false), "{form}");
        assert_eq!(is(&firm, &monthly).0, Truth::Maybe, "{form}");
        assert_eq!((is(&bought, &quarterly), is(&bought, &monthly).0), ((Truth::No, true), Truth::Yes), "{form}");
        assert_eq!(
            (is(&not_yet, &quarterly), is(&not_yet, &monthly)),
            ((Truth::Yes, true), (Truth::No, true)),
            "{form}"
        );
    }
    assert_eq!(is(&bought, "vat-period-change-after-ic"), (Truth::No, true));
    assert_eq!(reason(&bought, "d300-quarterly"), "ai cumpărat deja bunuri din UE, deci perioada de TVA devine luna");
    assert_eq!(reason(&firm, "d300-quarterly"), "fiindcă ai TVA trimestrial");
    let already = "fiindcă ai cumpărat deja bunuri din UE de când ai TVA trimestrial";
    assert_eq!(reason(&bought, "d300-monthly"), already, "none of several reasons that may not be the reader's");
    let person = json!({"subject": "person", "farms": false});
    assert_eq!(reason(&person, "d300-monthly"), "nu ai o firmă sau o activitate", "of VAT it was not asked");
}

#[test]
fn a_landlord_reads_whether_the_health_contribution_is_due_and_not_if() {
    let lets =
        json!({"subject": "person", "farms": false, "situations": ["lets_property"], "letting": ["home_to_person"]});
    let what = |facts: &Value| of(facts, "d212-rent-landlord").what.map(|what| what.ro);
    let due = with(lets.clone(), "passive_income", json!(38_400));
    assert_eq!(what(&due).as_deref(), Some("Declari chiriile încasate anul trecut și plătești impozitul și CASS."));
    let not_due = what(&with(lets.clone(), "passive_income", json!(9_000))).expect("words");
    assert!(not_due.contains("CASS nu plătești"), "{not_due}");
    assert_eq!(what(&lets), None);
    let without_words = ask(due.as_object().expect("facts"), &[], false);
    assert_eq!(without_words.duties["d212-rent-landlord"].what, None);
}

#[test]
fn a_firm_that_was_never_active_is_sent_to_the_statement_of_inactivity() {
    let firm = json!({"subject": "srl", "farms": false, "special": ["no_activity_ever"]});
    let accounts = of(&firm, "annual-accounts-companies");
    assert_eq!((accounts.part.answer, accounts.part.certain, accounts.unless), (Truth::Yes, false, None));
    assert!(accounts.verify.expect("words").ro.contains("declarația de inactivitate"));
    assert_eq!(is(&firm, "inactivity-statement-60-days"), (Truth::Yes, true));
    assert_eq!(is(&with(firm, "special", json!([])), "annual-accounts-companies"), (Truth::Yes, true));
}

#[test]
fn an_association_that_was_never_active_is_sent_there_too() {
    let association = json!({"subject": "association", "farms": false, "special": ["no_activity_ever"]});
    let accounts = of(&association, "annual-accounts-associations");
    assert_eq!((accounts.part.answer, accounts.part.certain), (Truth::Yes, false));
    assert!(accounts.verify.expect("words").ro.contains("declarația de inactivitate"));
    assert_eq!(is(&association, "inactivity-statement-60-days"), (Truth::Yes, true));
    let active = with(association, "special", json!([]));
    assert_eq!(is(&active, "annual-accounts-associations"), (Truth::Yes, true));
}

#[test]
fn a_host_without_another_rent_declares_the_health_contribution_of_the_rooms() {
    let host = json!({
        "subject": "person", "farms": false, "situations": ["lets_property"], "letting": ["rooms_short_term"],
        "short_term_rooms": 7, "passive_income": 30_000,
    });
    let what = |facts: &Value| of(facts, "d212-rent-landlord").what.expect("words").en;
    assert!(what(&host).contains("their income tax is that of short-term letting"), "{}", what(&host));
    let flat = with(host, "letting", json!(["home_to_person", "rooms_short_term"]));
    assert!(what(&flat).contains("pay the income tax"), "{}", what(&flat));
}

#[test]
fn a_rule_that_a_source_only_leans_to_stays_the_reason() {
    let association = json!({"subject": "association", "farms": false, "vat": "longer"});
    assert_eq!(is(&association, "e-factura-5-working-days"), (Truth::Yes, false));
    assert_eq!(reason(&association, "e-factura-5-working-days"), "fiindcă ești plătitor de TVA");
}

#[test]
fn tax_withheld_by_a_self_employed_person_is_no_claim_that_none_was_withheld() {
    let person = json!({"subject": "self_employed", "farms": false, "accounting": "norm", "pays": ["other_withheld"]});
    assert_eq!(is(&person, "d205-d207-yearly").0, Truth::Maybe);
    let person = with(person, "pays", json!(["rent_to_person"]));
    assert_eq!(reason(&person, "d205-d207-yearly"), "nu ții contabilitate în sistem real");
}

#[test]
fn dividends_and_gains_bring_the_single_return_where_the_recipient_is_chosen() {
    let person = json!({
        "subject": "person", "farms": false, "situations": ["employee", "shareholder"], "passive_income": 24_300,
    });
    assert_eq!(is(&person, "d212-investments"), (Truth::Yes, true));
    assert_eq!(is(&person, "d230-redirect"), (Truth::Yes, false));
    let below = with(person, "passive_income", json!(24_299.99));
    assert_eq!((is(&below, "d212-investments"), is(&below, "d230-redirect")), ((Truth::No, true), (Truth::Yes, true)));
}

#[test]
fn an_option_says_what_it_implies() {
    let disabled = ["own_or_represented"];
    for owned in ["expensive_home", "expensive_car"] {
        let person = json!({"subject": "person", "farms": false, "situations": [], "owns": [owned]});
        let reductions = "oug-9-2026-reduceri-impozite-locale";
        assert_eq!(is(&person, reductions).0, Truth::Maybe, "{owned}");
        assert_eq!(is(&with(person, "disability", json!(disabled)), reductions).0, Truth::Yes, "{owned}");
    }
    let paid = json!({"subject": "person", "farms": false, "situations": ["minimum_wage"]});
    assert_eq!(is(&paid, "d230-redirect"), (Truth::Yes, true));
    let car = json!({"subject": "person", "farms": false, "owns": ["vehicle", "expensive_car"]});
    assert!(!reason(&car, "local-tax-vehicles").contains("ai o mașină și"), "{}", reason(&car, "local-tax-vehicles"));
}

#[test]
fn who_lets_something_without_saying_what_is_not_denied_anything() {
    let person =
        json!({"subject": "person", "farms": false, "situations": ["lets_property"], "passive_income": 50_000});
    let article = "oug-128-2024-contracte-inchiriere-coproprietari";
    for letting in [json!([]), json!(["co_owned"])] {
        let person = with(person.clone(), "letting", letting);
        assert_eq!(is(&person, "d212-rent-landlord").0, Truth::Maybe);
    }
    assert_eq!(is(&with(person.clone(), "letting", json!(["co_owned"])), article).0, Truth::Maybe);
    let lease = with(person, "letting", json!(["farmland_leased_out", "co_owned"]));
    assert!(reason(&lease, article).contains("nu pentru arendă"), "{}", reason(&lease, article));
}

#[test]
fn a_host_above_seven_rooms_is_to_verify_what_is_left_as_rent() {
    let host = json!({
        "subject": "person", "farms": false, "situations": ["lets_property"], "letting": ["rooms_short_term"],
        "short_term_rooms": 9, "passive_income": 80_000,
    });
    assert_eq!(is(&host, "d212-self-employed"), (Truth::Yes, true));
    assert_eq!(is(&host, "short-rental-d212"), (Truth::No, true));
    assert_eq!(is(&host, "d212-rent-landlord"), (Truth::Yes, false));
    let rooms = with(host.clone(), "short_term_rooms", json!(7));
    assert_eq!(is(&rooms, "d212-rent-landlord"), (Truth::Yes, true));
    assert_eq!(is(&rooms, "d212-self-employed").0, Truth::No);
    let flat = with(host, "letting", json!(["home_to_person", "rooms_short_term"]));
    assert_eq!(is(&flat, "d212-rent-landlord"), (Truth::Yes, true));
}

#[test]
fn a_part_of_an_employee_is_an_employee() {
    let firm = json!({"subject": "srl", "farms": false, "employees": 0.5});
    assert_eq!(is(&firm, "reges-new-contract").0, Truth::Yes);
    assert_eq!(reason(&firm, "reges-new-contract"), "fiindcă ai salariați");
    assert_eq!(reason(&with(firm, "employees", json!(0)), "reges-new-contract"), "nu ai salariați");
}

#[test]
fn a_question_beside_an_unknown_answer_does_not_decide_alone() {
    let firm = json!({"subject": "srl", "farms": false, "vat": {"unsure": true}});
    assert!(!reason(&firm, "d300-monthly").contains("depinde de o întrebare"), "{}", reason(&firm, "d300-monthly"));
    let turnover = json!({"subject": "srl", "farms": false, "employees": {"from": 1, "to": 60}});
    let report = ask(turnover.as_object().expect("facts"), &[], true);
    let reasons: Vec<_> = report.duties.values().filter_map(|duty| Some(&duty.reason.as_ref()?.ro)).collect();
    assert!(reasons.iter().any(|text| text.contains("numărul exact: Câți salariați ai?")), "{reasons:#?}");
    assert!(reasons.iter().all(|text| !text.contains("suma exactă: Câți")), "{reasons:#?}");
}
