//! Robots that subscribe: the hidden field, the proof of work, the hard limit.

use std::ops::ControlFlow;

use jiff::ToSpan;
use paragraf::store::{outbox, subscribers};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::support::app::TestApp;

/// Subscribers and queued mails.
async fn kept(test: &TestApp) -> (u64, u64) {
    test.app.store.read(|tx| Ok((subscribers::count(tx)?, outbox::count_queued(tx)?))).await.expect("the counts")
}

/// A server that requires a proof after one request per network.
async fn with_low_limit() -> TestApp {
    let configure = |config: &mut paragraf::config::Config| {
        config.limits.subscribe_per_hour = 1;
        config.server.trusted_proxies = ["127.0.0.0/8"].map(|network| network.parse().expect("a network")).to_vec();
    };
    let test = TestApp::start_with(vec![], configure, |_| {}).await;
    assert_eq!(subscribe(&test, "first@example.ro", json!({})).await.0, 200);
    test
}

async fn subscribe(test: &TestApp, email: &str, more: Value) -> (u16, Value) {
    from(test, "198.51.100.7", email, more).await
}

async fn from(test: &TestApp, network: &str, email: &str, more: Value) -> (u16, Value) {
    let mut body = json!({"email": email});
    body.as_object_mut().expect("a body").extend(more.as_object().expect("fields").clone());
    let request = test.client.post(format!("{}/subscribe", test.base)).header("x-forwarded-for", network);
    crate::support::app::read(request.json(&body).send().await.expect("an answer")).await
}

/// A challenge of the server, for a network over its limit.
async fn challenge(test: &TestApp) -> Value {
    let (status, body) = subscribe(test, "ana@example.ro", json!({})).await;
    assert_eq!((status, &body["code"]), (429, &json!("proof_required")), "{body}");
    body["proof"].clone()
}

/// Solves a challenge as the API document describes.
fn solve(challenge: &Value) -> Value {
    let (salt, bits) = (challenge["salt"].as_str().expect("a salt"), challenge["target_bits"].as_u64().expect("bits"));
    let zeros = |nonce: u64| {
        let digest = Sha256::digest(format!("{salt}:{nonce}"));
        u64::from(u32::from_be_bytes([digest[0], digest[1], digest[2], digest[3]]).leading_zeros())
    };
    let nonce = (0..).find(|nonce| zeros(*nonce) >= bits).expect("a solution");
    let mut proof = challenge.clone();
    proof["nonce"] = nonce.into();
    proof
}

#[tokio::test]
async fn a_filled_hidden_field_is_accepted_and_not_stored() {
    let test = TestApp::start(vec![]).await;
    let body = json!({"email": "robot@example.ro", "website": "https://buy.example"});
    assert_eq!(test.post("/subscribe", body).await, (200, json!({"message": "Subscribed successfully!"})));
    assert_eq!(kept(&test).await, (0, 0));
    let person = json!({"email": "ana@example.ro", "website": ""});
    assert_eq!(test.post("/subscribe", person).await.0, 200);
    assert_eq!(kept(&test).await, (1, 1));
    test.stop().await;
}

#[tokio::test]
async fn over_the_limit_a_proof_of_work_is_required_and_accepted_once() {
    let test = with_low_limit().await;
    let (status, body) = subscribe(&test, "ana@example.ro", json!({})).await;
    assert_eq!(status, 429);
    assert_eq!(body["error"], "Too many requests from your network; a proof of work is needed.");
    assert_eq!(body["proof"]["algorithm"], "sha-256");
    assert_eq!(body["proof"]["expires_at"], "2026-01-10T09:10:00Z");
    let proof = solve(&body["proof"]);
    let sent = json!({"salt": proof["salt"], "expires_at": proof["expires_at"], "signature": proof["signature"],
                      "nonce": proof["nonce"]});
    let answer = subscribe(&test, "ana@example.ro", json!({"proof": sent})).await;
    assert_eq!(answer, (200, json!({"message": "Subscribed successfully!"})));
    assert_eq!(kept(&test).await, (2, 2));
    let (status, again) = subscribe(&test, "bogdan@example.ro", json!({"proof": sent})).await;
    assert_eq!((status, &again["code"]), (429, &json!("proof_required")), "a replay");
    assert_ne!(again["proof"]["salt"], sent["salt"], "with a new challenge");
    test.stop().await;
}

