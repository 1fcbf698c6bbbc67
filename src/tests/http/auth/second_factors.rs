//! Signing in with a second factor: behaviours S06, S07, M01 to M06, M16, M29.

use futures_util::future::join_all;
use paragraf::domain::email::Email;
use paragraf::domain::second_factor::{Factor, FactorSecret};
use paragraf::domain::{TenantId, Uid};
use paragraf::identity::totp::TotpSecret;
use paragraf::identity::{recovery_codes, secrets};
use paragraf::ops::Actor;
use paragraf::ops::accounts::admin::{self, AccountName};
use paragraf::store::accounts;
use paragraf::store::outbox::MessageKind;
use serde_json::{Value, json};
use totp_rs::{Builder, Secret};
use uuid::Uuid;

use super::{Answer, Browser, PASSWORD, code, mails, passkeys, start, wait, with_links};
use crate::support::app::TestApp;

const ANA: &str = "ana@x.ro";
const FINALIZE: &str = "mfa/sign-in/finalize";
const STEP_SECS: i64 = 30;

/// The authenticator app of a user.
pub struct Authenticator {
    pub factor: Uuid,
    /// In base32.
    pub secret: String,
}

impl Authenticator {
    /// The code that the app shows now.
    pub fn code(&self, test: &TestApp) -> String {
        let secret = Secret::try_from_base32(&self.secret).expect("base32");
        let second = u64::try_from(test.app.clock.now().as_second()).expect("a time after 1970");
        Builder::new().with_secret(secret).build_noncompliant().generate(second).to_string()
    }
}

/// Signs up, and stores a second factor and one recovery code.
pub async fn with_factor(test: &TestApp, email: &str) -> (Authenticator, String) {
    let browser = Browser::new(test);
    let uid = browser.sign_up(email).await.body["user"]["uid"].as_str().expect("a uid").to_owned();
    put_factor(test, &uid).await
}

/// Stores a second factor and one recovery code of an account.
pub async fn put_factor(test: &TestApp, uid: &str) -> (Authenticator, String) {
    let (factor, secret) = (Uuid::from_u128(7), TotpSecret::generate());
    let sealed = test.app.identity.factors.seal(&format!("{uid} {factor}"), &secret.to_base32()).expect("sealed");
    let recovery = recovery_codes::generate().remove(0);
    let (digest, uid, now) = (recovery_codes::digest(&recovery), Uid::parse(uid).expect("a uid"), test.app.clock.now());
    let write = test.app.store.write(move |tx| {
        let before = accounts::get(tx, &uid)?.expect("an account");
        let mut after = before.clone();
        (after.email_verified, after.credentials_proven) = (true, true);
        let secret = FactorSecret::Totp { sealed: sealed.clone(), last_step: 0 };
        let factor = Factor { id: factor, name: "Telefon".into(), created_at: now, last_used_at: None, secret };
        after.second_factors.enrolled.push(factor);
        after.second_factors.recovery_codes.push(digest.clone());
        Ok(accounts::put(tx, Some(&before), &after)?)
    });
    write.await.expect("stored");
    (Authenticator { factor, secret: secret.to_base32() }, recovery)
}

pub fn pending(answer: &Answer) -> String {
    assert_eq!((answer.status, &answer.body["status"]), (202, &json!("second_factor_required")));
    assert!(answer.body.get("access_token").is_none());
    answer.body["pending_credential"].as_str().expect("a pending sign-in").to_owned()
}

pub async fn finish(browser: &Browser<'_>, pending: &str, app: &Authenticator, code: &str) -> Answer {
    let body = json!({"pending_credential": pending, "factor_id": app.factor, "code": code});
    browser.post(FINALIZE, body).await
}

pub fn claims(token: &str) -> Value {
    let body = token.split('.').nth(1).expect("a body");
    serde_json::from_slice(&data_encoding::BASE64URL_NOPAD.decode(body.as_bytes()).expect("base64url")).expect("claims")
}

