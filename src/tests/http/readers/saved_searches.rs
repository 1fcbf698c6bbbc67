//! Saved searches: their one form, what they find, and that they announce it once.

use paragraf::ops::Actor;
use paragraf::ops::saved_searches::{MatchStep, match_next};
use serde_json::{Value, json};

use super::{call, follow, get, notification_list, publish, record, set_status, user_data};
use crate::support::accounts::Reader;
use crate::support::app::TestApp;
use crate::support::articles::article;
use crate::support::saved_searches::matched;
use paragraf::domain::Status;

/// An article of today about this.
fn about(slug: &str, title: &str) -> Value {
    let mut record = record(slug);
    record["title"] = title.into();
    record
}

async fn set(test: &TestApp, reader: &Reader, name: &str, followed: bool) -> (u16, Value) {
    let body = json!({"userId": reader.uid, "topicId": name, "followed": followed});
    call(test, reader, "/users/follow-topic", body).await
}

#[tokio::test]
async fn a_saved_search_notifies_once_of_each_new_article_that_it_finds() {
    let test = TestApp::start(vec![article("old")]).await;
    let [ana, bo] = [test.reader("ana").await, test.reader("bo").await];
    follow(&test, &ana, "search:q=Grinda++veche").await;
    assert_eq!(user_data(&test, &ana).await["topics_followed"], json!(["search:q=grinda+veche"]));
    follow(&test, &bo, "search:topic=munca&q=grinda").await;
    publish(&test, about("found", "Grinda veche din pod")).await;
    publish(&test, about("other", "Altceva")).await;
    assert_eq!(match_next(&test.app, &Actor::System).await.expect("asked"), MatchStep::Waiting, "not indexed yet");
    assert_eq!(notification_list(&test, &ana).await, []);
    matched(&test).await;
    assert_eq!(notification_list(&test, &ana).await, [("found".to_owned(), "search".to_owned())]);
    assert_eq!(notification_list(&test, &bo).await, [], "the filters count");
    let (_, list) = get(&test, &ana, &format!("/notifications/{}", ana.uid)).await;
    assert_eq!(list[0]["search"], "q=grinda+veche");
    let cleared = call(&test, &ana, &format!("/notifications/{}/clear", ana.uid), json!({})).await;
    assert_eq!(cleared.0, 200);
    let (_, read) = get(&test, &ana, &format!("/notifications/{}/read", ana.uid)).await;
    assert_eq!(read[0]["search"], "q=grinda+veche");
    matched(&test).await;
    assert_eq!(notification_list(&test, &ana).await, [], "no article is announced twice");
    test.stop().await;
}

#[tokio::test]
async fn a_saved_search_is_silent_after_another_follow_and_while_it_is_muted() {
    let test = TestApp::start(vec![]).await;
    let ana = test.reader("ana").await;
    follow(&test, &ana, "inchirieri").await;
    follow(&test, &ana, "search:q=grinda").await;
    publish(&test, about("both", "Grinda din pod")).await;
    matched(&test).await;
    assert_eq!(notification_list(&test, &ana).await, [("both".to_owned(), "topic".to_owned())]);
    assert_eq!(set(&test, &ana, "inchirieri", false).await.0, 200);
    let muted = json!({"name": "search:q=grinda", "muted": true});
    assert_eq!(call(&test, &ana, &format!("/users/follows/{}", ana.uid), muted).await.0, 200);
    publish(&test, about("muted", "Grinda din casă")).await;
    publish(&test, about("gone", "Grinda din curte")).await;
    set_status(&test, "gone", Status::Withdrawn).await;
    matched(&test).await;
    assert_eq!(notification_list(&test, &ana).await.len(), 1);
    test.stop().await;
}

