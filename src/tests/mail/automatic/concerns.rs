//! What the answers of an account decide about its mails, notifications and reminders.

use std::collections::BTreeSet;

use paragraf::domain::concern::{KeptAnswer, ProfileName, ReaderProfile};
use paragraf::domain::{DatedEntry, EntryKind, Slug, Uid};
use paragraf::ops::concerns::notices::notify_next;
use paragraf::ops::demo;
use paragraf::store::{notifications, reader_profiles};
use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::*;
use crate::concerns::{ask, lines_of, readers};
use crate::support::articles::{entry, step};

fn uid(name: &str) -> Uid {
    Uid::parse(&format!("{name:0<28}")).expect("a uid")
}

/// An account with these answers that follows these topics.
pub(super) async fn reader(
    test: &TestApp,
    name: &str,
    facts: &Map<String, Value>,
    follows: &[&str],
    choose: impl FnOnce(&mut accounts::AccountRecord),
) {
    account(test, name, follows, choose).await;
    answer(test, name, &[("Eu", facts)]).await;
}

/// Stores these profiles of the account.
async fn answer(test: &TestApp, name: &str, profiles: &[(&str, &Map<String, Value>)]) {
    let profile = |(name, facts): &(&str, &Map<String, Value>)| {
        let mut profile = ReaderProfile::new(Uuid::nil(), ProfileName::parse(name).expect("a name"));
        for (fact, answer) in *facts {
            let kept = KeptAnswer { answer: Some(answer.clone()), skipped: false, at: test.app.clock.now() };
            profile.answers.insert(fact.clone(), kept);
        }
        profile
    };
    let (uid, profiles) = (uid(name), profiles.iter().map(profile).collect::<Vec<_>>());
    let write = test.app.store.write(move |tx| Ok(reader_profiles::put(tx, &uid, &profiles)?));
    write.await.expect("stored");
}

/// Asks the answers of accounts about new articles; returns how many steps that took.
async fn notify_concerned(test: &TestApp) -> usize {
    let mut steps = 0;
    while notify_next(&test.app, &Actor::System).await.expect("notified") {
        steps += 1;
    }
    steps
}

pub(super) fn facts(answers: &Value) -> Map<String, Value> {
    answers.as_object().expect("answers").clone()
}

/// An article that concerns readers for whom this condition is a yes.
pub(super) fn concerning(article: Article, condition: &Value) -> Article {
    let texts = |ro: &str, en: &str| json!({"ro": ro, "en": en});
    let reason =
        json!({"yes": texts("fiindcă ești vizat", "because you are"), "no": texts("nu ești vizat", "you are not")});
    let concern = json!({"condition": condition, "reason": reason});
    Article { concerns: Some(serde_json::from_value(concern).expect("a concern")), ..article }
}

fn of_firms(article: Article) -> Article {
    concerning(article, &json!({"fact": "subject", "in": ["srl"]}))
}

async fn notified(test: &TestApp, name: &str) -> Vec<(String, &'static str)> {
    let uid = uid(name);
    let read = test.app.store.read(move |tx| Ok(notifications::of(tx, &uid)?));
    let all = read.await.expect("read").into_iter();
    all.map(|(slug, it)| (slug.to_string(), it.reason.code())).collect()
}

/// Goes through the mornings of these days; the lines of all reminders by account.
async fn reminded(test: &TestApp, until: Date) -> BTreeSet<(String, Date, String)> {
    let mut lines = BTreeSet::new();
    let mut day = test.app.clock.today();
    while day <= until {
        let morning = format!("{day}T06:00:00Z");
        if morning.parse::<jiff::Timestamp>().expect("an instant") > test.app.clock.now() {
            travel(test, &morning);
        }
        automatic::create_due(&test.app, &Actor::System).await.expect("made");
        gather::all_due(&test.app, &Actor::System).await.expect("gathered");
        for row in rows(test, &format!("reminders-{day}")).await {
            let name = row.to.as_str().split('@').next().unwrap_or_default().to_owned();
            let days = row.content.reminders.into_iter();
            lines.extend(days.map(|line| (name.clone(), line.date.expect("a day"), line.what)));
        }
        day = day.tomorrow().expect("a day");
    }
    lines
}

