//! `POST /subscribe`.

use paragraf::store::{outbox, subscribers};
use serde_json::json;

use crate::support::app::{TestApp, read};

#[tokio::test]
async fn an_address_is_subscribed_once() {
    let test = TestApp::start(vec![]).await;
    let answer = test.post("/subscribe", json!({"email": " Ana@Example.ro ", "lang": "ro"})).await;
    assert_eq!(answer, (200, json!({"message": "Subscribed successfully!"})));
    let (status, body) = test.post("/subscribe", json!({"email": "ana@example.RO"})).await;
    assert_eq!(status, 409);
    assert_eq!(body["error"], "Email already subscribed");
    assert_eq!(body["code"], "already_subscribed");
    test.stop().await;
}

#[tokio::test]
async fn simultaneous_subscriptions_of_one_address_succeed_once() {
    let test = TestApp::start(vec![]).await;
    let attempts = (0..64).map(|_| test.post("/subscribe", json!({"email": "ana@example.ro"})));
    let statuses: Vec<u16> =
        futures_util::future::join_all(attempts).await.into_iter().map(|(status, _)| status).collect();
    assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 1);
    // Those that arrive before the first is stored count towards the requests of the mailbox.
    assert_eq!(statuses.iter().filter(|status| matches!(status, 409 | 429)).count(), 63);
    let read = test.app.store.read(|tx| Ok((subscribers::count(tx)?, outbox::count_queued(tx)?)));
    assert_eq!(read.await.expect("the counts"), (1, 1));
    test.stop().await;
}

#[tokio::test]
async fn an_invalid_address_is_refused_with_its_field() {
    let test = TestApp::start(vec![]).await;
    let bodies = [
        json!({"email": ""}),
        json!({"email": "ana"}),
        json!({"email": "ana@x.ro\r\nBcc: b@x.ro"}),
        json!({}),
        json!({"email": 5}),
        json!({"email": null}),
        json!({"email": {"x": []}}),
        json!({"email": "a".repeat(5000)}),
        json!({"email": format!("{}@example.ro", "a".repeat(10_000))}),
        json!({"email": "ana@example.ro\u{0}"}),
        json!({"email": "ana@x.ro, bogdan@x.ro"}),
        json!({"email": "Ana <ana@x.ro>"}),
        json!({"email": "\"ana pop\"@x.ro"}),
        json!({"email": "ana(cuvânt)@x.ro"}),
        json!({"email": "аna@x.ro"}),
        json!({"email": "ana@x.ro%0d%0aBcc:b@x.ro"}),
    ];
    for body in bodies {
        let (status, answer) = test.post("/subscribe", body.clone()).await;
        assert_eq!((status, &answer["code"], &answer["field"]), (400, &json!("invalid"), &json!("email")), "{body}");
    }
    let (status, answer) = test.post("/subscribe", json!({"email": "a@x.ro", "lang": "fr"})).await;
    assert_eq!((status, &answer["field"]), (400, &json!("lang")));
    assert_eq!(answer["error"], "This field cannot be read: unknown variant `fr`, expected `ro` or `en`.");
    let long = json!({"email": "a@x.ro", "lang": "x".repeat(10_000)});
    let (_, answer) = test.post("/subscribe", long).await;
    assert!(answer["error"].as_str().is_some_and(|error| error.len() < 300 && error.ends_with("….")), "{answer}");
    test.stop().await;
}

#[tokio::test]
async fn a_body_that_is_not_json_or_too_large_is_refused() {
    let test = TestApp::start(vec![]).await;
    let send = async |content_type: &str, body: Vec<u8>| {
        let request = test.client.post(format!("{}/subscribe", test.base)).header("content-type", content_type);
        let (status, answer) = read(request.body(body).send().await.expect("an answer")).await;
        (status, answer["code"].as_str().unwrap_or_default().to_owned())
    };
    let json = "application/json; charset=utf-8";
    assert_eq!(send("text/plain", b"{}".to_vec()).await, (415, "unsupported_media_type".into()));
    for broken in [&b"{"[..], b"", b"[1", b"{\"email\":\"a@x.ro\"} x", b"\xff\xfe", b"{\"email\":\"\xff\"}"] {
        assert_eq!(send(json, broken.to_vec()).await, (400, "invalid".into()), "{broken:?}");
    }
    for shape in [&b"[]"[..], b"5", b"null", b"\"x\""] {
        assert_eq!(send(json, shape.to_vec()).await.0, 400);
    }
    let deep = [b"[".repeat(20_000), b"]".repeat(20_000)].concat();
    assert_eq!(send(json, deep).await, (400, "invalid".into()));
    assert_eq!(send(json, vec![b' '; 70_000]).await, (413, "payload_too_large".into()));
    test.stop().await;
}

#[tokio::test]
async fn a_compressed_body_is_refused_as_such() {
    let test = TestApp::start(vec![]).await;
    let send = async |coding: &str| {
        let request = test.client.post(format!("{}/subscribe", test.base)).header("content-encoding", coding);
        let (status, answer) = read(request.json(&json!({"email": "a@x.ro"})).send().await.expect("an answer")).await;
        (status, answer["error"].as_str().unwrap_or_default().to_owned())
    };
    for coding in ["gzip", "br", "gzip, identity"] {
        assert_eq!(send(coding).await, (415, "Send the body without content-encoding.".into()), "{coding}");
    }
    assert_eq!(send("Identity").await.0, 200);
    test.stop().await;
}
