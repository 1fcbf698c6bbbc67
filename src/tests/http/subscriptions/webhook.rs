//! `POST /mail/bounces`, where mail providers report bounces.

use paragraf::domain::mailing::SuppressionReason;
use paragraf::domain::message::MessageKind;
use paragraf::ops::{self, Actor};
use paragraf::store::outbox::{self, MessageState, OutboxRecord};
use serde_json::{Value, json};
use uuid::Uuid;

use super::ANA;
use crate::mail::mail;
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

/// The id of a mail that was sent to this address.
async fn sent_to(test: &TestApp, address: &str) -> Uuid {
    let at = test.app.clock.now();
    let mut row = OutboxRecord { state: MessageState::Sent { at }, ..mail(MessageKind::NewDevice, address, at) };
    row.content = Default::default();
    let id = row.id;
    test.app.store.write(move |tx| Ok(outbox::put(tx, &row)?)).await.expect("sent");
    id
}

#[tokio::test]
async fn a_report_is_recorded_when_it_names_a_mail_of_ours() {
    let test = start().await;
    let send = async |body: Value| post(&test, SECRET, "application/json", body.to_string()).await;
    let (recorded, unmatched) = (json!({"taken": 1, "unknown": 0}), json!({"taken": 0, "unknown": 1}));
    let (dan, eva) = ("dan@example.ro", "eva@example.ro");
    for count in 1..=5 {
        let id = format!("<{}@p.example.ro>", sent_to(&test, ANA).await);
        let body = json!({"email": ANA, "kind": "soft", "reason": "mailbox\r\nfull", "message_id": id});
        assert_eq!(send(body).await, (200, recorded.clone()));
        assert_eq!(test.suppression(ANA).await, (count == 5).then_some(SuppressionReason::Bounced), "{count}");
    }
    // The mark of a mail is its id alone.
    let id = sent_to(&test, dan).await;
    let gone = json!({"email": dan, "kind": "hard", "reason": "550 5.1.1 gone", "message_id": id.to_string()});
    assert_eq!(send(gone).await, (200, recorded.clone()));
    assert_eq!(test.suppression(dan).await, Some(SuppressionReason::Bounced));
    test.subscriber(eva).await;
    for (kind, reason, suppressed) in [
        ("hard", "554 5.7.1 blocked", None),
        ("hard", "552 5.2.2 over quota", None),
        ("hard", "", None),
        ("hard", "", Some(SuppressionReason::Bounced)),
    ] {
        let id = format!("<{}@p.example.ro>", sent_to(&test, eva).await);
        let body = json!({"email": eva, "kind": kind, "reason": reason, "message_id": id});
        assert_eq!((send(body).await.0, test.suppression(eva).await), (200, suppressed), "{kind} {reason}");
    }
    let fay = "fay@example.ro";
    test.subscriber(fay).await;
    let (id, foreign) = (sent_to(&test, fay).await.to_string(), sent_to(&test, eva).await.to_string());
    for kind in ["hard", "soft", "complaint"] {
        for message_id in [json!(null), json!("<falsch@x>"), json!(Uuid::now_v7().to_string()), json!(foreign)] {
            let body = json!({"email": fay, "kind": kind, "reason": "550 5.1.1", "message_id": message_id});
            assert_eq!(send(body).await, (200, unmatched.clone()), "{kind} {message_id}");
        }
    }
    assert_eq!(test.suppression(fay).await, None);
    assert_eq!(send(json!({"email": fay, "kind": "complaint", "message_id": id})).await, (200, recorded));
    assert_eq!(test.suppression(fay).await, Some(SuppressionReason::Complaint));
    assert!(test.stored(fay).await.expect("Fay").left_at.is_some());
    let status = ops::status::status(&test.app, &Actor::System, true).await.expect("the status");
    assert_eq!(status.unmatched_reports, 12);
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
