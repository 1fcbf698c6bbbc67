//! The weekly mail of deadlines of an account that answered questions.

use std::collections::BTreeMap;

use jiff::ToSpan;
use paragraf::domain::{EntryKind, date};
use paragraf::ops::demo;
use serde_json::json;

use super::concerns::{concerning, facts, reader};
use super::*;
use crate::concerns::{ask, lines_of, readers};
use crate::support::articles::entry;

/// The Monday of the mail.
const MONDAY: &str = "2026-11-30";

/// A server with the demo articles, three days before the Monday of the mail.
async fn with_demo() -> TestApp {
    let test = TestApp::start_empty(|_| {}, |_| {}).await;
    let app = Arc::clone(&test.app);
    tokio::task::spawn_blocking(move || demo::load(&app)).await.expect("no panic").expect("the demo articles");
    travel(&test, "2026-11-27T12:00:00Z");
    test.load().await;
    test
}

/// The mails of this Monday by the name before the `@`.
async fn mails_of(test: &TestApp, monday: &str) -> BTreeMap<String, Message> {
    travel(test, &format!("{monday}T06:00:00Z"));
    let id = format!("deadlines-{monday}");
    assert!(made(test).await.contains(&id));
    let named = |mail: Message| (mail.to.as_str().split('@').next().unwrap_or_default().to_owned(), mail);
    mails(test, &id).await.into_iter().map(named).collect()
}

fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The lines of a mail, each after the heading of its day.
fn lines(mail: &Message) -> Vec<(String, String)> {
    let (mut day, mut lines) = (String::new(), Vec::new());
    for block in mail.text.split("\n\n") {
        match block.split_once('\n') {
            Some((heading, rule)) if rule.trim_matches('-').is_empty() && !rule.is_empty() => day = heading.to_owned(),
            _ if block.starts_with("-- ") => break,
            // What several lines leave to verify, and their names.
            _ if block.starts_with("De verificat: ") || block.starts_with("- ") => {}
            Some(_) if !day.is_empty() => lines.push((day.clone(), words(block))),
            _ => {}
        }
    }
    lines
}

