//! Signing in with a telephone number as the second factor: behaviours M18, M19 and M21.

use super::factor_enrolment::{self, verified};
use super::phone::{ANA, DAN, code_for, sent_code, sign_in, solved, start_with_phone, wrong};
use super::phone_factors::{EMAIL, account_of_factor, add, begin};
use super::second_factors::{self, pending};
use super::*;

const SEND: &str = "mfa/sign-in/start";
const FINALIZE: &str = "mfa/sign-in/finalize";

/// Requests the code of a pending sign-in.
async fn ask(browser: &Browser<'_>, pending: &str, factor: &Value) -> Answer {
    wait(browser.test, 15);
    let captcha = solved(browser).await;
    let body = json!({"pending_credential": pending, "factor_id": factor, "captcha": captcha, "lang": "en"});
    browser.post(SEND, body).await
}

async fn finish(browser: &Browser<'_>, pending: &str, factor: &Value, session_info: &Value, code: &str) -> Answer {
    let proof = json!({"factor_id": factor, "session_info": session_info, "code": code});
    let mut body = proof.clone();
    body["pending_credential"] = json!(pending);
    browser.post(FINALIZE, body).await
}

#[tokio::test]
async fn m18_the_code_of_the_number_completes_the_sign_in_that_requested_it() {
    let test = start_with_phone(|_| {}).await;
    let (factor, _) = add(&verified(&test, EMAIL).await, ANA).await;
    let browser = Browser::new(&test);
    let first = browser.sign_in(EMAIL, PASSWORD).await;
    let shown = &first.body["factors"][0];
    assert_eq!((&shown["kind"], &shown["masked"]), (&json!("sms"), &json!("••• 3456")));
    assert!(!first.body.to_string().contains(ANA));
    let credential = pending(&first);
    let without = json!({"pending_credential": credential, "factor_id": factor});
    wait(&test, 15);
    assert_eq!(browser.post(SEND, without).await.refusal(), (400, "captcha_check_failed"));
    let sent = ask(&browser, &credential, &factor).await;
    assert_eq!((sent.status, &sent.body["masked"]), (200, &json!("••• 3456")), "{}", sent.body);
    assert_eq!((&sent.body["resend_after"], &sent.body["expires_in"]), (&json!(15), &json!(300)));
    let message = mails(&test, MessageKind::PhoneCode).await.pop().expect("a message");
    assert_eq!((message.to.as_str(), message.language.code()), (ANA, "en"));
    let (session_info, code) = (&sent.body["session_info"], sent_code(&test).await);

    let thief = Browser::new(&test);
    let foreign = pending(&thief.sign_in(EMAIL, PASSWORD).await);
    let refused = finish(&thief, &foreign, &factor, session_info, &code).await;
    assert_eq!(refused.refusal(), (400, "code_expired"), "it completes no other sign-in");
    assert_eq!(sign_in(&thief, session_info, &code).await.refusal(), (400, "code_expired"), "and is no first factor");
    let refused = finish(&browser, &credential, &factor, &Value::from(""), &code).await;
    assert_eq!(refused.refusal(), (400, "invalid_verification_id"));
    let refused = finish(&browser, &credential, &factor, session_info, &wrong(&code)).await;
    assert_eq!(refused.refusal(), (400, "invalid_verification_code"));
    let signed_in = finish(&browser, &credential, &factor, session_info, &code).await;
    assert_eq!(signed_in.status, 200, "{}", signed_in.body);
    let token = signed_in.body["access_token"].as_str().expect("a token");
    let claims = test.app.keyring.verify(token, &test.base, test.app.clock.now()).expect("the claims");
    assert_eq!(serde_json::to_value(claims.sign_in_second_factor).expect("JSON"), "sms");
    assert!(browser.get("mfa").await.body["factors"][0]["last_used_at"].is_string());
    test.stop().await;
}