#[tokio::test(flavor = "multi_thread")]
async fn each_reader_is_reminded_of_what_is_due_by_the_answers_and_of_nothing_else() {
    let test = TestApp::start_empty(|_| {}, |_| {}).await;
    let app = Arc::clone(&test.app);
    tokio::task::spawn_blocking(move || demo::load(&app)).await.expect("no panic").expect("the demo articles");
    travel(&test, "2026-11-26T05:00:00Z");
    test.load().await;
    let all = readers();
    let (mut expected, begin) = (BTreeSet::new(), all.today);
    for (reader_of, number) in all.readers.iter().zip(0..) {
        let name = format!("r{number}x");
        reader(&test, &name, &reader_of.facts, &[], |_| {}).await;
        if reader_of.facts.is_empty() {
            continue;
        }
        let days = lines_of(&ask(&reader_of.facts, &[], true)).into_iter().filter(|line| line.date > begin);
        expected.extend(days.map(|line| (name.clone(), line.date, line.name)));
    }
    // A week further, the first reminders of later deadlines come; they are left out.
    let mut lines = reminded(&test, all.until).await;
    lines.retain(|(_, date, _)| *date <= all.until);
    let missing: Vec<_> = expected.difference(&lines).collect();
    let surplus: Vec<_> = lines.difference(&expected).collect();
    assert!(missing.is_empty() && surplus.is_empty(), "missing {missing:#?}, surplus {surplus:#?}");
    assert!(expected.len() > 50, "{expected:#?}");
    test.stop().await;
}

#[tokio::test]
async fn one_form_with_two_reasons_is_one_line_of_a_reminder_and_of_the_weekly_mail() {
    let test = TestApp::start(vec![]).await;
    test.load().await;
    let both = json!({
        "subject": "self_employed", "situations": ["lets_property"], "letting": ["home_to_person"], "farms": false,
    });
    travel(&test, "2027-05-14T09:00:00Z");
    reader(&test, "ana", &facts(&both), &[], |_| {}).await;
    let lines = reminded(&test, "2027-05-18".parse().expect("a day")).await;
    let of_form = |(_, _, what): &&(String, Date, String)| what.contains("D212");
    let names: Vec<_> = lines.iter().filter(of_form).map(|(_, date, what)| (date.to_string(), what.as_str())).collect();
    assert_eq!(names, [("2027-05-25".to_owned(), "D212 declarația unică: activitate, chirii")], "{lines:?}");
    let mail = &mails(&test, "deadlines-2027-05-17").await[0];
    let words = mail.text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("D212 declarația unică: activitate, chirii"), "{words}");
    assert_eq!(words.matches("Până la 25 mai").count(), 1, "{words}");
    test.stop().await;
}

