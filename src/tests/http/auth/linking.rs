//! Connecting an identity to an existing account: with its owner's consent, or not at all.

use paragraf::config::SecurityProfile;

use super::providers::{actions, begin, person, result, return_to, sign_in_as, start_with_provider};
use super::*;
use crate::support::provider::{PROVIDER, Person, TestProvider, sign_in_at};

const OTHER: &str = "oidc.other";

/// The same provider twice, under different IDs.
fn twice(config: &mut Config) {
    config.accounts.provider.push(TestProvider::shared().settings(OTHER));
}

/// Visits the provider, which leaves the identity pending. Returns the transaction and the result.
async fn visit(browser: &Browser<'_>, id: &str, person: Person) -> (String, Answer) {
    let begun = browser.post(&format!("idp/{id}/start"), json!({})).await;
    let [url, transaction] = ["authorization_url", "transaction"].map(|name| begun.body[name].as_str().expect("text"));
    return_to(browser, &sign_in_at(url, person).await).await;
    (transaction.to_owned(), result(browser, transaction).await)
}

/// Creates an account whose owner has proven the address.
async fn proven_account(test: &TestApp, email: &str) -> Value {
    let owner = Browser::new(test);
    let account = owner.sign_up(email).await;
    let code = code(test, MessageKind::VerifyEmail).await;
    assert_eq!(owner.post("oob/apply", json!({"code": code})).await.status, 200);
    account.body["user"]["uid"].clone()
}

#[tokio::test]
async fn f05_a_vouched_address_of_a_proven_account_is_connected_only_after_its_owner_signed_in() {
    let test = start_with_provider(|_| {}).await;
    let uid = proven_account(&test, "ana@x.ro").await;
    let browser = Browser::new(&test);
    let (transaction, asked) = visit(&browser, PROVIDER, person("confirm", "ANA@x.ro", true)).await;
    assert_eq!(asked.body["linking"], json!({"email": "ana@x.ro", "methods": ["password"]}));
    assert_eq!((&asked.body["session"], browser.cookie("__Host-rt")), (&Value::Null, None));
    assert!(mails(&test, MessageKind::ProviderLinked).await.is_empty());
    assert_eq!(browser.sign_in("ana@x.ro", PASSWORD).await.status, 200);
    let linked = browser.post("link", json!({"transaction": transaction})).await;
    let user = &linked.body["user"];
    assert_eq!((&user["uid"], &user["sign_in_methods"]), (&uid, &json!(["password", PROVIDER])));
    let mail = mails(&test, MessageKind::ProviderLinked).await.pop().expect("the owner is notified");
    assert_eq!((mail.to.as_str(), mail.content.provider.as_deref()), ("ana@x.ro", Some("Test")));
    let again = sign_in_as(&Browser::new(&test), person("confirm", "ana@x.ro", true)).await;
    assert_eq!(again.body["session"]["user"]["uid"], uid);
    test.stop().await;
}

#[tokio::test]
async fn a_trusted_domain_or_the_seed_profile_connects_at_once_and_notifies() {
    let trusting = |config: &mut Config| config.accounts.provider[0].trusted_domains = Some(vec!["x.ro".into()]);
    let seed = |config: &mut Config| {
        config.accounts.security_profile = SecurityProfile::Seed;
        config.accounts.verify_email = Some(paragraf::config::VerifyEmail::Soft);
    };
    let configurations: [fn(&mut Config); 2] = [trusting, seed];
    for (configure, subject) in configurations.into_iter().zip(["t1", "t2"]) {
        let test = start_with_provider(configure).await;
        let uid = proven_account(&test, "ana@x.ro").await;
        let signed_in = sign_in_as(&Browser::new(&test), person(subject, "ana@x.ro", true)).await;
        let user = &signed_in.body["session"]["user"];
        assert_eq!((&user["uid"], &user["sign_in_methods"]), (&uid, &json!(["password", PROVIDER])));
        assert_eq!(mails(&test, MessageKind::ProviderLinked).await.len(), 1);
        let unverified = visit(&Browser::new(&test), PROVIDER, person("t3", "ana@x.ro", false)).await.1;
        assert_eq!(unverified.body["linking"]["email"], "ana@x.ro", "a trusted provider must vouch for the address");
        test.stop().await;
    }
}

#[tokio::test]
async fn f06_an_account_with_a_provider_connects_another_by_signing_in_with_the_first() {
    let test = start_with_provider(twice).await;
    let browser = Browser::new(&test);
    sign_in_as(&Browser::new(&test), person("f06", "ana@x.ro", true)).await;
    let (transaction, asked) = visit(&browser, OTHER, person("f06-other", "ana@x.ro", true)).await;
    assert_eq!(asked.body["linking"], json!({"email": "ana@x.ro", "methods": [PROVIDER]}));
    sign_in_as(&browser, person("f06", "ana@x.ro", true)).await;
    let linked = browser.post("link", json!({"transaction": transaction})).await;
    assert_eq!(linked.body["user"]["sign_in_methods"], json!([PROVIDER, OTHER]), "{}", linked.body);
    test.stop().await;
}

