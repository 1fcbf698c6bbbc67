//! The words of reasons: amounts of the day, what was not asked, and who employs without a firm.

use super::*;

/// The conditions of a built-in duty.
fn criteria(id: &str) -> Criteria {
    let duties = duty::defaults();
    duties.iter().find(|duty| duty.id == id).and_then(duty::Duty::criteria).expect("conditions")
}

/// The answer to a duty on a day, and its reason.
fn on(day: jiff::civil::Date, id: &str, facts: &Value) -> (Truth, DutyText) {
    let (criteria, answers, figures) = (criteria(id), answers(facts), DayFigures::built_in(day));
    let evaluation = Evaluation::new(book(), &answers, &figures);
    let judged = evaluation.judge(criteria.condition());
    (judged.truth, evaluation.reason(&criteria, &judged))
}

fn today(id: &str, facts: &Value) -> (Truth, DutyText) {
    on(date(2026, 11, 26), id, facts)
}

#[test]
fn a_reason_has_the_amount_that_the_law_sets_on_the_day() {
    let cash = |turnover: u32| json!({"subject": "srl", "farms": false, "vat": "monthly", "vat_cash": true, "turnover": turnover});
    let notice = "vat-cash-accounting-notice";
    for (day, turnover, truth, words) in [
        (date(2026, 12, 31), 5_000_000, Truth::No, "you do not pass the ceiling of 5,000,000 lei"),
        (
            date(2026, 12, 31),
            5_200_000,
            Truth::Yes,
            "because you use cash accounting for VAT and turnover is above 5,000,000 lei",
        ),
        (date(2027, 1, 1), 5_200_000, Truth::No, "you do not pass the ceiling of 5,500,000 lei"),
    ] {
        let found = on(day, notice, &cash(turnover));
        assert_eq!((found.0, found.1.en.as_str()), (truth, words), "{day}, {turnover}");
    }
    // Of rents, the figures of the year before count until the day on which they are declared.
    let rent = json!({"subject": "person", "farms": false, "situations": ["lets_property"], "letting": ["home_to_firm"],
        "passive_income": 24_000});
    for (day, amount) in [(date(2027, 5, 25), "24.300 de lei"), (date(2027, 5, 26), "25.950 de lei")] {
        let (truth, reason) = on(day, "d212-rent-landlord", &rent);
        assert!(truth == Truth::No && reason.ro.ends_with(amount), "{day}: {reason:?}");
    }
}

#[test]
fn the_words_of_duties_name_figures_instead_of_their_amounts() {
    let none = Answers::default();
    let evaluation = Evaluation::new(book(), &none, figures());
    for duty in duty::defaults() {
        let criteria = duty.criteria().expect("conditions");
        let mut amounts = Vec::new();
        evaluation.each_amount(criteria.condition(), &mut |figure, amount| amounts.push((figure.to_owned(), amount)));
        let ConcernReason { yes, no, no_when } = &criteria.concern.reason;
        let better = no_when.iter().flat_map(|when| [&when.ro, &when.en]);
        for words in [&yes.ro, &yes.en, &no.ro, &no.en].into_iter().chain(better) {
            let mut left = words.clone();
            for (figure, (ro, en)) in &amounts {
                left = left.replace(&format!("{{{figure}}}"), "");
                let is_typed = [ro, en].into_iter().any(|amount| format!("{words} ").contains(&format!(" {amount} ")));
                assert!(!is_typed, "{}: write {{{figure}}} in {words:?}", duty.id);
            }
            assert!(!left.contains(['{', '}']), "{}: the condition compares with no such figure: {words:?}", duty.id);
        }
    }
}

#[test]
fn a_yes_names_what_was_answered_and_no_verb_twice() {
    let of = |id: &str, facts: Value| today(id, &facts).1;
    let farm = json!({"subject": "self_employed", "farms": true, "vat": "quarterly", "trade": []});
    let quarterly = of("d300-quarterly", farm);
    assert_eq!(quarterly.ro, "fiindcă ai TVA trimestrial", "the purchases of goods from the EU were not asked about");
    let owner = json!({"subject": "person", "owns": ["home", "farmland"]});
    let tax = of("local-tax-buildings-land", owner);
    assert_eq!(tax.ro, "fiindcă ai o locuință și teren agricol");
    assert_eq!(tax.en, "because you have a home and farmland");
    let host = json!({"subject": "person", "situations": ["lets_property"], "letting": ["rooms_short_term"], "short_term_rooms": 2});
    assert_eq!(of("short-rental-d212", host).ro, "fiindcă dai turiștilor cel mult 7 camere");
    let lets =
        json!({"subject": "person", "situations": ["lets_property"], "letting": ["home_to_person", "home_to_firm"]});
    assert_eq!(of("c168-rental-contract", lets).ro, "fiindcă dai în chirie unei persoane și unei firme");
    let in_town = json!({"subject": "person", "farms": false, "owns": ["home"], "locality": "town"});
    assert_eq!(of("agricultural-register-winter", in_town).ro, "clădirea ta e la oraș, iar teren și fermă nu ai");
}

