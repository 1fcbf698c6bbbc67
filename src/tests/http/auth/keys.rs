//! Keys that the operator renews after a copy of the store was stolen.

use paragraf::ops::Actor;
use paragraf::ops::accounts::admin_access::{AllSessions, count_sessions, revoke_all};
use paragraf::ops::accounts::keys::{self, KeyRenewal};
use serde_json::json;

use super::{Browser, start, wait};
use crate::http::subscriptions::ANA;

const OPERATOR: Actor = Actor::Operator { uid: 0 };

#[tokio::test]
async fn a_renewed_key_signs_and_tokens_of_the_old_one_stay_valid_until_they_expire() {
    let test = start(|_| {}).await;
    let browser = Browser::signed_up(&test, "ana@x.ro").await;
    let renewed = keys::renew(&test.app, &OPERATOR, KeyRenewal::default()).await.expect("renewed");
    assert_eq!(renewed.removed, 0);
    assert_eq!(browser.get("jwks.json").await.body["keys"].as_array().map(Vec::len), Some(2));
    assert_eq!(browser.get("me").await.status, 200, "signed with the old key");
    let links = test.mail_token(ANA);
    keys::renew(&test.app, &OPERATOR, KeyRenewal::default()).await.expect("renewed");
    assert_eq!(test.mail_token(ANA), links, "mailed links stay");
    test.stop().await;
}

#[tokio::test]
async fn old_tokens_are_refused_at_once_and_the_session_goes_on() {
    let test = start(|_| {}).await;
    let browser = Browser::signed_up(&test, "ana@x.ro").await;
    assert_eq!(browser.get("me").await.status, 200);
    let renewal = KeyRenewal { now: true, links: false };
    let renewed = keys::renew(&test.app, &OPERATOR, renewal).await.expect("renewed");
    assert_eq!(renewed.removed, 1);
    assert_eq!(browser.get("me").await.refusal(), (401, "invalid_user_token"), "also one that was verified before");
    assert_eq!(browser.post("token", json!({})).await.status, 200, "the session has a new token");
    assert_eq!(browser.get("me").await.status, 200);
    // The hourly clean-up keeps the new key.
    wait(&test, 3600);
    keys::load(&test.app).await.expect("the keys");
    assert_eq!(browser.get("jwks.json").await.body["keys"].as_array().map(Vec::len), Some(1));
    test.stop().await;
}

#[tokio::test]
async fn old_mailed_links_are_refused_after_their_key_was_renewed_and_new_ones_work() {
    let test = start(|_| {}).await;
    test.subscriber(ANA).await;
    let old = test.mail_token(ANA);
    let path = |token: &str| format!("/subscriptions/{token}");
    assert_eq!(test.json(&path(&old)).await.0, 200);
    let renewal = KeyRenewal { links: true, now: false };
    keys::renew(&test.app, &OPERATOR, renewal).await.expect("renewed");
    let (status, refused) = test.json(&path(&old)).await;
    assert_eq!((status, refused["code"].as_str()), (400, Some("invalid_link")));
    let new = test.mail_token(ANA);
    assert_ne!(new, old);
    assert_eq!(test.json(&path(&new)).await.0, 200);
    test.stop().await;
}

#[tokio::test]
async fn all_sessions_end_at_once() {
    let test = start(|_| {}).await;
    let (ana, dan) = (Browser::new(&test), Browser::new(&test));
    ana.sign_up("ana@x.ro").await;
    dan.sign_up("dan@x.ro").await;
    let all = AllSessions { sessions: 2, accounts: 2, guests: 0 };
    assert_eq!(count_sessions(&test.app, &OPERATOR).await.expect("counted"), all);
    assert_eq!(revoke_all(&test.app, &OPERATOR).await.expect("ended"), all);
    for browser in [&ana, &dan] {
        assert_eq!(browser.get("me").await.status, 401);
        assert_eq!(browser.post("token", json!({})).await.status, 401);
    }
    assert_eq!(revoke_all(&test.app, &OPERATOR).await.expect("repeated").sessions, 0);
    test.stop().await;
}