#[tokio::test]
async fn a_followed_topic_adds_nothing_that_is_due_and_a_saved_article_what_may_be() {
    let test = TestApp::start(vec![]).await;
    let due = |slug: &str, condition: &Value| {
        let deadlines = vec![entry(EntryKind::Due, "2026-01-14", &format!("termenul {slug}"))];
        concerning(Article { deadlines, translations: Default::default(), ..news(&test, slug, 3, "munca") }, condition)
    };
    let no = json!({"fact": "subject", "in": ["srl"]});
    let maybe = json!({"unknown": {"ro": "nu spune nimeni", "en": "nobody says"}});
    let articles =
        vec![due("al-altora", &no), due("nesigur", &maybe), due("sigur", &json!({"not": no})), due("ales", &no)];
    publish(&test, articles).await;
    test.load().await;
    let person = facts(&json!({"subject": "person"}));
    reader(&test, "ana", &person, &["munca", "deadline:ales.1"], |_| {}).await;
    reader(&test, "bo", &person, &["munca"], |_| {}).await;
    let (now, bo) = (test.app.clock.now(), uid("bo"));
    let write = test.app.store.write(move |tx| {
        for slug in ["al-altora", "nesigur"] {
            marks::set(tx, Mark::Bookmark, &bo, slug, Some(now))?;
        }
        Ok(())
    });
    write.await.expect("stored");
    let lines = reminded(&test, "2026-01-14".parse().expect("a day")).await;
    let of = |name: &str| {
        let own = lines.iter().filter(|(of, _, what)| of == name && what.starts_with("Termenul"));
        own.map(|(_, _, what)| what.trim_start_matches("Termenul ").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(of("ana"), ["ales", "sigur"], "followed by name, and due by the answers");
    assert_eq!(of("bo"), ["nesigur", "sigur"], "saved, and not certainly for others");
    test.stop().await;
}

#[tokio::test]
async fn an_urgent_change_of_others_is_left_out_if_the_reader_switched_it_off() {
    let test = TestApp::start(vec![]).await;
    let (person, firm) = (facts(&json!({"subject": "person"})), facts(&json!({"subject": "srl"})));
    let open = facts(&json!({"farms": false}));
    let off = |account: &mut accounts::AccountRecord| account.mail.urgent_for_others = false;
    reader(&test, "default", &person, &[], |_| {}).await;
    reader(&test, "off", &person, &[], off).await;
    reader(&test, "follower", &person, &["munca"], off).await;
    reader(&test, "firm", &firm, &[], off).await;
    reader(&test, "open", &open, &[], off).await;
    account(&test, "silent", &[], off).await;
    test.load().await;
    publish(&test, vec![of_firms(news(&test, "u", 5, "munca"))]).await;
    test.load().await;
    let sent = mails(&test, "urgent-u-r1").await;
    let name = |mail: &Message| mail.to.as_str().split('@').next().unwrap_or_default().to_owned();
    let names: BTreeSet<_> = sent.iter().map(name).collect();
    assert_eq!(names, ["default", "firm", "open", "silent"].map(str::to_owned).into());
    let text = |of: &str| &sent.iter().find(|mail| name(mail) == of).expect("a mail").text;
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words(text("default")).contains("Conform răspunsurilor tale, nu te privește"), "{}", text("default"));
    assert!(!text("default").contains("Verifică contractul"), "steps of others: {}", text("default"));
    assert!(words(text("firm")).contains("Te privește, fiindcă"), "{}", text("firm"));
    assert!(text("firm").contains("Verifică contractul"), "{}", text("firm"));
    assert!(words(text("open")).contains("Poate te privește"), "{}", text("open"));
    assert_eq!(notified(&test, "off").await, []);
    assert_eq!(notified(&test, "follower").await, [("u".to_owned(), "topic")]);
    for name in ["default", "firm", "open", "silent"] {
        assert_eq!(notified(&test, name).await, [("u".to_owned(), "urgent")], "{name}");
    }
    travel(&test, "2026-01-16T07:00:00Z");
    let id = made(&test).await.into_iter().find(|id| id.starts_with("weekly")).expect("a digest");
    let names: BTreeSet<_> = mails(&test, &id).await.iter().map(name).collect();
    assert_eq!(names, ["firm", "follower", "open", "silent"].map(str::to_owned).into(), "a digest is for the reader");
    test.stop().await;
}

#[tokio::test]
async fn a_digest_begins_with_what_concerns_the_reader_and_names_the_first_step() {
    let test = TestApp::start(vec![]).await;
    reader(&test, "ana", &facts(&json!({"subject": "person"})), &["munca"], |_| {}).await;
    account(&test, "bo", &["munca"], |_| {}).await;
    let own = |slug: &str, importance| concerning(news(&test, slug, importance, "inchirieri"), &person_condition());
    let mut with_steps = own("al-meu", 2);
    let mut of_firms_only = step("firme", "Un pas al firmelor.");
    of_firms_only.condition =
        Some(Box::new(serde_json::from_value(json!({"fact": "subject", "in": ["srl"]})).expect("a condition")));
    let mut day_of_firms = entry(EntryKind::Due, "2026-02-02", "termenul firmelor");
    day_of_firms.condition.clone_from(&of_firms_only.condition);
    with_steps.deadlines = vec![day_of_firms, entry(EntryKind::Starts, "2026-03-02", "regula ta")];
    with_steps.steps.insert(0, of_firms_only);
    with_steps.translations = Default::default();
    let articles =
        vec![of_firms(news(&test, "al-firmelor", 4, "munca")), news(&test, "nesigur", 3, "munca"), with_steps];
    publish(&test, articles).await;
    test.load().await;
    travel(&test, "2026-01-16T07:00:00Z");
    let id = made(&test).await.into_iter().find(|id| id.starts_with("weekly")).expect("a digest");
    let sent = mails(&test, &id).await;
    let [ana, bo] = &sent[..] else { panic!("{sent:?}") };
    assert_eq!(ana.subject, "Închirieri: Schimbare pentru al-meu și încă 2");
    let places = ["pentru al-meu", "pentru nesigur", "pentru al-firmelor"].map(|title| ana.text.find(title));
    assert!(places.is_sorted() && places[0].is_some(), "{}", ana.text);
    let words = ana.text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(!words.contains("termenul firmelor"), "the day of others: {words}");
    for part in ["Primul pas: Verifică contractul.", "Te privește, fiindcă", "Poate te privește", "regula ta"] {
        assert!(words.contains(part), "{part}: {words}");
    }
    assert_eq!(words.matches("Primul pas").count(), 1, "{words}");
    assert_eq!(bo.subject, "Muncă și salarii: Schimbare pentru al-firmelor și încă 1", "without answers as before");
    assert!(!bo.text.contains("Primul pas"), "{}", bo.text);
    test.stop().await;
}

#[tokio::test]
async fn a_digest_names_the_day_that_is_surely_the_readers_and_on_what_a_day_depends() {
    let test = TestApp::start(vec![]).await;
    reader(&test, "ana", &facts(&json!({"subject": "srl"})), &[], |_| {}).await;
    let mut monthly = entry(EntryKind::Due, "2026-01-26", "termen lunar");
    let is_monthly = json!({"fact": "vat", "is": "monthly"});
    monthly.condition = Some(Box::new(serde_json::from_value(is_monthly).expect("a condition")));
    let yearly = entry(EntryKind::Due, "2026-02-02", "termen anual");
    let with = |slug: &str, deadlines: Vec<DatedEntry>| Article {
        deadlines,
        translations: Default::default(),
        ..of_firms(news(&test, slug, 3, "munca"))
    };
    let mut by_event = with("eveniment", vec![yearly.clone()]);
    let texts = json!({"ro": "la fiecare contract", "en": "for each contract"});
    if let Some(concern) = &mut by_event.concerns {
        concern.event = Some(serde_json::from_value(texts).expect("texts"));
    }
    publish(&test, vec![with("sigur", vec![monthly.clone(), yearly]), with("nesigur", vec![monthly]), by_event]).await;
    test.load().await;
    travel(&test, "2026-01-16T07:00:00Z");
    let id = made(&test).await.into_iter().find(|id| id.starts_with("weekly")).expect("a digest");
    let [mail] = mails(&test, &id).await.try_into().expect("one mail");
    let words = mail.text.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "Termen până la 2 februarie 2026: termen anual",
        "Termen până la 26 ianuarie 2026, dacă e cazul: termen lunar",
        "Termen până la 2 februarie 2026, dacă e cazul: termen anual",
    ] {
        assert_eq!(words.matches(part).count(), 1, "{part}: {words}");
    }
    test.stop().await;
}