#[test]
fn a_maybe_names_what_a_source_leaves_open_only_where_it_matters() {
    let lets = |letting: Value| {
        let own = json!({
            "subject": "person", "farms": false, "situations": ["lets_property"], "letting": letting,
            "passive_income": 30_000,
        });
        today("d212-rent-landlord", &own)
    };
    let leases = lets(json!(["farmland_leased_out"]));
    assert_eq!(leases.1.en, "the text says all rents; whether farm leases count is not said");
    let unknown = lets(json!({"unsure": true}));
    assert_eq!(unknown.0, Truth::Maybe);
    assert!(unknown.1.en.starts_with("it depends on an answer that you do not know: "), "{unknown:?}");
    // The rate comes first: whether leaving is a choice depends on it.
    let near = json!({"subject": "srl", "company_tax": "micro", "turnover": 505_000});
    let leaves = today("micro-leave-d700", &near).1.en;
    assert!(
        leaves.starts_with("the amount is near a threshold in euro") && leaves.contains("; above the ceiling"),
        "{leaves}"
    );
}

#[test]
fn employees_are_denied_only_to_those_who_were_asked() {
    let employer = ["reges-new-contract", "working-time-records", "d112-monthly", "d112-quarterly"];
    let of = |facts: Value| employer.map(|id| today(id, &facts));
    // A carer or a nanny is employed without a firm.
    let carer = json!({"subject": "person", "farms": false, "situations": ["pensioner", "household_employer"]});
    let [reges, records, monthly, quarterly] = of(carer.clone());
    assert_eq!((reges.0, records.0), (Truth::Yes, Truth::Yes));
    assert_eq!((monthly.0, quarterly.0), (Truth::Maybe, Truth::Maybe), "no source says how often");
    let (criteria, answers) = (criteria("reges-new-contract"), answers(&carer));
    let verify = Evaluation::new(book(), &answers, figures()).to_verify(criteria.condition()).expect("words");
    assert!(verify.en.contains("private persons who employ"), "{verify:?}");
    // The reader said so of no firm, and of no farm.
    assert_eq!(
        (reges.1.ro.as_str(), records.1.en.as_str()),
        ("fiindcă ai angajat pe cineva ca persoană fizică", "because you employ someone as a private person",)
    );
    for open in [monthly, quarterly] {
        assert!(!open.1.ro.contains("fermier") && !open.1.ro.contains("proprietari"), "{open:?}");
    }
    let nobody = json!({"subject": "person", "farms": false, "situations": ["pensioner"]});
    for (truth, reason) in of(nobody) {
        assert_eq!((truth, reason.ro.as_str()), (Truth::No, "nu ai salariați"));
    }
    for (truth, reason) in of(json!({"subject": "person", "farms": false})) {
        assert_eq!((truth, reason.ro.as_str()), (Truth::No, "nu ai o firmă sau o activitate"));
    }
    let firm = today("reges-new-contract", &json!({"subject": "srl", "employees": 0}));
    assert_eq!((firm.0, firm.1.en.as_str()), (Truth::No, "you have no employees"));
}

#[test]
fn what_no_source_says_of_a_kind_of_reader_is_a_maybe_instead_of_a_no() {
    let association =
        json!({"subject": "association", "farms": false, "vat": "no", "activity": ["tourist_rooms", "packaging"]});
    let self_employed =
        json!({"subject": "self_employed", "farms": false, "activity": ["waste", "packaging", "tourist_rooms"]});
    for (id, facts) in [
        ("hotel-tax-10", &association),
        ("short-rental-occupancy-sheet", &association),
        ("afm-declaration-25", &association),
        ("afm-declaration-25", &self_employed),
        ("waste-yearly-report", &self_employed),
        ("hotel-tax-10", &self_employed),
    ] {
        assert_eq!(today(id, facts).0, Truth::Maybe, "{id}");
    }
    let none = json!({"subject": "self_employed", "farms": false, "activity": []});
    assert_eq!(today("afm-declaration-25", &none).0, Truth::No);
}

#[test]
fn income_from_abroad_is_declared_by_the_reader() {
    let of = |situations: Value| {
        let facts = json!({"subject": "person", "farms": false, "situations": situations});
        ["d212-foreign-income", "d230-redirect"].map(|id| today(id, &facts))
    };
    let [abroad, redirect] = of(json!(["employee", "foreign_income"]));
    assert_eq!((abroad.0, abroad.1.en.as_str()), (Truth::Yes, "because you have income from abroad"));
    assert_eq!((redirect.0, redirect.1.en.as_str()), (Truth::No, "you choose the recipient in the single tax return"));
    let [abroad, redirect] = of(json!(["employee"]));
    assert_eq!((abroad.0, abroad.1.en.as_str()), (Truth::No, "you do not have income from abroad"));
    assert_eq!(redirect.0, Truth::Yes);
    let [_, redirect] = of(json!(["pensioner"]));
    assert_eq!(redirect.0, Truth::Yes, "tax on a pension is redirected too");
}

