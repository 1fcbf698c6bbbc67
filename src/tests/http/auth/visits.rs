//! Visits to providers: their purpose, where they continue, and answers that come as a form.

use super::providers::{actions, begin, person, result, return_to, sign_in_as, start_with_provider};
use super::*;
use crate::support::provider::{PROVIDER, sign_in_at};

/// Sends the callback's parameters as a form from the provider's page. Returns the status and the location.
async fn post_back(test: &TestApp, url: &str) -> (u16, Option<String>) {
    let (address, query) = url.split_once('?').expect("parameters");
    let request = test.client.post(address).header("content-type", "application/x-www-form-urlencoded");
    let request = request.header("origin", "https://login.example").header("sec-fetch-site", "cross-site");
    let response = request.body(query.to_owned()).send().await.expect("an answer");
    let location = response.headers().get("location").map(|to| to.to_str().expect("text").to_owned());
    (response.status().as_u16(), location)
}

#[tokio::test]
async fn f01_an_answer_in_a_form_waits_for_the_browser_that_started() {
    let test = start_with_provider(|_| {}).await;
    let (browser, thief) = (Browser::new(&test), Browser::new(&test));
    let (url, transaction) = begin(&browser, json!({})).await;
    let back = sign_in_at(&url, person("form", "ana@x.ro", true)).await;
    let (status, location) = post_back(&test, &back).await;
    let location = location.expect("an address");
    assert_eq!((status, location.as_str()), (303, &*format!("/auth/v1/idp/{PROVIDER}/callback?state={transaction}")));
    assert_eq!(
        result(&browser, &transaction).await.refusal(),
        (400, "invalid_idp_response"),
        "nothing is exchanged yet"
    );
    begin(&thief, json!({})).await;
    let onward = format!("{}{location}", test.base);
    assert_eq!(return_to(&thief, &onward).await.0, 303);
    assert_eq!(result(&thief, &transaction).await.refusal(), (400, "invalid_idp_response"));
    let forged = back.replace("code=", "code=forged");
    post_back(&test, &forged).await;
    assert_eq!(actions(&test).await, ["accounts.provider_refused"; 2], "only the first answer is stored");
    assert_eq!(return_to(&browser, &onward).await, (200, None), "the popup closes");
    assert_eq!(result(&browser, &transaction).await.body["session"]["user"]["email"], "ana@x.ro");
    for bad in [back.replace(&transaction, "unknown"), back.replace(PROVIDER, "oidc.none")] {
        assert_ne!(post_back(&test, &bad).await.0, 200);
    }
    test.stop().await;
}

#[tokio::test]
async fn a_visit_continues_only_at_allowed_origins() {
    let test =
        start_with_provider(|config| config.accounts.continue_origins = vec!["https://blog.example".into()]).await;
    let browser = Browser::new(&test);
    let start = async |to: &str| browser.post(&format!("idp/{PROVIDER}/start"), json!({"continue_url": to})).await;
    for bad in [
        "https://evil.example/",
        "//evil.example",
        "/\\evil.example",
        "javascript:alert(1)",
        "https://blog.example.evil",
    ] {
        assert_eq!(start(bad).await.refusal(), (400, "unauthorized_continue_uri"), "{bad}");
    }
    for (given, absolute) in [
        ("/app?x=1", format!("{}/app?x=1", test.base)),
        ("https://blog.example/a", "https://blog.example/a".to_owned()),
    ] {
        let (url, transaction) = begin(&browser, json!({"continue_url": given})).await;
        return_to(&browser, &sign_in_at(&url, person("goes-on", "ana@x.ro", true)).await).await;
        assert_eq!(result(&browser, &transaction).await.body["continue_url"], absolute);
    }
    test.stop().await;
}

