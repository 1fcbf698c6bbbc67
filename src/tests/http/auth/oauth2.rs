//! Signing in through providers of OAuth 2 and several issuers of OpenID Connect, and attacks on them.

use paragraf::config::{ProviderConfig, ProviderKind};
use paragraf::store::audit;

use super::providers::{result, return_to};
use super::*;
use crate::support::stand_in_oauth2::StandInOAuth2;

/// Starts a server with these providers of a stand-in.
async fn start_with(providers: Vec<ProviderConfig>) -> TestApp {
    start(|config| config.accounts.provider = providers).await
}

/// Starts a visit to a provider; returns the authorization URL and the transaction.
pub(super) async fn begin(browser: &Browser<'_>, id: &str, options: Value) -> (String, String) {
    let begun = browser.post(&format!("idp/{id}/start"), options).await;
    assert_eq!(begun.status, 200, "{}", begun.body);
    ["authorization_url", "transaction"].map(|name| begun.body[name].as_str().expect("text").to_owned()).into()
}

/// Signs in at the stand-in as the user with this profile, from the start to the result.
pub(super) async fn sign_in(
    browser: &Browser<'_>,
    at: &StandInOAuth2,
    id: &str,
    profile: Value,
    emails: Value,
) -> Answer {
    let (url, transaction) = begin(browser, id, json!({})).await;
    return_to(browser, &at.sign_in_at(&url, profile, emails)).await;
    result(browser, &transaction).await
}

fn github_email(email: &str, verified: bool) -> Value {
    json!([{"email": email, "primary": true, "verified": verified}])
}

#[tokio::test]
async fn f01_github_facebook_and_x_sign_in_with_what_each_says_of_the_address() {
    let at = StandInOAuth2::start().await;
    let providers = [ProviderKind::Github, ProviderKind::Facebook, ProviderKind::X, ProviderKind::Oauth2];
    let ids = ["github.com", "facebook.com", "twitter.com", "oauth2.firma"];
    let settings = providers.into_iter().zip(ids).map(|(kind, id)| at.settings(kind, id));
    let test = start_with(settings.collect()).await;
    let options = Browser::new(&test).get("config").await.body["sign_in_options"].clone();
    let listed: Vec<_> = options.as_array().expect("options").iter().map(|option| option["provider"].clone()).collect();
    assert_eq!(listed, ["password", "github.com", "facebook.com", "twitter.com", "oauth2.firma"], "W01");

    let signed_in = async |id: &str, profile: Value, emails: Value| {
        let answer = sign_in(&Browser::new(&test), &at, id, profile, emails).await;
        let user = &answer.body["session"]["user"];
        assert_eq!((answer.status, &user["sign_in_methods"]), (200, &json!([id])), "{id}: {}", answer.body);
        (user["email"].clone(), user["email_verified"].clone(), user["display_name"].clone())
    };
    let github = signed_in("github.com", json!({"id": 7, "login": "ana"}), github_email("a@x.ro", true)).await;
    assert_eq!(github, (json!("a@x.ro"), json!(true), json!("ana")));
    let facebook = signed_in("facebook.com", json!({"id": "7", "name": "Ana", "email": "b@x.ro"}), json!([])).await;
    assert_eq!(facebook, (json!("b@x.ro"), json!(false), json!("Ana")));
    let x = json!({"data": {"id": "7", "name": "Ana", "confirmed_email": "c@x.ro"}});
    assert_eq!(signed_in("twitter.com", x, json!([])).await, (json!("c@x.ro"), json!(true), json!("Ana")));
    let own = signed_in("oauth2.firma", json!({"id": "7", "email": "d@x.ro"}), json!([])).await;
    assert_eq!(own, (json!("d@x.ro"), json!(false), json!("")));
    assert_eq!(at.refusals(), [""; 0], "the secret, the verifier and the redirect address were right each time");
    let silent = sign_in(&Browser::new(&test), &at, "twitter.com", json!({"data": {"id": "8"}}), json!([])).await;
    assert_eq!(silent.refusal(), (403, "email_not_shared"));
    test.stop().await;
}

