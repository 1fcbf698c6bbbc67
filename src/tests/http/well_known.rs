//! The addresses below `/.well-known/`.

use paragraf::ops::Actor;
use paragraf::ops::accounts::cleanup;

use crate::support::app::TestApp;

#[tokio::test]
async fn security_txt_names_the_configured_contact_and_is_missing_without_one() {
    let test = TestApp::start(vec![]).await;
    let (status, body) = test.json("/.well-known/security.txt").await;
    assert_eq!((status, body["code"].as_str()), (404, Some("not_found")));
    let (status, body) = test.json("/.well-known/resource-that-should-not-exist").await;
    assert_eq!((status, body["code"].as_str()), (404, Some("not_found")));
    test.stop().await;
    let configure = |config: &mut paragraf::config::Config| {
        config.site.security_contact = "security@exemplu.ro".into();
        config.site.security_expires = "2027-01-01T00:00:00Z".into();
    };
    let test = TestApp::start_with(vec![], configure, |_| {}).await;
    let response = test.get("/.well-known/security.txt").send().await.expect("an answer");
    assert_eq!(response.status(), 200);
    assert_eq!(response.headers()["content-type"], "text/plain; charset=utf-8");
    let text = response.text().await.expect("text");
    assert!(text.contains("Contact: mailto:security@exemplu.ro\n"), "{text}");
    assert!(text.contains("Expires: 2027-01-01T00:00:00Z\n"), "{text}");
    test.stop().await;
}

#[tokio::test]
async fn change_password_leads_to_the_account_page() {
    let test = TestApp::start(vec![]).await;
    let response = test.get("/.well-known/change-password").send().await.expect("an answer");
    assert_eq!(response.status(), 303);
    assert_eq!(response.headers()["location"], "/app?screen=account");
    test.stop().await;
}

#[tokio::test]
async fn an_expired_contact_is_reported_to_the_operator() {
    let configure = |config: &mut paragraf::config::Config| {
        config.site.security_contact = "security@exemplu.ro".into();
        config.site.security_expires = "2020-01-01T00:00:00Z".into();
    };
    let test = TestApp::start_with(vec![], configure, |_| {}).await;
    cleanup::remove_expired(&test.app, &Actor::System).await.expect("the cleanup");
    let conditions = test.app.conditions.list();
    assert!(conditions.iter().any(|condition| condition.code == "security_contact_expired"), "{conditions:?}");
    test.stop().await;
}