fn person_condition() -> Value {
    json!({"fact": "subject", "in": ["person"]})
}

#[tokio::test]
async fn a_subject_and_a_reason_never_name_a_sensitive_answer() {
    let test = TestApp::start(vec![]).await;
    let answers = json!({
        "subject": "person", "situations": ["lets_property"], "owns": ["home"], "disability": ["own_or_represented"],
    });
    reader(&test, "ana", &facts(&answers), &[], |_| {}).await;
    let of = |slug: &str, condition: &Value| {
        let article = concerning(news(&test, slug, 3, "inchirieri"), condition);
        Article { translations: Default::default(), ..article }
    };
    let disability = json!({"fact": "disability", "in": ["own_or_represented"]});
    let letting = json!({"fact": "situations", "in": ["lets_property"]});
    publish(&test, vec![of("special", &disability)]).await;
    test.load().await;
    travel(&test, "2026-01-16T07:00:00Z");
    let id = made(&test).await.into_iter().find(|id| id.starts_with("weekly")).expect("a digest");
    let first = &mails(&test, &id).await[0];
    assert_eq!(first.subject, "Moderat: o schimbare care te privește");
    assert!(first.text.contains("Schimbare pentru special"));
    assert!(first.text.contains("Te privește, conform răspunsurilor tale"), "{}", first.text);
    let html = &first.html;
    let places = ["Deschide mesajul ca să vezi ce s-a schimbat.", "pentru special"].map(|part| html.find(part));
    assert!(places[0].is_some() && places.is_sorted(), "the preview: {html}");
    publish(&test, vec![of("chirii", &letting), of("special-2", &disability)]).await;
    test.load().await;
    travel(&test, "2026-01-23T07:00:00Z");
    let id = made(&test).await.into_iter().find(|id| id.starts_with("weekly")).expect("a digest");
    let second = &mails(&test, &id).await[0];
    assert_eq!(second.subject, "Închirieri: Schimbare pentru chirii și încă 1");
    assert!(!second.text.contains("dai în chirie"), "{}", second.text);
    test.stop().await;
}

