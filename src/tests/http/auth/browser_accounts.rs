//! Accounts at a provider that the browser offers by itself (FedCM): the ID token goes to the server.

use data_encoding::BASE64URL_NOPAD;
use paragraf::config::{CredentialHelper, TenantConfig};
use ring::digest::{SHA256, digest};
use url::Url;

use super::providers::{begin, person, result, return_to, start_with_provider};
use super::tenants::{MISMATCH, in_tenant, tenant};
use super::*;
use crate::support::provider::{PROVIDER, Person, TestProvider, sign_in_at};

const VERIFIER: &str = "a-verifier-of-the-test-that-is-long-enough-for-the-provider";

async fn start_site(helper: CredentialHelper) -> TestApp {
    start_with_provider(|config| offer(config, helper)).await
}

fn offer(config: &mut Config, helper: CredentialHelper) {
    config.accounts.credential_helper = helper;
    config.accounts.provider[0].fedcm_config_url = "https://idp.example/fedcm.json".into();
}

fn path(call: &str) -> String {
    format!("idp/{PROVIDER}/browser/{call}")
}

/// The transaction and the nonce.
async fn ask(browser: &Browser<'_>) -> (String, String) {
    let started = browser.post(&path("start"), json!({})).await;
    assert_eq!(started.status, 200, "{}", started.body);
    let text = |name: &str| started.body[name].as_str().expect("text").to_owned();
    (text("transaction"), text("nonce"))
}

async fn finish(browser: &Browser<'_>, transaction: &str, id_token: &str) -> Answer {
    browser.post(&path("finalize"), json!({"transaction": transaction, "id_token": id_token})).await
}

/// An ID token as the provider gives it to a browser: for our client, with this nonce.
async fn token(browser: &Browser<'_>, nonce: &str, who: Person) -> String {
    let (url, _) = begin(browser, json!({})).await;
    let mut url = Url::parse(&url).expect("an address");
    let challenge = BASE64URL_NOPAD.encode(digest(&SHA256, VERIFIER.as_bytes()).as_ref());
    let pairs: Vec<(String, String)> = url.query_pairs().into_owned().collect();
    let value = |wanted: &str| pairs.iter().find(|(name, _)| name == wanted).expect("a parameter").1.clone();
    let redirect_uri = value("redirect_uri");
    url.query_pairs_mut().clear().extend_pairs(pairs.iter().map(|(name, value)| match name.as_str() {
        "nonce" => ("nonce", nonce),
        "code_challenge" => ("code_challenge", challenge.as_str()),
        name => (name, value.as_str()),
    }));
    let back = Url::parse(&sign_in_at(url.as_str(), who).await).expect("an address");
    let (_, code) = back.query_pairs().find(|(name, _)| name == "code").expect("a code");
    let form = url::form_urlencoded::Serializer::new(String::new())
        .extend_pairs([("grant_type", "authorization_code"), ("code", &code), ("redirect_uri", &redirect_uri)])
        .append_pair("code_verifier", VERIFIER)
        .finish();
    let address = format!("{}/token", TestProvider::shared().issuer);
    let request = browser.test.client.post(address).basic_auth("paragraf", Some("a+secret+that+nobody+knows"));
    let request = request.header("content-type", "application/x-www-form-urlencoded").body(form);
    let text = request.send().await.expect("an answer").text().await.expect("text");
    let answer: Value = serde_json::from_str(&text).expect("JSON");
    answer["id_token"].as_str().unwrap_or_else(|| panic!("{text}")).to_owned()
}

#[tokio::test]
async fn f20_an_account_that_the_browser_offers_signs_in() {
    let test = start_site(CredentialHelper::Googleyolo).await;
    let browser = Browser::new(&test);
    let (transaction, nonce) = ask(&browser).await;
    let id_token = token(&browser, &nonce, person("fedcm1", "ana@x.ro", true)).await;
    assert_eq!(finish(&browser, &transaction, &id_token).await.status, 200);
    let refused = (400, "invalid_idp_response");
    assert_eq!(finish(&browser, &transaction, &id_token).await.refusal(), refused, "once");
    assert_eq!(result(&Browser::new(&test), &transaction).await.refusal(), refused, "of another browser");
    let signed_in = result(&browser, &transaction).await;
    assert_eq!(
        (signed_in.status, &signed_in.body["session"]["is_new_user"]),
        (200, &json!(true)),
        "{}",
        signed_in.body
    );
    assert_eq!(signed_in.body["session"]["user"]["sign_in_methods"], json!([PROVIDER]));
    test.stop().await;
}

#[tokio::test]
async fn f20_an_account_with_the_address_is_connected_only_by_its_owner() {
    let test = start_site(CredentialHelper::Googleyolo).await;
    let browser = Browser::signed_up(&test, "ana@x.ro").await;
    browser.post("oob/apply", json!({"code": code(&test, MessageKind::VerifyEmail).await})).await;
    *browser.token.borrow_mut() = None;
    let (transaction, nonce) = ask(&browser).await;
    let id_token = token(&browser, &nonce, person("fedcm2", "ana@x.ro", true)).await;
    assert_eq!(finish(&browser, &transaction, &id_token).await.status, 200);
    assert_eq!(result(&browser, &transaction).await.body["linking"]["methods"], json!(["password"]));
    test.stop().await;
}

