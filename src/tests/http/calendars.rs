//! Calendar files and feeds, read by the `icalendar` package of Python and by vdirsyncer.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use jiff::civil::date;
use paragraf::domain::recurrence::Term;
use paragraf::domain::{Article, DatedEntry, EntryKind};
use paragraf::store::calendars;
use serde_json::{Value, json};

use crate::support::accounts::{Reader, post_as as post};
use crate::support::app::TestApp;
use crate::support::articles::{article, entry};
use crate::support::python::environment;

/// Prints the calendar on the standard input as JSON: its name and its events.
const PARSER: &str = r#"
import icalendar, json, sys
calendar = icalendar.Calendar.from_ical(sys.stdin.buffer.read())
assert calendar["VERSION"] == "2.0" and calendar["PRODID"], calendar
def event(it):
    assert not it.errors, it.errors
    assert (it["DTEND"].dt - it["DTSTART"].dt).days == 1 and it["DTSTAMP"].dt.tzinfo, it
    alarms = [int(alarm["TRIGGER"].dt.total_seconds()) for alarm in it.walk("VALARM")]
    return {"uid": it["UID"], "date": it["DTSTART"].dt.isoformat(), "summary": it["SUMMARY"],
        "sequence": it["SEQUENCE"], "status": it["STATUS"], "url": it.get("URL"),
        "description": it.get("DESCRIPTION"), "alarms": alarms}
json.dump([event(it) for it in calendar.walk("VEVENT")], sys.stdout)
"#;

