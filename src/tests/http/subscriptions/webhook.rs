//! `POST /mail/bounces`, where mail providers report bounces.

use paragraf::domain::mailing::SuppressionReason;
use serde_json::{Value, json};

use super::ANA;
use crate::support::app::{TestApp, read};

const SECRET: &str = "0123456789abcdef0123456789abcdef";

async fn start() -> TestApp {
    TestApp::start_with(vec![], |config| config.mail.bounces.bounce_token = SECRET.into(), |_| {}).await
}

async fn post(test: &TestApp, secret: &str, media_type: &str, body: impl Into<reqwest::Body>) -> (u16, Value) {
    let request = test.client.post(format!("{}/mail/bounces", test.base)).header("content-type", media_type);
    read(request.bearer_auth(secret).body(body).send().await.expect("an answer")).await
}

#[tokio::test]
async fn reports_need_the_secret() {
    let test = start().await;
    let body = json!({"email": ANA, "kind": "hard"}).to_string();
    for wrong in ["", "x", &SECRET[1..], &SECRET.to_uppercase(), &"x".repeat(5000)] {
        let (status, answer) = post(&test, wrong, "application/json", body.clone()).await;
        assert_eq!((status, &answer["code"]), (401, &json!("invalid_secret")), "{wrong}");
    }
    assert_eq!(test.suppression(ANA).await, None);
    test.stop().await;
    let closed = TestApp::start(vec![]).await;
    assert_eq!(post(&closed, "", "application/json", body).await.0, 401, "nothing configured is no secret");
    closed.stop().await;
}

#[tokio::test]
async fn reports_are_stored() {
    let test = start().await;
    test.subscriber(ANA).await;
    let send = async |body: Value| post(&test, SECRET, "application/json", body.to_string()).await;
    for count in 1..=5 {
        let (status, answer) = send(json!({"email": ANA, "kind": "soft", "reason": "mailbox\r\nfull"})).await;
        assert_eq!((status, answer), (200, json!({"taken": 1, "unknown": 0})));
        assert_eq!(test.suppression(ANA).await, (count == 5).then_some(SuppressionReason::Bounced), "{count}");
    }
    assert_eq!(send(json!({"email": "dan@example.ro", "kind": "hard", "reason": "gone"})).await.0, 200);
    assert_eq!(test.suppression("dan@example.ro").await, Some(SuppressionReason::Bounced));
    test.subscriber("eva@example.ro").await;
    assert_eq!(send(json!({"email": "eva@example.ro", "kind": "complaint"})).await.0, 200);
    assert_eq!(test.suppression("eva@example.ro").await, Some(SuppressionReason::Complaint));
    assert!(test.stored("eva@example.ro").await.expect("Eva").left_at.is_some());
    for (body, field) in [
        (json!({"email": "dan", "kind": "hard"}), "email"),
        (json!({"email": ANA, "kind": "gone"}), "kind"),
        (json!({"kind": "hard"}), "email"),
    ] {
        let (status, answer) = send(body).await;
        assert_eq!((status, &answer["field"]), (400, &json!(field)), "{answer}");
    }
    test.stop().await;
}

#[tokio::test]
async fn mails_and_json_are_accepted_and_nothing_else() {
    let test = start().await;
    test.subscriber(ANA).await;
    let mail = format!("From: {ANA}\r\nSubject: unsubscribe {}\r\n\r\n", test.mail_token(ANA));
    let forged = format!("From: {ANA}\r\nSubject: unsubscribe\r\n\r\n");
    assert_eq!(post(&test, SECRET, "message/rfc822", forged).await, (200, json!({"taken": 0, "unknown": 1})));
    assert_eq!(test.suppression(ANA).await, None);
    assert_eq!(post(&test, SECRET, "message/rfc822", mail).await, (200, json!({"taken": 1, "unknown": 0})));
    assert_eq!(test.suppression(ANA).await, Some(SuppressionReason::Asked));
    let noise = vec![0xff; 200_000];
    assert_eq!(post(&test, SECRET, "message/rfc822", noise).await, (200, json!({"taken": 0, "unknown": 1})));
    assert_eq!(post(&test, SECRET, "message/rfc822", vec![b'x'; (1 << 20) + 1]).await.0, 413);
    assert_eq!(post(&test, SECRET, "text/plain", "x").await.0, 415);
    assert_eq!(post(&test, SECRET, "application/json", "{").await.0, 400);
    test.stop().await;
}
