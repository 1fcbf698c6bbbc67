//! Days of a draft: whose they are, what they mean, and how they were counted.

use proptest::prelude::*;
use proptest::sample::select;
use serde_json::json;

use super::tests::{day, drafted, law};
use super::*;
use crate::domain::EntryKind;
use crate::domain::rule_reason::Rule;

/// The draft of a law of 26 November 2026 with one article for each clause.
fn of_clauses(clauses: &[&str]) -> ActDraft {
    let article = |(at, clause): (usize, &&str)| format!("Articolul {}\n{clause}", at + 1);
    let text = clauses.iter().enumerate().map(article).collect::<Vec<_>>().join("\n");
    drafted(&law("900", "LEGE nr. 900 din 25 noiembrie 2026 privind contractele de arendă", "2026-11-26", &text))
}

/// The only entry for readers that a clause gives, without its sentence.
fn entry(clause: &str) -> Option<DatedEntry> {
    let deadlines = of_clauses(&[clause]).article.deadlines;
    assert!(deadlines.len() < 2, "{clause}: {deadlines:?}");
    deadlines.into_iter().next().map(|entry| DatedEntry { what: String::new(), ..entry })
}

fn rule(kind: EntryKind, rule: &str) -> DatedEntry {
    DatedEntry { kind, rule: Some(rule.into()), ..DatedEntry::default() }
}

