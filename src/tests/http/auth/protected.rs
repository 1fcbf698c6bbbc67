//! Protected mode: no response reveals whether an address has an account (behaviour E10).

use paragraf::config::{Config, EmailPrivacy};
use paragraf::store::outbox::MessageKind;
use serde_json::{Value, json};

use super::{Answer, Browser, PASSWORD, code, mails, start, wait, with_links};
use crate::support::app::TestApp;

fn protect(config: &mut Config) {
    with_links(config);
    config.accounts.email_privacy = Some(EmailPrivacy::Protected);
}

/// Returns what a client sees of a response, without the address and the request ID.
fn shape(answer: &Answer, email: &str) -> (u16, Value, Vec<String>) {
    let text = answer.body.to_string().replace(email, "EMAIL");
    let mut body: Value = serde_json::from_str(&text).expect("JSON");
    if let Some(fields) = body.as_object_mut() {
        fields.remove("request_id");
    }
    let mut names: Vec<_> = answer.headers.keys().map(ToString::to_string).collect();
    names.sort();
    (answer.status, body, names)
}

async fn prepared() -> TestApp {
    let test = start(protect).await;
    let browser = Browser::new(&test);
    assert_eq!(browser.sign_up("ana@x.ro").await.body, json!({"status": "check_email"}));
    wait(&test, 60);
    test
}

#[tokio::test]
async fn e10_known_and_unknown_addresses_get_the_same_response_after_the_same_work() {
    let test = prepared().await;
    let calls: [(&str, Value); 5] = [
        ("methods", json!({})),
        ("sign-in/password", json!({"password": "wrong"})),
        ("sign-up", json!({"password": PASSWORD, "display_name": "Ana"})),
        ("oob/send", json!({"kind": "password_reset"})),
        ("oob/send", json!({"kind": "email_sign_in"})),
    ];
    for (path, body) in calls {
        let mut seen = Vec::new();
        for email in ["ana@x.ro", "eva@x.ro"] {
            let mut body = body.clone();
            body["email"] = json!(email);
            let (hasher, latency) = (&test.app.identity.hasher, &test.app.identity.minimum_latency);
            let (hashed, delayed) = (hasher.hash_count(), latency.count());
            let answer = Browser::new(&test).post(path, body).await;
            let work = (hasher.hash_count() - hashed, latency.count() - delayed);
            seen.push((shape(&answer, email), work));
        }
        assert_eq!(seen[0], seen[1], "{path}");
        let hashes = u64::from(path.starts_with("sign-"));
        assert_eq!(seen[0].1, (hashes, u64::from(path != "methods")), "{path}");
        wait(&test, 3600);
    }
    assert_eq!(mails(&test, MessageKind::AccountExists).await.len(), 1, "the owner is informed by mail");
    test.stop().await;
}

#[tokio::test]
async fn e10_wrong_passwords_lock_known_and_unknown_addresses_alike() {
    let test = prepared().await;
    for email in ["ana@x.ro", "nobody@x.ro"] {
        let browser = Browser::new(&test);
        for _ in 0..5 {
            assert_eq!(browser.sign_in(email, "wrong").await.refusal(), (401, "invalid_credential"));
        }
        assert_eq!(browser.sign_in(email, PASSWORD).await.retry_after(), Some(30));
    }
    test.stop().await;
}

#[tokio::test]
async fn e10_signing_in_after_signing_up_does_not_reveal_whether_the_address_was_free() {
    let test = start(protect).await;
    let (owner, stranger) = (Browser::new(&test), Browser::new(&test));
    owner.sign_up("ana@x.ro").await;
    owner.post("oob/apply", json!({"code": code(&test, MessageKind::VerifyEmail).await})).await;
    wait(&test, 60);
    let mut seen = Vec::new();
    for email in ["ana@x.ro", "liber@x.ro"] {
        let body = json!({"email": email, "password": "a stranger chose this", "display_name": "Eva"});
        assert_eq!(stranger.post("sign-up", body).await.status, 202);
        let hashed = test.app.identity.hasher.hash_count();
        for _ in 0..5 {
            let signed_in = stranger.sign_in(email, "a stranger chose this").await;
            assert_eq!(signed_in.refusal(), (401, "invalid_credential"), "{email}");
        }
        let locked = stranger.sign_in(email, "a stranger chose this").await.retry_after();
        seen.push((test.app.identity.hasher.hash_count() - hashed, locked));
    }
    assert_eq!(seen[0], seen[1]);
    test.stop().await;
}

#[tokio::test]
async fn e10_a_new_account_can_sign_in_after_verifying_its_address() {
    let test = prepared().await;
    let browser = Browser::new(&test);
    let applied = browser.post("oob/apply", json!({"code": code(&test, MessageKind::VerifyEmail).await})).await;
    assert_eq!(applied.body["email"], "ana@x.ro");
    let signed_in = browser.sign_in("ana@x.ro", PASSWORD).await;
    assert_eq!((signed_in.status, &signed_in.body["user"]["email_verified"]), (200, &json!(true)));
    let ask = async |email: &str| {
        browser.post("oob/send", json!({"kind": "verify_and_change_email", "new_email": email})).await
    };
    Browser::new(&test).sign_up("bogdan@x.ro").await;
    wait(&test, 60);
    assert_eq!(shape(&ask("bogdan@x.ro").await, "bogdan@x.ro"), shape(&ask("liber@x.ro").await, "liber@x.ro"));
    assert_eq!(mails(&test, MessageKind::VerifyAndChangeEmail).await.len(), 1);
    test.stop().await;
}

#[tokio::test]
async fn e10_mails_above_the_limit_are_dropped_silently() {
    let test = prepared().await;
    let browser = Browser::new(&test);
    for _ in 0..3 {
        assert_eq!(browser.send("password_reset", "ana@x.ro").await.status, 200);
    }
    assert_eq!(mails(&test, MessageKind::PasswordReset).await.len(), 1);
    test.stop().await;
}

/// An operator may turn protected mode on, and guests off, while guests still have sessions.
#[tokio::test]
async fn e10_the_session_of_a_guest_does_not_reveal_whether_its_sign_up_created_an_account() {
    let with_guests = |config: &mut Config| {
        protect(config);
        config.accounts.guests = true;
    };
    let test = start(with_guests).await;
    let guest = Browser::new(&test);
    let uid = guest.post("sign-in/anonymous", json!({})).await.body["user"]["uid"].clone();
    assert_eq!(guest.sign_up("ana@x.ro").await.body, json!({"status": "check_email"}));
    let me = guest.get("me").await.body;
    assert_eq!((&me["uid"], &me["is_guest"], &me["email"]), (&uid, &json!(true), &Value::Null));
    assert_eq!(mails(&test, MessageKind::VerifyEmail).await.len(), 1);
    test.stop().await;
}
