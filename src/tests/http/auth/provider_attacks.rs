//! Attacks with an identity provider: behaviours F05, F11 and F12.

use super::providers::{actions, begin, person, result, return_to, sign_in_as, start_with_provider};
use super::*;
use crate::support::provider::{PROVIDER, TestProvider, sign_in_at};

#[tokio::test]
async fn f11_only_the_browser_that_started_can_complete_and_only_once() {
    let test = start_with_provider(|_| {}).await;
    let (ana, thief) = (Browser::new(&test), Browser::new(&test));
    let (url, transaction) = begin(&ana, json!({})).await;
    let back = sign_in_at(&url, person("f11", "ana@x.ro", true)).await;
    begin(&thief, json!({})).await;
    let (status, location) = return_to(&thief, &back).await;
    assert_eq!((status, location.as_deref().map(|to| to.starts_with("/auth?mode=callback"))), (303, Some(true)));
    assert_eq!(result(&thief, &transaction).await.refusal(), (400, "invalid_idp_response"));
    assert_eq!(return_to(&Browser::new(&test), &back).await.0, 303, "without any cookie");
    let foreign = back.replace(&transaction, &"x".repeat(43));
    assert_eq!(return_to(&ana, &foreign).await.0, 303, "another state");
    assert_eq!(actions(&test).await, ["accounts.provider_refused"; 3]);

    assert_eq!(return_to(&ana, &back).await.0, 200);
    assert_eq!(return_to(&ana, &back).await.0, 303, "the same code again");
    assert_eq!(actions(&test).await, ["accounts.provider_refused"; 4]);
    // The code of one transaction with the state of another: the PKCE verifier does not match.
    let (_, second) = begin(&ana, json!({})).await;
    assert_eq!(return_to(&ana, &back.replace(&transaction, &second)).await.0, 200);
    assert_eq!(result(&ana, &second).await.refusal(), (400, "invalid_idp_response"));
    assert_eq!([ana.cookie("__Host-rt"), thief.cookie("__Host-rt")], [None, None]);
    test.stop().await;
}

#[tokio::test]
async fn f11_wrong_nonces_and_issuers_and_late_callbacks_are_refused() {
    let test = start_with_provider(|_| {}).await;
    let browser = Browser::new(&test);
    let ana = person("f11n", "ana@x.ro", true);
    let (url, transaction) = begin(&browser, json!({})).await;
    let nonce = url.split('&').find(|part| part.starts_with("nonce=")).expect("a nonce").to_owned();
    return_to(&browser, &sign_in_at(&url.replace(&nonce, "nonce=another"), ana).await).await;
    assert_eq!(result(&browser, &transaction).await.refusal(), (400, "invalid_idp_response"), "the nonce");

    let (url, transaction) = begin(&browser, json!({})).await;
    let back = sign_in_at(&url, ana).await;
    let iss = format!(
        "iss={}",
        url::form_urlencoded::byte_serialize(TestProvider::shared().issuer.as_bytes()).collect::<String>()
    );
    assert!(back.contains(&iss), "{back}");
    return_to(&browser, &back.replace(&iss, "iss=https%3A%2F%2Fevil.example")).await;
    assert_eq!(result(&browser, &transaction).await.refusal(), (400, "invalid_idp_response"), "the issuer");

    let (url, transaction) = begin(&browser, json!({})).await;
    let back = sign_in_at(&url, ana).await;
    wait(&test, 600);
    assert_eq!(return_to(&browser, &back).await.0, 303);
    assert_eq!(result(&browser, &transaction).await.refusal(), (400, "session_expired"));
    assert_eq!(browser.cookie("__Host-rt"), None);
    test.stop().await;
}

#[tokio::test]
async fn f11_a_token_issued_in_the_future_is_refused() {
    let test = start_with_provider(|_| {}).await;
    let browser = Browser::new(&test);
    // The provider's clock is ahead of ours.
    wait(&test, -120);
    assert_eq!(sign_in_as(&browser, person("f11i", "ana@x.ro", true)).await.status, 200, "a small difference is usual");
    wait(&test, -300);
    let refused = sign_in_as(&Browser::new(&test), person("f11i", "ana@x.ro", true)).await;
    assert_eq!(refused.refusal(), (400, "invalid_idp_response"));
    test.stop().await;
}

