//! What providers state about their users: claims that are used and those that are not, other clients, and claims
//! that the operator requires. Behaviours F10 and F21 to F23.

use std::collections::BTreeMap;

use paragraf::config::{ProviderConfig, ProviderKind, SignInFlow};

use super::oauth2::{begin, sign_in};
use super::providers::{result, return_to};
use super::*;
use crate::support::stand_in_oauth2::StandInOAuth2;

const PROVIDER: &str = "oidc.firma";

async fn start_with(at: &StandInOAuth2, change: impl FnOnce(&mut ProviderConfig)) -> TestApp {
    let mut provider = at.issuer_settings(ProviderKind::Oidc, PROVIDER);
    change(&mut provider);
    start(|config| config.accounts.provider = vec![provider]).await
}

/// The claims of a usual ID token, with these changes.
fn ana(changes: Value) -> Value {
    let mut claims = json!({"sub": "u1", "email": "ana@example.ro", "email_verified": true, "name": "Ana Pop"});
    for (name, value) in changes.as_object().expect("claims") {
        claims[name] = value.clone();
    }
    claims
}

fn required(name: &str, values: &[&str]) -> BTreeMap<String, Vec<String>> {
    [(name.to_owned(), values.iter().map(|value| (*value).to_owned()).collect())].into()
}

#[tokio::test]
async fn f10_an_immediate_redirect_is_announced_and_nothing_but_a_visit_signs_in_again() {
    let at = StandInOAuth2::start().await;
    let provider = at.issuer_settings(ProviderKind::Oidc, PROVIDER);
    let configure = |config: &mut Config| {
        config.accounts.provider = vec![provider];
        config.accounts.sign_in_methods = vec![];
        config.accounts.sign_in_flow = SignInFlow::Redirect;
        config.accounts.immediate_federated_redirect = true;
    };
    let test = start(configure).await;
    let browser = Browser::new(&test);
    for ended in ["sign-out", "me"] {
        let shown = browser.get("config").await.body;
        assert_eq!(
            (&shown["immediate_federated_redirect"], &shown["sign_in_flow"]),
            (&json!(true), &json!("redirect"))
        );
        let options = shown["sign_in_options"].as_array().expect("options");
        assert!(matches!(&options[..], [only] if only["provider"] == PROVIDER), "{options:?}");
        assert_eq!(browser.post("token", json!({})).await.refusal(), (401, "missing_refresh_token"), "{ended}");
        let entered = sign_in(&browser, &at, PROVIDER, ana(json!({})), Value::Null).await;
        assert_eq!(entered.status, 200, "{}", entered.body);
        assert_eq!(browser.post("token", json!({})).await.status, 200);
        let answer = match ended {
            "me" => browser.delete("me").await,
            path => browser.post(path, json!({})).await,
        };
        assert_eq!((answer.status, browser.cookie("__Host-rt")), (200, None), "{ended}: {}", answer.body);
        browser.token.take();
    }
    assert_eq!(browser.post("token", json!({})).await.status, 401, "the provider's next answer needs a visit");
    test.stop().await;
}

