//! Mail and notification settings of an account.

use paragraf::domain::mailing::SuppressionReason;
use paragraf::store::suppressions::{self, SuppressionRecord};
use serde_json::{Value, json};

use super::{email, usual};
use crate::support::accounts::Reader;
use crate::support::app::{TestApp, read};

async fn post(test: &TestApp, reader: &Reader, uid: &str, body: Value) -> (u16, Value) {
    let request = test.client.post(format!("{}/users/mail-preferences/{uid}", test.base)).json(&body);
    read(request.bearer_auth(&reader.token).send().await.expect("an answer")).await
}

#[tokio::test]
async fn an_account_sees_and_changes_its_own_settings() {
    let test = TestApp::start(vec![]).await;
    let (ana, bogdan) = (test.reader("ana").await, test.reader("bogdan").await);
    let path = format!("/users/mail-preferences/{}", ana.uid);
    let (status, settings) = read(test.get(&path).bearer_auth(&ana.token).send().await.expect("an answer")).await;
    let mut preferences = usual();
    preferences["digest_from"] = json!(1);
    assert_eq!(status, 200);
    assert_eq!(
        settings,
        json!({
            "email": "ana@exemplu.ro", "verified": true, "language": "ro", "in_app_from": 1, "preferences": preferences,
            "next_digest_at": "2026-01-16T06:00:00Z",
        })
    );
    assert_eq!(test.json(&path).await.0, 401);
    let foreign = read(test.get(&path).bearer_auth(&bogdan.token).send().await.expect("an answer")).await;
    assert_eq!((foreign.0, &foreign.1["code"]), (403, &json!("forbidden")));
    let body = json!({"language": "en", "in_app_from": 4, "preferences": {"digest": "daily", "urgent_from": 4}});
    let (status, changed) = post(&test, &ana, ana.uid.as_str(), body.clone()).await;
    assert_eq!((status, &changed["language"], &changed["in_app_from"]), (200, &json!("en"), &json!(4)));
    assert_eq!((&changed["preferences"]["digest"], &changed["preferences"]["news"]), (&json!("daily"), &json!(true)));
    assert_eq!(changed["next_digest_at"], "2026-01-11T05:30:00Z", "daily now");
    let paused = json!({"preferences": {"paused_until": "2026-01-20", "urgent_for_others": false}});
    let (_, changed) = post(&test, &ana, ana.uid.as_str(), paused).await;
    assert_eq!(changed["next_digest_at"], "2026-01-20T05:30:00Z");
    assert_eq!(changed["preferences"]["urgent_for_others"], false);
    let (_, changed) = post(&test, &ana, ana.uid.as_str(), json!({"preferences": {"digest": "never"}})).await;
    assert!(changed["next_digest_at"].is_null(), "{changed}");
    assert_eq!(post(&test, &bogdan, ana.uid.as_str(), body).await.0, 403);
    for (body, field) in [
        (json!({"in_app_from": 6}), "in_app_from"),
        (json!({"preferences": {"digest": "x"}}), "preferences.digest"),
        (json!({"preferences": {"urgent_from": 2}}), "urgent_from"),
        (json!({"email": "b@x.ro"}), "email"),
    ] {
        let (status, answer) = post(&test, &ana, ana.uid.as_str(), body.clone()).await;
        assert_eq!((status, &answer["field"]), (400, &json!(field)), "{body}: {answer}");
    }
    test.stop().await;
}

#[tokio::test]
async fn an_account_that_unsubscribed_by_a_link_sees_it_and_takes_it_back() {
    let test = TestApp::start(vec![]).await;
    let ana = test.reader("ana").await;
    let path = format!("/users/mail-preferences/{}", ana.uid);
    let settings = async || read(test.get(&path).bearer_auth(&ana.token).send().await.expect("an answer")).await.1;
    let before = settings().await;
    assert!(before["stopped"].is_null() && !before["next_digest_at"].is_null(), "{before}");
    let leave = format!("{}/subscriptions/{}/leave", test.base, test.mail_token("ana@exemplu.ro"));
    assert_eq!(test.client.post(leave).send().await.expect("an answer").status(), 200);
    let left = settings().await;
    assert_eq!((&left["stopped"], &left["preferences"]), (&json!("unsubscribed"), &before["preferences"]));
    assert!(left["next_digest_at"].is_null(), "no mail is promised: {left}");
    let (status, again) = post(&test, &ana, ana.uid.as_str(), json!({"resume": true})).await;
    assert_eq!((status, &again), (200, &before));

    for reason in [SuppressionReason::Bounced, SuppressionReason::Operator] {
        let record = SuppressionRecord::new(email("ana@exemplu.ro"), test.app.clock.now());
        let record = SuppressionRecord { reason: Some(reason), ..record };
        test.app.store.write(move |tx| Ok(suppressions::put(tx, &record)?)).await.expect("stored");
        let (_, settings) = post(&test, &ana, ana.uid.as_str(), json!({"resume": true})).await;
        assert_eq!(settings["stopped"], "blocked", "{reason:?}");
    }
    test.stop().await;
}

#[tokio::test]
async fn changing_settings_is_rate_limited() {
    let test = TestApp::start_with(vec![], |config| config.limits.marks_per_minute = 2, |_| {}).await;
    let ana = test.reader("ana").await;
    for _ in 0..2 {
        assert_eq!(post(&test, &ana, ana.uid.as_str(), json!({})).await.0, 200);
    }
    assert_eq!(post(&test, &ana, ana.uid.as_str(), json!({})).await.0, 429);
    test.stop().await;
}
