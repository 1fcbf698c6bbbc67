//! Signing in through an identity provider: behaviours F01 to F13.

use paragraf::store::audit;

use super::*;
use crate::support::provider::{PROVIDER, Person, TestProvider, cancel, sign_in_at};

pub(super) async fn start_with_provider(configure: impl FnOnce(&mut Config)) -> TestApp {
    let configure = |config: &mut Config| {
        TestProvider::shared().configure(config);
        configure(config);
    };
    start(configure).await
}

/// Starts a sign-in; returns the authorization URL and the transaction.
pub(super) async fn begin(browser: &Browser<'_>, options: Value) -> (String, String) {
    let begun = browser.post(&format!("idp/{PROVIDER}/start"), options).await;
    assert_eq!(begun.status, 200, "{}", begun.body);
    let text = |name: &str| begun.body[name].as_str().expect("text").to_owned();
    (text("authorization_url"), text("transaction"))
}

/// Follows the provider's redirect; returns the status and the location.
pub(super) async fn return_to(browser: &Browser<'_>, url: &str) -> (u16, Option<String>) {
    let cookies: Vec<_> = browser.cookies.borrow().iter().map(|(name, value)| format!("{name}={value}")).collect();
    let response = browser.test.client.get(url).header("cookie", cookies.join("; ")).send().await.expect("an answer");
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    let text = response.text().await.expect("text");
    assert_eq!(headers.get("cache-control").map(|value| value.as_bytes()), Some(&b"no-store"[..]), "{text}");
    (status, headers.get("location").map(|to| to.to_str().expect("text").to_owned()))
}

pub(super) async fn result(browser: &Browser<'_>, transaction: &str) -> Answer {
    let answer = browser.post("idp/result", json!({"transaction": transaction, "lang": "ro"})).await;
    if let Some(token) = answer.body["session"]["access_token"].as_str() {
        *browser.token.borrow_mut() = Some(token.to_owned());
    }
    answer
}

/// Signs in as this person, from the start to the result.
pub(super) async fn sign_in_as(browser: &Browser<'_>, person: Person) -> Answer {
    let (url, transaction) = begin(browser, json!({})).await;
    let back = sign_in_at(&url, person).await;
    assert_eq!(return_to(browser, &back).await, (200, None));
    result(browser, &transaction).await
}

pub(super) fn person(sub: &'static str, email: &'static str, verified: bool) -> Person {
    Person { sub, email, verified }
}

pub(super) async fn actions(test: &TestApp) -> Vec<String> {
    let rows = test.app.store.read(|tx| Ok(audit::latest(tx, 50)?)).await.expect("the audit");
    rows.into_iter().map(|row| row.action).collect()
}

#[tokio::test]
async fn f01_an_identity_creates_an_account_and_then_signs_in_to_it() {
    let test = start_with_provider(|_| {}).await;
    let browser = Browser::new(&test);
    let config = browser.get("config").await.body;
    let options: Vec<_> = config["sign_in_options"].as_array().expect("options").iter().collect();
    assert_eq!((&options[0]["provider"], &options[1]["provider"]), (&json!("password"), &json!(PROVIDER)));
    assert_eq!((options.len(), &options[1]["provider_name"]), (2, &json!("Test")));

    let ana = person("f01", "ana@x.ro", true);
    let (url, transaction) = begin(&browser, json!({"login_hint": "ana@x.ro"})).await;
    for part in ["code_challenge_method=S256", "response_type=code", "login_hint=ana%40x.ro", "scope=openid+email"] {
        assert!(url.contains(part), "{part}: {url}");
    }
    let back = sign_in_at(&url, ana).await;
    assert_eq!(return_to(&browser, &back).await, (200, None), "a page that closes the popup window");
    let signed_in = result(&browser, &transaction).await;
    assert_eq!((signed_in.status, &signed_in.body["provider"]), (200, &json!(PROVIDER)), "{}", signed_in.body);
    let session = &signed_in.body["session"];
    assert_eq!((&session["is_new_user"], &session["user"]["email_verified"]), (&json!(true), &json!(true)));
    assert_eq!(session["user"]["display_name"], "Ana Pop");
    assert_eq!(session["user"]["sign_in_methods"], json!([PROVIDER]));
    assert!(browser.cookie("__Host-rt").is_some());
    assert!(mails(&test, MessageKind::VerifyEmail).await.is_empty(), "the provider vouches for the address");

    let again = sign_in_as(&Browser::new(&test), person("f01", "other@x.ro", false)).await;
    assert_eq!(
        again.body["session"]["user"]["uid"], session["user"]["uid"],
        "the subject identifies the account, not the address"
    );
    assert_eq!(again.body["session"]["is_new_user"], json!(false));
    let methods = browser.post("methods", json!({"email": "ana@x.ro"})).await;
    assert_eq!(methods.body["methods"], json!([PROVIDER]), "E06");
    let export = browser.get("me/export").await.body;
    assert_eq!(
        (&export["identities"][0]["subject"], &export["identities"][0]["provider"]),
        (&json!("f01"), &json!(PROVIDER))
    );

    assert_eq!(browser.delete("me").await.status, 200);
    let recreated = sign_in_as(&Browser::new(&test), ana).await;
    assert_eq!(recreated.body["session"]["is_new_user"], json!(true), "the deletion removed the identity");
    test.stop().await;
}

