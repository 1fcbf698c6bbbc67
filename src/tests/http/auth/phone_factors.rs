//! Adding and removing telephone numbers as second factors: behaviours M17 and M20 to M22, and C08 of them.

use paragraf::config::EmailPrivacy;
use paragraf::domain::email::Email;
use paragraf::domain::message::FactorName;
use paragraf::domain::second_factor::{Factor, FactorKind, FactorSecret};
use paragraf::domain::{Phone, TenantId};
use paragraf::ops::Actor;
use paragraf::ops::accounts::admin::{self, AccountName};
use paragraf::store::accounts;

use super::factor_enrolment::verified;
use super::phone::{ANA, DAN, code_for, enter, request_code, sent_code, sign_in, solved, start_with_phone, wrong};
use super::*;

pub const EMAIL: &str = "ana@x.ro";

pub async fn begin(browser: &Browser<'_>, phone: &str) -> Answer {
    wait(browser.test, 1);
    let captcha = solved(browser).await;
    let body = json!({"kind": "sms", "phone": phone, "captcha": captcha, "lang": "ro"});
    browser.post("mfa/enroll/start", body).await
}

async fn complete(browser: &Browser<'_>, session_info: &Value, code: &str) -> Answer {
    let body = json!({"kind": "sms", "session_info": session_info, "code": code, "display_name": "Al meu"});
    let answer = browser.post("mfa/enroll/finalize", body).await;
    if let Some(token) = answer.body["session"]["access_token"].as_str() {
        *browser.token.borrow_mut() = Some(token.to_owned());
    }
    answer
}

/// Adds the number to the browser's account; returns the factor and the recovery codes.
pub async fn add(browser: &Browser<'_>, phone: &str) -> (Value, Value) {
    let started = begin(browser, phone).await;
    assert_eq!(started.status, 200, "{}", started.body);
    let added = complete(browser, &started.body["session_info"], &sent_code(browser.test).await).await;
    assert_eq!(added.status, 200, "{}", added.body);
    (added.body["factor"]["id"].clone(), added.body["recovery_codes"].clone())
}

pub async fn account_of_factor(test: &TestApp, phone: &str) -> bool {
    let phone = Phone::try_from(phone.to_owned()).expect("a number");
    test.app
        .store
        .read(move |tx| Ok(accounts::by_factor_phone(tx, &TenantId::default(), &phone)?))
        .await
        .expect("read")
        .is_some()
}

fn ana() -> AccountName {
    EMAIL.parse().expect("a name")
}

#[tokio::test]
async fn m17_a_number_is_added_with_the_code_that_it_got() {
    let test = start_with_phone(|_| {}).await;
    let browser = verified(&test, EMAIL).await;
    let other = Browser::new(&test);
    other.sign_in(EMAIL, PASSWORD).await;
    let started = begin(&browser, "0722 123 456").await;
    assert_eq!((started.status, &started.body["phone"]), (200, &json!(ANA)), "{}", started.body);
    assert_eq!((&started.body["resend_after"], &started.body["expires_in"]), (&json!(15), &json!(300)));
    let (session_info, code) = (&started.body["session_info"], sent_code(&test).await);
    let for_signing_in = sign_in(&Browser::new(&test), session_info, &code).await;
    assert_eq!(for_signing_in.refusal(), (400, "code_expired"), "the code is for nothing else");
    let refused = complete(&browser, session_info, &wrong(&code)).await;
    assert_eq!(refused.refusal(), (400, "invalid_verification_code"));
    let added = complete(&browser, session_info, &code).await;
    let factor = &added.body["factor"];
    assert_eq!((&factor["kind"], &factor["masked"]), (&json!("sms"), &json!("••• 3456")), "{}", added.body);
    assert_eq!(added.body["recovery_codes"].as_array().map(Vec::len), Some(10));
    assert_eq!(other.get("me").await.refusal(), (401, "invalid_user_token"), "the other sessions have ended");
    assert_eq!(complete(&browser, session_info, &code).await.refusal(), (400, "code_expired"), "once");
    let mail = mails(&test, MessageKind::SecondFactorAdded).await.pop().expect("a mail");
    let named = FactorName { kind: FactorKind::Sms, name: "Al meu".into(), phone: Some("3456".into()) };
    assert_eq!(mail.content.factor, Some(named));

    assert!(!browser.get("mfa").await.body.to_string().contains(ANA), "masked in lists");
    let export = browser.get("me/export").await.body;
    let exported = &export["second_factors"][0];
    assert_eq!((&exported["kind"], &exported["phone_number"]), (&json!("sms"), &json!(ANA)), "{exported}");
    let shown = admin::show(&test.app, &Actor::System, ana()).await.expect("shown");
    assert_eq!(shown.second_factors[0].masked.as_deref(), Some("••• 3456"));
    test.stop().await;
}

