//! Changes of a year: counts, lists and the page of a topic.

use jiff::civil::date;
use paragraf::domain::Article;
use serde_json::{Value, json};

use crate::support::app::TestApp;
use crate::support::articles::{on, slugs};

fn four() -> Vec<Article> {
    vec![
        on("old", "munca", 5, date(2024, 12, 31)),
        on("a", "munca", 2, date(2025, 1, 1)),
        on("b", "munca", 4, date(2025, 3, 2)),
        on("c", "afaceri", 4, date(2025, 3, 20)),
    ]
}

#[tokio::test]
async fn a_year_is_counted_by_month_importance_and_topic() {
    let test = TestApp::start(four()).await;
    let (status, year) = test.json("/insights?lang=ro").await;
    assert_eq!(status, 200);
    assert_eq!((&year["year"], &year["years"], &year["total"]), (&json!(2025), &json!([2025, 2024]), &json!(3)));
    assert_eq!(year["months"][0], json!([0, 1, 0, 0, 0]));
    assert_eq!(year["months"][2], json!([0, 0, 0, 2, 0]));
    assert_eq!(slugs(&year["important"]), ["c", "b", "a"], "the newest of an importance first");
    assert_eq!(slugs(&year["timeline"]), ["c", "b", "a"]);
    let counts = year["topics"].as_array().expect("topics").iter().filter(|topic| topic["articles"] != 0);
    let counts: Vec<_> = counts.map(|topic| (topic["id"].as_str().unwrap_or_default(), &topic["articles"])).collect();
    assert_eq!(counts, [("afaceri", &json!(1)), ("munca", &json!(2))]);

    let (_, year) = test.json("/insights?topic=munca&year=2024").await;
    assert_eq!((slugs(&year["timeline"]), &year["total"]), (vec!["old"], &json!(1)));
    let (_, year) = test.json("/insights?topic=digital").await;
    assert_eq!((&year["years"], &year["total"]), (&json!([]), &json!(0)), "a topic without articles");

    for (query, status, field) in
        [("topic=none", 404, Value::Null), ("year=0", 400, json!("year")), ("years=2025", 400, json!("years"))]
    {
        let (answered, problem) = test.json(&format!("/insights?{query}")).await;
        assert_eq!((answered, &problem["field"]), (status, &field), "{query}");
    }
    test.stop().await;
}

#[tokio::test]
async fn a_topic_has_a_page_that_reads_without_scripts() {
    let test = TestApp::start(four()).await;
    let (status, page) = test.text("/topic/munca?lang=ro").await;
    assert_eq!(status, 200);
    assert!(page.contains(&format!("rel=\"canonical\" href=\"{}/topic/munca?lang=ro\"", test.base)), "{page}");
    assert!(page.contains("/app?articleId=b&amp;lang=ro") && page.contains("martie"), "{page}");
    assert!(!page.contains("/app?articleId=c"), "{page}");
    let (status, _) = test.text("/topic/none").await;
    assert_eq!(status, 404);
    let (_, page) = test.text("/app?screen=insights").await;
    assert!(page.contains("/topic/munca") && page.contains("March"), "{page}");
    test.stop().await;
}