#[tokio::test]
async fn f01_without_a_popup_the_callback_redirects_to_the_sign_in() {
    let test = start_with_provider(|_| {}).await;
    let browser = Browser::new(&test);
    let (url, transaction) = begin(&browser, json!({"flow": "redirect"})).await;
    let back = sign_in_at(&url, person("f01r", "ana@x.ro", true)).await;
    let onward = format!("/auth?mode=callback&transaction={transaction}");
    assert_eq!(return_to(&browser, &back).await, (303, Some(onward)));
    assert_eq!(result(&browser, &transaction).await.status, 200);
    assert_eq!(result(&browser, &transaction).await.refusal(), (400, "invalid_idp_response"), "once");
    test.stop().await;
}

#[tokio::test]
async fn f01_an_address_missing_in_the_id_token_is_read_from_userinfo() {
    let provider = tokio::task::spawn_blocking(|| TestProvider::start(&["userinfo"])).await.expect("a provider");
    let test = start(|config| provider.configure(config)).await;
    let signed_in = sign_in_as(&Browser::new(&test), person("info", "ana@x.ro", true)).await;
    let user = &signed_in.body["session"]["user"];
    assert_eq!((&user["email"], &user["email_verified"]), (&json!("ana@x.ro"), &json!(true)), "{}", signed_in.body);
    let without_email = sign_in_as(&Browser::new(&test), person("none", "", false)).await;
    assert_eq!(without_email.refusal(), (403, "email_not_shared"));
    test.stop().await;
}

#[tokio::test]
async fn f04_a_cancelled_sign_in_reports_user_cancelled() {
    let test = start_with_provider(|_| {}).await;
    let browser = Browser::new(&test);
    let (url, transaction) = begin(&browser, json!({})).await;
    let back = cancel(&url).await;
    assert!(back.contains("error=access_denied"), "{back}");
    assert_eq!(return_to(&browser, &back).await, (200, None));
    assert_eq!(result(&browser, &transaction).await.refusal(), (403, "user_cancelled"));
    assert_eq!(browser.cookie("__Host-rt"), None);
    test.stop().await;
}