#[tokio::test]
async fn f11_codes_of_oauth2_are_bound_to_their_visit() {
    let at = StandInOAuth2::start().await;
    let test = start_with(vec![at.settings(ProviderKind::Github, "github.com")]).await;
    let browser = Browser::new(&test);
    let profile = || json!({"id": 1, "login": "ana"});
    let (url, first) = begin(&browser, "github.com", json!({})).await;
    let (_, second) = begin(&browser, "github.com", json!({})).await;
    let back = at.sign_in_at(&url, profile(), github_email("a@x.ro", true));
    // The code of one visit with the state of another: the verifier does not match.
    let injected = back.replace(&format!("state={first}"), &format!("state={second}"));
    return_to(&browser, &injected).await;
    assert_eq!(result(&browser, &second).await.refusal(), (400, "invalid_idp_response"));
    assert_eq!(at.refusals(), ["the verifier"]);
    return_to(&browser, &back).await;
    assert_eq!(result(&browser, &first).await.refusal(), (400, "invalid_idp_response"), "the code is used up");
    assert_eq!(at.refusals(), ["the verifier", "the code"]);
    assert_eq!(browser.cookie("__Host-rt"), None);
    test.stop().await;
}

#[tokio::test]
async fn f11_an_answer_of_another_provider_is_refused() {
    let (honest, evil) = (StandInOAuth2::start().await, StandInOAuth2::start().await);
    let kinds = (ProviderKind::Github, ProviderKind::Oidc);
    let test = start_with(vec![
        honest.settings(kinds.0, "github.com"),
        evil.settings(ProviderKind::Oauth2, "oauth2.evil"),
        honest.issuer_settings(kinds.1, "oidc.honest"),
        evil.issuer_settings(kinds.1, "oidc.evil"),
    ])
    .await;
    let browser = Browser::new(&test);
    let profile = || json!({"id": 1, "sub": "1", "email": "ana@x.ro", "email_verified": true});
    for (good, bad) in [("github.com", "oauth2.evil"), ("oidc.honest", "oidc.evil")] {
        // The user chose the evil provider, which sends the browser to the honest one; the callback is the evil one's.
        let (url, transaction) = begin(&browser, good, json!({})).await;
        let back = honest.sign_in_at(&url, profile(), github_email("ana@x.ro", true));
        let (status, _) = return_to(&browser, &back.replace(good, bad)).await;
        assert_eq!(status, 303, "the visit belongs to another provider");
        assert_eq!(result(&browser, &transaction).await.refusal(), (400, "invalid_idp_response"));
        // RFC 9207: the answer names another issuer.
        for (iss, is_good) in [(&evil.url, false), (&honest.url, true)] {
            let (url, transaction) = begin(&browser, good, json!({})).await;
            let back = honest.sign_in_at(&url, profile(), github_email("ana@x.ro", true));
            let iss: String = url::form_urlencoded::byte_serialize(iss.as_bytes()).collect();
            return_to(&browser, &format!("{back}&iss={iss}")).await;
            let expected = if is_good { 200 } else { 400 };
            assert_eq!(result(&browser, &transaction).await.status, expected, "{good}: {iss}");
        }
    }
    assert!(evil.refusals().is_empty(), "no code was sent to the evil provider");
    test.stop().await;
}

#[tokio::test]
async fn f11_tokens_for_others_or_by_others_are_refused() {
    let (at, other) = (StandInOAuth2::start().await, StandInOAuth2::start().await);
    let test = start_with(vec![at.issuer_settings(ProviderKind::Oidc, "oidc.firma")]).await;
    for (claim, wrong) in [
        ("aud", json!("another-client")),
        ("aud", json!(["paragraf", "another-client"])),
        ("azp", json!("another-client")),
        ("iss", json!(other.url)),
        ("nonce", json!("another")),
        ("exp", json!(1_700_000_000)),
        ("sub", json!("")),
        ("sub", json!(" ")),
    ] {
        let mut claims = json!({"email": "ana@x.ro", "email_verified": true});
        claims[claim] = wrong;
        let answer = sign_in(&Browser::new(&test), &at, "oidc.firma", claims, Value::Null).await;
        assert_eq!(answer.refusal(), (400, "invalid_idp_response"), "{claim}");
    }
    let good = json!({"email": "ana@x.ro", "email_verified": "true", "name": "Ana"});
    let answer = sign_in(&Browser::new(&test), &at, "oidc.firma", good, Value::Null).await;
    assert_eq!(answer.body["session"]["user"]["email_verified"], json!(true), "Apple writes a text: {}", answer.body);
    test.stop().await;
}

