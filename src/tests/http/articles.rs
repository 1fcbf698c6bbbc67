//! The list of articles, one article, topics and deadlines.

use jiff::civil::date;
use paragraf::domain::act::Act;
use paragraf::domain::article::Provenance;
use paragraf::domain::recurrence::Shift;
use paragraf::domain::{Article, AudienceRole, DatedEntry, EntryKind, Importance, Language};
use serde_json::json;

use crate::support::app::TestApp;
use crate::support::articles::{article, demo, english, entry, source};

fn full() -> Article {
    let mut full = article("plin");
    full.translations.insert(Language::En, english("plin"));
    full.act = Some(Act { kind: "LEGE".into(), number: Some("239".into()), year: 2025, issuer: None });
    full.file_url = Some("https://monitoruloficial.ro/a.pdf".into());
    full.provenance = Some(Provenance { written_by: Some("Ana".into()), ..Provenance::default() });
    let due = entry(EntryKind::Due, "2026-05-25", "Depune declarația");
    full.deadlines = vec![DatedEntry { who: Some("proprietari".into()), ..due }];
    full.sources = vec![source("https://legislatie.just.ro/1"), source("https://www.pwc.ro/a")];
    full.roles = vec![AudienceRole::Landlord];
    full
}

#[tokio::test]
async fn the_list_is_a_plain_array_newest_first() {
    let mut newer = article("nou");
    newer.publish_date = date(2026, 1, 2);
    let test = TestApp::start(vec![article("b"), newer, article("a")]).await;
    let (status, list) = test.json("/lawchanges").await;
    assert_eq!(status, 200);
    let slugs: Vec<_> = list.as_array().expect("an array").iter().map(|item| item["slug"].clone()).collect();
    assert_eq!(slugs, ["nou", "a", "b"], "of one day, the last to arrive comes first");
    test.stop().await;
}

#[tokio::test]
async fn within_a_day_importance_comes_first_and_then_arrival() {
    let urgent = |slug: &str| Article { importance: Importance::URGENT, ..article(slug) };
    let test = TestApp::start(vec![article("aaa"), urgent("zzz"), article("mmm")]).await;
    test.publish(vec![article("bbb"), urgent("yyy")]).await;
    let slugs = |list: serde_json::Value| -> Vec<String> {
        let items = list.as_array().expect("an array").iter();
        items.map(|item| item["slug"].as_str().expect("a slug").to_owned()).collect()
    };
    let expected = ["yyy", "zzz", "bbb", "mmm", "aaa"];
    assert_eq!(slugs(test.json("/lawchanges").await.1), expected);
    let mut paged = Vec::new();
    let mut path = "/lawchanges?limit=2".to_owned();
    for _ in 0..3 {
        let response = test.get(&path).send().await.expect("a response");
        let link = response.headers().get("link").map(|link| link.to_str().expect("text").to_owned());
        paged.extend(slugs(response.json().await.expect("JSON")));
        path = link.map(|link| link[1..].split('>').next().expect("a path").to_owned()).unwrap_or_default();
    }
    assert_eq!(paged, expected);
    test.stop().await;
}

#[tokio::test]
async fn computed_days_change_at_midnight_in_romania() {
    let monthly = serde_json::from_value(json!({"monthly": 25})).expect("a rule");
    let mut recurring = article("lunar");
    recurring.deadlines = vec![
        DatedEntry { recurs: Some(monthly), shift: Some(Shift::Tax), what: "plata".into(), ..DatedEntry::default() },
        entry(EntryKind::Starts, "2026-01-11", "cota nouă"),
    ];
    let test = TestApp::start(vec![recurring]).await;
    let article = async |test: &TestApp| {
        let response = test.get("/lawchanges/lunar").send().await.expect("a response");
        let tag = response.headers()["etag"].clone();
        (tag, response.json::<serde_json::Value>().await.expect("JSON")[0].clone())
    };
    let (before, today) = article(&test).await;
    assert_eq!(today["deadlines"][0]["next_date"], "2026-01-26", "the 25th is a Sunday");
    assert_eq!((&today["deadlines"][1]["state"], &today["time"]), (&json!("ahead"), &json!("ahead")));
    assert_eq!(today["next_entry"], 0, "what is due beats what starts");
    // Midnight in Bucharest is 22:00 UTC in winter.
    test.travel("2026-01-10T22:00:00Z");
    let (after, today) = article(&test).await;
    assert_ne!(before, after);
    assert_eq!((&today["deadlines"][1]["state"], &today["time"]), (&json!("today"), &json!("now")));
    test.travel("2026-01-27T10:00:00Z");
    let (_, list) = test.json("/lawchanges").await;
    assert_eq!(list[0]["deadlines"][0]["next_date"], "2026-02-25");
    assert_eq!(list[0]["deadlines"][1]["state"], "past");
    assert_eq!(list[0]["deadlines"][1]["next_date"], json!(null));
    assert_eq!((&list[0]["next_entry"], &list[0]["time"]), (&json!(0), &json!("now")));
    test.stop().await;
}