#[tokio::test]
async fn f20_a_token_that_is_not_ours_is_refused_and_ends_the_question() {
    let test = start_site(CredentialHelper::Googleyolo).await;
    let browser = Browser::new(&test);
    let refused = (400, "invalid_idp_response");
    let (_, foreign) = ask(&browser).await;
    let replayed = token(&browser, &foreign, person("fedcm3", "ana@x.ro", true)).await;
    let mut parts: Vec<_> = replayed.split('.').map(str::to_owned).collect();
    let middle = parts[2].len() / 2;
    let other = if &parts[2][middle..=middle] == "A" { "B" } else { "A" };
    parts[2].replace_range(middle..=middle, other);
    let unsigned = format!("{}.{}.", BASE64URL_NOPAD.encode(br#"{"alg":"none"}"#), parts[1]);
    for (wrong, id_token) in [
        ("nonce", replayed.clone()),
        ("signature", parts.join(".")),
        ("algorithm", unsigned),
        ("form", "x".into()),
        ("length", "x".repeat(9000)),
    ] {
        let (transaction, _) = ask(&browser).await;
        assert_eq!(finish(&browser, &transaction, &id_token).await.refusal(), refused, "{wrong}");
        assert_eq!(finish(&browser, &transaction, &replayed).await.refusal(), refused, "{wrong}: it ended");
        assert_eq!(result(&browser, &transaction).await.refusal(), refused, "{wrong}: no profile");
    }
    let (transaction, nonce) = ask(&browser).await;
    let good = token(&browser, &nonce, person("fedcm3", "ana@x.ro", true)).await;
    let stranger = Browser::new(&test);
    ask(&stranger).await;
    assert_eq!(finish(&stranger, &transaction, &good).await.refusal(), refused, "of another browser");
    let back = format!("{}/auth/v1/idp/{PROVIDER}/callback?state={transaction}&code=x", test.base);
    return_to(&browser, &back).await;
    assert_eq!(result(&browser, &transaction).await.refusal(), refused, "a code does not complete it");
    wait(&test, 600);
    assert_eq!(finish(&browser, &transaction, &good).await.refusal(), refused, "too late");
    test.stop().await;
}

#[tokio::test]
async fn s10_an_account_that_the_browser_offers_signs_in_to_its_tenant_alone() {
    let test = start_with_provider(|config| {
        offer(config, CredentialHelper::Googleyolo);
        config.accounts.tenant = vec![TenantConfig { providers: vec![PROVIDER.into()], ..tenant("a") }, tenant("b")];
    })
    .await;
    let identity = || person("fedcm4", "ana@x.ro", true);
    let (own, other, default) = (in_tenant(&test, "a"), in_tenant(&test, "b"), Browser::new(&test));
    let (of_default, nonce) = ask(&default).await;
    let id_token = token(&default, &nonce, identity()).await;
    default.tenant.set(Some("a"));
    assert_eq!(finish(&default, &of_default, &id_token).await.refusal(), MISMATCH);
    default.tenant.set(None);
    assert_eq!(finish(&default, &of_default, &id_token).await.status, 200);
    let first = result(&default, &of_default).await.body["session"]["user"].clone();
    assert!(first["tenant_id"].is_null(), "{first}");

    let (transaction, nonce) = ask(&own).await;
    let id_token = token(&own, &nonce, identity()).await;
    for (tenant, refusal) in [(None, MISMATCH), (Some("b"), (404, "not_found"))] {
        own.tenant.set(tenant);
        assert_eq!(finish(&own, &transaction, &id_token).await.refusal(), refusal, "{tenant:?}");
    }
    own.tenant.set(Some("a"));
    assert_eq!(finish(&own, &transaction, &id_token).await.status, 200);
    for tenant in [None, Some("b")] {
        own.tenant.set(tenant);
        assert_eq!(result(&own, &transaction).await.refusal(), MISMATCH, "{tenant:?}");
    }
    own.tenant.set(Some("a"));
    let session = result(&own, &transaction).await.body["session"].clone();
    assert_eq!((&session["is_new_user"], &session["user"]["tenant_id"]), (&json!(true), &json!("a")), "{session}");
    assert_ne!(session["user"]["uid"], first["uid"], "an account of the tenant's own");
    assert_eq!(other.post(&path("start"), json!({})).await.refusal(), (404, "not_found"), "not offered there");
    test.stop().await;
}

#[tokio::test]
async fn only_what_is_configured_is_offered() {
    let policy = async |test: &TestApp| {
        let page = test.get("/auth").send().await.expect("a page");
        page.headers()["content-security-policy"].to_str().expect("text").to_owned()
    };
    let test = start_site(CredentialHelper::Googleyolo).await;
    assert!(policy(&test).await.contains("connect-src 'self' https://idp.example;"));
    let config = Browser::new(&test).get("config").await.body;
    assert_eq!(config["credential_helper"], "googleyolo");
    let option = &config["sign_in_options"][1];
    assert_eq!(option["fedcm_config_url"], "https://idp.example/fedcm.json");
    assert_eq!(option["client_id"], "paragraf");
    test.stop().await;

    let test = start_site(CredentialHelper::None).await;
    assert!(policy(&test).await.contains("connect-src 'self';"));
    let browser = Browser::new(&test);
    assert!(browser.get("config").await.body["sign_in_options"][1]["client_id"].is_null());
    assert_eq!(browser.post(&path("start"), json!({})).await.refusal(), (403, "operation_not_allowed"));
    test.stop().await;
}
