//! Days of articles in a range, moved days, duties, and the page without scripts.

use jiff::civil::date;
use paragraf::domain::{DatedEntry, EntryKind};
use serde_json::{Value, json};

use crate::support::app::TestApp;
use crate::support::articles::{article, entry};

fn column(list: &Value, name: &str) -> Vec<String> {
    let items = list.as_array().expect("an array");
    items.iter().map(|item| item[name].as_str().unwrap_or_default().to_owned()).collect()
}

fn monthly(what: &str) -> DatedEntry {
    DatedEntry {
        recurs: serde_json::from_str(r#"{"monthly":25}"#).ok(),
        shift: "tax".parse().ok(),
        what: what.into(),
        ..DatedEntry::default()
    }
}

#[tokio::test]
async fn a_range_lists_each_day_of_a_recurring_entry_with_the_reason_of_its_shift() {
    let mut tax = article("tva");
    tax.deadlines = vec![monthly("decontul"), entry(EntryKind::Due, "2026-01-11", "o dată")];
    let test = TestApp::start(vec![tax]).await;
    let (status, list) = test.json("/deadlines?from=2026-01-10&to=2026-04-30").await;
    assert_eq!(status, 200);
    assert_eq!(column(&list, "id"), ["tva.2", "tva.1.2026-01", "tva.1.2026-02", "tva.1.2026-03", "tva.1.2026-04"]);
    assert_eq!(list[1]["date"], "2026-01-26");
    assert_eq!((&list[1]["nominal"], &list[1]["shift_reason"]), (&json!("2026-01-25"), &json!("weekend")));
    assert_eq!((&list[0]["working_day"], &list[1]["working_day"]), (&json!(false), &json!(true)));
    assert_eq!(column(&test.json("/deadlines").await.1, "id"), ["tva.2", "tva.1.2026-01"]);
    // The test's day is 10 January 2026: the past is listed too.
    let past = test.json("/deadlines?from=2026-01-01&to=2026-01-09").await.1;
    assert_eq!(column(&past, "id"), Vec::<String>::new());
    test.stop().await;
}

#[tokio::test]
async fn a_deadline_keeps_its_id_and_shows_where_it_moved_from() {
    let mut first = article("a");
    first.deadlines = vec![entry(EntryKind::Due, "2026-02-02", "plata"), entry(EntryKind::Due, "2026-03-02", "raport")];
    let test = TestApp::start(vec![first.clone()]).await;
    first.deadlines = vec![entry(EntryKind::Due, "2026-03-16", "raport"), entry(EntryKind::Due, "2026-02-02", "plata")];
    test.publish(vec![first]).await;
    let list = test.json("/deadlines").await.1;
    assert_eq!(column(&list, "id"), ["a.1", "a.2"]);
    assert_eq!(column(&list, "date"), ["2026-02-02", "2026-03-16"]);
    assert_eq!((list[0].get("moved_from"), &list[1]["moved_from"]), (None, &json!("2026-03-02")));
    test.stop().await;
}

#[tokio::test]
async fn an_account_lists_what_it_follows_and_saved() {
    let mut followed = article("urmarit");
    followed.deadlines = vec![entry(EntryKind::Due, "2026-02-02", "a")];
    let mut saved = article("salvat");
    saved.topic = "munca".into();
    saved.deadlines = vec![entry(EntryKind::Due, "2026-02-03", "b")];
    let mut other = article("altul");
    other.topic = "digital".into();
    other.deadlines = vec![entry(EntryKind::Due, "2026-02-04", "c")];
    let test = TestApp::start(vec![followed.clone(), saved, other]).await;
    assert_eq!(test.json("/deadlines?mine=true").await.0, 401);
    let ana = test.reader("ana").await;
    let mine = async || {
        let response = test.get("/deadlines?mine=true").bearer_auth(&ana.token).send().await.expect("an answer");
        assert_eq!(response.headers()["cache-control"], "no-store");
        response.json::<Value>().await.expect("JSON")
    };
    assert_eq!(column(&mine().await, "slug"), Vec::<String>::new());
    for (path, body) in [
        ("/users/follow-topic", json!({"userId": ana.uid, "topicId": followed.topic})),
        ("/users/bookmark-article", json!({"userId": ana.uid, "articleId": "salvat"})),
    ] {
        let post = test.client.post(format!("{}{path}", test.base)).bearer_auth(&ana.token).json(&body);
        assert_eq!(post.send().await.expect("an answer").status(), 200, "{path}");
    }
    assert_eq!(column(&mine().await, "slug"), ["urmarit", "salvat"]);
    test.stop().await;
}

#[tokio::test]
async fn duties_are_listed_by_role_with_their_days_and_what_changed_them() {
    let mut about = article("d112");
    about.title = "Declarația D112 se schimbă".into();
    let test = TestApp::start(vec![about]).await;
    test.app.catalogue.update_search(&|| false).expect("an index");
    let (status, list) = test.json("/duties?role=employer&from=2026-11-22&to=2027-01-31&lang=en").await;
    assert_eq!(status, 200);
    let d112 = &list[0];
    assert_eq!((&d112["id"], &d112["title"]), (&json!("d112-monthly"), &json!("Monthly payroll return (D112)")));
    assert_eq!(column(&d112["days"], "date"), ["2026-11-25", "2026-12-21", "2027-01-25"]);
    assert_eq!(
        d112["days"][1],
        json!({"id": "duty.d112-monthly.2026-12", "date": "2026-12-21",
        "nominal": "2026-12-25", "shift_reason": "december"})
    );
    assert_eq!(column(&d112["articles"], "slug"), ["d112"]);
    let ids = async |query: &str| column(&test.json(&format!("/duties?{query}")).await.1, "id");
    assert!(ids("role=company&tax=micro").await.contains(&"d100-micro-quarterly".to_owned()));
    assert!(!ids("role=company&tax=profit").await.contains(&"d100-micro-quarterly".to_owned()));
    assert_eq!(ids("topic=digital").await, ["nis2-registration-30-days", "dac7-platform-report"]);
    test.stop().await;
}

#[tokio::test]
async fn a_range_that_cannot_be_is_refused_with_its_parameter() {
    let test = TestApp::start(vec![article("a")]).await;
    for (path, field) in [
        ("/deadlines?from=2026-02-02&to=2026-02-01".to_owned(), "to"),
        ("/deadlines?to=2026-01-09".into(), "to"),
        ("/deadlines?from=2026-01-01&to=2028-01-02".into(), "to"),
        ("/deadlines?from=2026-02-30".into(), "from"),
        ("/deadlines?limit=1001".into(), "limit"),
        ("/deadlines?mine=yes".into(), "mine"),
        (format!("/deadlines?q={}", "a".repeat(10_000)), "q"),
        ("/duties?from=2026-02-02&to=2026-02-01".into(), "to"),
        ("/duties?tax=none".into(), "tax"),
        ("/duties?role=king".into(), "role"),
    ] {
        let (status, body) = test.json(&path).await;
        let shown = &path[..path.len().min(60)];
        assert_eq!((status, &body["field"]), (400, &json!(field)), "{shown}");
    }
    test.stop().await;
}

#[tokio::test]
async fn the_page_without_scripts_has_deadlines_duties_and_filters() {
    let mut due = article("a");
    due.topic = "munca".into();
    due.deadlines = vec![entry(EntryKind::Due, "2026-02-02", "plătește impozitul")];
    let test = TestApp::start(vec![due]).await;
    let (status, page) = test.text("/app?screen=deadlines&lang=ro").await;
    assert_eq!(status, 200);
    for part in
        ["Februarie 2026", "Plătește impozitul", "Declarația 112 lunară", "Fără dată fixă", "href=\"/app?articleId=a"]
    {
        assert!(page.contains(part), "{part}");
    }
    let (_, english) = test.text("/app?screen=deadlines&role=employer&topic=munca").await;
    assert!(english.contains("Monthly payroll return (D112)") && english.contains("value=\"employer\" selected"));
    assert!(!english.contains("Monthly VAT return"));
    let (_, nobody) = test.text("/app?screen=deadlines&role=tenant").await;
    assert!(nobody.contains("No known deadlines."), "an empty page has words");
    assert_eq!(date(2026, 1, 10), test.app.clock.today(), "the days of this test");
    test.stop().await;
}