#[tokio::test]
async fn a_late_foreign_unsolved_or_changed_proof_is_refused() {
    let test = with_low_limit().await;
    let asked = challenge(&test).await;
    let good = solve(&asked);
    let (status, body) = from(&test, "203.0.113.9", "x@example.ro", json!({})).await;
    assert_eq!(status, 200, "{body}");
    let (status, body) = from(&test, "203.0.113.9", "y@example.ro", json!({"proof": good})).await;
    assert_eq!((status, &body["code"]), (429, &json!("proof_required")), "another network");
    let bent = |field: &str, value: Value| {
        let mut proof = good.clone();
        proof[field] = value;
        json!({"proof": proof})
    };
    for wrong in [
        bent("nonce", json!(good["nonce"].as_u64().expect("a number") + 1)),
        bent("salt", json!("00")),
        bent("signature", json!("ff".repeat(32))),
    ] {
        let (status, body) = subscribe(&test, "ana@example.ro", wrong.clone()).await;
        assert_eq!((status, &body["code"]), (429, &json!("proof_required")), "{wrong}");
    }
    test.app.clock.advance(10.minutes());
    let (status, body) = subscribe(&test, "ana@example.ro", json!({"proof": good})).await;
    assert_eq!((status, &body["code"]), (429, &json!("proof_required")), "late");
    assert_eq!(kept(&test).await, (2, 2));
    test.stop().await;
}

#[tokio::test]
async fn a_bad_field_of_a_proof_is_named() {
    let test = TestApp::start(vec![]).await;
    let good = json!({"salt": "00", "expires_at": "2026-01-10T09:10:00Z", "signature": "00", "nonce": 1});
    for (field, value) in [
        ("nonce", json!("1")),
        ("nonce", json!(-1)),
        ("nonce", json!(1.5)),
        ("expires_at", json!("soon")),
        ("salt", json!(null)),
        ("signature", json!([])),
    ] {
        let mut proof = good.clone();
        proof[field] = value;
        let (status, body) = test.post("/subscribe", json!({"email": "ana@example.ro", "proof": proof})).await;
        assert_eq!((status, &body["field"]), (400, &json!(format!("proof.{field}"))), "{proof}: {body}");
    }
    let (status, body) = test.post("/subscribe", json!({"email": "ana@example.ro", "website": 5})).await;
    assert_eq!((status, &body["field"]), (400, &json!("website")));
    test.stop().await;
}

#[tokio::test]
async fn over_the_hard_limit_a_proof_is_refused() {
    let test = with_low_limit().await;
    let proof = solve(&challenge(&test).await);
    for _ in 0..8 {
        assert_eq!(subscribe(&test, "ana@example.ro", json!({})).await.1["code"], "proof_required");
    }
    let request = test.client.post(format!("{}/subscribe", test.base)).header("x-forwarded-for", "198.51.100.7");
    let response = request.json(&json!({"email": "ana@example.ro", "proof": proof})).send().await.expect("an answer");
    assert_eq!(response.headers()["retry-after"], "360");
    let (status, body) = crate::support::app::read(response).await;
    assert_eq!((status, &body["code"], &body["proof"]), (429, &json!("too_many_requests"), &Value::Null));
    test.stop().await;
}

#[tokio::test]
async fn the_queued_mail_names_the_address_and_its_language() {
    let test = TestApp::start(vec![]).await;
    assert_eq!(test.post("/subscribe", json!({"email": "Ana@Example.ro", "lang": "ro"})).await.0, 200);
    assert_eq!(test.post("/subscribe", json!({"email": "bogdan@example.ro"})).await.0, 200);
    let read = test.app.store.read(|tx| {
        let mut rows = Vec::new();
        outbox::each(tx, &mut |record| {
            rows.push(serde_json::to_value(record).expect("JSON"));
            ControlFlow::Continue(())
        })?;
        Ok(rows)
    });
    let mut rows = read.await.expect("the outbox");
    rows.sort_by_key(|row| row["to"].to_string());
    for (row, (to, language)) in rows.iter().zip([("Ana@example.ro", "ro"), ("bogdan@example.ro", "en")]) {
        let expected = json!({
            "id": row["id"], "kind": "confirm_subscription", "to": to, "language": language,
            "created_at": "2026-01-10T09:00:00Z", "state": "queued",
        });
        assert_eq!(*row, expected);
        assert_eq!(row["id"].as_str().map(|id| &id[14..15]), Some("7"), "a UUID of version 7");
    }
    assert_eq!(rows.len(), 2);
    test.stop().await;
}
