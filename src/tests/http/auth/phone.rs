//! Telephone numbers: requesting codes, and signing in with them.

use altcha::{Challenge, Payload, SolveChallengeOptions, solve_challenge};
use data_encoding::BASE64;
use paragraf::domain::TenantId;
use paragraf::domain::account::SignInMethod;
use paragraf::identity::captcha::Captcha;
use paragraf::identity::proof_of_work::ChallengeEffort;
use paragraf::ops::Actor;
use paragraf::ops::accounts::cleanup;
use paragraf::ops::accounts::context::ClientInfo;
use paragraf::ops::accounts::phone::send::{self, PhoneCodeRequest, SentPhoneCode};
use paragraf::store::phone_codes;

use super::*;

pub const ANA: &str = "+40722123456";
pub const DAN: &str = "+40744000111";

pub fn with_phone(config: &mut Config) {
    config.accounts.phone = true;
    config.accounts.sign_up_per_hour = 1000;
}

/// Captchas that cost next to nothing.
pub fn with_quick_captcha(app: &mut paragraf::app::App) {
    app.captcha = Captcha::proof_of_work(ChallengeEffort { cost: 1, attempts: 1..=3 });
}

pub async fn start_with_phone(configure: impl FnOnce(&mut Config)) -> TestApp {
    let configure = |config: &mut Config| {
        with_phone(config);
        configure(config);
    };
    TestApp::start_with(vec![], configure, with_quick_captcha).await
}

/// A solved challenge, as the page sends it.
pub async fn solved(browser: &Browser<'_>) -> String {
    let answer = browser.post("captcha", json!({})).await;
    assert_eq!((answer.status, &answer.body["kind"]), (200, &json!("proof_of_work")), "{}", answer.body);
    let challenge: Challenge = serde_json::from_value(answer.body["challenge"].clone()).expect("a challenge");
    let solution = solve_challenge(SolveChallengeOptions::new(&challenge)).expect("a challenge").expect("a solution");
    BASE64.encode(&serde_json::to_vec(&Payload { challenge, solution }).expect("JSON"))
}

pub async fn request_code(browser: &Browser<'_>, phone: &str) -> Answer {
    let captcha = solved(browser).await;
    browser.post("phone/send", json!({"phone": phone, "captcha": captcha, "lang": "ro"})).await
}

/// The code in the newest text message.
pub async fn sent_code(test: &TestApp) -> String {
    let last = mails(test, MessageKind::PhoneCode).await.pop().expect("a message");
    last.content.code.expect("a code")
}

/// Another code than this one.
pub fn wrong(code: &str) -> String {
    format!("{:06}", (code.parse::<u32>().expect("digits") + 1) % 1_000_000)
}

/// Requests a code; returns the session info and the code.
pub async fn code_for(browser: &Browser<'_>, phone: &str) -> (Value, String) {
    // Messages of one instant have no order, and the clock stands still.
    wait(browser.test, 1);
    let answer = request_code(browser, phone).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    (answer.body["session_info"].clone(), sent_code(browser.test).await)
}

pub async fn sign_in(browser: &Browser<'_>, session_info: &Value, code: &str) -> Answer {
    let body = json!({"session_info": session_info, "code": code, "lang": "ro"});
    browser.post("sign-in/phone", body).await
}

pub async fn enter(browser: &Browser<'_>, phone: &str) -> Value {
    let (session_info, code) = code_for(browser, phone).await;
    let answer = sign_in(browser, &session_info, &code).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.body["user"].clone()
}

#[tokio::test]
async fn t04_a_code_signs_in_and_creates_the_account_once() {
    let test = start_with_phone(|_| {}).await;
    let browser = Browser::new(&test);
    let answer = request_code(&browser, "0722 123 456").await;
    assert_eq!((answer.status, &answer.body["phone"]), (200, &json!(ANA)), "{}", answer.body);
    assert_eq!((&answer.body["resend_after"], &answer.body["expires_in"]), (&json!(15), &json!(300)));
    let message = mails(&test, MessageKind::PhoneCode).await.pop().expect("a message");
    assert_eq!((message.to.as_str(), message.language.code()), (ANA, "ro"));
    let code = message.content.code.expect("a code");
    let signed_in = sign_in(&browser, &answer.body["session_info"], &code).await;
    let user = &signed_in.body["user"];
    assert_eq!((signed_in.status, &signed_in.body["is_new_user"]), (200, &json!(true)), "{}", signed_in.body);
    assert_eq!((&user["phone_number"], &user["is_guest"]), (&json!(ANA), &json!(false)));
    assert_eq!((&user["email"], &user["sign_in_methods"]), (&Value::Null, &json!(["phone"])));
    let token = signed_in.body["access_token"].as_str().expect("a token").to_owned();
    let claims = test.app.keyring.verify(&token, &test.base, test.app.clock.now()).expect("the claims");
    assert_eq!((claims.phone_number.as_deref(), &claims.sign_in_provider), (Some(ANA), &SignInMethod::Phone));
    let again = sign_in(&browser, &answer.body["session_info"], &code).await;
    assert_eq!(again.refusal(), (400, "code_expired"), "a code works once");
    wait(&test, 15);
    let other = Browser::new(&test);
    assert_eq!(enter(&other, ANA).await["uid"], user["uid"], "the same account");
}