#[tokio::test]
async fn m17_adding_a_number_needs_what_adding_an_app_needs_and_a_captcha() {
    let test = start_with_phone(|_| {}).await;
    let unverified = Browser::signed_up(&test, "dan@x.ro").await;
    assert_eq!(begin(&unverified, ANA).await.refusal(), (403, "unverified_email"));
    let browser = verified(&test, EMAIL).await;
    let without = json!({"kind": "sms", "phone": ANA, "captcha": ""});
    assert_eq!(browser.post("mfa/enroll/start", without).await.refusal(), (400, "captcha_check_failed"));
    assert_eq!(begin(&browser, "021 312 3456").await.refusal(), (400, "no_text_messages"));
    assert_eq!(begin(&browser, "+49 1512 3456789").await.refusal(), (403, "operation_not_allowed"));
    let started = begin(&browser, ANA).await;
    assert_eq!(begin(&browser, ANA).await.refusal(), (429, "too_many_requests"), "messages to a number are limited");
    let (session_info, code) = (&started.body["session_info"], sent_code(&test).await);
    let of_another = verified(&test, "ion@x.ro").await;
    assert_eq!(complete(&of_another, session_info, &code).await.refusal(), (400, "code_expired"));
    for _ in 0..5 {
        let refused = complete(&browser, session_info, &wrong(&code)).await;
        assert_eq!(refused.refusal(), (400, "invalid_verification_code"));
    }
    assert_eq!(complete(&browser, session_info, &code).await.refusal(), (400, "code_expired"), "void");
    wait(&test, 301);
    assert_eq!(begin(&browser, DAN).await.refusal(), (403, "requires_recent_login"));
    test.stop().await;
    let test = start(|_| {}).await;
    let browser = verified(&test, EMAIL).await;
    let body = json!({"kind": "sms", "phone": ANA});
    assert_eq!(browser.post("mfa/enroll/start", body).await.refusal(), (403, "operation_not_allowed"));
    test.stop().await;
}

#[tokio::test]
async fn m20_the_second_factor_of_an_account_does_not_sign_in() {
    let test = start_with_phone(|_| {}).await;
    let browser = verified(&test, EMAIL).await;
    let visitor = Browser::new(&test);
    let (before, code) = code_for(&visitor, ANA).await;
    wait(&test, 15);
    add(&browser, ANA).await;
    wait(&test, 15);
    assert_eq!(
        sign_in(&visitor, &before, &code).await.refusal(),
        (403, "unsupported_first_factor"),
        "a code of before"
    );
    let refused = (403, "unsupported_first_factor");
    assert_eq!(request_code(&visitor, ANA).await.refusal(), refused);
    assert_eq!(request_code(&visitor, ANA).await.refusal(), refused, "the messages of its owner are not used up");
    test.stop().await;

    let test = start_with_phone(|config| config.accounts.email_privacy = Some(EmailPrivacy::Protected)).await;
    let browser = Browser::signed_up(&test, EMAIL).await;
    let phone = Phone::try_from(ANA.to_owned()).expect("a number");
    let write = test.app.store.write(move |tx| {
        let before = accounts::by_email(tx, &TenantId::default(), &Email::parse(EMAIL).expect("an address"))?
            .expect("an account");
        let mut after = before.clone();
        (after.email_verified, after.credentials_proven) = (true, true);
        let secret = FactorSecret::Sms { phone: phone.clone() };
        let (id, created_at) = (uuid::Uuid::from_u128(7), before.created_at);
        after.second_factors.enrolled.push(Factor { id, name: String::new(), created_at, last_used_at: None, secret });
        Ok(accounts::put(tx, Some(&before), &after)?)
    });
    write.await.expect("stored");
    let (session_info, code) = code_for(&browser, ANA).await;
    assert_eq!(sign_in(&browser, &session_info, &wrong(&code)).await.refusal(), (400, "invalid_verification_code"));
    assert_eq!(sign_in(&browser, &session_info, &code).await.refusal(), refused, "only the right code discloses it");
    test.stop().await;
}

