//! Guests: signing in without an account, becoming one, and leaving nothing behind.

use paragraf::domain::notification::Reason;
use paragraf::domain::{Slug, Uid};
use paragraf::ops::Actor;
use paragraf::ops::accounts::cleanup;
use paragraf::store::notifications::{self, NotificationRecord};
use paragraf::store::{accounts, reminders, reports};

use super::providers::{begin, person, result, return_to, start_with_provider};
use super::*;
use crate::support::articles::article;
use crate::support::provider::{Person, sign_in_at};

fn with_guests(config: &mut Config) {
    with_links(config);
    config.accounts.guests = true;
    config.accounts.guests_per_hour = 3;
    config.accounts.sign_up_per_hour = 1000;
}

async fn start_with_guests() -> TestApp {
    TestApp::start_with(vec![article("a"), article("b")], with_guests, |_| {}).await
}

/// A browser that is signed in as a new guest, with the guest's uid.
async fn guest(test: &TestApp) -> (Browser<'_>, Value) {
    let browser = Browser::new(test);
    let answer = browser.post("sign-in/anonymous", json!({"lang": "ro"})).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    (browser, answer.body["user"]["uid"].clone())
}

async fn mark(browser: &Browser<'_>, path: &str, body: Value) {
    let token = browser.token.borrow().clone().expect("a token");
    let request = browser.test.client.post(format!("{}/users/{path}", browser.test.base));
    let answer = request.bearer_auth(token).json(&body).send().await.expect("an answer");
    assert!(answer.status().is_success(), "{path}: {}", answer.text().await.unwrap_or_default());
}

/// Likes, bookmarks and follows as a guest would.
async fn mark_all(browser: &Browser<'_>, uid: &Value) {
    mark(browser, "like-article", json!({"userId": uid, "articleId": "a", "liked": true})).await;
    mark(browser, "bookmark-article", json!({"userId": uid, "articleId": "b", "bookmarked": true})).await;
    mark(browser, "follow-topic", json!({"userId": uid, "topicId": "munca", "followed": true})).await;
}

/// Likes, bookmarks and follows of the browser's account.
async fn marks(browser: &Browser<'_>, uid: &Value) -> Value {
    let token = browser.token.borrow().clone().expect("a token");
    let path = format!("{}/users/user-data/{}", browser.test.base, uid.as_str().expect("a uid"));
    let answer = browser.test.client.get(path).bearer_auth(token).send().await.expect("an answer");
    let data: Value = answer.json().await.expect("JSON");
    json!([data["liked_law_changes"], data["bookmarks"], data["topics_followed"]])
}

fn marked() -> Value {
    json!([["a"], ["b"], ["munca"]])
}

async fn stored(test: &TestApp) -> usize {
    let read = test.app.store.read(|tx| Ok(accounts::after(tx, None, 100)?.0.len()));
    read.await.expect("the accounts")
}

async fn clean_up(test: &TestApp) {
    cleanup::remove_expired(&test.app, &Actor::System).await.expect("the cleanup");
}

#[tokio::test]
async fn a01_a_guest_has_a_session_and_no_way_to_sign_in() {
    let test = start_with_guests().await;
    let (browser, uid) = guest(&test).await;
    let me = browser.get("me").await;
    assert_eq!((&me.body["uid"], &me.body["is_guest"], &me.body["sign_in_methods"]), (&uid, &json!(true), &json!([])));
    assert_eq!((&me.body["email"], &me.body["email_verified"]), (&Value::Null, &json!(false)));
    mark_all(&browser, &uid).await;
    assert_eq!(marks(&browser, &uid).await, marked());
    // A guest has nothing to sign in with again, so an old session may export and delete.
    wait(&test, 400);
    assert_eq!(browser.get("me/export").await.body["account"]["uid"], uid);
    assert_eq!(browser.delete("me").await.status, 200);
    assert_eq!(stored(&test).await, 0);
    test.stop().await;
}

#[tokio::test]
async fn guests_are_offered_only_when_configured_and_limited_by_network() {
    let test = start(|_| {}).await;
    let refused = Browser::new(&test).post("sign-in/anonymous", json!({})).await;
    assert_eq!(refused.refusal(), (403, "admin_restricted_operation"));
    assert_eq!(refused.body.get("access_token"), None);
    test.stop().await;
    let test = start_with_guests().await;
    let options = Browser::new(&test).get("config").await.body["sign_in_options"].clone();
    assert_eq!(options[1]["provider"], "anonymous");
    for _ in 0..3 {
        guest(&test).await;
    }
    let refused = Browser::new(&test).post("sign-in/anonymous", json!({})).await;
    assert_eq!((refused.refusal(), refused.retry_after()), ((429, "too_many_requests"), Some(1200)));
    test.stop().await;
}