#[tokio::test]
async fn t07_a_wrong_code_is_refused_and_the_right_one_still_works() {
    let test = start_with_phone(|_| {}).await;
    let browser = Browser::new(&test);
    let (session_info, code) = code_for(&browser, ANA).await;
    for _ in 0..4 {
        assert_eq!(sign_in(&browser, &session_info, &wrong(&code)).await.refusal(), (400, "invalid_verification_code"));
    }
    for (bad, refusal) in [
        ("", "missing_verification_code"),
        ("12345", "invalid_verification_code"),
        ("12a456", "invalid_verification_code"),
    ] {
        assert_eq!(sign_in(&browser, &session_info, bad).await.refusal(), (400, refusal), "{bad:?}");
    }
    for bad in [json!(""), json!("a b"), json!("x".repeat(5000))] {
        assert_eq!(sign_in(&browser, &bad, &code).await.refusal(), (400, "invalid_verification_id"));
    }
    assert_eq!(sign_in(&browser, &session_info, &code).await.status, 200);
}

#[tokio::test]
async fn t08_the_fifth_wrong_code_voids_the_right_one() {
    let test = start_with_phone(|_| {}).await;
    let browser = Browser::new(&test);
    let (session_info, code) = code_for(&browser, ANA).await;
    for _ in 0..5 {
        assert_eq!(sign_in(&browser, &session_info, &wrong(&code)).await.refusal(), (400, "invalid_verification_code"));
    }
    assert_eq!(sign_in(&browser, &session_info, &code).await.refusal(), (400, "code_expired"));
}

#[tokio::test]
async fn t09_an_expired_code_is_refused_and_removed() {
    let test = start_with_phone(|_| {}).await;
    let browser = Browser::new(&test);
    let (session_info, code) = code_for(&browser, ANA).await;
    wait(&test, 300);
    assert_eq!(sign_in(&browser, &session_info, &code).await.refusal(), (400, "code_expired"));
    cleanup::remove_expired(&test.app, &Actor::System).await.expect("the cleanup");
    let hash = paragraf::identity::secrets::digest(session_info.as_str().expect("text"));
    let left = test.app.store.read(move |tx| Ok(phone_codes::get(tx, &hash)?)).await.expect("the codes");
    assert_eq!(left, None);
}

#[tokio::test]
async fn codes_are_not_stored() {
    let test = start_with_phone(|_| {}).await;
    let browser = Browser::new(&test);
    let (session_info, code) = code_for(&browser, ANA).await;
    let session_info = session_info.as_str().expect("text").to_owned();
    let hash = paragraf::identity::secrets::digest(&session_info);
    let record =
        test.app.store.read(move |tx| Ok(phone_codes::get(tx, &hash)?)).await.expect("the codes").expect("a code");
    let stored = serde_json::to_string(&record).expect("JSON");
    assert!(!stored.contains(&code) && !stored.contains(&session_info), "{stored}");
    let alone = paragraf::identity::secrets::digest(&code);
    assert!(!stored.contains(&alone), "the digest of six digits is soon reversed");
}

#[tokio::test]
async fn t10_a_number_and_a_network_get_few_messages() {
    let test = start_with_phone(|_| {}).await;
    let browser = Browser::new(&test);
    assert_eq!(request_code(&browser, ANA).await.status, 200);
    let soon = request_code(&browser, ANA).await;
    assert_eq!((soon.refusal(), soon.retry_after()), ((429, "too_many_requests"), Some(15)));
    for _ in 0..2 {
        wait(&test, 15);
        assert_eq!(request_code(&browser, ANA).await.status, 200);
    }
    wait(&test, 15);
    let fourth = request_code(&browser, ANA).await;
    assert_eq!(fourth.refusal(), (429, "too_many_requests"), "three in ten minutes");
    assert!(fourth.retry_after().is_some_and(|secs| secs > 15));
    for phone in [DAN, "+40744000112"] {
        assert_eq!(request_code(&browser, phone).await.status, 200, "{phone}");
    }
    assert_eq!(request_code(&browser, "+40744000113").await.refusal(), (429, "too_many_requests"), "five an hour");
    assert_eq!(mails(&test, MessageKind::PhoneCode).await.len(), 5);
}