#[tokio::test]
async fn a_summary_has_the_documented_fields_and_no_nulls() {
    let test = TestApp::start(vec![full()]).await;
    let (_, list) = test.json("/lawchanges").await;
    assert_eq!(
        list[0],
        json!({
            "slug": "plin", "title": "Schimbare pentru plin",
            "technical_summary": "Legea nr. 239/2025 modifică art. 84 din Codul fiscal.",
            "simple_explanation": "Dacă închiriezi un apartament, plătești altfel impozitul.",
            "importance": 3, "publish_date": "2025-12-15", "file_url": "https://monitoruloficial.ro/a.pdf",
            "domains": ["chirii", "impozite"], "domain_keys": ["chirii", "impozite"],
            "topic": "inchirieri", "lang": "ro",
            "act": {"type": "LEGE", "number": "239", "year": 2025, "citation": "Legea nr. 239/2025"},
            "deadlines": [{"id": "plin.1", "kind": "due", "date": "2026-05-25", "what": "Depune declarația", "who": "proprietari",
                "roles": [], "next_date": "2026-05-25", "state": "ahead"}],
            "next_entry": 0, "time": "ahead", "roles": ["landlord"], "audience": [],
            "sources": [
                {"url": "https://legislatie.just.ro/1", "host": "legislatie.just.ro", "official": true},
                {"url": "https://www.pwc.ro/a", "host": "pwc.ro", "official": false},
            ],
            "source_url": "https://legislatie.just.ro/1", "revision": 1, "updated_at": "2026-01-10T09:00:00Z", "likes": 0, "bookmarks": 0,
        })
    );
    test.stop().await;
}

#[tokio::test]
async fn a_term_that_begins_with_the_reader_gets_its_last_day() {
    let test = TestApp::start(vec![]).await;
    let end = async |query: &str| test.json(&format!("/deadlines/within?{query}")).await;
    assert_eq!(end("from=2026-11-21&days=9&shift=next").await, (200, json!({"date": "2026-12-02"})));
    assert_eq!(end("from=2026-11-27&working_days=5").await, (200, json!({"date": "2026-12-08"})));
    for (query, field) in [
        ("days=9", "from"),
        ("from=2026-11-31&days=9", "from"),
        ("from=2026-11-21", "days"),
        ("from=2026-11-21&days=9&months=1", "days"),
        ("from=2026-11-21&months=0", "months"),
        ("from=2026-11-21&days=3661", "days"),
        ("from=2026-11-21&days=9&shift=soon", "shift"),
    ] {
        let (status, body) = end(query).await;
        assert_eq!((status, body["field"].as_str()), (400, Some(field)), "{query}");
    }
    test.stop().await;
}

#[tokio::test]
async fn the_holidays_of_a_range_are_listed() {
    let test = TestApp::start(vec![]).await;
    let holidays = async |query: &str| test.json(&format!("/deadlines/holidays?{query}")).await;
    assert_eq!(
        holidays("from=2026-12-01&to=2026-12-31").await,
        (200, json!([{"date": "2026-12-01"}, {"date": "2026-12-25"}, {"date": "2026-12-26"}]))
    );
    assert_eq!(holidays("from=2027-02-01&to=2027-02-28").await, (200, json!([])));
    for (query, field) in [
        ("to=2026-12-31", "from"),
        ("from=2026-12-01", "to"),
        ("from=2026-12-01&to=2026-11-30", "to"),
        ("from=2026-12-01&to=2028-12-02", "to"),
        ("from=2026-12-01&to=2026-12-32", "to"),
    ] {
        let (status, body) = holidays(query).await;
        assert_eq!((status, body["field"].as_str()), (400, Some(field)), "{query}");
    }
    test.stop().await;
}

#[tokio::test]
async fn an_article_is_the_list_of_its_revisions_ending_with_the_current_one() {
    let test = TestApp::start(vec![full()]).await;
    let mut changed = full();
    changed.title = "Titlu nou".into();
    test.publish(vec![changed]).await;
    let (status, revisions) = test.json("/lawchanges/plin").await;
    assert_eq!(status, 200);
    let revisions = revisions.as_array().expect("an array");
    let seen: Vec<_> = revisions.iter().map(|item| (item["revision"].clone(), item["title"].clone())).collect();
    assert_eq!(seen, [(json!(1), json!("Schimbare pentru plin")), (json!(2), json!("Titlu nou"))]);
    let last = &revisions[1];
    assert_eq!(last["status"], "published");
    assert_eq!(last["languages"], json!(["ro", "en"]));
    assert_eq!(last["implementation_key_points"], json!(["Verifică contractul.", "Depune declarația."]));
    assert_eq!(last["provenance"], json!({"written_by": "Ana"}));
    test.stop().await;
}