#[tokio::test]
async fn a02_a_guest_who_signs_up_keeps_the_uid_and_the_marks() {
    let test = start_with_guests().await;
    let (browser, uid) = guest(&test).await;
    mark_all(&browser, &uid).await;
    let old_token = browser.token.borrow().clone();
    let upgraded = browser.sign_up("ana@x.ro").await;
    let user = &upgraded.body["user"];
    assert_eq!((&user["uid"], &user["is_guest"], &user["display_name"]), (&uid, &json!(false), &json!("Ana")));
    assert_eq!(upgraded.body["is_new_user"], json!(false));
    assert_eq!(marks(&browser, &uid).await, marked());
    let again = Browser::new(&test);
    assert_eq!(again.sign_in("ana@x.ro", PASSWORD).await.body["user"]["uid"], uid);
    // The guest's session is replaced, and an account is not cleaned up as a guest.
    *again.token.borrow_mut() = old_token;
    assert_eq!(again.get("me").await.refusal(), (401, "invalid_user_token"));
    wait(&test, 31 * 86_400);
    clean_up(&test).await;
    assert_eq!(stored(&test).await, 1);
    test.stop().await;
}

#[tokio::test]
async fn a02_a_guest_becomes_an_account_by_a_mailed_link_and_by_a_provider() {
    let test = start_with_provider(with_guests).await;
    let (browser, uid) = guest(&test).await;
    assert_eq!(browser.post("me", json!({"display_name": "Ana"})).await.status, 200);
    browser.send("email_sign_in", "ana@x.ro").await;
    let link = link(&test, MessageKind::EmailSignIn).await;
    assert_eq!((Some(link["ui_auid"].as_str()), link["ui_sd"].as_str()), (uid.as_str(), "1"), "only this browser");
    let body = json!({"email": "ana@x.ro", "code": link["oobCode"], "ui_sid": link["ui_sid"]});
    let upgraded = browser.post("sign-in/email-link", body).await;
    let user = &upgraded.body["user"];
    assert_eq!((&user["uid"], &user["sign_in_methods"]), (&uid, &json!(["emailLink"])));
    assert_eq!(user["display_name"], "Ana", "a link gives no name");

    let (browser, uid) = guest(&test).await;
    let upgraded = visit(&browser, person("a02", "dan@x.ro", true)).await;
    let user = &upgraded.body["session"]["user"];
    assert_eq!((&user["uid"], &user["is_guest"], &user["email"]), (&uid, &json!(false), &json!("dan@x.ro")));
    assert_eq!(stored(&test).await, 2);
    assert!(mails(&test, MessageKind::ProviderLinked).await.is_empty(), "nobody had the account before");
    test.stop().await;
}

/// Visits the provider and signs in with the result, as a guest if the browser is one.
async fn visit(browser: &Browser<'_>, person: Person) -> Answer {
    let (url, transaction) = begin(browser, json!({})).await;
    return_to(browser, &sign_in_at(&url, person).await).await;
    result(browser, &transaction).await
}

#[tokio::test]
async fn a03_a_guest_does_not_become_an_account_that_exists_and_uses_nothing_up() {
    let test = start_with_provider(with_guests).await;
    let owner = Browser::new(&test);
    let existing = owner.sign_up("ana@x.ro").await.body["user"]["uid"].clone();
    let (browser, uid) = guest(&test).await;
    let conflict = (409, "merge_conflict");
    assert_eq!(browser.sign_in("ana@x.ro", "another password").await.refusal(), (401, "wrong_password"));
    assert_eq!(browser.sign_in("ana@x.ro", PASSWORD).await.refusal(), conflict);
    assert_eq!(browser.sign_up("ana@x.ro").await.refusal(), (409, "email_already_in_use"));
    assert_eq!(browser.get("me").await.body["uid"], uid, "the guest stays signed in");

    wait(&test, 60);
    browser.send("email_sign_in", "ana@x.ro").await;
    let code = code(&test, MessageKind::EmailSignIn).await;
    let body = json!({"email": "ana@x.ro", "code": code});
    assert_eq!(browser.post("sign-in/email-link", body.clone()).await.refusal(), conflict);
    let guest_token = browser.token.borrow_mut().take();
    assert_eq!(browser.post("sign-in/email-link", body).await.body["user"]["uid"], existing, "the code was kept");

    // The same with a provider, whose visit is kept.
    visit(&Browser::new(&test), person("a03", "dan@x.ro", true)).await;
    *browser.token.borrow_mut() = guest_token;
    let (url, transaction) = begin(&browser, json!({})).await;
    return_to(&browser, &sign_in_at(&url, person("a03", "dan@x.ro", true)).await).await;
    assert_eq!(result(&browser, &transaction).await.refusal(), conflict);
    browser.token.borrow_mut().take();
    assert_eq!(result(&browser, &transaction).await.body["session"]["user"]["email"], "dan@x.ro");
    test.stop().await;
}

