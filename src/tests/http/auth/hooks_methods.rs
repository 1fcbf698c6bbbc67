//! Blocking hooks and second factors, telephone numbers and passkeys.

use paragraf::domain::HookEvent::{BeforeCreate, BeforeSignIn, BeforeSms};
use paragraf::store::sms_usage::{self, SmsUsage};

use super::hooks::{refusal, start_with_hook};
use super::passkeys::{SITE, begin, finish as finish_passkey, sign_in as sign_in_by_passkey, with_passkey};
use super::phone::{
    ANA as ANA_PHONE, code_for, request_code, sign_in as sign_in_by_phone, with_phone, with_quick_captcha,
};
use super::second_factors::{finish, pending, with_factor};
use super::*;
use crate::support::app::NOW;
use crate::support::stand_in_hook::StandInHook;

const ANA: &str = "ana@x.ro";

#[tokio::test]
async fn the_hook_is_asked_after_the_second_factor_and_a_refusal_leaves_the_code_valid() {
    let (test, hook) = start_with_hook(&[BeforeSignIn], |_| {}).await;
    let (app, recovery) = with_factor(&test, ANA).await;
    hook.asked();
    hook.decide(|_| (200, refusal("Nu azi.")));
    let browser = Browser::new(&test);
    let credential = pending(&browser.sign_in(ANA, PASSWORD).await);
    assert!(hook.asked().is_empty(), "a first factor alone signs nobody in");
    let code = app.code(&test);
    assert_eq!(finish(&browser, &credential, &app, &code).await.refusal(), (403, "refused_by_hook"));
    let by_recovery = json!({"pending_credential": credential, "recovery_code": recovery});
    assert_eq!(browser.post("mfa/sign-in/finalize", by_recovery).await.refusal(), (403, "refused_by_hook"));
    let asked: Vec<_> = hook.asked().iter().map(|asked| asked["second_factor"].clone()).collect();
    assert_eq!(asked, [json!("totp"), json!("recovery_code")]);
    hook.decide(|_| (200, json!({"display_name": "Ana P.", "session_claims": {"shift": 2}})));
    let signed_in = finish(&browser, &credential, &app, &code).await;
    assert_eq!((signed_in.status, &signed_in.body["user"]["display_name"]), (200, &json!("Ana P.")));
    let token = signed_in.body["access_token"].as_str().expect("a token");
    let claims = test.app.keyring.verify(token, &test.base, test.app.clock.now()).expect("a valid token");
    assert_eq!(claims.custom.to_string(), r#"{"shift":2}"#);
    test.stop().await;
}

#[tokio::test]
async fn an_account_that_the_hook_disables_after_the_second_factor_stays_so() {
    let (test, hook) = start_with_hook(&[BeforeSignIn], |_| {}).await;
    let (app, _) = with_factor(&test, ANA).await;
    let browser = Browser::new(&test);
    let credential = pending(&browser.sign_in(ANA, PASSWORD).await);
    hook.decide(|_| (200, json!({"disabled": true})));
    let disabled = (403, "user_disabled");
    assert_eq!(finish(&browser, &credential, &app, &app.code(&test)).await.refusal(), disabled);
    hook.decide(|_| (200, json!({})));
    assert_eq!(browser.sign_in(ANA, PASSWORD).await.refusal(), disabled);
    test.stop().await;
}

#[tokio::test]
async fn a_session_that_authenticates_again_asks_no_hook() {
    let (test, hook) = start_with_hook(&[BeforeSignIn], |_| {}).await;
    let (app, _) = with_factor(&test, ANA).await;
    let browser = Browser::new(&test);
    let credential = pending(&browser.sign_in(ANA, PASSWORD).await);
    assert_eq!(finish(&browser, &credential, &app, &app.code(&test)).await.status, 200);
    hook.asked();
    hook.decide(|_| (200, refusal("Nu azi.")));
    wait(&test, 60);
    let again = pending(&browser.post("reauth/password", json!({"password": PASSWORD})).await);
    assert_eq!(finish(&browser, &again, &app, &app.code(&test)).await.status, 200);
    assert!(hook.asked().is_empty());
    test.stop().await;
}

#[tokio::test]
async fn a_telephone_number_asks_the_hook_and_a_refusal_leaves_the_code_valid() {
    let hook = StandInHook::start(NOW).await;
    let configure = |config: &mut Config| {
        with_phone(config);
        hook.configure(config, &[BeforeCreate, BeforeSignIn]);
    };
    let test = TestApp::start_with(vec![], configure, with_quick_captcha).await;
    hook.decide(|_| (200, refusal("Nu azi.")));
    let browser = Browser::new(&test);
    let (session_info, code) = code_for(&browser, ANA_PHONE).await;
    assert_eq!(sign_in_by_phone(&browser, &session_info, &code).await.refusal(), (403, "refused_by_hook"));
    let asked = hook.asked().pop().expect("a question");
    assert_eq!((&asked["event"], &asked["account"]["phone"]), (&json!("before_create"), &json!(ANA_PHONE)));
    hook.decide(|_| (200, json!({})));
    assert_eq!(sign_in_by_phone(&browser, &session_info, &code).await.status, 200);
    let events: Vec<_> = hook.asked().iter().map(|asked| asked["event"].clone()).collect();
    assert_eq!(events, ["before_create", "before_sign_in"]);
    test.stop().await;
}

/// The text messages of the day.
async fn sms_usage(test: &TestApp) -> SmsUsage {
    let (today, country) = (test.app.clock.today(), test.app.config.sms.default_country);
    test.app.store.read(move |tx| Ok(sms_usage::of(tx, today, country)?)).await.expect("the usage")
}

#[tokio::test]
async fn a_text_message_is_asked_about_before_it_is_counted_and_queued() {
    let hook = StandInHook::start(NOW).await;
    let configure = |config: &mut Config| {
        with_phone(config);
        hook.configure(config, &[BeforeSms]);
    };
    let test = TestApp::start_with(vec![], configure, with_quick_captcha).await;
    let browser = Browser::new(&test);
    hook.decide(|_| (200, refusal("Nu la acest număr.")));
    // More at once than a number or a network gets.
    for _ in 0..6 {
        let refused = request_code(&browser, ANA_PHONE).await;
        assert_eq!(refused.refusal(), (403, "refused_by_hook"));
        assert_eq!(refused.body["error"], "Nu la acest număr.");
    }
    hook.decide(|_| (500, json!({})));
    assert_eq!(request_code(&browser, ANA_PHONE).await.refusal(), (503, "hook_unavailable"));
    let asked = hook.asked();
    assert_eq!(asked.len(), 7);
    for question in &asked {
        assert_eq!((&question["event"], &question["phone"]), (&json!("before_sms"), &json!(ANA_PHONE)));
        assert_eq!((&question["tenant"], &question["account"]), (&json!(""), &Value::Null));
        assert_eq!(question["client"], json!({"network": "127.0.0.0/24", "device": "Firefox, Linux"}));
    }
    assert!(mails(&test, MessageKind::PhoneCode).await.is_empty());
    assert_eq!(sms_usage(&test).await, SmsUsage::default());

    hook.decide(|_| (200, json!({})));
    let (session_info, code) = code_for(&browser, ANA_PHONE).await;
    assert_eq!((mails(&test, MessageKind::PhoneCode).await.len(), sms_usage(&test).await.to_all), (1, 1));
    assert_eq!(request_code(&browser, ANA_PHONE).await.refusal(), (429, "too_many_requests"), "this one counts");
    assert_eq!(hook.asked().len(), 1, "what is over the limit is not asked about");
    assert_eq!(sign_in_by_phone(&browser, &session_info, &code).await.status, 200);
    test.stop().await;
}

#[tokio::test]
async fn a_passkey_asks_the_hook_and_a_refusal_leaves_the_answer_valid() {
    let (test, hook) = start_with_hook(&[BeforeSignIn], |config| config.server.public_url = SITE.into()).await;
    let (_, mut authenticator) = with_passkey(&test).await;
    hook.asked();
    hook.decide(|_| (200, refusal("Nu azi.")));
    let browser = Browser::new(&test);
    let (transaction, options) = begin(&browser, "passkeys/sign-in/start").await;
    let credential = authenticator.get(&options);
    assert_eq!(finish_passkey(&browser, &transaction, &credential).await.refusal(), (403, "refused_by_hook"));
    let asked = hook.asked().pop().expect("a question");
    assert_eq!((&asked["method"], &asked["second_factor"]), (&json!("passkey"), &json!("passkey")));
    hook.decide(|_| (200, json!({})));
    assert_eq!(finish_passkey(&browser, &transaction, &credential).await.status, 200);
    assert_eq!(sign_in_by_passkey(&Browser::new(&test), &mut authenticator).await.status, 200);
    test.stop().await;
}