#[test]
fn a_term_from_something_else_than_the_act_is_a_rule_in_words() {
    let due = |words: &str| Some(rule(EntryKind::Due, words));
    for anchor in [
        "publicarea anunțului de vânzare",
        "data publicării deciziei A.S.F",
        "intrarea în vigoare a convenției",
        "data intrării în vigoare a Legii nr. 31/1990",
        "data intrării în vigoare a prezentei ordonanțe de urgență",
        "data publicării",
    ] {
        let words = format!("în termen de 20 de zile de la {anchor}");
        assert_eq!(entry(&format!("Proprietarii depun ofertele {words}.")), due(&words), "{anchor}");
    }
    for (event, length, within) in [
        ("încheiere", "30 de zile", json!({"days": 30})),
        ("data dobândirii bunului", "2 luni", json!({"months": 2})),
        ("primirea notificării", "5 zile lucrătoare", json!({"working_days": 5})),
        ("producerea accidentului", "48 de ore", json!({"hours": 48})),
    ] {
        let found = entry(&format!("Arendașul înregistrează contractul în termen de {length} de la {event}."));
        let found = found.unwrap_or_else(|| panic!("{event}"));
        assert_eq!((found.date, json!(found.within)), (None, within), "{event}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn no_due_day_is_counted_from_another_act(
        act in select(OTHER_ACTS.to_vec()),
        event in select(vec!["intrării în vigoare", "publicării", "aprobării", "adoptării", "emiterii"]),
        number in 1_u16..400,
        length in 2_u32..120,
        unit in select(vec!["zile", "zile lucrătoare", "luni"]),
        who in select(vec!["Arendașii depun", "Societățile transmit", "Ministerul aprobă", "Operatorii au obligația să notifice"]),
        is_new_text in any::<bool>(),
    ) {
        let act = act.replace("{}", &number.to_string());
        let clause = format!("{who} situația în termen de {length} {unit} de la data {event} {act}.");
        let clause = if is_new_text {
            format!("La articolul 2 din Legea nr. 5/2000, alineatul (1) se modifică și va avea următorul cuprins: (1) {clause}")
        } else {
            clause
        };
        let text = format!("Articolul 1\n{clause}");
        let source = law("900", "LEGE nr. 900 din 25 noiembrie 2026 privind arenda", "2026-11-26", &text);
        let (Days { entries, authorities, .. }, _) = days(&source);
        let of_act = entries.iter().chain(&authorities);
        let counted: Vec<_> = of_act.filter(|entry| entry.kind == EntryKind::Due && entry.date.is_some()).collect();
        prop_assert!(counted.is_empty(), "{clause}: {counted:?}");
    }
}

/// Acts that are not the act itself; `{}` is a number.
const OTHER_ACTS: [&str; 12] = [
    "Legii nr. {}/2019",
    "Legii nr. {}/2026 privind arenda",
    "Ordonanței de urgență a Guvernului nr. {}/2020",
    "Ordonanței Guvernului nr. {}/2021, aprobată prin Legea nr. 7/2022",
    "Hotărârii Guvernului nr. {}/2018",
    "hotărârii prevăzute la art. {}",
    "ordinului comun prevăzut la alin. ({})",
    "deciziei nr. {} a președintelui A.S.F.",
    "prezentei ordonanțe de urgență",
    "prezentei hotărâri",
    "Regulamentului (UE) 2024/{}",
    "convenției prevăzute la art. {}",
];

#[test]
fn a_day_that_comes_back_is_a_recurrence() {
    for (clause, recurs) in [
        ("Arendașul depune contractul la primărie în fiecare an, până la 30 mai.", json!({"yearly": ["05-30"]})),
        ("Angajatorii transmit anual, până la data de 31 ianuarie, o declarație.", json!({"yearly": ["01-31"]})),
        ("Contribuabilii depun declarația până la 15 aprilie a anului următor.", json!({"yearly": ["04-15"]})),
        (
            "Furnizorii depun raportul trimestrial, până la data de 25 inclusiv a lunii următoare trimestrului.",
            json!({"yearly": ["01-25", "04-25", "07-25", "10-25"]}),
        ),
        ("Plătitorii declară lunar, până la data de 10 a lunii următoare, sumele reținute.", json!({"monthly": 10})),
        (
            "Societatea comunică situația până la ultima zi a lunii februarie a fiecărui an.",
            json!({"yearly": ["02-29"]}),
        ),
    ] {
        let found = entry(clause).unwrap_or_else(|| panic!("{clause}"));
        assert_eq!((found.kind, json!(found.recurs), found.rule), (EntryKind::Due, recurs, None), "{clause}");
    }
    let twice = entry("Impozitul se plătește anual, până la datele de 31 martie și 30 septembrie inclusiv.");
    assert_eq!(twice.map(|entry| json!(entry.recurs)), Some(json!({"yearly": ["03-31", "09-30"]})));
    let once = entry("Contribuabilii depun declarația până la data de 15 iulie.").expect("an entry");
    assert_eq!(once, rule(EntryKind::Due, "până la data de 15 iulie"), "the text does not say how often");
}

#[test]
fn a_relief_a_validity_and_a_phase_are_no_duties() {
    for (clause, kind) in [
        ("Arendașii sunt scutiți de plata impozitului până la data de 31 decembrie 2028.", EntryKind::Ends),
        ("Autorizațiile rămân valabile până la 1 martie 2027.", EntryKind::Ends),
        ("Termenul prevăzut la art. 3 se prorogă până la data de 30 iunie 2027.", EntryKind::Ends),
        ("Registrele electronice devin operabile până la 1 iulie 2027.", EntryKind::Starts),
        ("Angajatorii depun declarația până la 25 ianuarie 2027.", EntryKind::Due),
    ] {
        assert_eq!(entry(clause).map(|entry| entry.kind), Some(kind), "{clause}");
    }
}

#[test]
fn duties_of_authorities_are_kept_apart_from_those_of_readers() {
    let ActDraft { article, reasons } = of_clauses(&[
        "Ministerul Agriculturii actualizează normele în termen de 60 de zile de la data intrării în vigoare a prezentei legi.",
        "Arendașii depun contractele în termen de 60 de zile de la data intrării în vigoare a prezentei legi.",
        "Operatorii notifică agenția în termen de 60 de zile de la data intrării în vigoare a prezentei legi.",
    ]);
    let sum = "intrare în vigoare 29.11.2026 + 60 de zile";
    let entries: Vec<_> = article.deadlines.iter().map(|entry| (entry.date, entry.rule.as_deref())).collect();
    assert_eq!(entries, [(Some(day("2027-01-28")), Some(sum)); 2], "two entries of one day are two entries");
    let reasons: Vec<_> = reasons.iter().filter(|reason| reason.rule == Rule::CountedDay).collect();
    let fields: Vec<_> = reasons.iter().map(|reason| reason.field.as_str()).collect();
    assert_eq!(fields, ["authority_deadlines", "deadlines", "deadlines"]);
    assert!(reasons.iter().all(|reason| reason.detail.as_deref() == Some(sum)), "{reasons:?}");
    let summary = article.technical_summary;
    let (readers, authorities) = summary.split_once("**Termene pentru autorități**").expect("both lists");
    assert!(readers.contains("Arendașii depun") && authorities.contains("Ministerul Agriculturii"), "{summary}");
    assert!(!summary.contains("28 ianuarie 2027"), "a counted day is no word of the act: {summary}");
}

#[test]
fn terms_in_new_texts_and_treaties_are_not_counted() {
    let text = "Articolul I\nLegea nr. 5/2000 se modifică după cum urmează:\n1. La articolul 2, alineatul (1) se modifică și va avea următorul cuprins:\n(1) Arendașii depun cererea în termen de 30 de zile de la data intrării în vigoare a prezentei legi.\nArticolul II\nArendașii depun contractul în termen de 90 de zile de la data intrării în vigoare a prezentei legi.";
    let title = "LEGE nr. 900 din 25 noiembrie 2026 pentru modificarea Legii nr. 5/2000";
    let dates = |title: &str, text: &str| {
        let article = drafted(&law("900", title, "2026-11-26", text)).article;
        (article.in_force_date, article.deadlines.iter().map(|entry| entry.date).collect::<Vec<_>>())
    };
    assert_eq!(dates(title, text), (Some(day("2026-11-29")), vec![None, Some(day("2027-02-27"))]));
    let treaty = "Articol unic. - Se ratifică Acordul dintre România și altă țară.\nACORD\nPărțile transmit datele până la 1 mai 2028. Prezentul acord va intra în vigoare la 1 mai 2027.";
    let title = "LEGE nr. 900 din 25 noiembrie 2026 pentru ratificarea Acordului dintre România și altă țară";
    assert_eq!(dates(title, treaty), (Some(day("2026-11-29")), vec![]));
}

#[test]
fn the_reasons_of_an_act_bind_nobody() {
    let text = "Având în vedere că până la data de 31 decembrie 2026 România trebuie să transpună directiva,\nGuvernul României adoptă prezenta ordonanță de urgență.\nArt. 1. - Contribuabilii au la dispoziție 6 luni de la data intrării în vigoare a prezentei ordonanțe de urgență.";
    let mut source = law("900", "ORDONANȚĂ DE URGENȚĂ nr. 900 din 25 noiembrie 2026", "2026-11-26", text);
    source.act.kind = "OUG".into();
    let dates: Vec<_> = drafted(&source).article.deadlines.iter().map(|entry| entry.date).collect();
    assert_eq!(dates, [Some(day("2027-05-26"))]);
}

#[test]
fn an_act_is_in_force_only_from_its_day_on() {
    let source = law("900", "LEGE nr. 900 din 25 noiembrie 2026 privind arenda", "2026-11-26", "Articolul 1\nText.");
    let in_short = |today: &str| draft(&source, &super::tests::topics(), day(today)).and_then(|it| it.article.in_short);
    assert_eq!(in_short("2026-11-26").as_deref(), Some("Reguli noi: arenda. Intră în vigoare la 29 noiembrie 2026."));
    assert_eq!(in_short("2026-11-29").as_deref(), Some("Reguli noi: arenda. În vigoare din 29 noiembrie 2026."));
    let reasons = drafted(&source).reasons;
    let counted = reasons.iter().find(|reason| reason.field == "in_force_date").expect("a reason");
    assert_eq!(counted.detail.as_deref(), Some("publicare 26.11.2026 + 3 zile"));
}

#[test]
fn the_days_of_labelled_laws_are_read() {
    let (scores, mistakes) = measured_days::measure();
    for field in measured_days::FIELDS {
        let score = &scores[field];
        let least = score.precision().min(score.recall());
        assert!(least >= 0.95, "{field}: {} {}\n{}", score.precision(), score.recall(), mistakes.join("\n"));
    }
}