#[tokio::test]
async fn an_article_that_concerns_the_reader_is_notified_once_and_without_a_follow() {
    let test = TestApp::start(vec![]).await;
    let (person, firm) = (facts(&json!({"subject": "person"})), facts(&json!({"subject": "srl"})));
    let high = |account: &mut accounts::AccountRecord| account.in_app_from = Importance::URGENT;
    let disabled = |account: &mut accounts::AccountRecord| account.disabled = true;
    reader(&test, "firm", &firm, &[], |_| {}).await;
    reader(&test, "follower", &firm, &["munca"], |_| {}).await;
    reader(&test, "person", &person, &[], |_| {}).await;
    reader(&test, "both", &person, &[], |_| {}).await;
    answer(&test, "both", &[("Eu", &person), ("Firma", &firm)]).await;
    reader(&test, "open", &facts(&json!({"farms": false})), &[], |_| {}).await;
    reader(&test, "quiet", &firm, &[], high).await;
    reader(&test, "gone", &firm, &[], disabled).await;
    account(&test, "silent", &[], |_| {}).await;
    test.load().await;
    let roles_only = news(&test, "fara-conditii", 3, "munca");
    publish(&test, vec![of_firms(news(&test, "a", 3, "munca")), roles_only]).await;
    publish(&test, vec![of_firms(news(&test, "retras", 3, "fiscalitate"))]).await;
    test.withdraw("retras").await;
    assert_eq!(notified(&test, "firm").await, []);
    assert_eq!(notify_concerned(&test).await, 1);
    let own = [("a".to_owned(), "concern")];
    assert_eq!((notified(&test, "firm").await, notified(&test, "both").await), (own.clone().into(), own.into()));
    let followed = notified(&test, "follower").await;
    assert!(followed.contains(&("a".to_owned(), "topic")) && followed.iter().all(|(_, reason)| *reason == "topic"));
    for name in ["person", "open", "quiet", "gone", "silent"] {
        assert_eq!(notified(&test, name).await, [], "{name}");
    }
    // A later revision is no news, and what was read does not come back.
    let firm = uid("firm");
    let write = test.app.store.write(move |tx| Ok(notifications::take(tx, &firm, &Slug::parse("a").expect("a slug"))?));
    write.await.expect("taken");
    publish(&test, vec![of_firms(news(&test, "a", 4, "munca"))]).await;
    assert_eq!(notify_concerned(&test).await, 0);
    assert_eq!(notified(&test, "firm").await, []);
    test.stop().await;
}

