//! An account's follows, and the settings of each.

use serde_json::{Value, json};

use super::{call, follow, get, notification_list, of_importance, publish, record, user_data};
use crate::support::accounts::Reader;
use crate::support::app::TestApp;
use crate::support::articles::article;

/// Replaces the settings of a follow.
async fn change(test: &TestApp, reader: &Reader, body: Value) -> (u16, Value) {
    call(test, reader, &format!("/users/follows/{}", reader.uid), body).await
}

#[tokio::test]
async fn settings_belong_to_a_follow_and_end_with_it() {
    let test = TestApp::start(vec![article("a")]).await;
    let ana = test.reader("ana").await;
    let path = format!("/users/follows/{}", ana.uid);
    assert_eq!(get(&test, &ana, &path).await, (200, json!([])));
    let missing = change(&test, &ana, json!({"name": "munca", "muted": true})).await;
    assert_eq!((missing.0, &missing.1["code"]), (404, &json!("not_found")));
    follow(&test, &ana, "munca").await;
    let since = "2026-01-10T09:00:00Z";
    let plain = json!({"name": "munca", "since": since, "muted": false, "paused": false});
    assert_eq!(get(&test, &ana, &path).await, (200, json!([plain])));
    let settings = json!({"name": "munca", "frequency": "daily", "importance_from": 3, "paused_until": "2026-01-12"});
    let shown = json!({
        "name": "munca", "since": since, "frequency": "daily", "importance_from": 3,
        "muted": false, "paused": true, "paused_until": "2026-01-12",
    });
    assert_eq!(change(&test, &ana, settings).await, (200, json!([shown])));
    for bad in [
        json!({"name": "munca", "frequency": "hourly"}),
        json!({"name": "munca", "importance_from": 6}),
        json!({"name": "munca", "paused_until": "2026-01-10"}),
        json!({"name": "munca", "other": true}),
    ] {
        let (status, answer) = change(&test, &ana, bad.clone()).await;
        assert_eq!(status, 400, "{bad} {answer}");
    }
    let (_, export) = get(&test, &ana, "/auth/v1/me/export").await;
    assert!(export.to_string().contains(r#""frequency":"daily""#), "{export}");
    let left = json!({"userId": ana.uid, "topicId": "munca", "followed": false});
    assert_eq!(call(&test, &ana, "/users/follow-topic", left).await.0, 200);
    follow(&test, &ana, "munca").await;
    assert_eq!(get(&test, &ana, &path).await, (200, json!([plain])), "a new follow begins without settings");
    let bo = test.reader("bo").await;
    assert_eq!(get(&test, &bo, &path).await.0, 403);
    test.stop().await;
}

#[tokio::test]
async fn notifications_obey_the_settings_of_the_follow() {
    let test = TestApp::start(vec![]).await;
    let ana = test.reader("ana").await;
    follow(&test, &ana, "inchirieri").await;
    let (muted, floor) =
        (json!({"name": "inchirieri", "muted": true}), json!({"name": "inchirieri", "importance_from": 4}));
    assert_eq!(change(&test, &ana, muted).await.0, 200);
    publish(&test, record("quiet")).await;
    assert_eq!(change(&test, &ana, json!({"name": "inchirieri", "paused": true})).await.0, 200);
    publish(&test, of_importance("paused", 4)).await;
    assert_eq!(change(&test, &ana, floor).await.0, 200);
    publish(&test, of_importance("low", 3)).await;
    assert_eq!(notification_list(&test, &ana).await, []);
    publish(&test, of_importance("high", 4)).await;
    assert_eq!(notification_list(&test, &ana).await, [("high".to_owned(), "topic".to_owned())]);
    assert_eq!(user_data(&test, &ana).await["topics_followed"], json!(["inchirieri"]), "it stays in the list");
    test.stop().await;
}