#[tokio::test]
async fn f21_claims_that_nobody_uses_never_end_a_sign_in() {
    let at = StandInOAuth2::start().await;
    let test = start_with(&at, |_| {}).await;
    for odd in [
        json!({"updated_at": "2026-11-20T08:15:30.123Z"}),
        json!({"updated_at": {}, "birthdate": 5, "gender": [], "zoneinfo": null, "website": "none", "profile": ""}),
        json!({"address": "Str. Lungă 1", "phone_number_verified": "maybe", "locale": 7, "picture": ["x"]}),
        json!({"acr": [1], "amr": "pwd", "auth_time": "2026-11-20T08:15:30Z", "c_hash": 5, "given_name": {"ro": 1}}),
        json!({"email_verified": "true"}),
        json!({"azp": "paragraf", "aud": ["paragraf"]}),
    ] {
        let entered = sign_in(&Browser::new(&test), &at, PROVIDER, ana(odd.clone()), Value::Null).await;
        let user = &entered.body["session"]["user"];
        assert_eq!((entered.status, &user["email"]), (200, &json!("ana@example.ro")), "{odd}: {}", entered.body);
        assert_eq!((&user["email_verified"], &user["display_name"]), (&json!(true), &json!("Ana Pop")), "{odd}");
    }
    // The address comes from the user info, with more claims, which are not used.
    let info = json!({"sub": "u2", "email": "dan@example.ro", "email_verified": true, "updated_at": "1763625330"});
    let bare = json!({"sub": "u2", "name": 5, "email": null});
    let entered = sign_in(&Browser::new(&test), &at, PROVIDER, bare, info).await;
    let user = &entered.body["session"]["user"];
    assert_eq!((&user["email"], &user["email_verified"]), (&json!("dan@example.ro"), &json!(true)), "{}", entered.body);
    let other = json!({"sub": "u9", "email": "dan@example.ro", "email_verified": true});
    let refused = sign_in(&Browser::new(&test), &at, PROVIDER, json!({"sub": "u2"}), other).await;
    assert_eq!(refused.refusal(), (400, "invalid_idp_response"), "the user info is about another subject");
    test.stop().await;
}

#[tokio::test]
async fn f21_the_state_of_an_address_comes_from_where_the_address_comes_from() {
    let at = StandInOAuth2::start().await;
    let test = start_with(&at, |_| {}).await;
    let info = json!({"sub": "u1", "email": "ana@example.ro", "email_verified": false});
    let entered = sign_in(&Browser::new(&test), &at, PROVIDER, ana(json!({"email": null})), info).await;
    assert_eq!(entered.body["session"]["user"]["email_verified"], json!(false), "{}", entered.body);
    test.stop().await;
}

#[tokio::test]
async fn f22_a_token_for_several_clients_is_accepted_if_the_others_are_trusted() {
    let at = StandInOAuth2::start().await;
    let both = json!({"aud": ["paragraf", "account"], "azp": "paragraf"});
    let elsewhere = json!({"aud": ["paragraf", "account"], "azp": "account"});
    let unnamed = json!({"aud": ["paragraf", "account"]});
    for (trusted, claims, status) in [
        (vec![], &both, 400),
        (vec!["account"], &both, 200),
        (vec!["*"], &both, 200),
        (vec!["other"], &both, 400),
        (vec!["account"], &unnamed, 400),
        (vec!["account"], &elsewhere, 200),
        (vec![], &elsewhere, 400),
    ] {
        let names: Vec<_> = trusted.iter().map(|name| (*name).to_owned()).collect();
        let test = start_with(&at, |provider| provider.trusted_audiences = names).await;
        let entered = sign_in(&Browser::new(&test), &at, PROVIDER, ana(claims.clone()), Value::Null).await;
        assert_eq!(entered.status, status, "{trusted:?}, {claims}: {}", entered.body);
        test.stop().await;
    }
}