/// Requests a code from another network, in a browser that nobody has signed in with.
async fn request_from(test: &TestApp, network: [u8; 4], phone: &str) -> paragraf::error::Result<SentPhoneCode> {
    wait(test, 15);
    let client = ClientInfo {
        network: network.into(),
        device: String::new(),
        browser: None,
        known_phone: None,
        tenant: TenantId::default(),
    };
    let captcha = solved(&Browser::new(test)).await;
    let request = PhoneCodeRequest { phone: phone.into(), country: None, captcha, language: None };
    send::send(&test.app, &Actor::Visitor, &client, request).await
}

#[tokio::test]
async fn t14_a_stranger_does_not_keep_the_owner_of_a_number_from_getting_codes() {
    let test = start_with_phone(|_| {}).await;
    let owner = Browser::new(&test);
    let uid = enter(&owner, ANA).await["uid"].clone();
    for _ in 0..3 {
        assert!(request_from(&test, [203, 0, 113, 1], ANA).await.is_ok());
    }
    let limited = request_from(&test, [203, 0, 113, 1], ANA).await.expect_err("three in ten minutes for a network");
    assert_eq!(limited.code.as_str(), "too_many_requests");
    assert!(request_from(&test, [198, 51, 100, 1], ANA).await.is_ok(), "the owner at another network");
    let strangers = (2..20).map(|network| [203, 0, 113, network]);
    let mut sent = 0;
    for network in strangers {
        sent += usize::from(request_from(&test, network, ANA).await.is_ok());
    }
    assert!((3..=8).contains(&sent), "a number gets a bounded number of messages from strangers: {sent}");
    // The browser in which the owner has signed in before, whatever the strangers did.
    assert_eq!(owner.post("sign-out", json!({})).await.status, 200);
    owner.token.borrow_mut().take();
    assert_eq!(enter(&owner, ANA).await["uid"], uid);
    let elsewhere = Browser::new(&test);
    elsewhere.put_cookie("__Host-ph", &owner.cookie("__Host-ph").expect("a cookie"));
    assert_eq!(request_code(&elsewhere, DAN).await.status, 200);
    request_from(&test, [198, 51, 100, 9], ANA).await.ok();
    wait(&test, 15);
    let stranger = request_code(&Browser::new(&test), ANA).await;
    assert_eq!(stranger.refusal(), (429, "too_many_requests"), "without the cookie");
}

#[tokio::test]
async fn t02_a_message_needs_a_captcha_that_is_solved_here_and_used_once() {
    let test = start_with_phone(|_| {}).await;
    let browser = Browser::new(&test);
    let send = async |captcha: String| browser.post("phone/send", json!({"phone": ANA, "captcha": captcha})).await;
    let foreign = TestApp::start_with(vec![], with_phone, with_quick_captcha).await;
    let foreign = solved(&Browser::new(&foreign)).await;
    for bad in [String::new(), "x".into(), "x".repeat(10_000), foreign] {
        assert_eq!(send(bad).await.refusal(), (400, "captcha_check_failed"));
    }
    let good = solved(&browser).await;
    assert_eq!(send(good.clone()).await.status, 200);
    wait(&test, 15);
    assert_eq!(send(good).await.refusal(), (400, "captcha_check_failed"), "a replay");
    let late = solved(&browser).await;
    wait(&test, 600);
    assert_eq!(send(late).await.refusal(), (400, "captcha_check_failed"), "too late");
    assert_eq!(mails(&test, MessageKind::PhoneCode).await.len(), 1);
}

#[tokio::test]
async fn t03_only_mobile_numbers_of_allowed_countries_get_messages() {
    let test = start_with_phone(|_| {}).await;
    let browser = Browser::new(&test);
    for (phone, status, code) in [
        ("+49 1512 3456789", 403, "operation_not_allowed"),
        ("+1 212 555 0123", 403, "operation_not_allowed"),
        ("021 312 3456", 400, "no_text_messages"),
        ("0800 800 123", 400, "no_text_messages"),
        ("112", 400, "invalid_phone_number"),
        ("ana", 400, "invalid_phone_number"),
        ("  ", 400, "missing_phone_number"),
    ] {
        let answer = browser.post("phone/send", json!({"phone": phone})).await;
        assert_eq!(answer.refusal(), (status, code), "{phone}");
    }
    let answer = browser.post("phone/send", json!({"phone": "0722123456", "country": "XX"})).await;
    assert_eq!((answer.refusal(), &answer.body["field"]), ((400, "invalid"), &json!("country")));
    let config = browser.get("config").await;
    let options = config.body["sign_in_options"].as_array().expect("options").clone();
    let phone = options.iter().find(|option| option["provider"] == "phone").expect("the option");
    assert_eq!((&phone["countries"], &phone["default_country"]), (&json!(["RO"]), &json!("RO")));
    assert_eq!(config.body["captcha"], json!({"kind": "proof_of_work"}));
}