#[tokio::test]
async fn f05_f07_an_unverified_identity_is_linked_only_by_the_owner_of_the_password() {
    let test = start_with_provider(|_| {}).await;
    let browser = Browser::new(&test);
    Browser::new(&test).sign_up("ana@x.ro").await;
    let (url, transaction) = begin(&browser, json!({})).await;
    let back = sign_in_at(&url, person("f05", "Ana@x.ro", false)).await;
    return_to(&browser, &back).await;
    let wanted = result(&browser, &transaction).await;
    let linking = json!({"email": "ana@x.ro", "methods": ["password"]});
    assert_eq!((&wanted.body["linking"], &wanted.body["session"]), (&linking, &Value::Null));
    let methods = async || browser.post("methods", json!({"email": "ana@x.ro"})).await.body["methods"].clone();
    let link = async || browser.post("link", json!({"transaction": transaction})).await;
    assert_eq!(link().await.status, 401, "nobody is signed in");
    assert_eq!(browser.sign_in("ana@x.ro", "o vrabie pe gardul nostru").await.refusal(), (401, "wrong_password"));
    assert_eq!(methods().await, json!(["password"]), "F07");
    wait(&test, 3599);
    assert_eq!(browser.sign_in("ana@x.ro", PASSWORD).await.status, 200);
    let linked = link().await;
    assert_eq!((linked.status, &linked.body["user"]["sign_in_methods"]), (200, &json!(["password", PROVIDER])));
    assert_eq!(linked.body["user"]["email_verified"], json!(false), "the address is still unverified");
    assert_eq!(methods().await, json!(["password", PROVIDER]));
    assert_eq!(link().await.refusal(), (400, "invalid_idp_response"), "once");
    let signed_in = sign_in_as(&Browser::new(&test), person("f05", "ana@x.ro", false)).await;
    assert_eq!(signed_in.body["session"]["user"]["uid"], linked.body["user"]["uid"]);
    assert!(actions(&test).await.contains(&"accounts.link_provider".to_owned()));
    test.stop().await;
}

#[tokio::test]
async fn f08_f09_another_address_than_expected_needs_confirmation_before_it_expires() {
    let test = start_with_provider(|_| {}).await;
    let browser = Browser::new(&test);
    sign_in_as(&Browser::new(&test), person("f08a", "a@x.ro", true)).await;
    let (url, transaction) = begin(&browser, json!({"expected_email": "A@x.ro"})).await;
    assert!(url.contains("login_hint=A%40x.ro"), "{url}");
    return_to(&browser, &sign_in_at(&url, person("f08b", "b@x.ro", true)).await).await;
    let other = result(&browser, &transaction).await;
    let mismatch = json!({"email": "b@x.ro", "expected_email": "A@x.ro"});
    assert_eq!((&other.body["mismatch"], &other.body["session"]), (&mismatch, &Value::Null));
    let accept_mismatch =
        async || browser.post("idp/result", json!({"transaction": transaction, "accepts_mismatch": true})).await;
    wait(&test, 600);
    assert_eq!(accept_mismatch().await.refusal(), (400, "session_expired"), "F09");
    let (url, transaction) = begin(&browser, json!({"expected_email": "a@x.ro"})).await;
    return_to(&browser, &sign_in_at(&url, person("f08b", "b@x.ro", true)).await).await;
    assert_eq!(result(&browser, &transaction).await.body["mismatch"]["email"], "b@x.ro");
    let signed_in = browser.post("idp/result", json!({"transaction": transaction, "accepts_mismatch": true})).await;
    assert_eq!(signed_in.body["session"]["user"]["email"], "b@x.ro");
    test.stop().await;
}

#[tokio::test]
async fn an_eleventh_identity_is_refused_and_the_others_stay() {
    const SUBJECTS: [&str; 11] = ["n0", "n1", "n2", "n3", "n4", "n5", "n6", "n7", "n8", "n9", "n10"];
    let trusting = |config: &mut Config| config.accounts.provider[0].trusted_domains = Some(vec!["x.ro".into()]);
    let test = start_with_provider(trusting).await;
    for subject in &SUBJECTS[..10] {
        let signed_in = sign_in_as(&Browser::new(&test), person(subject, "ana@x.ro", true)).await;
        assert_eq!(signed_in.status, 200, "{subject}: {}", signed_in.body);
    }
    let refused = sign_in_as(&Browser::new(&test), person(SUBJECTS[10], "ana@x.ro", true)).await;
    assert_eq!(refused.refusal(), (409, "too_many_identities"));
    let first = sign_in_as(&Browser::new(&test), person(SUBJECTS[0], "ana@x.ro", true)).await;
    assert_eq!((first.status, &first.body["session"]["is_new_user"]), (200, &json!(false)));
    test.stop().await;
}