#[tokio::test]
async fn the_accounts_are_asked_in_batches() {
    let test = TestApp::start(vec![]).await;
    let firm = facts(&json!({"subject": "srl"}));
    for number in 0..101 {
        reader(&test, &format!("r{number}x"), &firm, &[], |_| {}).await;
    }
    test.load().await;
    publish(&test, vec![of_firms(news(&test, "a", 3, "munca")), of_firms(news(&test, "b", 3, "munca"))]).await;
    assert_eq!(notify_concerned(&test).await, 2);
    for number in 0..101 {
        assert_eq!(notified(&test, &format!("r{number}x")).await.len(), 2, "{number}");
    }
    test.stop().await;
}

#[tokio::test]
async fn a_reason_and_a_reminder_name_the_profile_if_there_are_several() {
    let test = TestApp::start(vec![]).await;
    let (person, firm) = (facts(&json!({"subject": "person"})), facts(&json!({"subject": "srl"})));
    reader(&test, "ana", &person, &[], |_| {}).await;
    reader(&test, "bo", &firm, &[], |_| {}).await;
    answer(&test, "ana", &[("Eu", &person), ("Firma mea", &firm)]).await;
    let deadlines = vec![entry(EntryKind::Due, "2026-01-18", "termenul")];
    let article = Article { deadlines, translations: Default::default(), ..of_firms(news(&test, "a", 3, "munca")) };
    publish(&test, vec![article]).await;
    test.load().await;
    travel(&test, "2026-01-16T07:00:00Z");
    let id = made(&test).await.into_iter().find(|id| id.starts_with("weekly")).expect("a digest");
    let sent = mails(&test, &id).await;
    let [ana, bo] = &sent[..] else { panic!("{sent:?}") };
    let words = |mail: &Message| mail.text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words(ana).contains("(Firma mea)") && !ana.subject.contains("Firma"), "{}", ana.text);
    assert!(!words(bo).contains("(Eu)"), "{}", bo.text);
    travel(&test, "2026-01-17T06:00:00Z");
    automatic::create_due(&test.app, &Actor::System).await.expect("made");
    gather::all_due(&test.app, &Actor::System).await.expect("gathered");
    let mut about = BTreeSet::new();
    for id in ["reminders-2026-01-16", "reminders-2026-01-17"] {
        for row in rows(&test, id).await {
            let lines = row.content.reminders.into_iter().filter(|line| line.slug.is_some());
            about.extend(lines.map(|line| line.about));
        }
    }
    let text = "Schimbare pentru a. Zi liberă: depune până vineri, 16 ianuarie.";
    assert_eq!(about, [format!("Firma mea: {text}"), text.to_owned()].into());
    test.stop().await;
}

#[tokio::test]
async fn a_reason_in_general_words_names_the_profile_too() {
    let test = TestApp::start(vec![]).await;
    let person = facts(&json!({"subject": "person", "owns": []}));
    let firm = facts(&json!({"subject": "srl", "owns": ["vehicle"]}));
    reader(&test, "ana", &person, &[], |_| {}).await;
    answer(&test, "ana", &[("Eu", &person), ("Firma mea", &firm)]).await;
    let vehicle = json!({"fact": "owns", "in": ["vehicle"]});
    let article = concerning(news(&test, "a", 3, "munca"), &vehicle);
    publish(&test, vec![Article { translations: Default::default(), ..article }]).await;
    test.load().await;
    travel(&test, "2026-01-16T07:00:00Z");
    let id = made(&test).await.into_iter().find(|id| id.starts_with("weekly")).expect("a digest");
    let [mail] = mails(&test, &id).await.try_into().expect("one mail");
    let words = mail.text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("Te privește, conform răspunsurilor tale (Firma mea)"), "{words}");
    test.stop().await;
}