#[tokio::test]
async fn f05_an_identity_with_another_address_or_browser_is_not_linked() {
    let test = start_with_provider(|_| {}).await;
    let (ana, dan) = (Browser::new(&test), Browser::new(&test));
    ana.sign_up("ana@x.ro").await;
    let (url, transaction) = begin(&dan, json!({})).await;
    return_to(&dan, &sign_in_at(&url, person("f05d", "ana@x.ro", false)).await).await;
    assert_eq!(result(&dan, &transaction).await.body["linking"]["email"], "ana@x.ro");
    dan.sign_up("dan@x.ro").await;
    let link = async |browser: &Browser<'_>| browser.post("link", json!({"transaction": transaction})).await;
    assert_eq!(link(&dan).await.refusal(), (403, "user_mismatch"));
    assert_eq!(link(&ana).await.refusal(), (400, "invalid_idp_response"), "it belongs to another browser");
    wait(&test, 301);
    assert_eq!(link(&dan).await.refusal(), (403, "requires_recent_login"));
    test.stop().await;
}

#[tokio::test]
async fn f12_a_password_verified_elsewhere_ends_too() {
    let test = start_with_provider(|_| {}).await;
    let attacker = Browser::signed_up(&test, "ana@x.ro").await;
    let code = code(&test, MessageKind::VerifyEmail).await;
    assert_eq!(Browser::new(&test).post("oob/apply", json!({"code": code})).await.status, 200);
    let signed_in = sign_in_as(&Browser::new(&test), person("f12e", "ana@x.ro", true)).await;
    assert_eq!(signed_in.body["session"]["user"]["sign_in_methods"], json!([PROVIDER]));
    assert_eq!(attacker.sign_in("ana@x.ro", PASSWORD).await.refusal(), (401, "wrong_password"));
    test.stop().await;
}

#[tokio::test]
async fn f12_a_verified_identity_removes_the_password_of_an_unverified_account() {
    let test = start_with_provider(|_| {}).await;
    let (attacker, owner) = (Browser::new(&test), Browser::new(&test));
    let unverified = attacker.sign_up("ana@x.ro").await;
    let signed_in = sign_in_as(&owner, person("f12", "ana@x.ro", true)).await;
    let user = &signed_in.body["session"]["user"];
    assert_eq!((&user["uid"], &user["email_verified"]), (&unverified.body["user"]["uid"], &json!(true)));
    assert_eq!(user["sign_in_methods"], json!([PROVIDER]));
    assert_eq!(attacker.get("me").await.refusal(), (401, "invalid_user_token"));
    assert_eq!(attacker.post("token", json!({})).await.status, 401);
    assert_eq!(attacker.sign_in("ana@x.ro", PASSWORD).await.refusal(), (401, "wrong_password"));
    assert_eq!(owner.get("me").await.status, 200);
    assert!(actions(&test).await.contains(&"accounts.drop_planted_credentials".to_owned()));
    test.stop().await;
}

#[tokio::test]
async fn f12_an_unverified_identity_is_removed_when_the_owner_of_the_address_signs_in() {
    let test = start_with_provider(with_links).await;
    let attacker = Browser::new(&test);
    let unverified = sign_in_as(&attacker, person("f12p", "ana@x.ro", false)).await;
    assert_eq!(unverified.body["session"]["user"]["email_verified"], json!(false));
    assert_eq!(mails(&test, MessageKind::VerifyEmail).await.len(), 1, "verification is requested");
    wait(&test, 60);
    let owner = Browser::new(&test);
    owner.send("email_sign_in", "ana@x.ro").await;
    let code = code(&test, MessageKind::EmailSignIn).await;
    let signed_in = owner.post("sign-in/email-link", json!({"email": "ana@x.ro", "code": code})).await;
    assert_eq!(signed_in.body["user"]["sign_in_methods"], json!(["emailLink"]));
    assert_eq!(attacker.get("me").await.refusal(), (401, "invalid_user_token"));
    let again = sign_in_as(&attacker, person("f12p", "ana@x.ro", false)).await;
    assert_eq!(again.body["linking"]["email"], "ana@x.ro", "the identity is no longer linked");
    test.stop().await;
}
