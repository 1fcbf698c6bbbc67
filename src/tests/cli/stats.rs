use serde_json::json;

use super::commands::both_ways_from;
use super::{home_with_articles, post};
use crate::support::binary::Home;

#[test]
fn without_events_one_sentence_explains_who_is_counted() {
    let printed =
        both_ways_from(Home::with_store, |home| vec![home.ok(&["stats"]), home.run(&["stats", "--days", "0"]).err]);
    assert_eq!(printed[0], "no events in this period; only readers who accept analytics are counted\n");
    assert!(printed[1].contains("--days"), "{}", printed[1]);
    let home = Home::with_store();
    home.write("paragraf.toml", "[analytics]\nenabled = false\n");
    assert!(home.ok(&["stats"]).contains("analytics are turned off (analytics.enabled)"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn events_are_printed_as_tables_and_as_json() {
    let home = home_with_articles(2);
    let server = home.serve(&[]);
    let events = json!({"events": [
        {"name": "page_view", "screen": "home"}, {"name": "page_view", "screen": "home"},
        {"name": "page_view", "screen": "landing"}, {"name": "share", "target": "x"},
        {"name": "article_open", "slug": "article-1"}, {"name": "article_open", "slug": "nothing"},
        {"name": "web_vital", "metric": "LCP", "rating": "good"},
        {"name": "web_vital", "metric": "LCP", "rating": "poor"},
    ]});
    assert_eq!(post(&server.url("/analytics/events"), events).await, 204);

    let text = home.ok(&["stats", "--days", "7"]);
    let rows: Vec<String> = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    for row in [
        "3 page views",
        "EVENT LABEL COUNT SHARE",
        "page_view home 2 67 %",
        "page_view landing 1 33 %",
        "share x 1 100 %",
        "LCP 50 % 0 % 50 % 2",
        "1 100 % article-1 Schimbare pentru article-1",
    ] {
        assert!(rows.iter().any(|line| line == row), "{row} is not in:\n{text}");
    }
    assert!(!text.contains('█') && !text.contains("no events"), "a pipe has no bars:\n{text}");

    let stats = home.json(&["stats", "--days", "7"]);
    assert_eq!(stats["page_views"].as_array().map(Vec::len), Some(7));
    assert_eq!(stats["page_views"][6]["count"], 3);
    assert_eq!(stats["events"][0], json!({"event": "page_view", "label": "home", "count": 2}));
    assert_eq!(stats["web_vitals"], json!([{"metric": "LCP", "good": 1, "needs_improvement": 0, "poor": 1}]));
    assert_eq!(server.stop(), 0);
    assert_eq!(home.json(&["stats", "--days", "7"]), stats, "the same without a server");
    let log = home.ok(&["articles", "remove", "--yes", "article-1"]);
    assert_eq!(log, "removed 1 article\n");
    assert!(home.ok(&["stats"]).contains("(removed)"));
}
