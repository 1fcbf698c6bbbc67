//! Action codes: behaviours C01 to C10.

use std::sync::Arc;

use paragraf::mail::memory::Memory;
use paragraf::mail::{Mailer, SendFailure};
use paragraf::ops::Actor;
use paragraf::ops::mail::deliver::round;
use paragraf::store::outbox::{MessageKind, MessageState};
use serde_json::json;

use super::{Browser, PASSWORD, code, link, mails, start, wait, with_links};
use crate::support::app::TestApp;

const NEW: &str = "trei capre și un ied";

/// Signs up `ana@x.ro` and returns the signed-in browser.
async fn signed_up(test: &TestApp) -> Browser<'_> {
    let browser = Browser::new(test);
    assert_eq!(browser.sign_up("ana@x.ro").await.status, 200);
    wait(test, 60);
    browser
}

async fn request_change(browser: &Browser<'_>, to: &str) -> super::Answer {
    browser.post("oob/send", json!({"kind": "verify_and_change_email", "new_email": to})).await
}

#[tokio::test]
async fn c01_c02_c03_a_password_reset_replaces_the_password_and_ends_all_sessions() {
    let test = start(|_| {}).await;
    let browser = signed_up(&test).await;
    browser.send("password_reset", "ana@x.ro").await;
    let code = code(&test, MessageKind::PasswordReset).await;
    let check = browser.post("oob/check", json!({"code": code})).await;
    assert_eq!(check.body, json!({"kind": "password_reset", "email": "ana@x.ro"}));
    let reset = async |password: &str| {
        browser.post("oob/reset-password", json!({"code": code, "new_password": password})).await
    };
    let weak = reset("parola1").await;
    assert_eq!((weak.refusal(), &weak.body["field"]), ((400, "weak_password"), &json!("new_password")));
    assert_eq!(reset(NEW).await.body, json!({"email": "ana@x.ro"}));
    assert_eq!(reset(NEW).await.refusal(), (400, "invalid_action_code"));
    assert_eq!(browser.post("oob/check", json!({"code": code})).await.refusal(), (400, "invalid_action_code"));
    assert_eq!(browser.get("me").await.refusal(), (401, "invalid_user_token"));
    assert_eq!(browser.post("token", json!({})).await.refusal(), (401, "invalid_refresh_token"));
    assert_eq!(browser.sign_in("ana@x.ro", PASSWORD).await.refusal(), (401, "wrong_password"));
    let again = browser.sign_in("ana@x.ro", NEW).await;
    assert_eq!((again.status, &again.body["user"]["email_verified"]), (200, &json!(true)));
    assert_eq!(mails(&test, MessageKind::PasswordChanged).await.len(), 1);
    test.stop().await;
}

#[tokio::test]
async fn c01_a_reset_code_expires_and_has_no_other_use() {
    let test = start(with_links).await;
    let browser = signed_up(&test).await;
    browser.send("password_reset", "ana@x.ro").await;
    let code = code(&test, MessageKind::PasswordReset).await;
    assert_eq!(browser.post("oob/apply", json!({"code": code})).await.refusal(), (400, "invalid_action_code"));
    let body = json!({"email": "ana@x.ro", "code": code});
    assert_eq!(browser.post("sign-in/email-link", body).await.refusal(), (400, "invalid_action_code"));
    wait(&test, 1800);
    let body = json!({"code": code, "new_password": NEW});
    assert_eq!(browser.post("oob/reset-password", body).await.refusal(), (400, "expired_action_code"));
    test.stop().await;
}

#[tokio::test]
async fn c04_an_address_is_verified_once() {
    let test = start(|_| {}).await;
    let browser = signed_up(&test).await;
    let code = code(&test, MessageKind::VerifyEmail).await;
    let applied = browser.post("oob/apply", json!({"code": code})).await;
    assert_eq!(applied.body, json!({"kind": "verify_email", "email": "ana@x.ro"}));
    assert_eq!(browser.get("me").await.body["email_verified"], true);
    assert_eq!(browser.post("oob/apply", json!({"code": code})).await.refusal(), (400, "invalid_action_code"));
    assert_eq!(browser.send("verify_email", "").await.status, 200);
    assert_eq!(mails(&test, MessageKind::VerifyEmail).await.len(), 1, "a verified address gets no further mail");
    let visitor = Browser::new(&test);
    assert_eq!(visitor.send("verify_email", "ana@x.ro").await.refusal(), (401, "invalid_user_token"));
    test.stop().await;
}