#[tokio::test(flavor = "multi_thread")]
async fn each_reader_gets_what_is_due_in_two_weeks_by_the_answers_and_nothing_else() {
    let test = with_demo().await;
    let all = readers();
    for (reader_of, number) in all.readers.iter().zip(0..) {
        reader(&test, &format!("r{number}x"), &reader_of.facts, &["fiscalitate", "munca"], |_| {}).await;
    }
    let first: Date = MONDAY.parse().expect("a day");
    let last = first.saturating_add(13.days());
    let mut sent = mails_of(&test, MONDAY).await;
    let mut count = 0;
    for (reader_of, number) in all.readers.iter().zip(0..).filter(|(of, _)| !of.facts.is_empty()) {
        let due = lines_of(&ask(&reader_of.facts, &[], true)).into_iter();
        let due = due.filter(|line| (first..=last).contains(&line.date));
        let expected = due.map(|line| (date::with_weekday(line.date, Language::Ro), line.name));
        let mut found = sent.remove(&format!("r{number}x")).map(|mail| lines(&mail)).unwrap_or_default();
        for (day, name) in expected {
            count += 1;
            let place = found.iter().position(|(of, line)| *of == day && line.contains(&name));
            let place = place.unwrap_or_else(|| panic!("{}: no {name} on {day} in {found:#?}", reader_of.id));
            found.remove(place);
        }
        assert!(found.is_empty(), "{}: {found:#?}", reader_of.id);
    }
    assert!(count > 3, "{count}");
    test.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_names_the_period_and_why_it_is_due_and_nothing_is_said_of_follows() {
    let test = with_demo().await;
    let firm = facts(&json!({"subject": "srl", "vat": "monthly"}));
    reader(&test, "ana", &firm, &[], |_| {}).await;
    reader(&test, "bo", &firm, &[], |account| account.language = Language::En).await;
    reader(&test, "cris", &firm, &[], |account| account.mail.deadlines = false).await;
    account(&test, "dan", &[], |_| {}).await;
    let sent = mails_of(&test, MONDAY).await;
    assert_eq!(sent.keys().collect::<Vec<_>>(), ["ana", "bo"], "who wants it, and has something due");
    let ana = words(&sent["ana"].text);
    for part in [
        "D394 octombrie, în țară",
        "D406 octombrie, SAF-T",
        "Pentru octombrie. Termen mutat de pe 30 noiembrie.",
        "Te privește, fiindcă",
        "conform răspunsurilor tale",
        "app?screen=deadlines&month=2026-12&duty=d394-monthly&lang=ro",
    ] {
        assert!(ana.contains(part), "{part}: {ana}");
    }
    for not in ["urmărești", "luna trecută", "Verifică în fiecare"] {
        assert!(!ana.contains(not), "{not}: {ana}");
    }
    assert_eq!(ana.matches("D406 octombrie").count(), 1, "the entry and the duty are one line: {ana}");
    let bo = &sent["bo"];
    assert!(bo.subject.contains(": D394 October, domestic") || bo.subject.contains(": D406 October"), "{}", bo.subject);
    assert!(words(&bo.text).contains("Moved from 30 November."), "{}", bo.text);
    test.stop().await;
}

#[tokio::test]
async fn duties_need_no_article_and_a_subject_names_nothing_of_a_special_category() {
    let test = TestApp::start(vec![]).await;
    test.load().await;
    let due = |slug: &str, condition| {
        let deadlines = vec![entry(EntryKind::Due, "2026-01-14", &format!("termenul {slug}"))];
        concerning(Article { deadlines, translations: Default::default(), ..news(&test, slug, 3, "munca") }, &condition)
    };
    let firm = json!({"subject": "srl", "vat": "monthly"});
    let person = json!({"subject": "person", "situations": ["employee"], "disability": ["own_or_represented"]});
    reader(&test, "ana", &facts(&firm), &["munca"], |_| {}).await;
    reader(&test, "bo", &facts(&person), &[], |_| {}).await;
    account(&test, "cris", &["munca"], |_| {}).await;
    let special = due("special", json!({"fact": "disability", "in": ["own_or_represented"]}));
    publish(&test, vec![special]).await;
    test.load().await;
    let sent = mails_of(&test, "2026-01-12").await;
    let (bo, cris) = (&sent["bo"], &sent["cris"]);
    assert!(!bo.subject.contains("special") && bo.text.contains("Termenul special"), "{} {}", bo.subject, bo.text);
    assert!(words(&bo.text).contains("Te privește, conform răspunsurilor tale"), "{}", bo.text);
    assert!(cris.text.contains("Pentru că urmărești") && cris.subject.contains("Termenul special"), "without answers");
    let ana = sent.get("ana");
    assert!(
        ana.is_none_or(|mail| !mail.text.contains("special")),
        "a followed topic adds nothing that is due: {ana:?}"
    );
    let sent = mails_of(&test, "2026-01-19").await;
    assert!(sent["ana"].text.contains("D394 decembrie, în țară"), "without any article: {}", sent["ana"].text);
    assert!(!sent.contains_key("cris"), "without answers nothing is due without an article");
    test.stop().await;
}

#[tokio::test]
async fn what_is_due_only_if_something_happens_is_not_counted_and_not_named_first() {
    let test = TestApp::start(vec![]).await;
    test.load().await;
    travel(&test, "2027-02-12T09:00:00Z");
    let leases = json!({"subject": "person", "farms": true, "farm": ["crops", "leases_from_persons"]});
    reader(&test, "ana", &facts(&leases), &[], |_| {}).await;
    let sent = mails_of(&test, "2027-02-15").await;
    let (subject, text) = (&sent["ana"].subject, words(&sent["ana"].text));
    assert_eq!(subject, "Un termen până pe 26 februarie 2027: Registrul agricol: datele anuale");
    assert!(
        text.contains("Un termen până pe 26 februarie 2027, conform răspunsurilor tale. Încă un termen numai dacă")
    );
    assert!(text.contains("Dacă e cazul: D112 ianuarie, arendă"), "{text}");
    // The 25th of March has the return alone.
    let sent = mails_of(&test, "2027-03-15").await;
    let subject = &sent["ana"].subject;
    assert_eq!(subject, "Un termen posibil până pe 25 martie 2027: D112 februarie, arendă");
    assert!(!words(&sent["ana"].text).contains("Încă"), "the count says it");
    test.stop().await;
}

#[tokio::test]
async fn what_several_lines_leave_to_verify_stands_once_below_them() {
    let test = TestApp::start(vec![]).await;
    test.load().await;
    travel(&test, "2027-01-22T09:00:00Z");
    let firm = json!({
        "subject": "srl", "vat": "quarterly", "trade": ["eu_goods_bought"], "eu_goods_already": {"unsure": true},
    });
    reader(&test, "ana", &facts(&firm), &[], |_| {}).await;
    let sent = mails_of(&test, "2027-01-25").await;
    let text = words(&sent["ana"].text);
    assert_eq!(text.matches("De verificat: după o achiziție de bunuri din UE").count(), 1, "{text}");
    assert!(text.contains("Te privește, după câte știm, fiindcă ai TVA trimestrial"), "as on the screens: {text}");
    let names = ["D300 trim. IV 2026, TVA trimestrial", "D394 trim. IV 2026, în țară", "D406 trim. IV 2026, SAF-T"];
    let below = text.split_once("în certificatul de TVA.").expect("the note").1;
    assert!(names.iter().all(|name| below.contains(&format!("- {name}"))), "{below}");
    assert_eq!(sent["ana"].html.matches("De verificat: după o achiziție").count(), 1, "{}", sent["ana"].html);
    test.stop().await;
}