#[tokio::test]
async fn a03_what_a_guest_marked_moves_into_the_account_on_request() {
    let test = start_with_guests().await;
    let (browser, uid) = guest(&test).await;
    mark_all(&browser, &uid).await;
    let guest_token = browser.token.borrow().clone();
    let owner = Browser::new(&test);
    let existing = owner.sign_up("ana@x.ro").await.body["user"]["uid"].clone();
    mark(&owner, "like-article", json!({"userId": existing, "articleId": "a", "liked": true})).await;
    let own = owner.token.borrow().clone();
    for token in [own, Some("x".into()), None] {
        let refused = owner.post("merge-guest", json!({"guest_token": token.unwrap_or_default()})).await;
        assert_eq!(refused.refusal(), (400, "invalid"), "only a guest is removed");
    }
    assert_eq!(owner.post("merge-guest", json!({"guest_token": guest_token})).await.status, 200);
    assert_eq!(marks(&owner, &existing).await, marked());
    assert_eq!(browser.get("me").await.refusal(), (401, "invalid_user_token"), "the guest is gone");
    let article: Value = serde_json::from_str(&test.text("/lawchanges/a").await.1).expect("JSON");
    assert_eq!(article[0]["likes"], 1, "one reader likes it");
    test.stop().await;
}

#[tokio::test]
async fn a03_follows_of_a_guest_move_with_their_settings_and_reminders() {
    let test = start_with_guests().await;
    let (browser, uid) = guest(&test).await;
    for name in ["search:q=chirie", "munca"] {
        mark(&browser, "follow-topic", json!({"userId": uid, "topicId": name, "followed": true})).await;
    }
    let uid = uid.as_str().expect("a uid");
    let profile = json!({"name": "Eu", "facts": {"disability": ["child"], "subject": "person"}, "consent": true});
    mark(&browser, &format!("profiles/{uid}"), profile).await;
    mark(&browser, &format!("follows/{uid}"), json!({"name": "search:q=chirie", "frequency": "at_once"})).await;
    let (of, day) = (Uid::parse(uid).expect("a uid"), jiff::civil::date(2026, 2, 1));
    let write = test.app.store.write(move |tx| Ok(reminders::put_reminded(tx, &of, "a.1", 7, day)?));
    write.await.expect("stored");
    let guest_token = browser.token.borrow().clone();
    let address = test.client.post(format!("{}/users/calendar/{uid}/address", test.base)).json(&json!({}));
    let address = address.bearer_auth(guest_token.as_ref().expect("a token")).send().await.expect("an answer");
    let address: Value = address.json().await.expect("JSON");
    let calendar = address["url"].as_str().and_then(|url| url.strip_prefix(&test.base)).expect("our own");
    let owner = Browser::new(&test);
    let existing = owner.sign_up("ana@x.ro").await.body["user"]["uid"].clone();
    assert_eq!(owner.post("merge-guest", json!({"guest_token": guest_token})).await.status, 200);
    assert_eq!(test.text(calendar).await.0, 200, "the guest's calendar goes on");
    let existing = existing.as_str().expect("a uid");
    let token = owner.token.borrow().clone().expect("a token");
    let request = test.get(&format!("/users/profiles/{existing}")).bearer_auth(&token);
    let profiles: Value = request.send().await.expect("an answer").json().await.expect("JSON");
    assert_eq!(profiles[0]["facts"], json!({"disability": ["child"], "subject": "person"}));
    let request = test.get(&format!("/users/follows/{existing}")).bearer_auth(token);
    let follows: Value = request.send().await.expect("an answer").json().await.expect("JSON");
    let search = follows.as_array().and_then(|all| all.iter().find(|it| it["name"] == "search:q=chirie"));
    assert_eq!(search.map(|it| &it["frequency"]), Some(&json!("at_once")), "{follows}");
    let of = Uid::parse(existing).expect("a uid");
    let read = test.app.store.read(move |tx| Ok(reminders::reminded(tx, &of, "a.1", 7)?));
    assert_eq!(read.await.expect("read"), Some(day), "not reminded again");
    test.stop().await;
}

