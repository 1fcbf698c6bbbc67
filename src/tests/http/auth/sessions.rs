//! Tokens and sessions: behaviours S01 to S14.

use std::time::Duration;

use futures_util::StreamExt;
use futures_util::future::join_all;
use futures_util::stream::FuturesUnordered;
use paragraf::domain::Persistence;
use paragraf::store::audit;
use paragraf::store::outbox::{self, MessageContent, MessageKind, MessageState, OutboxRecord};
use serde_json::{Value, json};

use super::{Browser, PASSWORD, code, mails, start, wait, with_links};
use crate::support::app::{TestApp, without_nulls};

const REFRESH: &str = "__Host-rt";
const NEW: &str = "trei capre și un ied";

pub async fn refresh(browser: &Browser<'_>) -> super::Answer {
    browser.post("token", json!({})).await
}

async fn audited(test: &TestApp) -> Vec<audit::AuditRecord> {
    test.app.store.read(|tx| Ok(audit::latest(tx, 100)?)).await.expect("the audit")
}

#[tokio::test]
async fn s01_an_expired_access_token_is_reported_and_refreshed() {
    let test = start(|_| {}).await;
    let browser = Browser::signed_up(&test, "ana@x.ro").await;
    let cookie = browser.cookie(REFRESH).expect("a cookie");
    wait(&test, 899);
    assert_eq!(browser.get("me").await.status, 200);
    wait(&test, 1);
    assert_eq!(browser.get("me").await.refusal(), (401, "id_token_expired"));
    assert_eq!(refresh(&browser).await.status, 200);
    assert_eq!(browser.get("me").await.status, 200);
    assert_ne!(browser.cookie(REFRESH), Some(cookie), "each refresh rotates the token");
    test.stop().await;
}

#[tokio::test]
async fn s02_a_used_refresh_token_ends_the_session_after_the_grace_period() {
    let test = start(|_| {}).await;
    let browser = Browser::signed_up(&test, "ana@x.ro").await;
    let stolen = browser.cookie(REFRESH).expect("a cookie");
    refresh(&browser).await;
    let thief = Browser::new(&test);
    thief.put_cookie(REFRESH, &stolen);
    wait(&test, 30);
    let in_grace = refresh(&thief).await;
    assert_eq!((in_grace.status, in_grace.set_cookies().len()), (200, 0), "a token in its grace period is not rotated");
    wait(&test, 1);
    let refused = refresh(&thief).await;
    assert_eq!(refused.refusal(), (401, "invalid_refresh_token"));
    assert!(refused.set_cookies()[0].starts_with("__Host-rt=; ") && refused.set_cookies()[0].contains("Max-Age=0"));
    assert_eq!(refresh(&browser).await.refusal(), (401, "invalid_refresh_token"), "the whole session has ended");
    assert_eq!(browser.get("me").await.refusal(), (401, "invalid_user_token"));
    assert!(audited(&test).await.iter().any(|record| record.action == "accounts.token_reused"));
    test.stop().await;
}

#[tokio::test]
async fn s02_tabs_that_refresh_at_the_same_time_keep_the_session() {
    let test = start(|_| {}).await;
    let browser = Browser::signed_up(&test, "ana@x.ro").await;
    let cookie = browser.cookie(REFRESH).expect("a cookie");
    let tabs: Vec<_> = (0..8).map(|_| Browser::new(&test)).collect();
    for tab in &tabs {
        tab.put_cookie(REFRESH, &cookie);
    }
    let answers = join_all(tabs.iter().map(refresh)).await;
    assert!(answers.iter().all(|answer| answer.status == 200));
    assert_eq!(answers.iter().filter(|answer| !answer.set_cookies().is_empty()).count(), 1, "one new token");
    test.stop().await;
}

#[tokio::test]
async fn s02_sessions_end_when_idle_and_at_the_end_of_their_life() {
    let test = start(|_| {}).await;
    let (idle, busy) = (Browser::new(&test), Browser::new(&test));
    idle.sign_up("ana@x.ro").await;
    busy.sign_in("ana@x.ro", PASSWORD).await;
    let day = 24 * 3600;
    for days in (20..=80).step_by(20) {
        wait(&test, 20 * day);
        assert_eq!(refresh(&busy).await.status, 200, "{days}");
    }
    assert_eq!(refresh(&idle).await.refusal(), (401, "token_expired"));
    wait(&test, 10 * day);
    assert_eq!(refresh(&busy).await.refusal(), (401, "token_expired"));
    test.stop().await;
}

