//! Adding and removing second factors: behaviours C08, C09, M07 to M12 and M27.

use futures_util::future::join_all;
use paragraf::domain::TenantId;
use paragraf::domain::email::Email;
use paragraf::domain::message::FactorName;
use paragraf::domain::second_factor::{FactorKind, MAX_FACTORS};
use paragraf::store::outbox::MessageKind;
use paragraf::store::{accounts, audit};
use serde_json::{Value, json};

use super::second_factors::{Authenticator, finish, pending};
use super::{Answer, Browser, PASSWORD, code, link, mails, start, wait};
use crate::support::app::TestApp;

const ANA: &str = "ana@x.ro";

/// Signs up and verifies the address in the same browser.
pub async fn verified<'a>(test: &'a TestApp, email: &str) -> Browser<'a> {
    let browser = Browser::new(test);
    // Mails of one instant have no order, and the clock stands still.
    wait(test, 1);
    browser.sign_up(email).await;
    let verify = code(test, MessageKind::VerifyEmail).await;
    assert_eq!(browser.post("oob/apply", json!({"code": verify})).await.status, 200);
    browser
}

pub async fn begin(browser: &Browser<'_>) -> Answer {
    browser.post("mfa/enroll/start", json!({"kind": "totp"})).await
}

/// The app that read the secret of [`begin`], with the state of the enrolment.
fn set_up(started: &Answer) -> (Authenticator, String) {
    assert_eq!(started.status, 200, "{}", started.body);
    let text = |key: &str| started.body[key].as_str().expect(key).to_owned();
    assert!(text("otpauth_url").contains(&format!("secret={}", text("secret"))));
    (Authenticator { factor: uuid::Uuid::nil(), secret: text("secret") }, text("session_info"))
}

async fn complete(browser: &Browser<'_>, session_info: &str, code: &str) -> Answer {
    let body = json!({"session_info": session_info, "code": code, "display_name": " Telefon "});
    let answer = browser.post("mfa/enroll/finalize", body).await;
    if let Some(token) = answer.body["session"]["access_token"].as_str() {
        *browser.token.borrow_mut() = Some(token.to_owned());
    }
    answer
}

/// Adds an app to the browser's account; returns it with the recovery codes.
pub async fn add(browser: &Browser<'_>) -> (Authenticator, Vec<String>) {
    let (mut app, session_info) = set_up(&begin(browser).await);
    let added = complete(browser, &session_info, &app.code(browser.test)).await;
    assert_eq!(added.status, 200, "{}", added.body);
    app.factor = added.body["factor"]["id"].as_str().expect("an id").parse().expect("an id");
    let codes = added.body["recovery_codes"].as_array().cloned().unwrap_or_default();
    (app, codes.iter().map(|code| code.as_str().expect("a code").to_owned()).collect())
}

async fn audited(test: &TestApp) -> Vec<String> {
    let records = test.app.store.read(|tx| Ok(audit::latest(tx, 100)?)).await.expect("the audit");
    records.into_iter().map(|record| record.action).collect()
}