#[tokio::test]
async fn m21_a_number_that_signs_in_is_no_second_factor() {
    let test = start_with_phone(|_| {}).await;
    let refused = (403, "unsupported_first_factor");
    let by_number = Browser::new(&test);
    enter(&by_number, DAN).await;
    let browser = verified(&test, EMAIL).await;
    wait(&test, 15);
    let started = begin(&browser, DAN).await;
    assert_eq!(started.status, 200, "nothing is disclosed before the code: {}", started.body);
    let code = sent_code(&test).await;
    assert_eq!(complete(&browser, &started.body["session_info"], &code).await.refusal(), refused);
    let (session_info, code) = code_for(&browser, ANA).await;
    browser.post("phone/link", json!({"session_info": session_info, "code": code})).await;
    assert_eq!(begin(&browser, ANA).await.refusal(), refused, "its own number");
    assert_eq!(browser.delete("link/phone").await.status, 200);
    wait(&test, 15);
    let (session_info, code) = code_for(&browser, ANA).await;
    wait(&test, 60);
    add(&browser, ANA).await;
    assert_eq!(begin(&browser, ANA).await.refusal(), (409, "second_factor_already_in_use"));
    let linked = browser.post("phone/link", json!({"session_info": session_info, "code": code})).await;
    assert_eq!(linked.refusal(), refused, "it became the second factor meanwhile");
    test.stop().await;
}

#[tokio::test]
async fn m21_of_two_accounts_one_gets_the_number_and_a_session_by_number_adds_none() {
    let test = start_with_phone(|_| {}).await;
    let (ana, ion) = (verified(&test, EMAIL).await, verified(&test, "ion@x.ro").await);
    add(&ana, ANA).await;
    wait(&test, 15);
    let started = begin(&ion, ANA).await;
    assert_eq!(started.status, 200, "{}", started.body);
    let taken = complete(&ion, &started.body["session_info"], &sent_code(&test).await).await;
    assert_eq!(taken.refusal(), (409, "second_factor_already_in_use"));
    let (session_info, code) = code_for(&ion, DAN).await;
    assert_eq!(ion.post("phone/link", json!({"session_info": session_info, "code": code})).await.status, 200);
    let by_number = Browser::new(&test);
    wait(&test, 15);
    enter(&by_number, DAN).await;
    let refused = begin(&by_number, "0733 123 456").await;
    assert_eq!(refused.refusal(), (403, "unsupported_first_factor"), "two telephones are one kind of proof");
    test.stop().await;
}

#[tokio::test]
async fn c08_the_mailed_link_names_the_number_by_its_last_digits_and_removes_it() {
    let test = start_with_phone(|_| {}).await;
    let browser = verified(&test, EMAIL).await;
    add(&browser, ANA).await;
    let revert = json!({"code": code(&test, MessageKind::SecondFactorAdded).await});
    let owner = Browser::new(&test);
    let info = owner.post("oob/check", revert.clone()).await;
    assert_eq!(info.body["factor"]["masked"], "••• 3456");
    let applied = owner.post("oob/apply", revert).await;
    assert_eq!((applied.status, &applied.body["factor"]["masked"]), (200, &json!("••• 3456")));
    assert_eq!(browser.get("me").await.refusal(), (401, "invalid_user_token"), "sessions have ended");
    assert_eq!(owner.sign_in(EMAIL, PASSWORD).await.status, 200);
    assert!(!account_of_factor(&test, ANA).await);
    test.stop().await;
}

#[tokio::test]
async fn m22_the_operator_and_the_deletion_free_the_number() {
    let test = start_with_phone(|_| {}).await;
    let browser = verified(&test, EMAIL).await;
    add(&browser, ANA).await;
    let removed = admin::remove_second_factors(&test.app, &Actor::System, ana()).await.expect("removed");
    assert_eq!((removed.count, account_of_factor(&test, ANA).await), (1, false));
    wait(&test, 60);
    assert_eq!(browser.sign_in(EMAIL, PASSWORD).await.status, 200);
    add(&browser, ANA).await;
    assert_eq!(browser.delete("me").await.status, 200);
    assert!(!account_of_factor(&test, ANA).await);
    assert!(mails(&test, MessageKind::PhoneCode).await.iter().all(|message| message.content.code.is_none()));
    wait(&test, 600);
    enter(&Browser::new(&test), ANA).await;
    test.stop().await;
}