#[tokio::test]
async fn a_day_has_a_budget_for_all_and_for_each_country() {
    let test = start_with_phone(|config| {
        config.sms.countries =
            ["RO", "DE"].map(|code| paragraf::domain::Country::parse(code).expect("a country")).to_vec();
        config.sms.per_day = 3;
        config.sms.per_country_per_day = 1;
    })
    .await;
    let browser = Browser::new(&test);
    assert_eq!(request_code(&browser, "+4915123456789").await.status, 200);
    assert_eq!(test.app.conditions.list(), []);
    assert_eq!(request_code(&browser, "+4915123456780").await.refusal(), (429, "quota_exceeded"), "one to Germany");
    assert_eq!(request_code(&browser, ANA).await.status, 200);
    assert_eq!(test.app.conditions.list()[0].code, "sms_half_used");
    assert_eq!(request_code(&browser, DAN).await.status, 200);
    wait(&test, 3600);
    assert_eq!(request_code(&browser, "+40744000112").await.refusal(), (429, "quota_exceeded"), "three a day");
    wait(&test, 86_400);
    cleanup::remove_expired(&test.app, &Actor::System).await.expect("the cleanup");
    assert_eq!(test.app.conditions.list(), []);
    assert_eq!(request_code(&browser, "+40744000112").await.status, 200, "another day");
}

#[tokio::test]
async fn an_hour_has_a_limit_for_all() {
    let test = start_with_phone(|config| config.sms.per_hour = 1).await;
    let browser = Browser::new(&test);
    assert_eq!(request_code(&browser, ANA).await.status, 200);
    let refused = request_code(&browser, DAN).await;
    assert_eq!((refused.refusal(), refused.retry_after()), ((429, "quota_exceeded"), Some(3600)));
}

#[tokio::test]
async fn a_request_reveals_no_account_and_closed_sign_up_is_reported_after_the_code() {
    let test = start_with_phone(|_| {}).await;
    let browser = Browser::new(&test);
    enter(&browser, ANA).await;
    wait(&test, 15);
    let shape = |answer: &Answer| answer.body.as_object().expect("an object").keys().cloned().collect::<Vec<_>>();
    let (known, unknown) = (request_code(&browser, ANA).await, request_code(&browser, DAN).await);
    assert_eq!((known.status, shape(&known)), (unknown.status, shape(&unknown)));

    let closed = start_with_phone(|config| config.accounts.sign_up = false).await;
    let browser = Browser::new(&closed);
    let (session_info, code) = code_for(&browser, ANA).await;
    let wrong = sign_in(&browser, &session_info, &wrong(&code)).await;
    assert_eq!(wrong.refusal(), (400, "invalid_verification_code"));
    assert_eq!(sign_in(&browser, &session_info, &code).await.refusal(), (403, "admin_restricted_operation"));
}

#[tokio::test]
async fn numbers_are_not_offered_by_default() {
    let test = start(|_| {}).await;
    let browser = Browser::new(&test);
    assert_eq!(browser.post("captcha", json!({})).await.refusal(), (403, "operation_not_allowed"));
    assert_eq!(browser.post("phone/send", json!({"phone": ANA})).await.refusal(), (403, "operation_not_allowed"));
    let body = json!({"session_info": "x", "code": "123456"});
    assert_eq!(browser.post("sign-in/phone", body).await.refusal(), (403, "operation_not_allowed"));
    assert_eq!(browser.get("config").await.body["captcha"], Value::Null);
}

#[tokio::test]
async fn a_fictional_number_has_a_fixed_code_and_gets_no_message() {
    let test = start_with_phone(|config| config.sms.test_numbers = vec![format!("{ANA}=246810")]).await;
    let browser = Browser::new(&test);
    for _ in 0..4 {
        let answer = request_code(&browser, ANA).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        let session_info = &answer.body["session_info"];
        assert_eq!(sign_in(&browser, session_info, "111111").await.refusal(), (400, "invalid_verification_code"));
        assert_eq!(sign_in(&browser, session_info, "246810").await.status, 200);
    }
    assert!(mails(&test, MessageKind::PhoneCode).await.is_empty());
}