#[tokio::test]
async fn m19_five_wrong_codes_void_the_sign_in_and_a_code_lives_five_minutes() {
    let test = start_with_phone(|_| {}).await;
    let (factor, recovery) = add(&verified(&test, EMAIL).await, ANA).await;
    let browser = Browser::new(&test);
    let credential = pending(&browser.sign_in(EMAIL, PASSWORD).await);
    let sent = ask(&browser, &credential, &factor).await;
    let (session_info, code) = (&sent.body["session_info"], sent_code(&test).await);
    for _ in 0..4 {
        let refused = finish(&browser, &credential, &factor, session_info, &wrong(&code)).await;
        assert_eq!(refused.refusal(), (400, "invalid_verification_code"));
    }
    let fifth = finish(&browser, &credential, &factor, session_info, &wrong(&code)).await;
    assert_eq!(fifth.refusal(), (429, "too_many_requests"));
    assert_eq!(ask(&browser, &credential, &factor).await.refusal(), (429, "too_many_requests"), "no new code either");
    wait(&test, 31);
    let void = finish(&browser, &credential, &factor, session_info, &code).await;
    assert_eq!(void.refusal(), (400, "invalid_multi_factor_session"));
    assert_eq!(ask(&browser, &credential, &factor).await.refusal(), (400, "invalid_multi_factor_session"));

    let credential = pending(&browser.sign_in(EMAIL, PASSWORD).await);
    let first = ask(&browser, &credential, &factor).await;
    assert_eq!(first.status, 200, "{}", first.body);
    wait(&test, 285);
    let late = ask(&browser, &credential, &factor).await;
    assert_eq!(late.refusal(), (400, "session_expired"));
    let again = pending(&browser.sign_in(EMAIL, PASSWORD).await);
    let recovery = json!({"pending_credential": again, "recovery_code": recovery[0]});
    assert_eq!(browser.post(FINALIZE, recovery).await.status, 200, "a recovery code takes its place");
    test.stop().await;
}

#[tokio::test]
async fn m19_another_factor_or_a_removed_one_gets_no_code() {
    let test = start_with_phone(|_| {}).await;
    let owner = verified(&test, EMAIL).await;
    let (number, _) = add(&owner, ANA).await;
    let (app, _) = factor_enrolment::add(&owner).await;
    let browser = Browser::new(&test);
    let first = browser.sign_in(EMAIL, PASSWORD).await;
    assert_eq!(first.body["factors"].as_array().map(Vec::len), Some(2));
    let credential = pending(&first);
    let of_app = ask(&browser, &credential, &json!(app.factor)).await;
    assert_eq!(of_app.refusal(), (404, "multi_factor_info_not_found"));
    let sent = ask(&browser, &credential, &number).await;
    let (session_info, code) = (&sent.body["session_info"], sent_code(&test).await);
    let of_app = finish(&browser, &credential, &json!(app.factor), session_info, &code).await;
    assert_eq!(of_app.refusal(), (400, "invalid_verification_code"), "the code of a text message is no code of an app");
    assert_eq!(owner.post("mfa/withdraw", json!({"factor_id": number})).await.status, 200);
    assert_eq!(mails(&test, MessageKind::SecondFactorRemoved).await.len(), 1);
    let removed = finish(&browser, &credential, &number, session_info, &code).await;
    assert_eq!(removed.refusal(), (404, "multi_factor_info_not_found"));
    assert!(!account_of_factor(&test, ANA).await, "the number is free");
    wait(&test, 30);
    let with_app = second_factors::finish(&browser, &credential, &app, &app.code(&test)).await;
    assert_eq!(with_app.status, 200, "{}", with_app.body);
    test.stop().await;
}

#[tokio::test]
async fn m21_a_sign_in_with_a_number_is_not_completed_with_another_number() {
    let test = start_with_phone(|_| {}).await;
    let browser = verified(&test, EMAIL).await;
    let (session_info, code) = code_for(&browser, DAN).await;
    let linked = browser.post("phone/link", json!({"session_info": session_info, "code": code})).await;
    assert_eq!(linked.status, 200, "{}", linked.body);
    let (factor, recovery) = add(&browser, ANA).await;
    let other = Browser::new(&test);
    wait(&test, 15);
    let (session_info, code) = code_for(&other, DAN).await;
    let begun = sign_in(&other, &session_info, &code).await;
    assert_eq!((begun.status, &begun.body["factors"]), (202, &json!([])), "{}", begun.body);
    let credential = pending(&begun);
    assert_eq!(ask(&other, &credential, &factor).await.refusal(), (404, "multi_factor_info_not_found"));
    let body = json!({"pending_credential": credential, "recovery_code": recovery[0]});
    assert_eq!(other.post(FINALIZE, body).await.status, 200);
    test.stop().await;
}

#[tokio::test]
async fn m19_messages_that_others_request_to_a_number_leave_those_of_its_factor() {
    let test = start_with_phone(|_| {}).await;
    let browser = verified(&test, EMAIL).await;
    let (factor, _) = add(&browser, ANA).await;
    let stranger = verified(&test, "dan@x.ro").await;
    for expected in [200, 200, 429] {
        wait(&test, 15);
        assert_eq!(begin(&stranger, ANA).await.status, expected, "three messages in ten minutes");
    }
    let other = Browser::new(&test);
    let credential = pending(&other.sign_in(EMAIL, PASSWORD).await);
    assert_eq!(ask(&other, &credential, &factor).await.status, 200);
    test.stop().await;
}
