//! Notifications that a reader has seen.

use jiff::{Span, ToSpan};
use paragraf::domain::{Slug, Status};
use paragraf::ops::import::ImportOptions;
use paragraf::ops::read_notifications::MAX_READ;
use paragraf::ops::{Actor, accounts::cleanup, articles};
use paragraf::store::read_notifications;
use serde_json::{Value, json};

use super::{call, get, import_as, of_importance, publish, revised, set_status, track};
use crate::support::accounts::Reader;
use crate::support::app::{TestApp, read};

/// The read notifications, last read first.
async fn read_list(test: &TestApp, reader: &Reader) -> Vec<Value> {
    let (status, list) = get(test, reader, &format!("/notifications/{}/read", reader.uid)).await;
    assert_eq!(status, 200, "{list}");
    list.as_array().expect("a list").clone()
}

fn slugs(list: &[Value]) -> Vec<&str> {
    list.iter().map(|item| item["slug"].as_str().expect("a slug")).collect()
}

async fn clear(test: &TestApp, reader: &Reader, slug: &str) {
    let path = format!("/notifications/{}/clear-article", reader.uid);
    let (status, answer) = call(test, reader, &path, json!({"articleId": slug})).await;
    assert_eq!((status, &answer["cleared"]), (200, &json!(true)));
}

async fn clear_all(test: &TestApp, reader: &Reader) {
    let path = format!("/notifications/{}/clear", reader.uid);
    assert_eq!(call(test, reader, &path, json!({})).await.0, 200);
}

fn advance(test: &TestApp, span: Span) {
    test.app.clock.advance(span);
}

#[tokio::test]
async fn cleared_notifications_are_kept_with_reason_and_time() {
    let test = TestApp::start(vec![]).await;
    let (ana, bo) = (test.reader("ana").await, test.reader("bo").await);
    for slug in ["a", "b", "c"] {
        publish(&test, of_importance(slug, 5)).await;
    }
    assert_eq!(read_list(&test, &ana).await, [] as [Value; 0]);
    advance(&test, 1.minute());
    clear(&test, &ana, "b").await;
    advance(&test, 1.minute());
    let seen = json!({"articleIds": ["a"]});
    assert_eq!(call(&test, &ana, &format!("/notifications/{}/clear", ana.uid), seen).await.0, 200);
    let list = read_list(&test, &ana).await;
    assert_eq!(slugs(&list), ["a", "b"]);
    assert_eq!(
        list[1],
        json!({
            "slug": "b", "title": "Schimbare pentru b", "lang": "ro", "topic": "inchirieri",
            "domains": ["chirii", "impozite"], "domain_keys": ["chirii", "impozite"], "notified_at": "2026-01-10T09:00:00Z", "reason": "urgent",
            "read_at": "2026-01-10T09:01:00Z",
        })
    );
    assert_eq!(read_list(&test, &bo).await, [] as [Value; 0], "another account has seen nothing");

    let path = format!("{}/notifications/{}/read", test.base, ana.uid);
    let (status, body) = read(test.client.delete(path).bearer_auth(&ana.token).send().await.expect("an answer")).await;
    assert_eq!((status, body), (200, json!({})));
    assert_eq!(read_list(&test, &ana).await, [] as [Value; 0]);
    let (_, unread) = get(&test, &ana, &format!("/notifications/{}", ana.uid)).await;
    assert_eq!(unread.as_array().map(Vec::len), Some(1), "what was not seen stays");
    test.stop().await;
}

#[tokio::test]
async fn an_article_that_is_notified_again_is_unread_again() {
    let test = TestApp::start(vec![]).await;
    let ana = test.reader("ana").await;
    publish(&test, of_importance("a", 5)).await;
    clear(&test, &ana, "a").await;
    track(&test, &ana, "a").await;
    publish(&test, revised(of_importance("a", 5), "Altfel")).await;
    assert_eq!(read_list(&test, &ana).await, [] as [Value; 0]);
    clear(&test, &ana, "a").await;
    let list = read_list(&test, &ana).await;
    assert_eq!((slugs(&list), &list[0]["reason"]), (vec!["a"], &json!("revision")));
    set_status(&test, "a", Status::Withdrawn).await;
    assert_eq!(read_list(&test, &ana).await, [] as [Value; 0], "a withdrawn article is not listed");
    set_status(&test, "a", Status::Published).await;
    assert_eq!(slugs(&read_list(&test, &ana).await), ["a"]);
    articles::remove(&test.app, &super::OPERATOR, vec![Slug::parse("a").expect("a slug")]).await.expect("removed");
    assert_eq!(read_list(&test, &ana).await, [] as [Value; 0]);
    test.stop().await;
}

#[tokio::test]
async fn read_notifications_are_bounded_in_number_and_time() {
    let test = TestApp::start(vec![]).await;
    let ana = test.reader("ana").await;
    publish(&test, of_importance("first", 5)).await;
    clear(&test, &ana, "first").await;
    let records = (0..MAX_READ).map(|number| of_importance(&format!("a{number}"), 5)).collect();
    import_as(&test, records, ImportOptions::default()).await;
    advance(&test, 1.minute());
    clear_all(&test, &ana).await;
    let list = read_list(&test, &ana).await;
    assert_eq!((list.len(), slugs(&list).contains(&"first")), (MAX_READ, false));

    advance(&test, Span::new().hours(90 * 24 + 1));
    cleanup::remove_expired(&test.app, &Actor::System).await.expect("cleaned up");
    let uid = ana.uid.clone();
    let left = test.app.store.read(move |tx| Ok(read_notifications::of(tx, &uid)?)).await.expect("read");
    assert_eq!(left, []);
    test.stop().await;
}