#[tokio::test]
async fn s03_signing_out_ends_the_session_and_removes_the_cookie() {
    let test = start(|_| {}).await;
    let (browser, other) = (Browser::new(&test), Browser::new(&test));
    browser.sign_up("ana@x.ro").await;
    other.sign_in("ana@x.ro", PASSWORD).await;
    let cookie = browser.cookie(REFRESH).expect("a cookie");
    assert_eq!(browser.post("sign-out", json!({})).await.body, json!({}));
    assert!(browser.cookie(REFRESH).is_none());
    assert_eq!(browser.get("me").await.refusal(), (401, "invalid_user_token"));
    browser.put_cookie(REFRESH, &cookie);
    assert_eq!(refresh(&browser).await.refusal(), (401, "invalid_refresh_token"));
    assert_eq!(browser.post("sign-out", json!({})).await.status, 200, "signing out always works");
    assert_eq!(other.get("me").await.status, 200);
    test.stop().await;
}

#[tokio::test]
async fn s04_persistence_decides_where_the_refresh_token_is_kept() {
    let test = start(|_| {}).await;
    Browser::signed_up(&test, "ana@x.ro").await;
    let enter = async |persistence: &str| {
        let body = json!({"email": "ana@x.ro", "password": PASSWORD, "persistence": persistence});
        Browser::new(&test).post("sign-in/password", body).await
    };
    let local = enter("local").await;
    let cookie = local.set_cookies()[0];
    assert!(cookie.contains("; Path=/; HttpOnly; SameSite=Strict; Secure; Max-Age=2592000"), "{cookie}");
    assert!(!cookie.contains("Domain"), "{cookie}");
    let session = enter("session").await;
    assert!(session.set_cookies()[0].ends_with("; Secure"), "until the browser is closed");
    let none = enter("none").await;
    let gone = none.set_cookies();
    assert!(gone.len() == 1 && gone[0].starts_with("__Host-rt=;") && gone[0].ends_with("Max-Age=0"), "{gone:?}");
    let token = none.body["refresh_token"].as_str().expect("a token");
    let tab = Browser::new(&test);
    let next = tab.post("token", json!({"refresh_token": token})).await;
    assert!(next.status == 200 && next.body["refresh_token"].is_string() && next.set_cookies().is_empty());
    assert_eq!(local.body["refresh_token"], Value::Null);
    assert_eq!(enter("for ever").await.refusal(), (400, "invalid"));
    assert_eq!(Browser::new(&test).post("token", json!({})).await.refusal(), (401, "missing_refresh_token"));
    test.stop().await;
}

#[tokio::test]
async fn s04_the_configured_persistence_is_the_default() {
    let test = start(|config| config.accounts.persistence = Persistence::Session).await;
    let browser = Browser::new(&test);
    assert_eq!(browser.get("config").await.body["persistence"], "session");
    let signed_up = browser.sign_up("ana@x.ro").await;
    assert_eq!(signed_up.body["persistence"], "session");
    assert!(signed_up.set_cookies()[0].ends_with("; Secure"), "until the browser is closed");
    test.stop().await;
}