#[tokio::test]
async fn f23_only_users_with_the_required_claims_are_let_in() {
    let at = StandInOAuth2::start().await;
    let parameters: BTreeMap<_, _> = [("hd".to_owned(), "firma.ro".to_owned())].into();
    let google = at.issuer_settings(ProviderKind::Google, "google.com");
    let google = ProviderConfig { parameters, ..google };
    let groups = ProviderConfig {
        required_claims: required("groups", &["editors", "readers"]),
        ..at.issuer_settings(ProviderKind::Oidc, PROVIDER)
    };
    let oauth2 = ProviderConfig {
        required_claims: required("org", &["7"]),
        ..at.settings(ProviderKind::Oauth2, "oauth2.firma")
    };
    let test = start(|config| config.accounts.provider = vec![google, groups, oauth2]).await;
    let refusal = (403, "admin_restricted_operation");
    for (id, claims, is_admitted) in [
        ("google.com", json!({"hd": "firma.ro"}), true),
        ("google.com", json!({"hd": "alt.ro"}), false),
        ("google.com", json!({"hd": "firma.ro.alt.ro"}), false),
        ("google.com", json!({"hd": ""}), false),
        ("google.com", json!({}), false),
        (PROVIDER, json!({"groups": ["x", "readers"]}), true),
        (PROVIDER, json!({"groups": "editors"}), true),
        (PROVIDER, json!({"groups": ["x"]}), false),
        ("oauth2.firma", json!({"id": 1, "org": 7}), true),
        ("oauth2.firma", json!({"id": 1, "org": 8}), false),
    ] {
        let browser = Browser::new(&test);
        let entered = sign_in(&browser, &at, id, ana(claims.clone()), Value::Null).await;
        if is_admitted {
            assert!(entered.status == 200, "{id}, {claims}: {}", entered.body);
        } else {
            assert_eq!((entered.refusal(), browser.cookie("__Host-rt")), (refusal, None), "{id}, {claims}");
        }
    }
    // A claim that only the user info has.
    let info = json!({"sub": "u5", "groups": ["readers"], "email": "hot@x.ro"});
    let dan = json!({"sub": "u5", "email": "dan@example.ro"});
    let entered = sign_in(&Browser::new(&test), &at, PROVIDER, dan, info).await;
    assert_eq!(entered.body["session"]["user"]["email"], "dan@example.ro", "{}", entered.body);
    test.stop().await;
}

#[tokio::test]
async fn f23_a_page_does_not_replace_what_the_operator_configured() {
    let at = StandInOAuth2::start().await;
    let parameters = [("hd".to_owned(), "firma.ro".to_owned())].into();
    let test = start_with(&at, |provider| provider.parameters = parameters).await;
    let browser = Browser::new(&test);
    let (url, transaction) = begin(&browser, PROVIDER, json!({"parameters": {"hd": "*", "ui_locales": "ro"}})).await;
    assert!(url.contains("hd=firma.ro") && !url.contains("hd=*") && !url.contains("hd=%2A"), "{url}");
    assert!(url.contains("ui_locales=ro"), "{url}");
    return_to(&browser, &at.sign_in_at(&url, ana(json!({})), Value::Null)).await;
    assert_eq!(result(&browser, &transaction).await.status, 200);
    for name in ["request_uri", "request", "claims", "id_token_hint", "resource", "registration"] {
        let refused = browser.post(&format!("idp/{PROVIDER}/start"), json!({"parameters": {name: "x"}})).await;
        assert_eq!(refused.refusal(), (400, "invalid"), "{name}");
    }
    test.stop().await;
}

#[tokio::test]
async fn f21_blanks_around_an_identifier_do_not_belong_to_it() {
    let at = StandInOAuth2::start().await;
    let test = start_with(&at, |_| {}).await;
    let first = sign_in(&Browser::new(&test), &at, PROVIDER, ana(json!({"sub": "\n   u1\n  "})), Value::Null).await;
    let again = sign_in(&Browser::new(&test), &at, PROVIDER, ana(json!({})), Value::Null).await;
    let uid = |answer: &Answer| answer.body["session"]["user"]["uid"].clone();
    assert_eq!((first.status, uid(&first)), (200, uid(&again)), "{}", again.body);
    for blank in [json!(" "), json!("\t\n"), json!("\u{a0}"), json!(null), json!([]), json!(1.5)] {
        let browser = Browser::new(&test);
        let refused = sign_in(&browser, &at, PROVIDER, ana(json!({"sub": blank})), Value::Null).await;
        assert_eq!((refused.refusal(), browser.cookie("__Host-rt")), ((400, "invalid_idp_response"), None), "{blank}");
    }
    test.stop().await;
}
