//! Analytics events: which are counted, which are refused, and how long counts are kept.

use jiff::ToSpan;
use paragraf::domain::analytics::EventName;
use paragraf::ops::Actor;
use paragraf::ops::analytics::{Stats, clean_up, stats};
use paragraf::store::analytics as store;
use serde_json::{Value, json};

use crate::support::app::{TestApp, read};
use crate::support::articles::article;

const PATH: &str = "/analytics/events";

/// Sends events as a beacon does and returns the status.
async fn send(test: &TestApp, events: Value) -> u16 {
    let request = test.client.post(format!("{}{PATH}", test.base)).json(&json!({"events": events}));
    request.send().await.expect("an answer").status().as_u16()
}

async fn counted(test: &TestApp, days: u16) -> Stats {
    stats(&test.app, &Actor::System, days).await.expect("the counts")
}

fn one_of_each() -> Value {
    json!([
        {"name": "page_view", "screen": "landing"},
        {"name": "article_open", "slug": "a"},
        {"name": "share", "target": "whatsapp"},
        {"name": "subscribe", "outcome": "already_subscribed"},
        {"name": "web_vital", "metric": "LCP", "rating": "needs-improvement"},
    ])
}

#[tokio::test]
async fn events_are_counted_under_many_beacons_at_once() {
    let test = TestApp::start(vec![article("a")]).await;
    let beacons = (0..50).map(|_| send(&test, one_of_each()));
    for status in futures_util::future::join_all(beacons).await {
        assert_eq!(status, 204);
    }
    let stats = counted(&test, 1).await;
    let rows: Vec<_> = stats.events.iter().map(|row| (row.event, row.label.as_str(), row.count)).collect();
    assert_eq!(
        rows,
        [
            (EventName::PageView, "landing", 50),
            (EventName::Share, "whatsapp", 50),
            (EventName::Subscribe, "already_subscribed", 50),
        ]
    );
    assert_eq!((stats.articles[0].slug.as_str(), stats.articles[0].count), ("a", 50));
    assert_eq!(stats.articles[0].title.as_deref(), Some("Schimbare pentru a"));
    let [vital] = stats.web_vitals.as_slice() else { panic!("{:?}", stats.web_vitals) };
    assert_eq!((vital.good, vital.needs_improvement, vital.poor), (0, 50, 0));
    test.stop().await;
}

#[tokio::test]
async fn opens_of_unpublished_articles_are_not_counted() {
    let test = TestApp::start(vec![article("a"), article("b")]).await;
    test.withdraw("b").await;
    let opened = json!([
        {"name": "article_open", "slug": "none"},
        {"name": "article_open", "slug": "b"},
        {"name": "article_open", "slug": "a"},
    ]);
    assert_eq!(send(&test, opened).await, 204);
    assert_eq!(send(&test, json!([{"name": "article_open", "slug": "none"}])).await, 204);
    assert_eq!(send(&test, json!([])).await, 204);
    let stats = counted(&test, 1).await;
    let slugs: Vec<_> = stats.articles.iter().map(|article| article.slug.as_str()).collect();
    assert_eq!((slugs, stats.articles_opened), (vec!["a"], 1));
    test.stop().await;
}

#[tokio::test]
async fn an_error_names_the_wrong_field_of_an_event() {
    let test = TestApp::start(vec![article("a")]).await;
    let good = json!({"name": "page_view", "screen": "home"});
    for (wrong, field) in [
        (json!({"name": "purchase"}), "name"),
        (json!({"screen": "home"}), "name"),
        (json!({"name": 5}), "name"),
        (json!({"name": "page_view"}), "screen"),
        (json!({"name": "page_view", "screen": "kitchen"}), "screen"),
        (json!({"name": "page_view", "screen": null}), "screen"),
        (json!({"name": "page_view", "screen": "home", "slug": "a"}), "slug"),
        (json!({"name": "article_open", "slug": "Not A Slug"}), "slug"),
        (json!({"name": "article_open"}), "slug"),
        (json!({"name": "share", "target": "fax"}), "target"),
        (json!({"name": "share"}), "target"),
        (json!({"name": "subscribe", "outcome": "won"}), "outcome"),
        (json!({"name": "subscribe"}), "outcome"),
        (json!({"name": "web_vital", "metric": "FID", "rating": "good"}), "metric"),
        (json!({"name": "web_vital", "metric": "LCP", "rating": "splendid"}), "rating"),
        (json!({"name": "web_vital", "metric": "LCP"}), "rating"),
        (json!({"name": "web_vital", "rating": "good"}), "metric"),
        (json!({"name": "page_view", "screen": "home", "user": "ana@example.ro"}), "user"),
    ] {
        let (status, body) = test.post(PATH, json!({"events": [good, wrong]})).await;
        assert_eq!((status, &body["code"]), (400, &json!("invalid")), "{wrong}");
        assert_eq!(body["field"], format!("events[1].{field}"), "{wrong}: {body}");
    }
    for (body, field) in [
        (json!({}), json!("events")),
        (json!({"events": 5}), json!("events")),
        (json!({"events": {}}), json!("events")),
        (json!({"events": [5]}), json!("events[0]")),
        (json!({"events": vec![good.clone(); 51]}), json!("events")),
    ] {
        let (status, answer) = test.post(PATH, body.clone()).await;
        assert_eq!((status, &answer["field"]), (400, &field), "{body}");
    }
    assert!(counted(&test, 1).await.is_empty(), "a batch with a wrong event counts nothing");
    test.stop().await;
}

