//! An account without an e-mail address.

use paragraf::config::EmailPrivacy;
use paragraf::domain::Uid;
use paragraf::store::accounts::{self, AccountRecord};
use paragraf::store::verify;

use super::providers::{begin, person, return_to, start_with_provider};
use super::*;
use crate::support::provider::sign_in_at;

/// Takes the address from the browser's account, as if a provider had shared none.
async fn remove_address(browser: &Browser<'_>) {
    let uid = Uid::parse(browser.get("me").await.body["uid"].as_str().expect("a uid")).expect("a uid");
    let write = browser.test.app.store.write(move |tx| {
        let before = accounts::get(tx, &uid)?.expect("an account");
        let after = AccountRecord { email: None, email_verified: false, ..before.clone() };
        Ok(accounts::put(tx, Some(&before), &after)?)
    });
    write.await.expect("the account is stored");
}

async fn is_sound(test: &TestApp) {
    assert_eq!(test.app.store.read(|tx| Ok(verify::verify(tx)?)).await.expect("the store"), []);
}

#[tokio::test]
async fn an_account_works_without_an_address() {
    let test = start(|_| {}).await;
    let browser = Browser::signed_up(&test, "ana@x.ro").await;
    remove_address(&browser).await;
    is_sound(&test).await;
    let me = browser.get("me").await;
    assert_eq!((me.status, me.body.get("email")), (200, None));
    assert_eq!(browser.post("token", json!({})).await.body["user"].get("email"), None);
    let export = browser.get("me/export").await;
    assert_eq!((export.status, export.body["account"].get("email")), (200, None));
    let sent = browser.post("oob/send", json!({"kind": "verify_email"})).await;
    assert_eq!(sent.refusal(), (400, "missing_email"));
    assert_eq!(browser.post("reauth/password", json!({"password": PASSWORD})).await.status, 200);
    let password = json!({"password": "trei capre și un ied", "current_password": PASSWORD});
    assert_eq!(browser.post("me", password).await.status, 200);
    assert!(mails(&test, MessageKind::PasswordChanged).await.is_empty(), "there is nowhere to send it");

    assert_eq!(Browser::new(&test).sign_up("ana@x.ro").await.status, 200, "the address is free");
    assert_eq!(browser.delete("me").await.status, 200);
    assert!(mails(&test, MessageKind::AccountDeleted).await.is_empty());
    is_sound(&test).await;
    test.stop().await;
}

#[tokio::test]
async fn an_account_gets_its_first_address_by_a_mailed_link() {
    let test = start(|_| {}).await;
    let browser = Browser::signed_up(&test, "ana@x.ro").await;
    remove_address(&browser).await;
    wait(&test, 60);
    let sent = browser.post("oob/send", json!({"kind": "verify_and_change_email", "new_email": "nou@x.ro"})).await;
    assert_eq!(sent.status, 200, "{}", sent.body);
    let change = code(&test, MessageKind::VerifyAndChangeEmail).await;
    assert_eq!(browser.post("oob/apply", json!({"code": change})).await.body["email"], "nou@x.ro");
    assert!(mails(&test, MessageKind::RecoverEmail).await.is_empty(), "there is no former address");
    assert_eq!(browser.sign_in("nou@x.ro", PASSWORD).await.status, 200);
    is_sound(&test).await;
    test.stop().await;
}

#[tokio::test]
async fn in_protected_mode_an_account_gets_no_unverified_address_from_a_provider() {
    let protect = |config: &mut Config| config.accounts.email_privacy = Some(EmailPrivacy::Protected);
    let test = start_with_provider(protect).await;
    let browser = Browser::signed_up(&test, "ana@x.ro").await;
    browser.post("oob/apply", json!({"code": code(&test, MessageKind::VerifyEmail).await})).await;
    assert_eq!(browser.sign_in("ana@x.ro", PASSWORD).await.status, 200);
    remove_address(&browser).await;
    let (url, transaction) = begin(&browser, json!({"purpose": "link"})).await;
    return_to(&browser, &sign_in_at(&url, person("unverified", "liber@x.ro", false)).await).await;
    let linked = browser.post("link", json!({"transaction": transaction})).await;
    assert_eq!((linked.status, linked.body["user"].get("email")), (200, None), "{}", linked.body);
    is_sound(&test).await;
    test.stop().await;
}