#[tokio::test]
async fn s06_the_right_password_gives_no_token_before_the_code_which_works_once() {
    let test = start(|_| {}).await;
    let (app, _) = with_factor(&test, ANA).await;
    let browser = Browser::new(&test);
    let first = browser.sign_in(ANA, PASSWORD).await;
    let pending_credential = pending(&first);
    assert_eq!(first.body["factors"][0]["kind"], "totp");
    assert_eq!(first.body["factors"][0]["display_name"], "Telefon");
    assert!(first.set_cookies().iter().all(|cookie| cookie.starts_with("__Host-tx=")), "{:?}", first.set_cookies());
    assert_eq!(browser.get("me").await.status, 401);
    let code = app.code(&test);
    let signed_in = finish(&browser, &pending_credential, &app, &code).await;
    assert_eq!(signed_in.status, 200);
    let claims = claims(signed_in.body["access_token"].as_str().expect("a token"));
    assert_eq!((&claims["sign_in_second_factor"], &claims["sign_in_provider"]), (&json!("totp"), &json!("password")));
    assert_eq!(browser.get("me").await.status, 200);
    let used = finish(&browser, &pending_credential, &app, &code).await;
    assert_eq!(used.refusal(), (400, "invalid_multi_factor_session"), "a pending sign-in is completed once");

    let again = Browser::new(&test);
    let next = pending(&again.sign_in(ANA, PASSWORD).await);
    assert_eq!(finish(&again, &next, &app, &code).await.refusal(), (400, "invalid_verification_code"), "used before");
    wait(&test, STEP_SECS);
    let replay = finish(&again, &next, &app, &code).await;
    assert_eq!(replay.refusal(), (400, "invalid_verification_code"), "also in the step after");
    assert_eq!(finish(&again, &next, &app, &app.code(&test)).await.status, 200);
    test.stop().await;
}

#[tokio::test]
async fn s07_a_password_reset_and_a_mailed_link_ask_for_the_code() {
    let test = start(with_links).await;
    let (app, _) = with_factor(&test, ANA).await;
    let browser = Browser::new(&test);
    wait(&test, 60);
    browser.send("password_reset", ANA).await;
    let reset = json!({"code": code(&test, MessageKind::PasswordReset).await, "new_password": "trei capre și un ied"});
    let answer = browser.post("oob/reset-password", reset).await;
    assert_eq!((answer.status, answer.body.get("access_token")), (200, None));
    let after_reset = pending(&browser.sign_in(ANA, "trei capre și un ied").await);
    assert_eq!(finish(&browser, &after_reset, &app, &app.code(&test)).await.status, 200);

    wait(&test, 60);
    let other = Browser::new(&test);
    other.send("email_sign_in", ANA).await;
    let link = json!({"email": ANA, "code": code(&test, MessageKind::EmailSignIn).await});
    let after_link = pending(&other.post("sign-in/email-link", link.clone()).await);
    assert_eq!(other.post("sign-in/email-link", link).await.refusal(), (400, "invalid_action_code"), "it is used up");
    assert_eq!(finish(&other, &after_link, &app, &app.code(&test)).await.status, 200);
    test.stop().await;
}

#[tokio::test]
async fn m29_the_fifth_wrong_code_within_a_day_is_announced_to_the_owner_once() {
    let test = start(|_| {}).await;
    let (app, _) = with_factor(&test, ANA).await;
    let wrong = if app.code(&test) == "000000" { "111111" } else { "000000" };
    let announced = async || mails(&test, MessageKind::SecondFactorAttempts).await.len();
    for number in 1..=12 {
        // Each sign-in alone stays under its own limit.
        let thief = Browser::new(&test);
        let credential = pending(&thief.sign_in(ANA, PASSWORD).await);
        let refused = finish(&thief, &credential, &app, wrong).await;
        assert_eq!(refused.refusal(), (400, "invalid_verification_code"), "{number}");
        assert_eq!(announced().await, usize::from(number >= 5), "{number}");
        wait(&test, 901);
    }
    let owner = Browser::new(&test);
    let credential = pending(&owner.sign_in(ANA, PASSWORD).await);
    assert_eq!(finish(&owner, &credential, &app, &app.code(&test)).await.status, 200);
    test.stop().await;
}