#[tokio::test]
async fn s05_a_new_password_requires_a_recent_sign_in_and_the_current_password() {
    let test = start(|_| {}).await;
    let (browser, other) = (Browser::new(&test), Browser::new(&test));
    browser.sign_up("ana@x.ro").await;
    other.sign_in("ana@x.ro", PASSWORD).await;
    let change = async |current: Value| {
        browser.post("me", without_nulls(json!({"password": NEW, "current_password": current}))).await
    };
    wait(&test, 360);
    assert_eq!(change(json!(PASSWORD)).await.refusal(), (403, "requires_recent_login"));
    assert_eq!(browser.delete("me").await.refusal(), (403, "requires_recent_login"));
    assert_eq!(browser.get("me/export").await.refusal(), (403, "requires_recent_login"));
    let body = json!({"kind": "verify_and_change_email", "new_email": "nou@x.ro"});
    assert_eq!(browser.post("oob/send", body).await.refusal(), (403, "requires_recent_login"));
    assert_eq!(browser.post("reauth/password", json!({"password": "x"})).await.refusal(), (403, "wrong_password"));
    assert_eq!(browser.post("reauth/password", json!({"password": PASSWORD})).await.status, 200);
    assert_eq!(change(Value::Null).await.refusal(), (400, "missing_password"));
    assert_eq!(change(json!("wrong")).await.refusal(), (403, "wrong_password"));
    assert_eq!(change(json!(PASSWORD)).await.status, 200);
    assert_eq!(browser.get("me").await.status, 200, "the session of the request continues");
    assert_eq!(refresh(&browser).await.status, 200);
    assert_eq!(other.get("me").await.refusal(), (401, "invalid_user_token"));
    assert_eq!(other.sign_in("ana@x.ro", NEW).await.status, 200);
    assert_eq!(mails(&test, MessageKind::PasswordChanged).await.len(), 1);
    test.stop().await;
}

#[tokio::test]
async fn s05_a_link_to_the_own_address_reauthenticates() {
    let test = start(with_links).await;
    let browser = Browser::signed_up(&test, "ana@x.ro").await;
    wait(&test, 360);
    browser.send("email_sign_in", "bogdan@x.ro").await;
    let foreign = json!({"email": "bogdan@x.ro", "code": code(&test, MessageKind::EmailSignIn).await});
    assert_eq!(browser.post("reauth/email-link", foreign).await.refusal(), (403, "user_mismatch"));
    // Mails queued at the same instant have no order.
    wait(&test, 1);
    browser.send("email_sign_in", "ana@x.ro").await;
    let own = json!({"email": "ana@x.ro", "code": code(&test, MessageKind::EmailSignIn).await});
    assert_eq!(browser.post("reauth/email-link", own).await.status, 200);
    assert_eq!(browser.get("me/export").await.status, 200);
    test.stop().await;
}

#[tokio::test]
async fn sessions_are_listed_and_ended() {
    let test = start(|_| {}).await;
    let (browser, other) = (Browser::new(&test), Browser::new(&test));
    other.agent.set(super::CHROME);
    browser.sign_up("ana@x.ro").await;
    wait(&test, 1);
    other.sign_in("ana@x.ro", PASSWORD).await;
    let list = browser.get("sessions").await.body["sessions"].clone();
    assert_eq!((&list[0]["device"], &list[0]["current"]), (&json!("Chrome, Windows"), &json!(false)));
    assert_eq!((&list[1]["device"], &list[1]["current"]), (&json!("Firefox, Linux"), &json!(true)));
    let path = format!("sessions/{}", list[0]["id"].as_str().expect("an id"));
    assert_eq!(browser.delete(&path).await.status, 200);
    assert_eq!(browser.delete(&path).await.refusal(), (404, "not_found"));
    assert_eq!(other.get("me").await.refusal(), (401, "invalid_user_token"));
    other.sign_in("ana@x.ro", PASSWORD).await;
    assert_eq!(browser.post("revoke", json!({"others": true})).await.status, 200);
    assert_eq!((browser.get("me").await.status, other.get("me").await.status), (200, 401));
    assert_eq!(browser.post("revoke", json!({})).await.status, 200);
    assert_eq!(browser.get("me").await.refusal(), (401, "invalid_user_token"));
    test.stop().await;
}

#[tokio::test]
async fn s13_a_deletion_leaves_only_an_audit_record_without_personal_data() {
    let test = start(|_| {}).await;
    let browser = Browser::new(&test);
    let uid = browser.sign_up("ana@x.ro").await.body["user"]["uid"].clone();
    wait(&test, 60);
    browser.send("password_reset", "ana@x.ro").await;
    let export = browser.get("me/export").await;
    assert!(export.headers["content-disposition"].to_str().is_ok_and(|value| value.starts_with("attachment")));
    assert_eq!((&export.body["account"]["uid"], &export.body["devices"]), (&uid, &json!(["Firefox, Linux"])));
    assert!(!export.body.to_string().contains("argon2"));
    assert_eq!(browser.delete("me").await.body, json!({}));
    assert!(browser.cookie(REFRESH).is_none());
    assert_eq!(browser.get("me").await.refusal(), (401, "invalid_user_token"));
    assert_eq!(browser.delete("me").await.refusal(), (401, "invalid_user_token"));
    for kind in [MessageKind::PasswordReset, MessageKind::VerifyEmail] {
        assert_eq!(mails(&test, kind).await.len(), 0, "a secret is still queued");
    }
    assert_eq!(mails(&test, MessageKind::AccountDeleted).await.len(), 1);
    let lines = format!("{:?}", audited(&test).await);
    assert!(lines.contains("accounts.delete") && !lines.contains("ana@x.ro") && !lines.contains("Ana"), "{lines}");
    *browser.token.borrow_mut() = None;
    let again = browser.sign_up("ana@x.ro").await;
    assert!(again.status == 200 && again.body["user"]["uid"] != uid);
    test.stop().await;
}