#[tokio::test]
async fn c05_c06_a_changed_address_can_be_recovered() {
    let test = start(|_| {}).await;
    let browser = signed_up(&test).await;
    Browser::new(&test).sign_up("bogdan@x.ro").await;
    assert_eq!(request_change(&browser, "bogdan@x.ro").await.refusal(), (409, "email_already_in_use"));
    assert_eq!(request_change(&browser, "nou@x.ro").await.status, 200);
    let mail = &mails(&test, MessageKind::VerifyAndChangeEmail).await[0];
    assert_eq!(mail.to.as_str(), "nou@x.ro", "the mail goes to the new address");
    let change = code(&test, MessageKind::VerifyAndChangeEmail).await;
    let check = browser.post("oob/check", json!({"code": change})).await.body;
    assert_eq!((&check["new_email"], &check["previous_email"]), (&json!("nou@x.ro"), &json!("ana@x.ro")));
    assert_eq!(browser.post("oob/apply", json!({"code": change})).await.body["email"], "nou@x.ro");
    assert_eq!(browser.get("me").await.refusal(), (401, "invalid_user_token"));
    assert_eq!(browser.sign_in("ana@x.ro", PASSWORD).await.refusal(), (404, "user_not_found"));
    assert_eq!(browser.sign_in("nou@x.ro", PASSWORD).await.status, 200);
    let recovery = &mails(&test, MessageKind::RecoverEmail).await[0];
    assert_eq!(
        (recovery.to.as_str(), recovery.content.email.as_ref().map(|email| email.as_str())),
        ("ana@x.ro", Some("nou@x.ro"))
    );
    // A second change does not prevent the recovery.
    wait(&test, 60);
    assert_eq!(request_change(&browser, "hot@x.ro").await.status, 200);
    browser.post("oob/apply", json!({"code": code(&test, MessageKind::VerifyAndChangeEmail).await})).await;
    let recover = code(&test, MessageKind::RecoverEmail).await;
    let check = browser.post("oob/check", json!({"code": recover})).await.body;
    assert_eq!((&check["email"], &check["previous_email"]), (&json!("ana@x.ro"), &json!("hot@x.ro")));
    let applied = browser.post("oob/apply", json!({"code": recover})).await;
    assert_eq!(applied.body, json!({"kind": "recover_email", "email": "ana@x.ro"}));
    assert_eq!(browser.sign_in("hot@x.ro", PASSWORD).await.refusal(), (404, "user_not_found"));
    assert_eq!(
        browser.sign_in("ana@x.ro", PASSWORD).await.refusal(),
        (401, "wrong_password"),
        "the recovery removed the password"
    );
    wait(&test, 60);
    assert_eq!(browser.send("password_reset", "ana@x.ro").await.status, 200);
    test.stop().await;
}

#[tokio::test]
async fn c05_a_change_to_an_address_taken_meanwhile_is_refused() {
    let test = start(|_| {}).await;
    let browser = signed_up(&test).await;
    request_change(&browser, "nou@x.ro").await;
    let change = code(&test, MessageKind::VerifyAndChangeEmail).await;
    Browser::new(&test).sign_up("nou@x.ro").await;
    assert_eq!(browser.post("oob/apply", json!({"code": change})).await.refusal(), (409, "email_already_in_use"));
    assert_eq!(browser.get("me").await.body["email"], "ana@x.ro");
    test.stop().await;
}

#[tokio::test]
async fn c06_a_change_of_address_voids_reset_codes_of_the_old_mailbox() {
    let test = start(|_| {}).await;
    let browser = signed_up(&test).await;
    browser.send("password_reset", "ana@x.ro").await;
    let reset = code(&test, MessageKind::PasswordReset).await;
    request_change(&browser, "nou@x.ro").await;
    browser.post("oob/apply", json!({"code": code(&test, MessageKind::VerifyAndChangeEmail).await})).await;
    let body = json!({"code": reset, "new_password": NEW});
    assert_eq!(browser.post("oob/reset-password", body).await.refusal(), (400, "invalid_action_code"));
    test.stop().await;
}

#[tokio::test]
async fn c07_with_the_mail_server_down_the_request_is_accepted_and_its_mail_waits() {
    let memory = Arc::new(Memory::default());
    let mailer = Mailer::Memory(Arc::clone(&memory));
    let test = TestApp::start_with(vec![], |_| {}, |app| app.mailer = mailer).await;
    let browser = signed_up(&test).await;
    let deliver = async || round(&test.app, &Actor::System).await.expect("a round");
    deliver().await;
    let (earlier, working) = (memory.sent().len(), browser.send("password_reset", "ana@x.ro").await);
    deliver().await;
    assert_eq!(memory.sent().len(), earlier + 1);
    wait(&test, 60);
    memory.fail_next(SendFailure::not_sent("connection refused"));
    let down = browser.send("password_reset", "ana@x.ro").await;
    assert_eq!((down.status, &down.body), (working.status, &working.body), "nobody learns it from the page");
    deliver().await;
    let states: Vec<_> = mails(&test, MessageKind::PasswordReset).await.into_iter().map(|row| row.state).collect();
    assert!(
        matches!(states[..], [MessageState::Sent { .. }, MessageState::Deferred { attempts: 1, .. }]),
        "{states:?}"
    );
    wait(&test, 60);
    deliver().await;
    let sent = memory.sent();
    let last = sent.last().filter(|_| sent.len() == earlier + 2).expect("the mail that waited");
    assert!(last.text.contains("mode=resetPassword"), "{}", last.text);
    test.stop().await;
}

#[tokio::test]
async fn c07_c10_malformed_codes_are_refused_and_recovery_cannot_be_requested() {
    let test = start(|_| {}).await;
    let browser = Browser::new(&test);
    for bad in ["", "x", &"a".repeat(54), &"%".repeat(54), &"a".repeat(5000)] {
        for path in ["oob/check", "oob/apply", "oob/reset-password"] {
            let body = json!({"code": bad, "new_password": NEW});
            assert_eq!(browser.post(path, body).await.refusal(), (400, "invalid_action_code"), "{path} {bad}");
        }
    }
    let body = json!({"kind": "recover_email", "email": "ana@x.ro"});
    assert_eq!(browser.post("oob/send", body).await.refusal(), (400, "invalid"));
    let link = async || link(&test, MessageKind::VerifyEmail).await;
    browser.sign_up("ana@x.ro").await;
    assert_eq!(link().await["mode"], "verifyEmail");
    test.stop().await;
}

#[tokio::test]
async fn code_checks_are_limited() {
    let test = start(|_| {}).await;
    let browser = Browser::new(&test);
    for _ in 0..20 {
        assert_eq!(browser.post("oob/check", json!({"code": "x"})).await.status, 400);
    }
    assert_eq!(browser.post("oob/check", json!({"code": "x"})).await.refusal(), (429, "too_many_requests"));
    test.stop().await;
}