#[tokio::test]
async fn m07_an_app_is_added_with_its_first_code_and_recovery_codes_are_shown_once() {
    let test = start(|_| {}).await;
    let browser = verified(&test, ANA).await;
    let other = Browser::new(&test);
    assert_eq!(other.sign_in(ANA, PASSWORD).await.status, 200);
    let (mut app, session_info) = set_up(&begin(&browser).await);
    assert_eq!(complete(&browser, &session_info, "12345").await.refusal(), (400, "invalid_verification_code"));
    let right = app.code(&test);
    let added = complete(&browser, &session_info, &right).await;
    assert_eq!((added.status, &added.body["factor"]["display_name"]), (200, &json!("Telefon")));
    assert_eq!(added.body["recovery_codes"].as_array().map(Vec::len), Some(10));
    assert!(added.set_cookies()[0].starts_with("__Host-rt="), "the refresh token is rotated");
    assert_eq!(other.get("me").await.refusal(), (401, "invalid_user_token"), "the other sessions have ended");
    let repeated = complete(&browser, &session_info, &right).await;
    assert_eq!(repeated.refusal(), (400, "invalid_multi_factor_session"), "an enrolment is finished once");

    let listed = browser.get("mfa").await.body;
    assert_eq!((&listed["recovery_codes_left"], &listed["max_factors"]), (&json!(10), &json!(MAX_FACTORS)));
    assert!(!listed.to_string().contains(&app.secret), "{listed}");
    let export = browser.get("me/export").await.body;
    assert_eq!(export["second_factors"][0]["kind"], "totp");
    assert!(!export.to_string().contains(&app.secret));
    let stored = test
        .app
        .store
        .read(|tx| Ok(accounts::by_email(tx, &TenantId::default(), &Email::parse(ANA).expect("an address"))?));
    let stored = serde_json::to_string(&stored.await.expect("read")).expect("JSON");
    assert!(!stored.contains(&app.secret), "the secret is sealed");

    app.factor = added.body["factor"]["id"].as_str().expect("an id").parse().expect("an id");
    let next = pending(&other.sign_in(ANA, PASSWORD).await);
    assert_eq!(
        finish(&other, &next, &app, &right).await.refusal(),
        (400, "invalid_verification_code"),
        "used to add it"
    );
    wait(&test, 30);
    assert_eq!(finish(&other, &next, &app, &app.code(&test)).await.status, 200);
    assert!(audited(&test).await.contains(&"accounts.add_second_factor".to_owned()));
    test.stop().await;
}

#[tokio::test]
async fn m08_adding_needs_a_recent_sign_in_and_a_proven_address() {
    let test = start(|_| {}).await;
    let unverified = Browser::signed_up(&test, "dan@x.ro").await;
    assert_eq!(begin(&unverified).await.refusal(), (403, "unverified_email"));
    // The link was opened in a browser that is not signed in: somebody else may have set the password.
    let verify = code(&test, MessageKind::VerifyEmail).await;
    assert_eq!(Browser::new(&test).post("oob/apply", json!({"code": verify})).await.status, 200);
    assert_eq!(begin(&unverified).await.refusal(), (403, "unverified_email"));
    wait(&test, 61);
    assert_eq!(unverified.send("verify_email", "").await.status, 200);
    let verify = code(&test, MessageKind::VerifyEmail).await;
    assert_eq!(unverified.post("oob/apply", json!({"code": verify})).await.status, 200);
    assert_eq!(begin(&unverified).await.status, 200, "the link in the same browser proves it");

    let browser = verified(&test, ANA).await;
    let (app, session_info) = set_up(&begin(&browser).await);
    wait(&test, 301);
    assert_eq!(begin(&browser).await.refusal(), (403, "requires_recent_login"));
    let late = complete(&browser, &session_info, &app.code(&test)).await;
    assert_eq!(late.refusal(), (403, "requires_recent_login"));
    browser.post("reauth/password", json!({"password": PASSWORD})).await;
    assert_eq!(complete(&browser, &session_info, &app.code(&test)).await.status, 200);

    let (_, session_info) = set_up(&begin(&browser).await);
    let foreign = complete(&unverified, &session_info, "123456").await;
    assert_eq!(foreign.refusal(), (400, "invalid_multi_factor_session"), "another account's enrolment");
    wait(&test, 600);
    browser.post("token", json!({})).await;
    assert_eq!(complete(&browser, &session_info, "123456").await.refusal(), (400, "session_expired"));
    test.stop().await;
}