#[tokio::test]
async fn a_visit_serves_only_its_purpose_and_its_account() {
    let test = start_with_provider(|_| {}).await;
    let (ana, dan) = (Browser::new(&test), Browser::new(&test));
    let visitor = Browser::new(&test);
    for purpose in ["link", "reauthenticate"] {
        let start = visitor.post(&format!("idp/{PROVIDER}/start"), json!({"purpose": purpose})).await;
        assert_eq!(start.status, 401, "{purpose}");
    }
    ana.sign_up("ana@x.ro").await;
    let (url, transaction) = begin(&ana, json!({"purpose": "link", "flow": "redirect"})).await;
    let back = sign_in_at(&url, person("purpose", "ana@work.ro", true)).await;
    let (status, location) = return_to(&ana, &back).await;
    let onward = format!("/app?screen=account&visit={transaction}&visit_for=link");
    assert_eq!((status, location), (303, Some(onward)));
    assert_eq!(result(&ana, &transaction).await.refusal(), (400, "invalid_idp_response"), "it does not sign in");
    // The account of another person in the same browser.
    dan.sign_up("dan@x.ro").await;
    dan.put_cookie("__Host-tx", &ana.cookie("__Host-tx").expect("a cookie"));
    let link = async |browser: &Browser<'_>| browser.post("link", json!({"transaction": transaction})).await;
    assert_eq!(link(&dan).await.refusal(), (403, "user_mismatch"));
    let linked = link(&ana).await;
    assert_eq!(linked.body["user"]["sign_in_methods"], json!(["password", PROVIDER]), "{}", linked.body);
    let signed_in = sign_in_as(&Browser::new(&test), person("purpose", "ana@work.ro", true)).await;
    assert_eq!(signed_in.body["session"]["user"]["uid"], linked.body["user"]["uid"], "also with another address");
    test.stop().await;
}

#[tokio::test]
async fn an_identity_or_address_of_another_account_is_not_linked() {
    let test = start_with_provider(|_| {}).await;
    let (ana, dan) = (Browser::new(&test), Browser::new(&test));
    sign_in_as(&dan, person("dans", "dan@x.ro", true)).await;
    ana.sign_up("ana@x.ro").await;
    let link = async |person| {
        let (url, transaction) = begin(&ana, json!({"purpose": "link"})).await;
        return_to(&ana, &sign_in_at(&url, person).await).await;
        ana.post("link", json!({"transaction": transaction})).await
    };
    assert_eq!(link(person("dans", "dan@x.ro", true)).await.refusal(), (409, "credential_already_in_use"));
    assert_eq!(link(person("anas", "dan@x.ro", true)).await.refusal(), (409, "email_already_in_use"));
    assert_eq!(link(person("anas", "ana@x.ro", true)).await.status, 200);
    assert_eq!(link(person("anas", "ana@x.ro", true)).await.refusal(), (409, "provider_already_linked"));
    wait(&test, 301);
    let late = ana.post(&format!("idp/{PROVIDER}/start"), json!({"purpose": "link"})).await;
    assert_eq!(late.refusal(), (403, "requires_recent_login"));
    test.stop().await;
}

#[tokio::test]
async fn a_page_may_add_to_the_request_but_not_replace_what_protects_it() {
    let test = start_with_provider(|_| {}).await;
    let browser = Browser::new(&test);
    let additions = json!({
        "scopes": ["calendar", "email", "openid"],
        "parameters": {"ui_locales": "ro", "prompt": "consent"},
        "login_hint": "ana@x.ro",
        "login_hint_key": "user",
    });
    let (url, _) = begin(&browser, additions).await;
    for part in ["scope=openid+email+profile+calendar&", "ui_locales=ro", "prompt=consent", "user=ana%40x.ro"] {
        assert!(format!("{url}&").contains(part), "{part}: {url}");
    }
    assert!(!url.contains("login_hint"), "{url}");
    let start = async |input: Value| browser.post(&format!("idp/{PROVIDER}/start"), input).await;
    let cookie = start(json!({})).await.set_cookies()[0].to_owned();
    assert!(cookie.starts_with("__Host-tx="), "{cookie}");
    assert!(cookie.ends_with("; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=3600"), "{cookie}");
    for name in ["redirect_uri", "state", "nonce", "code_challenge", "response_type", "response_mode", "scope", ""] {
        assert_eq!(start(json!({"parameters": {name: "x"}})).await.refusal(), (400, "invalid"), "{name}");
        assert_eq!(start(json!({"login_hint_key": name})).await.refusal(), (400, "invalid"), "{name}");
    }
    for scopes in [json!(["a b"]), json!(vec!["a"; 21]), json!(["a".repeat(501)])] {
        assert_eq!(start(json!({"scopes": scopes})).await.refusal(), (400, "invalid"));
    }
    test.stop().await;
}