#[tokio::test]
async fn f13_a_closed_sign_up_is_closed_for_identities_too() {
    let test = start_with_provider(|config| config.accounts.sign_up = false).await;
    let signed_in = sign_in_as(&Browser::new(&test), person("f13", "ana@x.ro", true)).await;
    assert_eq!(signed_in.refusal(), (403, "admin_restricted_operation"));
    test.stop().await;
}

#[tokio::test]
async fn a_disabled_account_cannot_sign_in_with_an_identity() {
    let test = start_with_provider(|_| {}).await;
    let browser = Browser::new(&test);
    sign_in_as(&browser, person("shut", "ana@x.ro", true)).await;
    let name = "ana@x.ro".parse().expect("a name");
    let actor = paragraf::ops::Actor::Operator { uid: 0 };
    paragraf::ops::accounts::admin::set_disabled(&test.app, &actor, name, true).await.expect("disabled");
    assert_eq!(sign_in_as(&browser, person("shut", "ana@x.ro", true)).await.refusal(), (403, "user_disabled"));
    test.stop().await;
}

#[tokio::test]
async fn in_protected_mode_an_unverified_address_reveals_nothing() {
    let test =
        start_with_provider(|config| config.accounts.email_privacy = Some(paragraf::config::EmailPrivacy::Protected))
            .await;
    Browser::new(&test).sign_up("ana@x.ro").await;
    for (sub, email) in [("prot-a", "ana@x.ro"), ("prot-b", "nobody@x.ro")] {
        let signed_in = sign_in_as(&Browser::new(&test), person(sub, email, false)).await;
        assert_eq!(signed_in.refusal(), (403, "unverified_email"), "{email}");
    }
    let methods = Browser::new(&test).post("methods", json!({"email": "ana@x.ro"})).await;
    assert_eq!(methods.body["methods"], json!(["password"]));
    test.stop().await;
}

#[tokio::test]
async fn s05_an_account_without_a_password_reauthenticates_with_its_identity() {
    let test = start_with_provider(|_| {}).await;
    // The provider keeps the real time, which may be at most five minutes behind the server's.
    wait(&test, -10);
    let browser = Browser::new(&test);
    let ana = person("s05", "ana@x.ro", true);
    sign_in_as(&browser, ana).await;
    wait(&test, 301);
    assert_eq!(browser.delete("me").await.refusal(), (403, "requires_recent_login"));
    let reauthenticate = async |options: Value, person: Person| {
        let (url, transaction) = begin(&browser, options).await;
        return_to(&browser, &sign_in_at(&url, person).await).await;
        browser.post("reauth/idp", json!({"transaction": transaction})).await
    };
    assert_eq!(
        reauthenticate(json!({}), ana).await.refusal(),
        (400, "invalid_idp_response"),
        "not started for this purpose"
    );
    let other = reauthenticate(json!({"purpose": "reauthenticate"}), person("s05o", "ana@x.ro", true)).await;
    assert_eq!(other.refusal(), (403, "user_mismatch"));
    let reauthenticated = reauthenticate(json!({"purpose": "reauthenticate"}), ana).await;
    assert_eq!(reauthenticated.status, 200, "{}", reauthenticated.body);
    assert_eq!(browser.delete("me").await.status, 200);
    test.stop().await;
}

#[tokio::test]
async fn a_missing_or_unreachable_provider_is_reported() {
    let test = start(|_| {}).await;
    let begin = async |test: &TestApp| Browser::new(test).post(&format!("idp/{PROVIDER}/start"), json!({})).await;
    assert_eq!(begin(&test).await.refusal(), (404, "not_found"));
    test.stop().await;
    let away = |config: &mut Config| {
        TestProvider::shared().configure(config);
        config.accounts.provider[0].issuer = "http://127.0.0.1:1".into();
    };
    let test = start(away).await;
    assert_eq!(begin(&test).await.refusal(), (502, "provider_unavailable"));
    test.stop().await;
}
