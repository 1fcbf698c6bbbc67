//! The list of articles, one article, topics and deadlines.

use jiff::civil::date;
use paragraf::domain::act::Act;
use paragraf::domain::article::Provenance;
use paragraf::domain::deadline::Deadline;
use paragraf::domain::{Article, Language};
use serde_json::json;

use crate::support::app::TestApp;
use crate::support::articles::{article, demo, english};

fn full() -> Article {
    let mut full = article("plin");
    full.translations.insert(Language::En, english("plin"));
    full.act = Some(Act { kind: "LEGE".into(), number: Some("239".into()), year: 2025, issuer: None });
    full.file_url = Some("https://monitoruloficial.ro/a.pdf".into());
    full.provenance = Some(Provenance { written_by: Some("Ana".into()), ..Provenance::default() });
    full.deadlines = vec![Deadline {
        date: Some(date(2026, 5, 25)),
        rule: None,
        what: "Depune declarația".into(),
        who: Some("proprietari".into()),
    }];
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
    assert_eq!(slugs, ["nou", "a", "b"]);
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
            "domains": ["chirii", "impozite"], "topic": "inchirieri", "lang": "ro",
            "act": {"type": "LEGE", "number": "239", "year": 2025, "citation": "Legea nr. 239/2025"},
            "deadlines": [{"date": "2026-05-25", "what": "Depune declarația", "who": "proprietari"}],
            "audience": [], "revision": 1, "updated_at": "2026-01-10T09:00:00Z", "likes": 0, "bookmarks": 0,
        })
    );
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
    assert_eq!(topics.as_array().map(Vec::len), Some(10));
    test.stop().await;
}

#[tokio::test]
async fn deadlines_are_listed_from_today_on_soonest_first() {
    let mut busy = full();
    let deadline = |day, what: &str| Deadline { date: day, rule: None, what: what.into(), who: None };
    busy.deadlines = vec![
        deadline(Some(date(2026, 3, 1)), "doi"),
        deadline(Some(date(2026, 1, 10)), "azi"),
        deadline(Some(date(2026, 1, 9)), "trecut"),
        deadline(None, "fără zi"),
        deadline(Some(date(2026, 3, 1)), "trei"),
    ];
    let test = TestApp::start(vec![busy]).await;
    let (status, list) = test.json("/deadlines").await;
    assert_eq!(status, 200);
    let what: Vec<_> = list.as_array().expect("an array").iter().map(|item| item["what"].clone()).collect();
    assert_eq!(what, ["azi", "doi", "trei"]);
    assert_eq!(
        list[0],
        json!({"date": "2026-01-10", "what": "azi", "slug": "plin", "title": "Schimbare pentru plin",
               "act_citation": "Legea nr. 239/2025", "importance": 3})
    );
    assert_eq!(test.json("/deadlines?limit=1&lang=en").await.1[0]["title"], "A change for plin");
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