#[tokio::test]
async fn s13_a_deletion_removes_mails_to_a_requested_new_address() {
    let test = start(|_| {}).await;
    let browser = Browser::signed_up(&test, "ana@x.ro").await;
    let change = json!({"kind": "verify_and_change_email", "new_email": "noua@x.ro"});
    assert_eq!(browser.post("oob/send", change).await.status, 200);
    // Once sent, only the address connects the mail with the account.
    let now = test.app.clock.now();
    let rows = mails(&test, MessageKind::VerifyAndChangeEmail).await;
    assert_eq!(rows.len(), 1);
    let write = test.app.store.write(move |tx| {
        Ok(rows.iter().cloned().try_for_each(|row| {
            let (state, content) = (MessageState::Sent { at: now }, MessageContent::default());
            outbox::put(tx, &OutboxRecord { state, content, ..row })
        })?)
    });
    write.await.expect("the mail was sent");
    assert_eq!(browser.delete("me").await.status, 200);
    assert_eq!(mails(&test, MessageKind::VerifyAndChangeEmail).await.len(), 0);
    test.stop().await;
}

#[tokio::test]
async fn s14_at_most_64_sign_ins_of_a_network_wait_and_others_are_asked_to_retry() {
    let test = start(|config| config.server.request_timeout_secs = 600).await;
    Browser::signed_up(&test, "ana@x.ro").await;
    // While every permit is held no hash ends, so that the queue fills.
    let mut held = Vec::new();
    let acquire = || test.app.identity.hasher.acquire("127.0.0.1".parse().expect("an address"));
    while let Ok(permit) = tokio::time::timeout(Duration::ZERO, acquire()).await {
        held.push(permit.expect("a permit"));
    }
    let mut sign_ins: FuturesUnordered<_> = (0..80)
        .map(|_| async {
            let browser = Browser::new(&test);
            browser.sign_in("ana@x.ro", PASSWORD).await
        })
        .collect();
    for _ in 0..80 - 64 {
        let refused = sign_ins.next().await.expect("an answer");
        assert_eq!((refused.refusal(), refused.retry_after()), ((503, "unavailable"), Some(1)), "{}", refused.body);
    }
    drop(held);
    let rest: Vec<_> = sign_ins.map(|answer| answer.status).collect().await;
    assert_eq!(rest, [200; 64]);
    test.stop().await;
}

#[tokio::test]
async fn s14_simultaneous_sign_ins_succeed_or_are_asked_to_retry() {
    // Hashing is slow on a busy machine: no sign-in that waits for its turn may time out.
    let test = start(|config| config.server.request_timeout_secs = 600).await;
    let browser = Browser::signed_up(&test, "ana@x.ro").await;
    let answers = join_all((0..80).map(|_| async {
        let browser = Browser::new(&test);
        browser.sign_in("ana@x.ro", PASSWORD).await
    }))
    .await;
    for answer in &answers {
        match answer.status {
            200 => {}
            503 => assert_eq!((answer.refusal(), answer.retry_after()), ((503, "unavailable"), Some(1))),
            other => panic!("{other}: {}", answer.body),
        }
    }
    assert!(answers.iter().filter(|answer| answer.status == 200).count() >= 50);
    wait(&test, 1);
    browser.sign_in("ana@x.ro", PASSWORD).await;
    let count = browser.get("sessions").await.body["sessions"].as_array().map(Vec::len);
    assert_eq!(count, Some(50), "the limit of sessions for one account");
    test.stop().await;
}