/// The events as Python reads them.
pub(super) fn parsed(text: &str) -> Vec<Value> {
    assert!(text.lines().all(|line| line.len() <= 75), "lines are folded: {text}");
    let python = environment("icalendar-7.3.0", &["icalendar==7.3.0"]).join("python");
    let mut child = Command::new(python)
        .args(["-c", PARSER])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("Python starts");
    child.stdin.take().expect("its input").write_all(text.as_bytes()).expect("written");
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "it reads the calendar: {text}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

pub(super) fn due(slug: &str, days: &[(&str, &str)]) -> Article {
    let deadlines = days.iter().map(|(day, what)| entry(EntryKind::Due, day, what)).collect();
    Article { deadlines, ..article(slug) }
}

/// The fields of each event that calendars compare: day, sequence and status.
fn states(events: &[Value]) -> BTreeMap<String, (String, u64, String)> {
    let text = |event: &Value, name: &str| event[name].as_str().unwrap_or_default().to_owned();
    let state = |event: &Value| {
        let uid = text(event, "uid").split('@').next().unwrap_or_default().to_owned();
        (uid, (text(event, "date"), event["sequence"].as_u64().unwrap_or_default(), text(event, "status")))
    };
    events.iter().map(state).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_moved_deadline_moves_and_a_withdrawn_one_is_cancelled() {
    let long = "Depune declarația; plătește impozitul, în lei și bani, până la ora închiderii ghișeului";
    let test = TestApp::start(vec![due("a", &[("2026-02-02", long), ("2026-03-02", "raport")])]).await;
    let (status, first) = test.text("/deadlines.ics").await;
    assert_eq!(status, 200);
    let events = parsed(&first);
    assert_eq!((&events[0]["summary"], &events[0]["alarms"]), (&json!(long), &json!([])));
    assert_eq!(events[0]["url"], format!("{}/app?articleId=a&lang=ro", test.base));
    let state = |date: &str, sequence, status: &str| (date.to_owned(), sequence, status.to_owned());
    assert_eq!(states(&events)["a.1"], state("2026-02-02", 2, "CONFIRMED"));

    test.publish(vec![due("a", &[("2026-02-16", long)])]).await;
    let moved = states(&parsed(&test.text("/deadlines.ics").await.1));
    assert_eq!(moved["a.1"], state("2026-02-16", 4, "CONFIRMED"));
    assert_eq!(moved["a.2"], state("2026-03-02", 5, "CANCELLED"));
    let one = parsed(&test.text("/deadlines/a.2.ics").await.1);
    assert_eq!(states(&one)["a.2"].2, "CANCELLED");

    test.withdraw("a").await;
    let withdrawn = states(&parsed(&test.text("/deadlines.ics").await.1));
    assert_eq!(withdrawn["a.1"], state("2026-02-16", 5, "CANCELLED"));
    test.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn feeds_are_of_a_topic_and_a_role_with_their_duties() {
    let mut other = due("b", &[("2026-02-03", "b")]);
    other.topic = "munca".into();
    let test = TestApp::start(vec![due("a", &[("2026-02-02", "a")]), other]).await;
    let ids = async |query: &str| -> Vec<String> {
        states(&parsed(&test.text(&format!("/deadlines.ics?{query}")).await.1)).into_keys().collect()
    };
    assert_eq!(ids("topic=munca").await, ["b.1"]);
    let duties = ids("role=employer&duties=true").await;
    assert!(duties.contains(&"duty.d112-monthly.2026-12".to_owned()) && !duties.contains(&"a.1".to_owned()));
    let one = parsed(&test.text("/deadlines/duty.d112-monthly.2026-12.ics?lang=en").await.1);
    assert_eq!((&one[0]["date"], &one[0]["summary"]), (&json!("2026-12-21"), &json!("D112 November, payroll")));
    test.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_article_has_a_file_of_its_days_of_its_beginning_and_of_a_readers_term() {
    let days = due("a", &[("2026-01-02", "past"), ("2026-02-02", "ahead"), ("2031-08-03", "far")]);
    let term = DatedEntry {
        within: Some(Term::Days(30)),
        rule: Some("de la semnare".into()),
        ..DatedEntry { date: None, ..entry(EntryKind::Due, "2026-02-02", "înregistrare") }
    };
    let mut article = Article { applies_from: Some(date(2026, 3, 1)), ..days };
    article.deadlines.push(term);
    let test = TestApp::start(vec![article]).await;
    let events = async |path: &str| parsed(&test.text(path).await.1);

    let (_, listed) = test.json("/lawchanges/a").await;
    let ids: Vec<_> = listed[0]["deadlines"].as_array().expect("entries").iter().map(|entry| &entry["id"]).collect();
    assert_eq!(ids, [&Value::Null, &json!("a.2"), &json!("a.3"), &json!("a.4")], "a past day has none");
    assert_eq!(states(&events("/deadlines/a.ics").await).into_keys().collect::<Vec<_>>(), ["a.2", "a.3"]);
    assert_eq!(events("/deadlines/a.3.ics").await[0]["date"], "2031-08-03");
    let start = events("/deadlines/a.start.ics?alarms=1,7").await;
    assert_eq!((&start[0]["date"], &start[0]["sequence"]), (&json!("2026-03-01"), &json!(2)));
    let hours = |days: i64| -(days * 24 - 9) * 3600;
    assert_eq!(start[0]["alarms"], json!([hours(7), hours(1)]));
    let term = events("/deadlines/a.4.ics?day=2026-04-20&lang=ro").await;
    assert_eq!((&term[0]["date"], &term[0]["summary"]), (&json!("2026-04-20"), &json!("Înregistrare")));
    let contract = events("/deadlines/duty.c168-rental-contract.ics?day=2026-04-20").await;
    assert_eq!((&contract[0]["date"], &contract[0]["sequence"]), (&json!("2026-04-20"), &json!(0)));
    let feed = events("/deadlines.ics?alarms=30").await;
    assert_eq!(feed[0]["alarms"], json!([hours(30)]));
    test.stop().await;
}

#[tokio::test]
async fn a_name_that_no_calendar_has_is_not_found() {
    let test = TestApp::start(vec![due("a", &[("2026-02-02", "a")])]).await;
    let forged = format!("/calendars/{}.ics", "a".repeat(43));
    let long = format!("/calendars/{}.ics", "a".repeat(5_000));
    for path in [
        "/deadlines/a.2.ics",
        "/deadlines/a.1.2026-01.ics",
        "/deadlines/a.1",
        "/deadlines/b.ics",
        "/deadlines/a.start.ics",
        "/deadlines/a.1.ics?day=2026-02-03",
        "/deadlines/duty.d112-monthly.ics?day=2026-02-03",
        "/deadlines.ics?topic=none",
        "/deadlines/duty.none.2026-01.ics",
        "/deadlines/duty.d112-monthly.1999-01.ics",
        "/deadlines/..%2Fa.ics",
        &forged,
        &long,
        "/calendars/.ics",
    ] {
        let (status, body) = test.json(path).await;
        assert_eq!((status, &body["code"]), (404, &json!("not_found")), "{path:.60}");
    }
    for path in [
        "/deadlines.ics?duties=maybe",
        "/deadlines.ics?role=nobody",
        "/deadlines.ics?alarms=",
        "/deadlines.ics?alarms=7,61",
        "/deadlines.ics?alarms=1,2,3,4,5,6",
        "/deadlines/a.1.ics?lang=fr",
        "/deadlines/a.1.ics?day=2026-02-30",
    ] {
        assert_eq!(test.json(path).await.0, 400, "{path}");
    }
    for shared in ["/deadlines.ics?from=2026-01-01&fbclid=a&fbclid=b", "/deadlines/a.1.ics?utm_source=%FF"] {
        assert_eq!(test.text(shared).await.0, 200, "{shared}");
    }
    test.stop().await;
}

/// The path of the reader's private calendar, which rings.
pub(super) async fn private_path(test: &TestApp, reader: &Reader) -> String {
    let own = format!("/users/calendar/{}", reader.uid);
    assert_eq!(post(test, reader, &own, json!({"alarms": [7, 1]})).await.0, 200);
    let (_, made) = post(test, reader, &format!("{own}/address"), json!({})).await;
    made["url"].as_str().expect("an address").strip_prefix(&test.base).expect("our own").to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_calendar_with_alarms_is_the_same_at_each_fetch() {
    let test = TestApp::start(vec![due("a", &[("2026-02-02", "a")])]).await;
    let ana = test.reader("ana").await;
    post(&test, &ana, "/users/bookmark-article", json!({"userId": ana.uid, "articleId": "a"})).await;
    let private = private_path(&test, &ana).await;
    for path in ["/deadlines.ics?alarms=30,7", "/deadlines/a.1.ics?alarms=1", &format!("{private}?nocache=1")] {
        let fetch = async |condition: Option<&str>| {
            let request = test.get(path);
            let request = condition.into_iter().fold(request, |request, tag| request.header("if-none-match", tag));
            let response = request.send().await.expect("an answer");
            let tag = response.headers()["etag"].to_str().expect("text").to_owned();
            (response.status().as_u16(), tag, response.text().await.expect("text"))
        };
        let first = fetch(None).await;
        assert!(first.2.contains("BEGIN:VALARM"), "{first:?}");
        assert_eq!(fetch(None).await, first, "{path}");
        assert_eq!(fetch(Some(&first.1)).await, (304, first.1, String::new()), "{path}");
    }
    post(&test, &ana, "/users/bookmark-article", json!({"userId": ana.uid, "articleId": "a"})).await;
    assert!(!test.text(&private).await.1.contains("UID:a.1@"), "a change shows at once");
    test.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_an_account_follows_has_a_quota_by_account_and_by_secret() {
    let test = TestApp::start(vec![due("a", &[("2026-02-02", "a")])]).await;
    let (ana, dan) = (test.reader("ana").await, test.reader("dan").await);
    let private = private_path(&test, &ana).await;
    let mine = async |reader: &Reader| {
        let response = test.get("/deadlines?mine=true").bearer_auth(&reader.token).send().await.expect("an answer");
        (response.status().as_u16(), response.headers().contains_key("retry-after"))
    };
    for _ in 0..60 {
        assert_eq!(test.text(&private).await.0, 200);
    }
    let (status, body) = test.json(&private).await;
    assert_eq!((status, &body["code"]), (429, &json!("too_many_requests")));
    assert_eq!((mine(&ana).await, mine(&dan).await), ((429, true), (200, false)));
    let renewed = private_path(&test, &ana).await;
    assert_eq!(test.text(&renewed).await.0, 429, "another address is the same account");
    test.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_private_calendar_has_a_secret_address_that_can_be_renewed_and_removed() {
    let mut other = due("b", &[("2026-02-03", "b")]);
    other.topic = "munca".into();
    let test = TestApp::start(vec![due("a", &[("2026-02-02", "a")]), other]).await;
    let ana = test.reader("ana").await;
    let own = format!("/users/calendar/{}", ana.uid);
    post(&test, &ana, "/users/bookmark-article", json!({"userId": ana.uid, "articleId": "b"})).await;
    let settings = json!({"alarms": [1, 30, 7, 7], "roles": ["employer"], "language": "en"});
    let (status, changed) = post(&test, &ana, &own, settings).await;
    let expected = json!({"alarms": [30, 7, 1], "roles": ["employer"], "language": "en"});
    assert_eq!((status, &changed), (200, &expected));
    for bad in [json!({"alarms": [0]}), json!({"alarms": [1, 2, 3, 4, 5, 6]}), json!({"other": 1})] {
        assert_eq!(post(&test, &ana, &own, bad.clone()).await.0, 400, "{bad}");
    }

    let address = async || {
        let (status, made) = post(&test, &ana, &format!("{own}/address"), json!({})).await;
        assert_eq!(status, 200);
        made["url"].as_str().expect("an address").strip_prefix(&test.base).expect("our own").to_owned()
    };
    let first = address().await;
    let response = test.get(&first).send().await.expect("an answer");
    assert_eq!(response.headers()["cache-control"], "no-store");
    assert_eq!(response.headers()["x-robots-tag"], "noindex");
    let events = parsed(&response.text().await.expect("text"));
    let ids = states(&events);
    assert!(ids.contains_key("b.1") && ids.contains_key("duty.d112-monthly.2026-12") && !ids.contains_key("a.1"));
    let hours = |days: i64| -(days * 24 - 9) * 3600;
    assert_eq!(events[0]["alarms"], json!([hours(30), hours(7), hours(1)]));

    let second = address().await;
    assert_eq!((test.text(&first).await.0, test.text(&second).await.0), (404, 200));
    test.withdraw("b").await;
    let withdrawn = parsed(&test.text(&second).await.1);
    assert_eq!(states(&withdrawn)["b.1"].2, "CANCELLED");
    let is_cancelled = |event: &&Value| event["status"] == "CANCELLED";
    let alarms = withdrawn.iter().filter(is_cancelled).map(|event| &event["alarms"]);
    assert_eq!(alarms.collect::<Vec<_>>(), [&json!([])], "a cancelled day does not ring");

    let secret = second.rsplit('/').next().and_then(|file| file.strip_suffix(".ics")).expect("a secret");
    let uid = ana.uid.clone();
    let stored = test.app.store.read(move |tx| Ok(calendars::get(tx, &uid)?)).await.expect("the calendar");
    let digest = stored.link.expect("its link").digest;
    assert!(!digest.contains(secret) && !secret.contains(&digest), "only a digest is stored");

    let closed = test.client.delete(format!("{}{own}/address", test.base)).bearer_auth(&ana.token).send().await;
    assert_eq!(closed.expect("an answer").status(), 200);
    assert_eq!(test.text(&second).await.0, 404);
    test.stop().await;
}

/// How many events the folder holds.
fn files(folder: &Path) -> usize {
    std::fs::read_dir(folder.join("events")).expect("its folder").count()
}

/// Copies the feed into a folder, and returns what it holds by title: vdirsyncer gives events of feeds its own UIDs.
fn synchronize(program: &Path, folder: &Path, url: &str) -> BTreeMap<String, String> {
    let config = format!(
        "[general]\nstatus_path = \"{0}/status\"\n[pair p]\na = \"feed\"\nb = \"disk\"\ncollections = null\n\
         conflict_resolution = \"a wins\"\n[storage feed]\ntype = \"http\"\nurl = \"{url}\"\n\
         [storage disk]\ntype = \"filesystem\"\npath = \"{0}/events\"\nfileext = \".ics\"\n",
        folder.display()
    );
    let file = folder.join("config");
    std::fs::write(&file, config).expect("its configuration");
    for args in [&["discover", "p"][..], &["sync", "--force-delete"]] {
        let mut child = Command::new(program);
        let output = child.arg("-c").arg(&file).args(args).stdin(Stdio::null()).output().expect("vdirsyncer starts");
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
    let files = std::fs::read_dir(folder.join("events")).expect("its folder");
    let texts = files.map(|file| std::fs::read_to_string(file.expect("a file").path()).expect("text"));
    let title = |text: &str| text.lines().find_map(|line| line.strip_prefix("SUMMARY:")).unwrap_or_default().to_owned();
    texts.map(|text| (title(&text), text)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_calendar_client_sees_a_moved_and_a_cancelled_deadline() {
    let test = TestApp::start(vec![due("a", &[("2026-02-02", "plata"), ("2026-03-02", "raport")])]).await;
    let program = environment("vdirsyncer-0.21.0", &["vdirsyncer==0.21.0"]).join("vdirsyncer");
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(folder.path().join("events")).expect("a folder of events");
    let url = format!("{}/deadlines.ics", test.base);
    let synchronized = async || {
        let (program, folder, url) = (program.clone(), folder.path().to_owned(), url.clone());
        tokio::task::spawn_blocking(move || synchronize(&program, &folder, &url)).await.expect("it ends")
    };
    let first = synchronized().await;
    assert!(first["Plata"].contains("DTSTART;VALUE=DATE:20260202"), "{first:?}");
    test.publish(vec![due("a", &[("2026-02-16", "plata")])]).await;
    let second = synchronized().await;
    assert!(second["Plata"].contains("DTSTART;VALUE=DATE:20260216"), "{second:?}");
    assert!(second["Raport"].contains("STATUS:CANCELLED"), "{second:?}");
    assert_eq!(files(folder.path()), 2, "nothing is there twice");
    test.stop().await;
}