#[test]
fn no_reason_denies_what_another_answer_says() {
    let lets = |letting: Value| json!({"subject": "person", "farms": false, "situations": ["lets_property"], "letting": letting});
    let withheld = |letting: Value| today("rent-withholding-d100", &lets(letting)).1.en;
    assert_eq!(withheld(json!(["home_to_person"])), "you let to a private person, so no firm withholds the tax");
    let both = withheld(json!(["home_to_person", "home_to_firm"]));
    assert_eq!(both, "the tenant firm withholds the tax, not you");
    let owners = json!({"subject": "owners_association", "employees": 0});
    let reason = today("d205-d207-yearly", &owners).1.en;
    assert_eq!(reason, "this profile is an owners’ association", "what it pays was not asked");
    let unpaid = json!({"subject": "srl", "farms": false, "pays": ["unpaid_dividends"]});
    let (criteria, answers) = (criteria("d205-d207-yearly"), answers(&unpaid));
    let judged = Evaluation::new(book(), &answers, figures()).judge(criteria.condition());
    assert_eq!((judged.truth, judged.certain), (Truth::Yes, false), "tax is declared on dividends that are not paid");
    let without_vat = json!({"subject": "srl", "farms": false, "vat": "no"});
    assert_eq!(today("d406-quarterly", &without_vat).1.en, "because you have no monthly VAT period");
}

#[test]
fn a_micro_company_above_its_ceiling_does_not_leave_by_choice() {
    let micro = |turnover: u32| json!({"subject": "srl", "company_tax": "micro", "turnover": turnover});
    assert_eq!(today("micro-leave-d700", &micro(300_000)).0, Truth::Yes);
    assert_eq!(today("micro-leave-d700", &micro(600_000)).0, Truth::Maybe);
    for (turnover, certain) in [(300_000, true), (600_000, false)] {
        let (criteria, answers) = (criteria("d100-micro-quarterly"), answers(&micro(turnover)));
        let judged = Evaluation::new(book(), &answers, figures()).judge(criteria.condition());
        assert_eq!((judged.truth, judged.certain), (Truth::Yes, certain), "{turnover}");
    }
}

#[test]
fn a_micro_company_without_an_employee_is_to_ask_whether_it_stays_one() {
    let criteria = criteria("d100-micro-quarterly");
    let verify = |employees: Value| {
        let answers = answers(&json!({
            "subject": "srl", "company_tax": "micro", "turnover": 300_000, "employees": employees,
        }));
        let evaluation = Evaluation::new(book(), &answers, figures());
        assert_eq!(evaluation.judge(criteria.condition()).truth, Truth::Yes);
        evaluation.to_verify(criteria.condition()).map(|words| words.en)
    };
    assert!(verify(json!(0)).expect("words").starts_with("the micro tax asks for at least one employee"));
    for employees in [json!(1), json!({"unsure": true}), json!({"from": 0, "to": 2})] {
        assert_eq!(verify(employees.clone()), None, "{employees}");
    }
}

#[test]
fn without_vat_operations_in_the_eu_bring_the_recapitulative_return_to_be_verified() {
    let criteria = criteria("d390-vies");
    let of = |vat: &str, trade: Value| {
        let answers = answers(&json!({"subject": "self_employed", "farms": false, "vat": vat, "trade": trade}));
        let evaluation = Evaluation::new(book(), &answers, figures());
        let judged = evaluation.judge(criteria.condition());
        (judged.truth, judged.certain, evaluation.reason(&criteria, &judged).en)
    };
    let sells = "because you sell to firms in the EU".to_owned();
    assert_eq!(of("no", json!(["eu_sales"])), (Truth::Yes, false, sells.clone()));
    assert_eq!(of("quarterly", json!(["eu_sales"])), (Truth::Yes, true, sells));
    let none = of("no", json!(["sells_to_public"]));
    assert_eq!(none, (Truth::No, true, "you do not deal with other EU states".to_owned()));
}

#[test]
fn what_one_of_several_profiles_has_to_verify_is_said_beside_a_certain_yes() {
    let firm = answers(&json!({"subject": "srl", "farms": false, "vat": "monthly"}));
    let association = answers(&json!({"subject": "association", "vat": "monthly", "bookkeeping": "double"}));
    let monthly = criteria("d406-monthly");
    let verify = |others: &[&Answers]| {
        let evaluations = Evaluations::new(book(), &firm, others.iter().copied(), figures());
        let decision = evaluations.judge(monthly.condition());
        assert!(decision.is_yes() && decision.judged.certain && decision.profile == 0);
        evaluations.to_verify(monthly.condition(), &decision).map(|words| words.en)
    };
    assert_eq!(verify(&[]), None);
    assert!(verify(&[&association]).expect("words").contains("double-entry books"));
}