#[tokio::test]
async fn requests_that_are_not_json_too_large_or_too_frequent_are_refused() {
    let test = TestApp::start_with(vec![], |config| config.limits.analytics_per_minute = 5, |_| {}).await;
    let post = async |content_type: &str, body: Vec<u8>| {
        let request = test.client.post(format!("{}{PATH}", test.base)).header("content-type", content_type);
        let (status, answer) = read(request.body(body).send().await.expect("an answer")).await;
        (status, answer["code"].as_str().unwrap_or_default().to_owned())
    };
    assert_eq!(post("text/plain", b"{\"events\":[]}".to_vec()).await, (415, "unsupported_media_type".into()));
    assert_eq!(post("application/json", b"{".to_vec()).await, (400, "invalid".into()));
    assert_eq!(post("application/json", b"[]".to_vec()).await.0, 400);
    assert_eq!(post("application/json", vec![b' '; 70_000]).await, (413, "payload_too_large".into()));
    assert_eq!(send(&test, json!([])).await, 204);
    assert_eq!(post("application/json", b"{".to_vec()).await, (429, "too_many_requests".into()));
    test.stop().await;
}

#[tokio::test]
async fn midnight_in_romania_starts_a_new_count_and_drops_the_oldest() {
    let test = TestApp::start_with(vec![], |config| config.analytics.keep_days = 3, |_| {}).await;
    let view = || json!([{"name": "page_view", "screen": "home"}]);
    let rows = async || test.app.store.read(|tx| Ok(store::rows(tx)?)).await.expect("a count");
    // The clock stands at 11:00 of 10 January in Romania; thirteen hours later it is the 11th there.
    assert_eq!(send(&test, view()).await, 204);
    test.app.clock.advance(13.hours());
    assert_eq!(send(&test, view()).await, 204);
    assert_eq!(send(&test, view()).await, 204);
    let days: Vec<_> = counted(&test, 2).await.page_views.iter().map(|day| (day.day.to_string(), day.count)).collect();
    assert_eq!(days, [("2026-01-10".to_owned(), 1), ("2026-01-11".to_owned(), 2)]);
    for expected in [3, 3] {
        test.app.clock.advance(24.hours());
        assert_eq!(send(&test, view()).await, 204);
        assert_eq!(rows().await, expected, "today and the two days before");
    }
    test.app.clock.advance((24 * 40).hours());
    assert_eq!(send(&test, view()).await, 204);
    assert_eq!(rows().await, 1);
    clean_up(&test.app, &Actor::System).await.expect("nothing to do");
    assert_eq!(rows().await, 1);
    test.app.clock.advance((24 * 3).hours());
    clean_up(&test.app, &Actor::System).await.expect("cleaned up");
    assert_eq!(rows().await, 0, "also where nothing comes in any more");
    test.stop().await;
}

#[tokio::test]
async fn events_are_refused_while_analytics_are_disabled() {
    let test = TestApp::start_with(vec![], |config| config.analytics.enabled = false, |_| {}).await;
    let (status, body) = test.post(PATH, json!({"events": one_of_each()})).await;
    assert_eq!((status, &body["code"]), (404, &json!("not_found")));
    assert_eq!(test.json("/site").await.1["analytics"], false);
    assert!(counted(&test, 1).await.is_empty());
    test.stop().await;
}
