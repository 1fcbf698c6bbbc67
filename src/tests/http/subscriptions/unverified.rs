//! An account that did not verify its address has no part in the mail to that address: anyone can sign up with the
//! address of another person.

use paragraf::domain::mailing::DigestFrequency;
use paragraf::domain::message::MessageKind;
use paragraf::ops::Actor;
use paragraf::ops::accounts::admin::{AccountName, remove};
use paragraf::store::accounts;
use paragraf::store::outbox;
use serde_json::json;

use super::email;
use crate::mail::mail;
use crate::support::accounts::Reader;
use crate::support::app::{TestApp, read};

/// The address of a subscriber with which another person signed up.
const ADDRESS: &str = "ana@exemplu.ro";

async fn signed_up(test: &TestApp) -> Reader {
    let reader = test.reader("ana").await;
    let uid = reader.uid.clone();
    let write = test.app.store.write(move |tx| {
        let before = accounts::get(tx, &uid)?.expect("the account");
        let mut after = before.clone();
        after.email_verified = false;
        (after.mail.digest, after.mail.news) = (DigestFrequency::Daily, false);
        Ok(accounts::put(tx, Some(&before), &after)?)
    });
    write.await.expect("stored");
    reader
}

#[tokio::test]
async fn an_unverified_account_neither_sees_nor_changes_the_preferences_of_its_address() {
    let test = TestApp::start(vec![]).await;
    test.subscriber(ADDRESS).await;
    let reader = signed_up(&test).await;
    let token = test.mail_token(ADDRESS);
    let (status, shown) = test.json(&format!("/subscriptions/{token}")).await;
    assert_eq!((status, &shown["has_account"], &shown["status"]), (200, &json!(false), &json!("confirmed")));
    assert_eq!((&shown["preferences"]["digest"], &shown["preferences"]["news"]), (&json!("weekly"), &json!(true)));
    let (_, changed) = test.choose(&token, json!({"digest": "never", "language": "en"})).await;
    assert_eq!((&changed["preferences"]["digest"], &changed["preferences"]["news"]), (&json!("never"), &json!(true)));
    assert_eq!(test.stored(ADDRESS).await.expect("the subscriber").preferences.digest, DigestFrequency::Never);
    let settings = test.get(&format!("/users/mail-preferences/{}", reader.uid)).bearer_auth(&reader.token);
    let (_, settings) = read(settings.send().await.expect("an answer")).await;
    assert_eq!((&settings["preferences"]["digest"], &settings["language"]), (&json!("daily"), &json!("ro")));
    for (verb, status) in [("/leave", "left"), ("/rejoin", "confirmed")] {
        let (_, shown) = test.link(&token, verb).await;
        assert_eq!((&shown["status"], &shown["preferences"]["digest"]), (&json!(status), &json!("never")), "{verb}");
    }
    let (_, shown) = test.link(&test.confirm_token(ADDRESS), "/confirm").await;
    assert_eq!((&shown["has_account"], &shown["preferences"]["news"]), (&json!(false), &json!(true)));
    let (_, shown) = test.link(&test.confirm_token(ADDRESS), "/undo-confirm").await;
    assert_eq!(shown["has_account"], false);
    test.stop().await;
}

#[tokio::test]
async fn an_address_with_only_an_unverified_account_is_not_subscribed() {
    let test = TestApp::start(vec![]).await;
    signed_up(&test).await;
    let token = test.mail_token(ADDRESS);
    assert_eq!(test.json(&format!("/subscriptions/{token}")).await.0, 404);
    assert_eq!(test.choose(&token, json!({"digest": "never"})).await.0, 404);
    test.stop().await;
}

#[tokio::test]
async fn deleting_an_unverified_account_keeps_the_mail_to_its_address() {
    let test = TestApp::start(vec![]).await;
    signed_up(&test).await;
    let queued = mail(MessageKind::Campaign, ADDRESS, test.app.clock.now());
    let (id, record) = (queued.id, queued);
    test.app.store.write(move |tx| Ok(outbox::put(tx, &record)?)).await.expect("queued");
    let deleted = remove(&test.app, &Actor::Operator { uid: 0 }, AccountName::Email(email(ADDRESS))).await;
    deleted.expect("deleted");
    let kept = test.app.store.read(move |tx| Ok(outbox::get(tx, id)?)).await.expect("read");
    assert!(kept.is_some(), "a list of the operator may have the address");
    test.stop().await;
}