#[tokio::test]
async fn s05_an_old_authentication_at_the_provider_is_not_a_new_one() {
    let at = StandInOAuth2::start().await;
    let test = start_with(vec![at.issuer_settings(ProviderKind::Oidc, "oidc.firma")]).await;
    let browser = Browser::new(&test);
    let claims = |auth_time: i64| json!({"email": "ana@x.ro", "email_verified": true, "auth_time": auth_time});
    let (now, old) = (jiff::Timestamp::now().as_second(), 1_700_000_000);
    assert_eq!(sign_in(&browser, &at, "oidc.firma", claims(old), Value::Null).await.status, 200, "single sign-on");
    for (auth_time, status) in [(old, 400), (now, 200)] {
        let (url, transaction) = begin(&browser, "oidc.firma", json!({"purpose": "reauthenticate"})).await;
        return_to(&browser, &at.sign_in_at(&url, claims(auth_time), Value::Null)).await;
        let answer = browser.post("reauth/idp", json!({"transaction": transaction})).await;
        assert_eq!(answer.status, status, "{auth_time}: {}", answer.body);
    }
    test.stop().await;
}

#[tokio::test]
async fn s05_s13_an_account_with_a_provider_alone_signs_in_there_again_and_is_deleted() {
    let at = StandInOAuth2::start().await;
    let test = start_with(vec![at.issuer_settings(ProviderKind::Oidc, "oidc.firma")]).await;
    let browser = Browser::new(&test);
    // The provider has the server's clock.
    let claims = || {
        let now = test.app.clock.now().as_second();
        json!({"email": "ana@x.ro", "email_verified": true, "iat": now, "exp": now + 300, "auth_time": now})
    };
    let first = sign_in(&browser, &at, "oidc.firma", claims(), Value::Null).await.body["session"].clone();
    assert_eq!(first["user"]["sign_in_methods"], json!(["oidc.firma"]), "{first}");
    wait(&test, 24 * 3600);
    let renewed = browser.post("token", json!({})).await;
    assert_eq!(renewed.status, 200, "{}", renewed.body);
    assert_eq!(browser.delete("me").await.refusal(), (403, "requires_recent_login"));
    let (url, transaction) = begin(&browser, "oidc.firma", json!({"purpose": "reauthenticate"})).await;
    return_to(&browser, &at.sign_in_at(&url, claims(), Value::Null)).await;
    let again = browser.post("reauth/idp", json!({"transaction": transaction})).await;
    assert_eq!(again.status, 200, "{}", again.body);
    assert_eq!(browser.delete("me").await.body, json!({}));
    assert_eq!(browser.get("me").await.refusal(), (401, "invalid_user_token"));
    assert_eq!(mails(&test, MessageKind::AccountDeleted).await.len(), 1);
    let rows = test.app.store.read(|tx| Ok(audit::latest(tx, 50)?)).await.expect("the audit");
    let lines = format!("{rows:?}");
    assert!(lines.contains("accounts.delete") && !lines.contains("ana@x.ro"), "{lines}");
    let again = sign_in(&Browser::new(&test), &at, "oidc.firma", claims(), Value::Null).await.body["session"].clone();
    assert_eq!(again["is_new_user"], json!(true), "the identity and the address are free: {again}");
    assert_ne!(again["user"]["uid"], first["user"]["uid"]);
    test.stop().await;
}

#[tokio::test]
async fn microsofts_issuer_is_the_users_tenant_and_only_an_own_domain_is_vouched_for() {
    const TENANT: &str = "72f988bf-86f1-41af-91ab-2d7cd011db47";
    let at = StandInOAuth2::start().await;
    let group = ProviderConfig {
        issuer: format!("{}/common/v2.0", at.url),
        tenant: "common".into(),
        trusted_domains: Some(vec!["firma.ro".into()]),
        ..at.issuer_settings(ProviderKind::Microsoft, "microsoft.com")
    };
    let single =
        ProviderConfig { issuer: at.url.clone(), tenant: TENANT.into(), id: "microsoft.firma".into(), ..group.clone() };
    let test = start_with(vec![group, single]).await;
    let enter = async |id: &str, claims: Value| sign_in(&Browser::new(&test), &at, id, claims, Value::Null).await;
    let of = |tenant: &str| json!({"iss": format!("{}/{tenant}/v2.0", at.url), "email": "ana@firma.ro"});
    let answer = enter("microsoft.com", of(TENANT)).await;
    assert_eq!(answer.body["session"]["user"]["email_verified"], json!(false), "any tenant may claim any address");
    for tenant in ["common", "evil/../x", "72f988bf"] {
        assert_eq!(enter("microsoft.com", of(tenant)).await.refusal(), (400, "invalid_idp_response"), "{tenant}");
    }
    let own = enter("microsoft.firma", json!({"email": "dan@firma.ro", "sub": "2"})).await;
    assert_eq!(own.body["session"]["user"]["email_verified"], json!(true), "{}", own.body);
    let guest = enter("microsoft.firma", json!({"email": "dan@alt.ro", "sub": "3"})).await;
    assert_eq!(guest.body["session"]["user"]["email_verified"], json!(false));
    test.stop().await;
}
