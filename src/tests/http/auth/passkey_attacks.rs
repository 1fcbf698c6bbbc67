//! Attacks with passkeys: behaviours K07 to K10 and K12.

use super::passkeys::{SITE, begin, enroll, finish, sign_in, start_site, with_passkey};
use super::*;
use crate::support::authenticator::Authenticator;

#[tokio::test]
async fn k07_an_answer_with_one_wrong_part_is_refused() {
    let test = start_site(|_| {}).await;
    let (_, mut authenticator) = with_passkey(&test).await;
    let honest = authenticator.claims.clone();
    let refused = (403, "invalid_passkey");
    for (wrong, change) in [
        (
            "origin",
            (|claims| claims.origin = "https://p.example.evil".into())
                as fn(&mut crate::support::authenticator::Claims),
        ),
        ("port", |claims| claims.origin = "https://p.example:8443".into()),
        ("scheme", |claims| claims.origin = "http://p.example".into()),
        ("subdomain", |claims| claims.origin = "https://a.p.example".into()),
        ("relying party", |claims| claims.rp_id = "evil.example".into()),
        ("user verification", |claims| claims.is_user_verified = false),
    ] {
        authenticator.claims = honest.clone();
        assert_eq!(sign_in(&Browser::new(&test), authenticator.claiming(change)).await.refusal(), refused, "{wrong}");
    }
    authenticator.claims = honest;
    let browser = Browser::new(&test);
    let (transaction, options) = begin(&browser, "passkeys/sign-in/start").await;
    let mut forged = authenticator.get(&options);
    let stale = authenticator.get(&json!({"challenge": "AAAA"}))["response"]["signature"].clone();
    forged["response"]["signature"] = stale;
    assert_eq!(finish(&browser, &transaction, &forged).await.refusal(), refused, "signature");
    let repeated = finish(&browser, &transaction, &authenticator.get(&options)).await;
    assert_eq!(repeated.refusal(), refused, "a wrong answer uses up the challenge");
    for malformed in [json!({}), json!("x"), json!([]), json!({"id": "x", "rawId": "x", "type": "public-key"})] {
        assert_eq!(finish(&browser, &transaction, &malformed).await.refusal(), refused, "{malformed}");
    }
    test.stop().await;
}

#[tokio::test]
async fn k08_a_challenge_is_answered_once_in_time_and_by_its_browser() {
    let test = start_site(|_| {}).await;
    let (ana, mut authenticator) = with_passkey(&test).await;
    let (browser, stranger) = (Browser::new(&test), Browser::new(&test));
    begin(&stranger, "passkeys/sign-in/start").await;
    let (transaction, options) = begin(&browser, "passkeys/sign-in/start").await;
    let assertion = authenticator.get(&options);
    let refused = (403, "invalid_passkey");
    assert_eq!(finish(&stranger, &transaction, &assertion).await.refusal(), refused, "of another browser");
    assert_eq!(finish(&browser, &transaction, &assertion).await.status, 200);
    assert_eq!(finish(&browser, &transaction, &assertion).await.refusal(), refused, "replayed");
    let (other, _) = begin(&browser, "passkeys/sign-in/start").await;
    assert_eq!(finish(&browser, &other, &assertion).await.refusal(), refused, "replayed under another challenge");

    let (transaction, options) = begin(&ana, "reauth/passkey/start").await;
    let for_another_purpose = finish(&ana, &transaction, &authenticator.get(&options)).await;
    assert_eq!(for_another_purpose.refusal(), refused, "for another purpose");
    let (transaction, options) = begin(&browser, "passkeys/sign-in/start").await;
    wait(&test, 300);
    let late = finish(&browser, &transaction, &authenticator.get(&options)).await;
    assert_eq!(late.refusal(), (400, "session_expired"));
    test.stop().await;
}

#[tokio::test]
async fn k09_an_unknown_passkey_or_one_of_another_account_does_not_sign_in() {
    let test = start_site(|_| {}).await;
    let (ana, mut authenticator) = with_passkey(&test).await;
    let (bo, mut other) = (Browser::new(&test), Authenticator::at(SITE));
    bo.sign_up("bo@x.ro").await;
    enroll(&bo, &mut other, "").await;
    let unknown = (404, "passkey_credential_not_found");
    let handle = begin(&bo, "passkeys/enroll/start").await.1["user"]["id"].as_str().expect("a handle").to_owned();
    authenticator.claims.user_handle = Some(handle);
    assert_eq!(sign_in(&Browser::new(&test), &mut authenticator).await.refusal(), unknown, "it names another account");
    authenticator.claims.user_handle = None;

    let (transaction, options) = begin(&ana, "reauth/passkey/start").await;
    let input =
        json!({"transaction": transaction, "credential": other.get(&json!({"challenge": options["challenge"]}))});
    assert_eq!(ana.post("reauth/passkey", input).await.refusal(), (403, "user_mismatch"));

    let id = ana.get("passkeys").await.body["passkeys"][0]["id"].as_str().expect("an id").to_owned();
    ana.delete(&format!("passkeys/{id}")).await;
    assert_eq!(sign_in(&Browser::new(&test), &mut authenticator).await.refusal(), unknown, "it was removed");
    test.stop().await;
}

#[tokio::test]
async fn k10_a_copy_of_a_passkey_is_noticed_by_its_counter() {
    let test = start_site(|_| {}).await;
    let (ana, mut authenticator) = with_passkey(&test).await;
    sign_in(&Browser::new(&test), &mut authenticator).await;
    sign_in(&Browser::new(&test), &mut authenticator).await;
    authenticator.claims.counter = Some(1);
    assert_eq!(sign_in(&Browser::new(&test), &mut authenticator).await.refusal(), (403, "invalid_passkey"));
    let activity = ana.get("activity").await.body["activity"].to_string();
    assert!(activity.contains("failed_sign_in"), "the owner sees it: {activity}");
    authenticator.claims.counter = None;
    assert_eq!(sign_in(&Browser::new(&test), &mut authenticator).await.status, 200);
    test.stop().await;
}

#[tokio::test]
async fn k12_a_planted_passkey_ends_when_the_owner_proves_the_address() {
    let test = start_site(with_links).await;
    let (_, mut planted) = with_passkey(&test).await;
    wait(&test, 60);
    let owner = Browser::new(&test);
    owner.send("email_sign_in", "ana@x.ro").await;
    let mail = mails(&test, MessageKind::EmailSignIn).await.pop().expect("a mail");
    let link = url::Url::parse(&mail.content.link.expect("a link")).expect("an address");
    let (_, code) = link.query_pairs().find(|(name, _)| name == "oobCode").expect("a code");
    let input = json!({"email": "ana@x.ro", "code": code, "ui_sid": ""});
    assert_eq!(owner.post("sign-in/email-link", input).await.status, 200);
    let gone = (404, "passkey_credential_not_found");
    assert_eq!(sign_in(&Browser::new(&test), &mut planted).await.refusal(), gone);
    test.stop().await;
}