#[tokio::test]
async fn l01_an_account_without_other_methods_connects_through_a_mailed_link() {
    let test = start_with_provider(with_links).await;
    let (owner, browser) = (Browser::new(&test), Browser::new(&test));
    owner.send("email_sign_in", "ana@x.ro").await;
    let first = code(&test, MessageKind::EmailSignIn).await;
    owner.post("sign-in/email-link", json!({"email": "ana@x.ro", "code": first})).await;
    let (transaction, asked) = visit(&browser, PROVIDER, person("page17", "ana@x.ro", false)).await;
    assert_eq!(asked.body["linking"], json!({"email": "ana@x.ro", "methods": ["emailLink"]}));

    wait(&test, 60);
    let body = |to: &str| json!({"kind": "email_sign_in", "email": to, "transaction": transaction});
    assert_eq!(owner.post("oob/send", body("ana@x.ro")).await.refusal(), (400, "invalid_idp_response"));
    assert_eq!(browser.post("oob/send", body("dan@x.ro")).await.refusal(), (400, "invalid_idp_response"));
    assert_eq!(browser.post("oob/send", body("ana@x.ro")).await.status, 200);
    let link = link(&test, MessageKind::EmailSignIn).await;
    assert_eq!(link["ui_pid"], PROVIDER);
    let state = json!({"ui_sid": link["ui_sid"]});
    let here = browser.post("oob/device", state.clone()).await;
    assert_eq!((&here.body["same_device"], &here.body["transaction"]), (&json!(true), &json!(transaction)));
    let elsewhere = Browser::new(&test).post("oob/device", state).await;
    assert_eq!(elsewhere.body, json!({"same_device": false}), "L09");
    let code = &link["oobCode"];
    assert_eq!(browser.post("sign-in/email-link", json!({"email": "ana@x.ro", "code": code})).await.status, 200);
    let linked = browser.post("link", json!({"transaction": transaction})).await;
    assert_eq!(linked.body["user"]["sign_in_methods"], json!(["emailLink", PROVIDER]), "{}", linked.body);
    test.stop().await;
}

#[tokio::test]
async fn f12_nothing_a_stranger_prepared_stays_when_the_owner_comes_through_a_provider() {
    let test = start_with_provider(twice).await;
    // The stranger signs up with the address of the victim, and connects an identity of their own.
    let stranger = Browser::signed_up(&test, "ana@x.ro").await;
    let (url, transaction) = begin(&stranger, json!({"purpose": "link"})).await;
    return_to(&stranger, &sign_in_at(&url, person("strangers", "hot@x.ro", true)).await).await;
    assert_eq!(stranger.post("link", json!({"transaction": transaction})).await.status, 200);
    let owner = Browser::new(&test);
    let (_, entered) = visit(&owner, OTHER, person("victims", "ana@x.ro", true)).await;
    assert_eq!(entered.body["session"]["user"]["sign_in_methods"], json!([OTHER]), "{}", entered.body);
    assert_eq!(stranger.get("me").await.refusal(), (401, "invalid_user_token"));
    assert_eq!(stranger.sign_in("ana@x.ro", PASSWORD).await.refusal(), (401, "wrong_password"));
    let back = sign_in_as(&Browser::new(&test), person("strangers", "hot@x.ro", true)).await;
    assert_eq!(back.body["session"]["is_new_user"], json!(true), "the stranger's identity is theirs again");

    // The stranger comes first through a provider that does not vouch for the address.
    let (_, prepared) = visit(&stranger, PROVIDER, person("strangers2", "dan@x.ro", false)).await;
    assert_eq!(prepared.body["session"]["user"]["email_verified"], json!(false));
    let (_, entered) = visit(&owner, OTHER, person("victims2", "dan@x.ro", true)).await;
    assert_eq!(entered.body["session"]["user"]["sign_in_methods"], json!([OTHER]));
    assert_eq!(
        visit(&stranger, PROVIDER, person("strangers2", "dan@x.ro", false)).await.1.body["linking"]["email"],
        "dan@x.ro"
    );
    test.stop().await;
}

#[tokio::test]
async fn a_provider_is_disconnected_unless_it_is_the_last_way_in() {
    let test = start_with_provider(twice).await;
    let browser = Browser::new(&test);
    sign_in_as(&browser, person("last", "ana@x.ro", true)).await;
    let remove = async |id: &str| browser.delete(&format!("link/{id}")).await;
    assert_eq!(remove(PROVIDER).await.refusal(), (409, "last_sign_in_method"));
    assert_eq!(remove(OTHER).await.refusal(), (404, "no_such_provider"));
    let begun = browser.post(&format!("idp/{OTHER}/start"), json!({"purpose": "link"})).await;
    let [url, transaction] = ["authorization_url", "transaction"].map(|name| begun.body[name].as_str().expect("text"));
    return_to(&browser, &sign_in_at(url, person("last-other", "ana@x.ro", true)).await).await;
    assert_eq!(browser.post("link", json!({"transaction": transaction})).await.status, 200);
    let removed = remove(PROVIDER).await;
    assert_eq!((removed.status, &removed.body["user"]["sign_in_methods"]), (200, &json!([OTHER])), "{}", removed.body);
    assert!(actions(&test).await.contains(&"accounts.unlink_provider".to_owned()));
    let kinds: Vec<_> = browser.get("activity").await.body["activity"]
        .as_array()
        .expect("events")
        .iter()
        .map(|event| event["kind"].clone())
        .collect();
    assert!(kinds.contains(&json!("provider_link")) && kinds.contains(&json!("provider_unlink")), "{kinds:?}");
    wait(&test, 301);
    assert_eq!(remove(OTHER).await.refusal(), (403, "requires_recent_login"));
    test.stop().await;
}