#[tokio::test]
async fn a03_notifications_and_reports_of_a_guest_move_into_the_account() {
    let test = start_with_guests().await;
    let (browser, uid) = guest(&test).await;
    let [of, slug] = [&uid, &json!("a")].map(|it| it.as_str().expect("a text").to_owned());
    let (of, slug) = (Uid::parse(&of).expect("a uid"), Slug::parse(&slug).expect("a slug"));
    let record = NotificationRecord { at: test.app.clock.now(), reason: Reason::Topic, revision: 1, about: None };
    let write = test.app.store.write(move |tx| Ok(notifications::put(tx, &of, &slug, &record)?));
    write.await.expect("stored");
    let guest_token = browser.token.borrow().clone().expect("a token");
    let report = test.client.post(format!("{}/reports", test.base)).bearer_auth(&guest_token);
    let report = report.json(&json!({"articleId": "b", "kind": "wrong", "message": "Ziua este alta."}));
    let sent = report.send().await.expect("an answer").status();
    assert!(sent.is_success(), "{sent}");
    let owner = Browser::new(&test);
    let existing = owner.sign_up("ana@x.ro").await.body["user"]["uid"].clone();
    assert_eq!(owner.post("merge-guest", json!({"guest_token": guest_token})).await.status, 200);
    let existing = existing.as_str().expect("a uid");
    let request =
        test.get(&format!("/notifications/{existing}")).bearer_auth(owner.token.borrow().clone().expect("one"));
    let notified: Value = request.send().await.expect("an answer").json().await.expect("JSON");
    assert_eq!((&notified[0]["slug"], &notified[0]["reason"]), (&json!("a"), &json!("topic")), "{notified}");
    let of = Uid::parse(existing).expect("a uid");
    let read = test.app.store.read(move |tx| Ok(reports::of(tx, &of)?));
    let slugs: Vec<_> = read.await.expect("read").into_iter().map(|report| report.slug.to_string()).collect();
    assert_eq!(slugs, ["b"], "the account's own, for its export and its erasure");
    test.stop().await;
}

#[tokio::test]
async fn a04_a_link_of_a_guest_whose_session_ended_is_refused_and_stays_valid() {
    let test = start_with_guests().await;
    let (browser, _) = guest(&test).await;
    browser.send("email_sign_in", "ana@x.ro").await;
    let link = link(&test, MessageKind::EmailSignIn).await;
    let body = json!({"email": "ana@x.ro", "code": link["oobCode"], "ui_sid": link["ui_sid"]});
    browser.post("sign-out", json!({})).await;
    assert_eq!(browser.post("sign-in/email-link", body.clone()).await.refusal(), (401, "invalid_user_token"));
    browser.token.borrow_mut().take();
    assert_eq!(browser.post("sign-in/email-link", body).await.body["is_new_user"], json!(true));
    test.stop().await;
}

#[tokio::test]
async fn a_guest_is_removed_with_its_marks_when_its_session_has_ended() {
    let test = start_with_guests().await;
    let (unused, uid) = guest(&test).await;
    mark_all(&unused, &uid).await;
    let (used, _) = guest(&test).await;
    wait(&test, 29 * 86_400);
    assert_eq!(used.post("token", json!({})).await.status, 200);
    wait(&test, 2 * 86_400);
    clean_up(&test).await;
    assert_eq!(stored(&test).await, 1, "the used one stays");
    assert_eq!(used.post("token", json!({})).await.status, 200);
    wait(&test, 31 * 86_400);
    clean_up(&test).await;
    assert_eq!(stored(&test).await, 0);
    test.stop().await;
}

#[tokio::test]
async fn the_operator_sees_guests_apart_from_accounts() {
    let test = start_with_guests().await;
    guest(&test).await;
    Browser::new(&test).sign_up("ana@x.ro").await;
    let status = paragraf::ops::status::status(&test.app, &Actor::System, true).await.expect("the status");
    assert_eq!((status.accounts, status.guests), (1, 1));
    test.stop().await;
}

#[tokio::test]
async fn a02_a_guest_becomes_an_account_only_by_signing_in() {
    let test = start_with_provider(with_guests).await;
    let (browser, _) = guest(&test).await;
    let (url, transaction) = begin(&browser, json!({"purpose": "link"})).await;
    return_to(&browser, &sign_in_at(&url, person("a02b", "eva@x.ro", true)).await).await;
    let linked = browser.post("link", json!({"transaction": transaction})).await;
    assert_eq!(linked.refusal(), (403, "operation_not_allowed"), "{}", linked.body);
    let change = json!({"kind": "verify_and_change_email", "new_email": "eva@x.ro"});
    assert_eq!(browser.post("oob/send", change).await.refusal(), (403, "operation_not_allowed"));
    assert_eq!(browser.get("me").await.body["is_guest"], true);
    test.stop().await;
}