#[tokio::test]
async fn m09_of_simultaneous_enrolments_with_one_code_one_wins() {
    let test = start(|_| {}).await;
    let browser = verified(&test, ANA).await;
    let (app, session_info) = set_up(&begin(&browser).await);
    let code = app.code(&test);
    let answers = join_all((0..4).map(|_| complete(&browser, &session_info, &code))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
    let listed = browser.get("mfa").await.body;
    assert_eq!(listed["factors"].as_array().map(Vec::len), Some(1));
    test.stop().await;
}

#[tokio::test]
async fn m10_an_account_has_at_most_five_factors_each_with_its_name() {
    let test = start(|_| {}).await;
    let browser = verified(&test, ANA).await;
    let (first, codes) = add(&browser).await;
    assert_eq!(codes.len(), 10);
    for _ in 1..MAX_FACTORS {
        assert!(add(&browser).await.1.is_empty(), "only the first brings recovery codes");
    }
    assert_eq!(begin(&browser).await.refusal(), (409, "maximum_second_factor_count_exceeded"));
    let rename = |name: Value| json!({"factor_id": first.factor, "display_name": name});
    assert_eq!(browser.post("mfa/rename", rename(json!("Tabletă"))).await.status, 200);
    let bad = browser.post("mfa/rename", rename(json!("a\u{202e}b"))).await;
    assert_eq!((bad.refusal(), &bad.body["field"]), ((400, "invalid"), &json!("display_name")));
    assert_eq!(browser.get("mfa").await.body["factors"][0]["display_name"], "Tabletă");
    let unknown = json!({"factor_id": uuid::Uuid::nil(), "display_name": "x"});
    assert_eq!(browser.post("mfa/rename", unknown).await.refusal(), (404, "multi_factor_info_not_found"));
    test.stop().await;
}

#[tokio::test]
async fn m11_a_removed_factor_is_announced_and_the_last_one_takes_the_recovery_codes_along() {
    let test = start(|_| {}).await;
    let browser = verified(&test, ANA).await;
    let (app, codes) = add(&browser).await;
    let renewed = browser.post("mfa/recovery-codes", json!({})).await;
    let new = renewed.body["recovery_codes"][0].as_str().expect("a code").to_owned();
    let other = Browser::new(&test);
    let credential = pending(&other.sign_in(ANA, PASSWORD).await);
    let with = |code: &str| json!({"pending_credential": credential, "recovery_code": code});
    let old = other.post("mfa/sign-in/finalize", with(&codes[0])).await;
    assert_eq!(old.refusal(), (400, "invalid_verification_code"), "new codes void the old ones");
    assert_eq!(other.post("mfa/sign-in/finalize", with(&new)).await.body["recovery_codes_left"], 9);

    let removal = json!({"factor_id": app.factor});
    wait(&test, 301);
    assert_eq!(browser.post("mfa/withdraw", removal.clone()).await.refusal(), (403, "requires_recent_login"));
    assert_eq!(browser.post("mfa/recovery-codes", json!({})).await.refusal(), (403, "requires_recent_login"));
    let again = pending(&browser.post("reauth/password", json!({"password": PASSWORD})).await);
    finish(&browser, &again, &app, &app.code(&test)).await;
    assert_eq!(browser.post("mfa/withdraw", removal.clone()).await.status, 200);
    assert_eq!(browser.post("mfa/withdraw", removal).await.refusal(), (404, "multi_factor_info_not_found"));
    assert_eq!(mails(&test, MessageKind::SecondFactorRemoved).await.len(), 1);
    assert_eq!(browser.get("mfa").await.body["recovery_codes_left"], 0);
    assert_eq!(browser.post("mfa/recovery-codes", json!({})).await.refusal(), (404, "multi_factor_info_not_found"));
    assert_eq!(other.get("me").await.status, 200, "sessions stay");
    let revert = json!({"code": code(&test, MessageKind::SecondFactorAdded).await});
    assert_eq!(browser.post("oob/check", revert).await.refusal(), (400, "invalid_action_code"), "its link is void");
    assert_eq!(Browser::new(&test).sign_in(ANA, PASSWORD).await.status, 200, "the password is enough again");
    test.stop().await;
}

#[tokio::test]
async fn c08_the_mailed_link_removes_the_new_factor_and_ends_the_sessions() {
    let test = start(|_| {}).await;
    let browser = verified(&test, ANA).await;
    let (first, _) = add(&browser).await;
    wait(&test, 30);
    add(&browser).await;
    let added = mails(&test, MessageKind::SecondFactorAdded).await;
    let named = added.iter().map(|mail| mail.content.factor.clone().expect("the factor"));
    let app = FactorName { kind: FactorKind::Totp, name: "Telefon".into(), phone: None };
    assert_eq!(named.collect::<Vec<_>>(), [app.clone(), app]);
    let link = link(&test, MessageKind::SecondFactorAdded).await;
    assert_eq!(link["mode"], "revertSecondFactorAddition");
    let revert = json!({"code": link["oobCode"]});
    let owner = Browser::new(&test);
    let info = owner.post("oob/check", revert.clone()).await;
    assert_eq!((&info.body["factor"]["kind"], &info.body["email"]), (&json!("totp"), &json!(ANA)));
    let applied = owner.post("oob/apply", revert).await;
    assert_eq!((applied.status, &applied.body["kind"]), (200, &json!("revert_second_factor_addition")));
    assert_eq!(browser.get("me").await.refusal(), (401, "invalid_user_token"), "sessions have ended");
    let required = owner.sign_in(ANA, PASSWORD).await;
    let factors = required.body["factors"].as_array().expect("a list");
    assert_eq!(factors.len(), 1, "only the new factor is gone");
    assert_eq!(factors[0]["id"], first.factor.to_string());
    test.stop().await;
}

#[tokio::test]
async fn c09_the_mailed_link_works_once() {
    let test = start(|_| {}).await;
    let browser = verified(&test, ANA).await;
    add(&browser).await;
    let revert = json!({"code": code(&test, MessageKind::SecondFactorAdded).await});
    assert_eq!(browser.post("oob/apply", revert.clone()).await.status, 200);
    for call in ["oob/check", "oob/apply"] {
        let again = Browser::new(&test).post(call, revert.clone()).await;
        assert_eq!(again.refusal(), (400, "invalid_action_code"), "{call}");
    }
    test.stop().await;
}

#[tokio::test]
async fn m12_a_new_address_of_an_account_with_factors_is_confirmed_where_it_is_signed_in() {
    let test = start(|_| {}).await;
    let browser = verified(&test, ANA).await;
    add(&browser).await;
    wait(&test, 61);
    browser.post("oob/send", json!({"kind": "verify_and_change_email", "new_email": "noua@x.ro"})).await;
    let change = json!({"code": code(&test, MessageKind::VerifyAndChangeEmail).await});
    let elsewhere = Browser::new(&test).post("oob/apply", change.clone()).await;
    assert_eq!(elsewhere.refusal(), (403, "different_device"));
    assert_eq!(browser.post("oob/apply", change).await.status, 200, "the code was not used up");
    let signed_in = Browser::new(&test).sign_in("noua@x.ro", PASSWORD).await;
    assert_eq!(signed_in.status, 202, "the factor is still there");
    // The old mailbox gets the account back, but not around the factor.
    let recover = json!({"code": code(&test, MessageKind::RecoverEmail).await});
    assert_eq!(Browser::new(&test).post("oob/apply", recover).await.status, 200);
    let name = Email::parse(ANA).expect("an address");
    let account =
        test.app.store.read(move |tx| Ok(accounts::by_email(tx, &TenantId::default(), &name)?)).await.expect("read");
    assert_eq!(account.expect("an account").second_factors.enrolled.len(), 1);
    let revert = json!({"code": code(&test, MessageKind::SecondFactorAdded).await});
    assert_eq!(Browser::new(&test).post("oob/check", revert).await.status, 200, "its link still works");
    test.stop().await;
}

/// Moves the account of a browser to another address, as a thief would who knows the password. The browser stays
/// signed in only with a second factor.
async fn change_address(browser: &Browser<'_>, to: &str) {
    wait(browser.test, 61);
    let asked = browser.post("oob/send", json!({"kind": "verify_and_change_email", "new_email": to})).await;
    assert_eq!(asked.status, 200, "{}", asked.body);
    let change = json!({"code": code(browser.test, MessageKind::VerifyAndChangeEmail).await});
    assert_eq!(browser.post("oob/apply", change).await.status, 200);
}

async fn reset_password(test: &TestApp, email: &str) {
    wait(test, 61);
    let owner = Browser::new(test);
    assert_eq!(owner.send("password_reset", email).await.status, 200);
    let reset = json!({"code": code(test, MessageKind::PasswordReset).await, "new_password": "trei capre și un ied"});
    assert_eq!(owner.post("oob/reset-password", reset).await.status, 200);
}

#[tokio::test]
async fn m27_a_recovered_address_takes_back_the_factors_that_were_added_since_the_change() {
    let test = start(|_| {}).await;
    let thief = verified(&test, ANA).await;
    change_address(&thief, "hot@x.ro").await;
    assert_eq!(thief.sign_in("hot@x.ro", PASSWORD).await.status, 200);
    add(&thief).await;
    // A second change must not make the factor look older than the change that is undone.
    wait(&test, 30);
    change_address(&thief, "altul@x.ro").await;
    let recover = json!({"code": code(&test, MessageKind::RecoverEmail).await});
    assert_eq!(Browser::new(&test).post("oob/apply", recover).await.body["email"], ANA);
    reset_password(&test, ANA).await;
    let entered = Browser::new(&test).sign_in(ANA, "trei capre și un ied").await;
    assert_eq!(entered.status, 200, "no factor of the thief is asked for: {}", entered.body);
    test.stop().await;
}

#[tokio::test]
async fn m27_a_recovered_address_keeps_the_factors_from_before_the_change() {
    let test = start(|_| {}).await;
    let browser = verified(&test, ANA).await;
    let (own, _) = add(&browser).await;
    change_address(&browser, "hot@x.ro").await;
    let thief = Browser::new(&test);
    let credential = pending(&thief.sign_in("hot@x.ro", PASSWORD).await);
    assert_eq!(finish(&thief, &credential, &own, &own.code(&test)).await.status, 200);
    wait(&test, 30);
    add(&thief).await;
    let recover = json!({"code": code(&test, MessageKind::RecoverEmail).await});
    assert_eq!(Browser::new(&test).post("oob/apply", recover).await.status, 200);
    reset_password(&test, ANA).await;
    let asked = Browser::new(&test).sign_in(ANA, "trei capre și un ied").await;
    assert_eq!((asked.status, asked.body["factors"].as_array().map(Vec::len)), (202, Some(1)));
    assert_eq!(asked.body["factors"][0]["id"], own.factor.to_string());
    test.stop().await;
}

#[tokio::test]
async fn m27_the_link_that_removes_a_new_factor_also_goes_to_the_address_that_can_be_recovered() {
    let test = start(|_| {}).await;
    let thief = verified(&test, ANA).await;
    change_address(&thief, "hot@x.ro").await;
    assert_eq!(thief.sign_in("hot@x.ro", PASSWORD).await.status, 200);
    add(&thief).await;
    let added = mails(&test, MessageKind::SecondFactorAdded).await;
    let mut to: Vec<_> = added.iter().map(|mail| mail.to.as_str().to_owned()).collect();
    to.sort();
    assert_eq!(to, [ANA, "hot@x.ro"]);
    let revert = json!({"code": code(&test, MessageKind::SecondFactorAdded).await});
    assert_eq!(Browser::new(&test).post("oob/apply", revert).await.status, 200);
    assert_eq!(thief.get("me").await.refusal(), (401, "invalid_user_token"));
    assert_eq!(Browser::new(&test).sign_in("hot@x.ro", PASSWORD).await.status, 200, "the factor is gone");

    let later = verified(&test, "dan@x.ro").await;
    change_address(&later, "dan@y.ro").await;
    wait(&test, 8 * 24 * 3600);
    assert_eq!(later.sign_in("dan@y.ro", PASSWORD).await.status, 200);
    add(&later).await;
    let last = mails(&test, MessageKind::SecondFactorAdded).await.pop().expect("a mail");
    assert_eq!(last.to.as_str(), "dan@y.ro", "the change can no longer be undone");
    test.stop().await;
}