#[tokio::test]
async fn a_search_that_cannot_be_saved_is_refused_with_its_field() {
    let test = TestApp::start(vec![article("a")]).await;
    let ana = test.reader("ana").await;
    for bad in [
        "search:".to_owned(),
        "search:q=".into(),
        "search:q=%20".into(),
        "search:lang=ro&q=a".into(),
        "search:importance=9".into(),
        format!("search:q={}", "a".repeat(10_000)),
        format!("munca{}", "a".repeat(10_000)),
    ] {
        let (status, answer) = set(&test, &ana, &bad, true).await;
        assert_eq!((status, &answer["field"]), (400, &json!("topicId")), "{}", &bad[..bad.len().min(40)]);
    }
    for unknown in
        ["search:topic=nimic&q=a", "act:lege-1-1800", "act:..", "deadline:a.9", "deadline:nimic.1", "deadline:x"]
    {
        let (status, answer) = set(&test, &ana, unknown, true).await;
        assert_eq!((status, &answer["code"]), (404, &json!("not_found")), "{unknown}");
    }
    let bo = test.reader("bo").await;
    let body = json!({"userId": bo.uid, "topicId": "search:q=a", "followed": true});
    assert_eq!(call(&test, &ana, "/users/follow-topic", body).await.0, 403, "the searches of another account");
    test.stop().await;
}

#[tokio::test]
async fn an_account_keeps_a_limited_number_of_searches() {
    let test = TestApp::start(vec![article("a")]).await;
    let ana = test.reader("ana").await;
    for number in 0..25 {
        follow(&test, &ana, &format!("search:q=a{number}")).await;
    }
    let (status, answer) = set(&test, &ana, "search:q=b", true).await;
    assert_eq!((status, &answer["code"]), (409, &json!("too_many_follows")));
    assert_eq!(set(&test, &ana, "search:q=a1", true).await.0, 200, "one that is there stays");
    assert_eq!(set(&test, &ana, "search:q=a1", false).await.0, 200);
    assert_eq!(set(&test, &ana, "search:q=b", true).await.0, 200);
    test.stop().await;
}

#[tokio::test]
async fn the_volume_counts_public_articles_of_the_last_months() {
    let mut old = article("old");
    old.publish_date = jiff::civil::date(2025, 10, 1);
    let mut urgent = article("urgent");
    urgent.importance = paragraf::domain::Importance::new(5).expect("a level");
    let mut named = article("named");
    named.topic = "munca".into();
    named.title = "Grinda din pod".into();
    let test = TestApp::start(vec![old, urgent, named, article("plain")]).await;
    let volume = async |query: &str| test.json(&format!("/follows/volume?{query}")).await;
    for (query, articles) in [
        ("name=inchirieri", 2),
        ("name=inchirieri&importance_from=4", 1),
        ("name=munca", 1),
        ("name=domain:Chirii", 3),
        ("name=act:lege-239-2025", 3),
        ("name=search:q%3Dgrinda", 1),
        ("name=search:topic%3Dmunca%26q%3Dgrinda&importance_from=5", 0),
    ] {
        assert_eq!(volume(query).await, (200, json!({"articles": articles, "days": 90})), "{query}");
    }
    for (query, status, named) in [
        ("", 400, json!("name")),
        ("name=munca&importance_from=6", 400, json!("importance_from")),
        ("name=search:q%3D", 400, json!("name")),
        ("name=nimic", 404, Value::Null),
        ("name=act:lege-1-1800", 404, Value::Null),
        ("name=munca&other=1", 400, json!("other")),
    ] {
        let (answered, body) = volume(query).await;
        assert_eq!((answered, &body["field"]), (status, &named), "{query} {body}");
    }
    test.stop().await;
}

#[tokio::test]
async fn the_volume_is_limited_by_network() {
    let test = TestApp::start(vec![article("a")]).await;
    let mut refused = None;
    for _ in 0..=60 {
        let response = test.get("/follows/volume?name=munca").send().await.expect("an answer");
        if response.status() == 429 {
            refused = response.headers().get("retry-after").cloned();
        }
    }
    assert!(refused.is_some(), "the 61st is refused, and says when to come back");
    test.stop().await;
}
