//! What the answers of a reader make of calendars: the private calendar of an account, and the file of a visitor.

use std::collections::BTreeSet;
use std::sync::Arc;

use paragraf::domain::concern::{KeptAnswer, ProfileName, ReaderProfile};
use paragraf::ops::demo;
use paragraf::store::reader_profiles;
use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::calendars::{due, parsed, private_path};
use crate::concerns::{ask, lines_of, readers};
use crate::support::accounts::{Reader, post_as as post};
use crate::support::app::TestApp;

/// The days and the names of the events: the id of a duty, or the slug of an article.
fn days(calendar: &str) -> BTreeSet<(String, String)> {
    let unfolded = calendar.replace("\r\n ", "");
    let field = |event: &str, name: &str| {
        let line = event.lines().find_map(|line| line.strip_prefix(name)).expect("the field");
        line.trim_start_matches(":").to_owned()
    };
    let name = |uid: &str| match uid.split(['.', '@']).collect::<Vec<_>>()[..] {
        ["duty", id, ..] | [id, ..] => id.to_owned(),
        [] => String::new(),
    };
    let events = unfolded.split("BEGIN:VEVENT").skip(1);
    events.map(|event| (field(event, "DTSTART;VALUE=DATE"), name(&field(event, "UID")))).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_private_calendar_has_what_is_due_by_the_answers_and_what_is_followed() {
    let test = TestApp::start_empty(|_| {}, |_| {}).await;
    let app = Arc::clone(&test.app);
    tokio::task::spawn_blocking(move || demo::load(&app)).await.expect("no panic").expect("the demo articles");
    test.travel("2026-11-26T09:00:00Z");
    test.load().await;
    let all = readers();
    for (of, number) in all.readers.iter().zip(0..).filter(|(of, _)| !of.facts.is_empty()) {
        let reader = test.reader(&format!("r{number}x")).await;
        answer(&test, &reader, &of.facts).await;
        let path = private_path(&test, &reader).await;
        let (status, calendar) = test.text(&path).await;
        assert_eq!(status, 200);
        let shown: BTreeSet<_> = days(&calendar).into_iter().filter(|(day, _)| day.as_str() <= "20270228").collect();
        let expected = lines_of(&ask(&of.facts, &[], true)).into_iter();
        let expected = expected.map(|line| (line.date.to_string().replace('-', ""), line.id));
        assert_eq!(shown, expected.collect::<BTreeSet<_>>(), "{}", of.id);
        let (_, again) = test.text(&path).await;
        assert_eq!(again, calendar, "the same at each fetch");
        let (status, file) = ask_file(&test, "?alarms=7,1", json!({"facts": of.facts, "lang": "ro"})).await;
        assert_eq!((status, file), (200, calendar), "{}: a visitor with these answers has the same file", of.id);
    }

    // What is due for others does not come with a topic; a deadline that is followed by name does.
    let landlord = test.reader("landlord").await;
    let facts = all.readers.iter().find(|of| of.id == "landlord-two-flats-persons").expect("the reader");
    answer(&test, &landlord, &facts.facts).await;
    let path = private_path(&test, &landlord).await;
    let before = days(&test.text(&path).await.1);
    let follow = async |name: &str| {
        let body = json!({"userId": landlord.uid, "topicId": name, "followed": true});
        assert_eq!(post(&test, &landlord, "/users/follow-topic", body).await.0, 200, "{name}");
    };
    follow("inchirieri").await;
    let with_topic = days(&test.text(&path).await.1);
    assert!(with_topic.is_superset(&before) && with_topic.iter().all(|(_, name)| name != "rent-withholding-d100"));
    follow("deadline:duty.rent-withholding-d100").await;
    let with_duty = days(&test.text(&path).await.1);
    assert!(with_duty.iter().any(|(_, name)| name == "rent-withholding-d100"), "{with_duty:?}");
    test.stop().await;
}

/// Stores the answers in the account's profile.
async fn answer(test: &TestApp, reader: &Reader, facts: &Map<String, Value>) {
    answer_as(test, reader, &[("Eu", facts)]).await;
}

/// Stores the answers of these profiles.
async fn answer_as(test: &TestApp, reader: &Reader, profiles: &[(&str, &Map<String, Value>)]) {
    let profiles = profiles.iter().zip(0..).map(|((name, facts), number)| {
        let mut profile = ReaderProfile::new(Uuid::from_u128(number), ProfileName::parse(name).expect("a name"));
        for (fact, answer) in *facts {
            let kept = KeptAnswer { answer: Some(answer.clone()), skipped: false, at: test.app.clock.now() };
            profile.answers.insert(fact.clone(), kept);
        }
        profile
    });
    let (uid, profiles) = (reader.uid.clone(), profiles.collect::<Vec<_>>());
    let write = test.app.store.write(move |tx| Ok(reader_profiles::put(tx, &uid, &profiles)?));
    write.await.expect("stored");
}

/// The calendar file of a visitor.
async fn ask_file(test: &TestApp, query: &str, body: Value) -> (u16, String) {
    let response = test.client.post(format!("{}/concerns.ics{query}", test.base)).json(&body).send().await;
    let response = response.expect("an answer");
    let status = response.status().as_u16();
    if status == 200 {
        assert_eq!(response.headers()["cache-control"], "no-store");
        assert_eq!(response.headers()["content-disposition"], "attachment; filename=\"paragraf.ics\"");
    }
    (status, response.text().await.expect("text"))
}

/// The summary and the description of the event with this id.
fn words<'a>(events: &'a [Value], id: &str) -> (&'a str, &'a str) {
    let of = |event: &&Value| event["uid"].as_str().is_some_and(|uid| uid.starts_with(&format!("{id}@")));
    let event = events.iter().find(of).unwrap_or_else(|| panic!("{id} is in {events:?}"));
    let text = |name: &str| event[name].as_str().unwrap_or_default();
    (text("summary"), text("description"))
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_names_its_period_its_profile_and_what_is_special_about_its_day() {
    let test = TestApp::start(vec![due("a", &[("2026-12-27", "raport")])]).await;
    test.travel("2026-11-26T09:00:00Z");
    let all = readers();
    let facts = |id: &str| &all.readers.iter().find(|of| of.id == id).expect("the reader").facts;
    let (firm, person) = (facts("micro-srl-3-employees-vat-monthly"), facts("landlord-two-flats-persons"));
    let ana = test.reader("ana").await;
    answer_as(&test, &ana, &[("Eu", person), ("Firma", firm)]).await;
    let path = private_path(&test, &ana).await;
    let events = parsed(&test.text(&path).await.1);

    let (title, text) = words(&events, "duty.d394-monthly.2026-11");
    assert_eq!(title, "D394 octombrie, în țară · Firma");
    assert!(text.starts_with("Pentru octombrie.\nTermen mutat de pe 30 noiembrie.\n"), "{text}");
    assert!(!text.contains("trecut") && !text.contains("Dacă depui"), "{text}");
    assert_eq!(words(&events, "duty.d394-monthly.2026-12").0, "D394 noiembrie, în țară · Firma");
    let (title, text) = words(&events, "duty.afm-declaration-25.2026-12");
    assert_eq!(title, "Declarația la Fondul pentru mediu · Firma");
    assert!(text.starts_with("Zi liberă: depune până joi, 24 decembrie.\nDe verificat: "), "{text}");
    let optional = words(&events, "duty.micro-leave-d700.2027").0;
    assert_eq!(optional, "La alegere: Ieșirea din regimul micro (D700) · Firma");
    let (title, text) = words(&events, "duty.d390-vies.2026-12");
    assert_eq!(title, "Dacă e cazul: D390 noiembrie, operațiuni UE · Firma");
    assert!(text.contains("\nNumai pentru lunile cu operațiuni.\n"), "{text}");
    let (title, text) = words(&events, "duty.d212-rent-landlord.2027");
    assert!(title.ends_with(" · Eu") && text.contains("și plătești impozitul și CASS.\n"), "{title} {text}");

    answer(&test, &ana, firm).await;
    let alone = parsed(&test.text(&path).await.1);
    assert_eq!(words(&alone, "duty.d394-monthly.2026-11").0, "D394 octombrie, în țară", "one profile needs no name");
    let public = parsed(&test.text("/deadlines.ics?duties=true").await.1);
    let (title, text) = words(&public, "duty.d394-monthly.2026-11");
    assert_eq!(title, "D394 octombrie, în țară");
    assert!(text.contains("Dacă depui decontul de TVA lunar."), "of all readers: {text}");
    let (_, text) = words(&public, "duty.d100-micro-quarterly.2027-1");
    assert!(text.starts_with("Micro: pentru trim. IV 2026.\n"), "one form with several duties: {text}");
    let everybody = parsed(&test.text("/deadlines.ics").await.1);
    assert!(
        words(&everybody, "a.1").1.contains("Zi liberă: depune până joi, 24 decembrie."),
        "a Sunday after holidays"
    );
    test.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_form_is_one_event_that_keeps_the_uid_of_its_first_duty() {
    let test = TestApp::start(vec![]).await;
    let of_form = async |profiles: &[Value]| -> Vec<(String, String)> {
        let body = json!({"facts": profiles[0], "other_profiles": profiles[1..], "lang": "ro"});
        let (status, file) = ask_file(&test, "", body).await;
        assert_eq!(status, 200, "{file}");
        let text = |event: &Value, name: &str| event[name].as_str().unwrap_or_default().to_owned();
        let events = parsed(&file).into_iter().filter(|event| text(event, "uid").contains("d212"));
        let id = |event: &Value| text(event, "uid").split('@').next().unwrap_or_default().to_owned();
        events.map(|event| (id(&event), text(&event, "summary"))).collect()
    };
    let event = |id: &str, title: &str| (format!("duty.{id}.2026"), title.to_owned());
    let independent = json!({"subject": "self_employed", "situations": [], "farms": false});
    let letting = json!({
        "subject": "person", "situations": ["lets_property"], "letting": ["home_to_person"], "farms": false,
    });
    let both = json!({
        "subject": "self_employed", "situations": ["lets_property"], "letting": ["home_to_person"], "farms": false,
    });
    let title = "Declarația unică pentru chirii (D212)";
    assert_eq!(of_form(std::slice::from_ref(&letting)).await, [event("d212-rent-landlord", title)]);
    let merged = "D212 declarația unică: activitate, chirii";
    assert_eq!(of_form(&[both]).await, [event("d212-self-employed", merged)], "the earlier event takes the new title");
    let two = of_form(&[independent, letting]).await;
    let ids: Vec<_> = two.iter().map(|(id, _)| id.as_str()).collect();
    assert_eq!(ids, ["duty.d212-rent-landlord.2026", "duty.d212-self-employed.2026"], "one return of each profile");
    test.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_file_of_a_visitor_needs_answers_that_can_be_read() {
    let test = TestApp::start(vec![]).await;
    for (query, body) in [
        ("", json!({"facts": {}})),
        ("", json!({"facts": {"vat": "sometimes"}})),
        ("?alarms=0", json!({"facts": {"subject": "srl"}})),
        ("?topic=munca", json!({"facts": {"subject": "srl"}})),
    ] {
        assert_eq!(ask_file(&test, query, body.clone()).await.0, 400, "{query} {body}");
    }
    let two = json!({"facts": {"subject": "person", "farms": false}, "other_profiles": [{"subject": "srl", "vat": "monthly"}], "lang": "en"});
    let (status, file) = ask_file(&test, "", two).await;
    assert_eq!((status, file.contains("SUMMARY:D300 ")), (200, true), "{file}");
    test.stop().await;
}