#[tokio::test]
async fn texts_are_in_the_requested_language_or_in_romanian() {
    let test = TestApp::start(vec![full(), article("doar-ro")]).await;
    let (_, revisions) = test.json("/lawchanges/plin?lang=en").await;
    assert_eq!(revisions[0]["title"], "A change for plin");
    assert_eq!(revisions[0]["lang"], "en");
    assert_eq!(revisions[0]["act"]["citation"], "Law no. 239/2025");
    let (_, revisions) = test.json("/lawchanges/doar-ro?lang=en").await;
    assert_eq!(revisions[0]["lang"], "ro");
    assert_eq!(revisions[0]["languages"], json!(["ro"]));
    let (_, list) = test.json("/lawchanges?lang=en").await;
    let langs: Vec<_> = list.as_array().expect("an array").iter().map(|item| item["lang"].clone()).collect();
    assert_eq!(langs, ["ro", "en"], "doar-ro, then plin");
    test.stop().await;
}

#[tokio::test]
async fn published_and_changed_articles_appear_at_once() {
    let test = TestApp::start(vec![article("a")]).await;
    assert_eq!(test.json("/lawchanges/a").await.1[0]["importance"], 3);
    let mut urgent = article("a");
    urgent.importance = paragraf::domain::Importance::URGENT;
    test.publish(vec![urgent, article("b")]).await;
    assert_eq!(test.json("/lawchanges/a").await.1[1]["importance"], 5);
    assert_eq!(test.json("/lawchanges").await.1[0]["importance"], 5);
    assert_eq!(test.json("/lawchanges/b").await.0, 200);
    test.stop().await;
}

#[tokio::test]
async fn topics_are_listed_in_order_with_their_article_counts() {
    let test = TestApp::start(vec![article("a"), article("b")]).await;
    let (status, topics) = test.json("/topics").await;
    assert_eq!(status, 200);
    let name = json!({"ro": "Închirieri", "en": "Renting out"});
    assert_eq!(topics[0], json!({"id": "inchirieri", "name": name, "articles": 2}));
    assert_eq!(topics[1]["articles"], 0);
    assert_eq!(topics.as_array().map(Vec::len), Some(11));
    test.stop().await;
}

#[tokio::test]
async fn deadlines_are_listed_from_today_on_soonest_first() {
    let mut busy = full();
    let due = |day: &str, what: &str| entry(EntryKind::Due, day, what);
    busy.deadlines = vec![
        due("2026-03-01", "doi"),
        due("2026-01-10", "azi"),
        due("2026-01-09", "trecut"),
        DatedEntry { rule: Some("oricând".into()), what: "fără zi".into(), ..DatedEntry::default() },
        due("2026-03-01", "trei"),
    ];
    let mut urgent = article("urgent");
    urgent.importance = Importance::URGENT;
    urgent.deadlines =
        vec![DatedEntry { roles: vec![AudienceRole::Farmer], ..entry(EntryKind::Starts, "2026-03-01", "începe") }];
    let test = TestApp::start(vec![busy, urgent]).await;
    let (status, list) = test.json("/deadlines").await;
    assert_eq!(status, 200);
    let what: Vec<_> = list.as_array().expect("an array").iter().map(|item| item["what"].clone()).collect();
    assert_eq!(what, ["azi", "începe", "doi", "trei"]);
    assert_eq!(
        list[0],
        json!({"id": "plin.2", "date": "2026-01-10", "kind": "due", "index": 1, "recurring": false,
               "working_day": false, "file_by": "2026-01-09", "what": "azi", "roles": ["landlord"], "slug": "plin",
               "title": "Schimbare pentru plin", "topic": "inchirieri", "domains": list[0]["domains"],
               "domain_keys": list[0]["domains"],
               "act_citation": "Legea nr. 239/2025", "importance": 3, "duties": []})
    );
    assert_eq!(test.json("/deadlines?limit=1&lang=en").await.1[0]["title"], "A change for plin");
    for (filter, expected) in [
        ("kind=starts", vec!["începe"]),
        ("kind=due&limit=2", vec!["azi", "doi"]),
        ("role=farmer", vec!["începe"]),
        ("role=landlord&kind=due", vec!["azi", "doi", "trei"]),
        ("importance=5", vec!["începe"]),
        ("topic=munca", vec![]),
        ("q=urgent", vec!["începe"]),
    ] {
        let (status, list) = test.json(&format!("/deadlines?{filter}")).await;
        let what: Vec<_> = list.as_array().expect("an array").iter().map(|item| item["what"].clone()).collect();
        assert_eq!((status, what), (200, expected.into_iter().map(Into::into).collect()), "{filter}");
    }
    assert_eq!(test.json("/lawchanges?role=farmer").await.1.as_array().map(Vec::len), Some(1));
    assert_eq!(test.json("/lawchanges?role=none").await.0, 400);
    test.stop().await;
}

#[tokio::test]
async fn the_demo_articles_are_served_in_both_languages() {
    let articles = demo();
    let count = articles.len();
    let test = TestApp::start(articles).await;
    for language in ["ro", "en"] {
        let (_, list) = test.json(&format!("/lawchanges?lang={language}")).await;
        assert_eq!(list.as_array().map(Vec::len), Some(count));
        for item in list.as_array().expect("an array") {
            let slug = item["slug"].as_str().expect("a slug");
            let (status, revisions) = test.json(&format!("/lawchanges/{slug}?lang={language}")).await;
            assert_eq!(status, 200);
            assert_eq!(revisions[0]["title"], item["title"]);
        }
    }
    test.stop().await;
}
