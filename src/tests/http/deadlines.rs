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
    assert_eq!((&list[0]["file_by"], list[1].get("file_by")), (&json!("2026-01-09"), None));
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
        "nominal": "2026-12-25", "shift_reason": "december", "period": "2026-11"})
    );
    assert_eq!(column(&d112["articles"], "slug"), ["d112"]);
    assert_eq!((&d112["short"], d112.get("within")), (&json!("payroll"), None));
    let (_, others) = test.json("/duties?from=2026-12-01&to=2026-12-31").await;
    let of = |id: &str| others.as_array().expect("duties").iter().find(|duty| duty["id"] == id).expect("the duty");
    assert_eq!(of("c168-rental-contract")["within"], json!({"days": 30}));
    assert_eq!(of("d390-vies")["event"], "numai pentru lunile cu operațiuni");
    assert_eq!((&of("d230-redirect")["optional"], &of("d390-vies")["optional"]), (&json!(true), &json!(false)));
    // Christmas Day is moved for taxes only.
    assert_eq!(
        of("afm-declaration-25")["days"],
        json!([{"id": "duty.afm-declaration-25.2026-12", "date": "2026-12-25", "file_by": "2026-12-24"}])
    );
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
async fn the_page_without_scripts_has_one_month_with_its_deadlines_duties_and_filters() {
    let mut due = article("a");
    due.topic = "munca".into();
    due.deadlines = vec![
        entry(EntryKind::Due, "2026-01-26", "plătește impozitul"),
        entry(EntryKind::Due, "2026-02-02", "mai târziu"),
    ];
    let test = TestApp::start(vec![due]).await;
    let (status, page) = test.text("/app?screen=deadlines&lang=ro").await;
    assert_eq!(status, 200);
    for part in [
        "<h1>Ianuarie 2026</h1>",
        "luni, 26 ianuarie 2026",
        "Plătește impozitul",
        "<strong>D112</strong> salarii",
        "25 ianuarie pe 26 ianuarie",
        "Dacă se întâmplă",
        "href=\"/app?articleId=a",
        "href=\"/app?screen=deadlines&amp;month=2026-02&amp;lang=ro\"",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert!(!page.contains("Mai târziu"), "only the month asked for");
    let (_, next) = test.text("/app?screen=deadlines&month=2026-02").await;
    for part in ["<title>Deadlines: February 2026", "<h1>February 2026</h1>", "Mai târziu", "<strong>D300</strong>"] {
        assert!(next.contains(part), "{part}: {next}");
    }
    let (_, choice) = test.text("/app?screen=deadlines&month=2026-03").await;
    assert!(choice.contains("<strong>D700</strong> leaving micro (your choice)"), "{choice}");
    let (_, one) = test.text("/app?screen=deadlines&month=2026-05&lang=ro").await;
    for part in [
        "<strong>D212</strong> declarația unică: activitate, chirii, camere, investiții, venituri din străinătate; sănătate, restul de 75%",
        "<div id=\"facts.duty.short-rental-d212.2026\">",
    ] {
        assert!(one.contains(part), "one form is one label, which links of each duty open: {part}: {one}");
    }
    let (_, next) = test.text("/app?screen=deadlines&month=2026-02&role=employer&topic=munca").await;
    for part in ["value=\"employer\" selected", "<strong>D112</strong> payroll", "&amp;topic=munca&amp;role=employer"] {
        assert!(next.contains(part), "{part}: {next}");
    }
    assert!(!next.contains("<strong>D300</strong>") && !next.contains("Mai târziu"), "{next}");
    let (_, nobody) = test.text("/app?screen=deadlines&role=tenant").await;
    assert!(nobody.contains("No known deadlines in this month."), "an empty page has words");
    let (_, far) = test.text("/app?screen=deadlines&month=2099-01").await;
    assert!(far.contains("<h1>January 2026</h1>"), "a month that is too far is this month");
    assert_eq!(date(2026, 1, 10), test.app.clock.today(), "the days of this test");
    test.stop().await;
}

#[tokio::test]
async fn the_page_without_scripts_keeps_a_day_off_that_the_law_does_not_move() {
    let test = TestApp::start(vec![article("a")]).await;
    test.travel("2026-12-23T09:00:00Z");
    let (_, page) = test.text("/app?screen=deadlines&lang=ro").await;
    let (past, ahead) = page.split_once("vineri, 25 decembrie 2026").expect("the day");
    assert!(ahead.contains("Zi liberă: depune până joi, 24 decembrie<"), "{ahead}");
    assert!(past.contains("zile trecute") && past.contains("Dacă e cazul:"), "{past}");
    test.stop().await;
}