#[tokio::test]
async fn m01_five_wrong_codes_void_the_pending_sign_in() {
    let test = start(|_| {}).await;
    let (app, recovery) = with_factor(&test, ANA).await;
    let browser = Browser::new(&test);
    let credential = pending(&browser.sign_in(ANA, PASSWORD).await);
    let right = app.code(&test);
    let wrong = if right == "000000" { "111111" } else { "000000" };
    for _ in 0..4 {
        let refused = finish(&browser, &credential, &app, wrong).await;
        assert_eq!(refused.refusal(), (400, "invalid_verification_code"));
    }
    let fifth = finish(&browser, &credential, &app, wrong).await;
    assert_eq!((fifth.refusal(), fifth.retry_after()), ((429, "too_many_requests"), Some(30)));
    assert_eq!(finish(&browser, &credential, &app, &right).await.refusal(), (429, "too_many_requests"));
    let with_recovery = json!({"pending_credential": credential, "recovery_code": recovery});
    assert_eq!(browser.post(FINALIZE, with_recovery.clone()).await.status, 429, "every code waits");
    wait(&test, 31);
    let void = finish(&browser, &credential, &app, &app.code(&test)).await;
    assert_eq!(void.refusal(), (400, "invalid_multi_factor_session"), "the right code comes too late");
    let next = pending(&browser.sign_in(ANA, PASSWORD).await);
    assert_eq!(finish(&browser, &next, &app, &app.code(&test)).await.status, 200);
    let activity = browser.get("activity").await;
    let failed: Vec<_> = activity.body["activity"].as_array().expect("a list").iter().collect();
    assert!(failed.iter().any(|event| event["kind"] == "failed_sign_in" && event["count"] == 5), "{failed:?}");
    test.stop().await;
}

#[tokio::test]
async fn m02_a_pending_sign_in_belongs_to_its_browser_its_account_and_five_minutes() {
    let test = start(|_| {}).await;
    let (app, _) = with_factor(&test, ANA).await;
    let (browser, thief) = (Browser::new(&test), Browser::new(&test));
    let credential = pending(&browser.sign_in(ANA, PASSWORD).await);
    let code = app.code(&test);
    let invalid = (400, "invalid_multi_factor_session");
    assert_eq!(finish(&thief, &credential, &app, &code).await.refusal(), invalid, "a browser without the cookie");
    thief.put_cookie("__Host-tx", &secrets::generate_token());
    assert_eq!(finish(&thief, &credential, &app, &code).await.refusal(), invalid, "a browser with its own");
    let (_, secret) = credential.split_once('.').expect("two parts");
    let other = thief.sign_up("dan@x.ro").await.body["user"]["uid"].as_str().expect("a uid").to_owned();
    assert_eq!(finish(&browser, &format!("{other}.{secret}"), &app, &code).await.refusal(), invalid);
    for bad in ["", ".", "x.y", &credential[1..], &credential.replace('.', "")] {
        assert_eq!(finish(&browser, bad, &app, &code).await.refusal(), invalid, "{bad}");
    }
    let foreign = json!({"pending_credential": credential, "factor_id": Uuid::from_u128(8), "code": code});
    assert_eq!(browser.post(FINALIZE, foreign).await.refusal(), (404, "multi_factor_info_not_found"));
    for bad in [json!({}), json!({"code": code}), json!({"code": code, "recovery_code": "x", "factor_id": app.factor})]
    {
        let mut body = bad.clone();
        body["pending_credential"] = json!(credential);
        assert_eq!(browser.post(FINALIZE, body).await.refusal(), (400, "invalid"), "{bad}");
    }
    wait(&test, 300);
    assert_eq!(finish(&browser, &credential, &app, &app.code(&test)).await.refusal(), (400, "session_expired"));
    test.stop().await;
}

#[tokio::test]
async fn m03_of_simultaneous_uses_of_a_code_one_wins() {
    let test = start(|_| {}).await;
    let (app, _) = with_factor(&test, ANA).await;
    let browsers: Vec<_> = (0..4).map(|_| Browser::new(&test)).collect();
    let signed_in = join_all(browsers.iter().map(|browser| browser.sign_in(ANA, PASSWORD))).await;
    let code = app.code(&test);
    let credentials: Vec<_> = signed_in.iter().map(pending).collect();
    let uses = browsers.iter().zip(&credentials).map(|(browser, credential)| finish(browser, credential, &app, &code));
    let answers = join_all(uses).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
    let refused = answers.iter().filter(|answer| answer.refusal() == (400, "invalid_verification_code"));
    assert_eq!(refused.count(), 3);
    test.stop().await;
}

#[tokio::test]
async fn m04_a_recovery_code_works_once_and_the_answer_counts_the_rest() {
    let test = start(|_| {}).await;
    let (_, recovery) = with_factor(&test, ANA).await;
    let browser = Browser::new(&test);
    let with = |credential: String, code: String| json!({"pending_credential": credential, "recovery_code": code});
    let credential = pending(&browser.sign_in(ANA, PASSWORD).await);
    let wrong = browser.post(FINALIZE, with(credential.clone(), "k7mq-2xwd-9fhr-t3ve".into())).await;
    assert_eq!(wrong.refusal(), (400, "invalid_verification_code"));
    let typed = recovery.to_uppercase().replace('-', " ");
    let signed_in = browser.post(FINALIZE, with(credential, typed)).await;
    assert_eq!((signed_in.status, &signed_in.body["recovery_codes_left"]), (200, &json!(0)));
    let again = Browser::new(&test);
    let first = again.sign_in(ANA, PASSWORD).await;
    assert_eq!(first.body["has_recovery_codes"], false);
    let used = again.post(FINALIZE, with(pending(&first), recovery)).await;
    assert_eq!(used.refusal(), (400, "invalid_verification_code"));
    test.stop().await;
}

