//! `verify_email = "hard"`: what an account may do before it has verified its address.

use paragraf::config::VerifyEmail;
use paragraf::domain::TenantId;
use paragraf::domain::email::Email;
use paragraf::store::accounts::{self, AccountRecord};
use paragraf::web::routes::{self, BEFORE_VERIFICATION, Route};

use super::*;
use crate::support::articles::article;

async fn start_hard() -> TestApp {
    let configure = |config: &mut Config| {
        with_links(config);
        config.accounts.verify_email = Some(VerifyEmail::Hard);
    };
    TestApp::start_with(vec![article("a")], configure, |_| {}).await
}

/// Calls a route as the browser's account; returns the status and the error code.
async fn call(browser: &Browser<'_>, route: &Route, uid: &str) -> (u16, String) {
    let path = route.path.replace("{uid}", uid).replace("{slug}", "a").replace("{id}", &uuid::Uuid::nil().to_string());
    let url = format!("{}{path}", browser.test.base);
    let token = browser.token.borrow().clone().expect("a token");
    let request = browser.test.client.request(route.method.clone(), url).bearer_auth(token);
    let request = match route.method {
        Method::POST => request.json(&json!({"userId": uid, "articleId": "a", "password": PASSWORD, "others": true})),
        _ => request,
    };
    let response = request.send().await.expect("an answer");
    let status = response.status().as_u16();
    let is_stream = response.headers()["content-type"] == "text/event-stream";
    let text = if is_stream { String::new() } else { response.text().await.expect("text") };
    let body: Value = serde_json::from_str(&text).unwrap_or_default();
    (status, body["code"].as_str().unwrap_or_default().to_owned())
}

async fn make_editor(test: &TestApp, email: &str) {
    let email = Email::parse(email).expect("an address");
    let write = test.app.store.write(move |tx| {
        let before = accounts::by_email(tx, &TenantId::default(), &email)?.expect("an account");
        let role = paragraf::domain::Role::Editor;
        Ok(accounts::put(tx, Some(&before), &AccountRecord { role, ..before.clone() })?)
    });
    write.await.expect("the account is stored");
}

#[tokio::test]
async fn an_account_with_an_unverified_address_changes_nothing() {
    let test = start_hard().await;
    let browser = Browser::signed_up(&test, "ana@x.ro").await;
    make_editor(&test, "ana@x.ro").await;
    let uid = browser.sign_in("ana@x.ro", PASSWORD).await.body["user"]["uid"].as_str().expect("a uid").to_owned();
    let of_accounts = |route: &Route| route.access.needs_account();
    let mut table: Vec<_> = routes::table().into_iter().filter(of_accounts).collect();
    // The last call deletes the account.
    table.sort_by_key(|route| route.method == Method::DELETE && route.path == "/auth/v1/me");
    let (mut refused, mut open) = (0, Vec::new());
    for route in &table {
        let name = format!("{} {}", route.method, route.path);
        let (status, code) = call(&browser, route, &uid).await;
        let is_refused = (status, &*code) == (403, "unverified_email");
        assert_eq!(is_refused, route.requires_verified_email(), "{name}: {status} {code}");
        assert!(!is_refused || route.method != Method::GET, "{name}");
        refused += usize::from(is_refused);
        if !is_refused && route.method != Method::GET {
            open.push(name);
        }
    }
    assert!(refused > 15, "{refused}");
    let mut listed: Vec<_> = BEFORE_VERIFICATION.iter().map(|(name, _)| (*name).to_owned()).collect();
    listed.sort();
    open.sort();
    assert_eq!(open, listed, "remove what is not a route any more");
    test.stop().await;
}

#[tokio::test]
async fn the_same_token_may_change_something_once_the_address_is_verified() {
    let test = start_hard().await;
    let browser = Browser::new(&test);
    let uid = browser.sign_up("ana@x.ro").await.body["user"]["uid"].as_str().expect("a uid").to_owned();
    let table = routes::table();
    let like = table.iter().find(|route| route.path == "/users/like-article").expect("the route");
    assert_eq!(call(&browser, like, &uid).await, (403, "unverified_email".into()));
    let refused = browser.post("me", json!({"display_name": "Ioana"})).await;
    assert_eq!(refused.refusal(), (403, "unverified_email"));
    assert_eq!(browser.get("me").await.body["display_name"], "Ana");
    let verify = code(&test, MessageKind::VerifyEmail).await;
    assert_eq!(browser.post("oob/apply", json!({"code": verify})).await.status, 200);
    assert_eq!(call(&browser, like, &uid).await.0, 200);
    assert_eq!(browser.post("me", json!({"display_name": "Ioana"})).await.status, 200);
    test.stop().await;
}

#[tokio::test]
async fn a_mistyped_address_can_be_corrected_before_it_is_verified() {
    let test = start_hard().await;
    let browser = Browser::signed_up(&test, "ana@gresit.ro").await;
    wait(&test, 60);
    let sent = browser.post("oob/send", json!({"kind": "verify_and_change_email", "new_email": "ana@x.ro"})).await;
    assert_eq!(sent.status, 200, "{}", sent.body);
    let change = code(&test, MessageKind::VerifyAndChangeEmail).await;
    assert_eq!(browser.post("oob/apply", json!({"code": change})).await.status, 200);
    let signed_in = browser.sign_in("ana@x.ro", PASSWORD).await;
    assert_eq!((signed_in.status, &signed_in.body["user"]["email_verified"]), (200, &json!(true)));
    assert_eq!(browser.post("me", json!({"display_name": "Ioana"})).await.status, 200);
    test.stop().await;
}

#[tokio::test]
async fn a_reminder_does_not_refuse_changes() {
    let test = start(|_| {}).await;
    let browser = Browser::new(&test);
    assert_eq!(browser.sign_up("ana@x.ro").await.body["user"]["email_verified"], json!(false));
    assert_eq!(browser.post("me", json!({"display_name": "Ioana"})).await.status, 200);
    test.stop().await;
}