#[tokio::test]
async fn m05_an_account_that_was_disabled_or_changed_meanwhile_is_not_entered() {
    let test = start(|_| {}).await;
    let (app, _) = with_factor(&test, ANA).await;
    let browser = Browser::new(&test);
    let credential = pending(&browser.sign_in(ANA, PASSWORD).await);
    let name = || ANA.parse::<AccountName>().expect("a name");
    admin::set_disabled(&test.app, &Actor::System, name(), true).await.expect("disabled");
    let refused = finish(&browser, &credential, &app, &app.code(&test)).await;
    assert_eq!(refused.refusal(), (400, "invalid_multi_factor_session"), "disabling ends pending sign-ins");
    assert_eq!(browser.sign_in(ANA, PASSWORD).await.refusal(), (403, "user_disabled"));
    admin::set_disabled(&test.app, &Actor::System, name(), false).await.expect("enabled");

    let credential = pending(&browser.sign_in(ANA, PASSWORD).await);
    let write = test.app.store.write(move |tx| {
        let before =
            accounts::by_email(tx, &TenantId::default(), &Email::parse(ANA).expect("an address"))?.expect("an account");
        let mut after = before.clone();
        after.second_factors = Default::default();
        Ok(accounts::put(tx, Some(&before), &after)?)
    });
    write.await.expect("stored");
    let refused = finish(&browser, &credential, &app, &app.code(&test)).await;
    assert_eq!(refused.refusal(), (404, "multi_factor_info_not_found"), "the factor was removed");
    assert_eq!(browser.sign_in(ANA, PASSWORD).await.status, 200);
    test.stop().await;
}

#[tokio::test]
async fn m06_authenticating_again_asks_for_the_second_factor_too() {
    let test = start(|_| {}).await;
    let (app, _) = with_factor(&test, ANA).await;
    let browser = Browser::new(&test);
    let credential = pending(&browser.sign_in(ANA, PASSWORD).await);
    finish(&browser, &credential, &app, &app.code(&test)).await;
    wait(&test, 301);
    assert_eq!(browser.get("me/export").await.refusal(), (403, "requires_recent_login"));
    let again = pending(&browser.post("reauth/password", json!({"password": PASSWORD})).await);
    assert_eq!(browser.get("me/export").await.refusal(), (403, "requires_recent_login"), "the password is not enough");
    let answer = finish(&browser, &again, &app, &app.code(&test)).await;
    assert_eq!((answer.status, browser.get("me/export").await.status), (200, 200));
    let sessions = browser.get("sessions").await;
    assert_eq!(sessions.body["sessions"].as_array().expect("a list").len(), 2, "one of the sign-up, and this one");

    wait(&test, 301);
    browser.post("token", json!({})).await;
    let again = pending(&browser.post("reauth/password", json!({"password": PASSWORD})).await);
    browser.post("revoke", json!({})).await;
    let refused = finish(&browser, &again, &app, &app.code(&test)).await;
    assert_eq!(refused.refusal(), (400, "invalid_multi_factor_session"), "ending the sessions ends it too");
    test.stop().await;
}

#[tokio::test]
async fn m16_a_passkey_is_both_factors() {
    let test = passkeys::start_site(|_| {}).await;
    let (browser, mut authenticator) = passkeys::with_passkey(&test).await;
    let me = browser.get("me").await.body;
    put_factor(&test, me["uid"].as_str().expect("a uid")).await;
    let other = Browser::new(&test);
    let signed_in = passkeys::sign_in(&other, &mut authenticator).await;
    let claims = claims(signed_in.body["access_token"].as_str().expect("a token"));
    assert_eq!((&claims["sign_in_second_factor"], &claims["sign_in_provider"]), (&json!("passkey"), &json!("passkey")));
    assert_eq!(Browser::new(&test).sign_in(ANA, PASSWORD).await.status, 202, "the password still needs a code");
    test.stop().await;
}
