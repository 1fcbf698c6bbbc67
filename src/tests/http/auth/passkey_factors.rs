//! Passkeys as second factors: behaviours M23 to M26.

use paragraf::config::SecondFactorPolicy;
use paragraf::domain::message::FactorName;
use paragraf::domain::second_factor::FactorKind;

use super::passkeys::{SITE, begin, enroll, sign_in, start_site};
use super::second_factors::{claims, pending, put_factor};
use super::*;
use crate::support::authenticator::Authenticator;

const ANA: &str = "ana@x.ro";
const FINALIZE: &str = "mfa/sign-in/finalize";

/// The code in the newest mail of a kind.
async fn code_in(test: &TestApp, kind: MessageKind) -> String {
    let mail = mails(test, kind).await.pop().expect("a mail");
    let link = url::Url::parse(&mail.content.link.expect("a link")).expect("an address");
    let code = link.query_pairs().find(|(name, _)| name == "oobCode").expect("a code");
    code.1.into_owned()
}

/// Signs up and verifies the address in the same browser.
async fn verified(test: &TestApp) -> Browser<'_> {
    let browser = Browser::signed_up(test, ANA).await;
    let verify = code_in(test, MessageKind::VerifyEmail).await;
    assert_eq!(browser.post("oob/apply", json!({"code": verify})).await.status, 200);
    browser
}

/// Makes a passkey that is a second factor of the browser's account.
async fn add(browser: &Browser<'_>, authenticator: &mut Authenticator) -> Answer {
    let started = browser.post("mfa/enroll/start", json!({"kind": "passkey"})).await;
    assert_eq!(started.status, 200, "{}", started.body);
    let credential = authenticator.create(&started.body["options"]);
    let transaction = &started.body["transaction"];
    let body =
        json!({"kind": "passkey", "transaction": transaction, "credential": credential, "display_name": "Cheie"});
    let added = browser.post("mfa/enroll/finalize", body).await;
    if let Some(token) = added.body["session"]["access_token"].as_str() {
        *browser.token.borrow_mut() = Some(token.to_owned());
    }
    added
}

/// The transaction and the options for a pending sign-in.
async fn ask(browser: &Browser<'_>, credential: &str) -> (Value, Value) {
    let body = json!({"pending_credential": credential, "kind": "passkey"});
    let started = browser.post("mfa/sign-in/start", body).await;
    assert_eq!(started.status, 200, "{}", started.body);
    (started.body["transaction"].clone(), started.body["options"].clone())
}

async fn finish(browser: &Browser<'_>, pending: &str, transaction: &Value, assertion: &Value) -> Answer {
    let body = json!({"pending_credential": pending, "transaction": transaction, "credential": assertion});
    browser.post(FINALIZE, body).await
}

/// Signs in with the password and then the passkey.
async fn by_both(browser: &Browser<'_>, authenticator: &mut Authenticator) -> Answer {
    let credential = pending(&browser.sign_in(ANA, PASSWORD).await);
    let (transaction, options) = ask(browser, &credential).await;
    finish(browser, &credential, &transaction, &authenticator.get(&options)).await
}

#[tokio::test]
async fn m23_any_passkey_of_the_account_answers_the_second_step() {
    let test = start_site(with_links).await;
    let ana = verified(&test).await;
    let mut authenticator = Authenticator::at(SITE);
    assert_eq!(enroll(&ana, &mut authenticator, "Laptop").await.status, 200);
    assert_eq!(Browser::new(&test).sign_in(ANA, PASSWORD).await.status, 200, "a passkey alone asks for no second step");
    let uid = ana.get("me").await.body["uid"].as_str().expect("a uid").to_owned();
    put_factor(&test, &uid).await;

    let browser = Browser::new(&test);
    let first = browser.sign_in(ANA, PASSWORD).await;
    assert_eq!(first.body["has_passkeys"], true);
    let credential = pending(&first);
    let (transaction, options) = ask(&browser, &credential).await;
    assert_eq!(options["allowCredentials"].as_array().map(Vec::len), Some(1), "{options}");
    let assertion = authenticator.get(&options);
    let signed_in = finish(&browser, &credential, &transaction, &assertion).await;
    let claims = claims(signed_in.body["access_token"].as_str().expect("a token"));
    assert_eq!(
        (&claims["sign_in_second_factor"], &claims["sign_in_provider"]),
        (&json!("passkey"), &json!("password"))
    );

    wait(&test, 61);
    let by_link = Browser::new(&test);
    by_link.send("email_sign_in", ANA).await;
    let link = json!({"email": ANA, "code": code_in(&test, MessageKind::EmailSignIn).await});
    let credential = pending(&by_link.post("sign-in/email-link", link).await);
    let (transaction, options) = ask(&by_link, &credential).await;
    assert_eq!(finish(&by_link, &credential, &transaction, &authenticator.get(&options)).await.status, 200);
    test.stop().await;
}

#[tokio::test]
async fn m24_the_answer_of_a_passkey_completes_the_sign_in_that_asked_for_it() {
    let test = start_site(|_| {}).await;
    let ana = verified(&test).await;
    let (mut authenticator, mut other) = (Authenticator::at(SITE), Authenticator::at(SITE));
    enroll(&ana, &mut authenticator, "Laptop").await;
    let uid = ana.get("me").await.body["uid"].as_str().expect("a uid").to_owned();
    put_factor(&test, &uid).await;
    let dan = Browser::signed_up(&test, "dan@x.ro").await;
    enroll(&dan, &mut other, "").await;

    let (browser, thief) = (Browser::new(&test), Browser::new(&test));
    let credential = pending(&browser.sign_in(ANA, PASSWORD).await);
    let stolen = pending(&thief.sign_in(ANA, PASSWORD).await);
    let refused = (403, "invalid_passkey");
    let (transaction, options) = ask(&browser, &credential).await;
    let assertion = authenticator.get(&options);
    assert_eq!(finish(&thief, &stolen, &transaction, &assertion).await.refusal(), refused, "of another sign-in");
    let (for_signing_in, options) = begin(&browser, "passkeys/sign-in/start").await;
    let first_factor = authenticator.get(&options);
    assert_eq!(finish(&browser, &credential, &for_signing_in, &first_factor).await.refusal(), refused);
    let as_first = json!({"transaction": transaction, "credential": assertion});
    assert_eq!(browser.post("passkeys/sign-in/finalize", as_first).await.refusal(), refused, "it is no first factor");
    assert_eq!(finish(&browser, &credential, &transaction, &assertion).await.status, 200);
    assert_eq!(
        finish(&browser, &credential, &transaction, &assertion).await.refusal(),
        (400, "invalid_multi_factor_session")
    );

    let (transaction, options) = ask(&thief, &stolen).await;
    let foreign = other.get(&json!({"challenge": options["challenge"]}));
    let refused = finish(&thief, &stolen, &transaction, &foreign).await;
    assert_eq!(refused.refusal(), (404, "passkey_credential_not_found"), "of another account");
    wait(&test, 300);
    let late = json!({"pending_credential": stolen, "kind": "passkey"});
    assert_eq!(thief.post("mfa/sign-in/start", late).await.refusal(), (400, "session_expired"));
    test.stop().await;
}

#[tokio::test]
async fn m25_a_passkey_is_the_second_factor_that_an_account_must_have() {
    let test = start_site(|config| config.accounts.second_factor = Some(SecondFactorPolicy::Mandatory)).await;
    let ana = verified(&test).await;
    let mut authenticator = Authenticator::at(SITE);
    let refused = ana.post("passkeys/enroll/start", json!({})).await;
    assert_eq!(refused.refusal(), (403, "second_factor_required"), "a way to sign in alone is not added");
    let added = add(&ana, &mut authenticator).await;
    let factor = &added.body["factor"];
    assert_eq!((added.status, &factor["kind"]), (200, &json!("passkey")), "{}", added.body);
    assert_eq!(added.body["recovery_codes"].as_array().map(Vec::len), Some(10));
    assert_eq!(ana.get("sessions").await.status, 200, "the session may do everything");
    let export = ana.get("me/export").await.body;
    assert_eq!(
        (&export["second_factors"][0]["kind"], &export["passkeys"][0]["name"]),
        (&json!("passkey"), &json!("Cheie"))
    );

    let browser = Browser::new(&test);
    let first = browser.sign_in(ANA, PASSWORD).await;
    assert_eq!((first.status, &first.body["factors"][0]["kind"]), (202, &json!("passkey")));
    assert_eq!(by_both(&browser, &mut authenticator).await.status, 200);
    assert!(browser.get("mfa").await.body["factors"][0]["last_used_at"].is_string());
    assert_eq!(sign_in(&Browser::new(&test), &mut authenticator).await.status, 200, "it signs in alone, too");
    let id = ana.get("passkeys").await.body["passkeys"][0]["id"].as_str().expect("an id").to_owned();
    let last = (409, "last_second_factor");
    assert_eq!(ana.post("mfa/withdraw", json!({"factor_id": factor["id"]})).await.refusal(), last);
    assert_eq!(ana.delete(&format!("passkeys/{id}")).await.refusal(), last);
    test.stop().await;
}

#[tokio::test]
async fn m25_the_passkey_and_the_factor_go_together() {
    let test = start_site(|_| {}).await;
    let ana = verified(&test).await;
    let mut authenticator = Authenticator::at(SITE);
    let gone = (404, "passkey_credential_not_found");
    let factor = add(&ana, &mut authenticator).await.body["factor"]["id"].clone();
    assert_eq!(ana.post("mfa/withdraw", json!({"factor_id": factor})).await.status, 200);
    assert_eq!(sign_in(&Browser::new(&test), &mut authenticator).await.refusal(), gone, "removed as factor");

    add(&ana, &mut authenticator).await;
    let id = ana.get("passkeys").await.body["passkeys"][0]["id"].as_str().expect("an id").to_owned();
    assert_eq!(ana.delete(&format!("passkeys/{id}")).await.status, 200);
    let left = ana.get("mfa").await.body;
    assert_eq!((&left["factors"], &left["recovery_codes_left"]), (&json!([]), &json!(0)), "removed as passkey");

    // Mails of the same moment have no order.
    wait(&test, 1);
    add(&ana, &mut authenticator).await;
    let mail = mails(&test, MessageKind::SecondFactorAdded).await.pop().expect("a mail");
    let named = FactorName { kind: FactorKind::Passkey, name: "Cheie".into(), phone: None };
    assert_eq!(mail.content.factor, Some(named));
    let revert = json!({"code": code_in(&test, MessageKind::SecondFactorAdded).await});
    assert_eq!(Browser::new(&test).post("oob/apply", revert).await.status, 200);
    assert_eq!(sign_in(&Browser::new(&test), &mut authenticator).await.refusal(), gone, "the mailed link removes both");
    assert_eq!(Browser::new(&test).sign_in(ANA, PASSWORD).await.status, 200);
    test.stop().await;
}

#[tokio::test]
async fn m26_after_the_recovery_of_the_address_a_passkey_is_only_a_second_factor() {
    let test = start_site(with_links).await;
    let ana = verified(&test).await;
    let mut authenticator = Authenticator::at(SITE);
    assert_eq!(add(&ana, &mut authenticator).await.status, 200);
    wait(&test, 61);
    ana.post("oob/send", json!({"kind": "verify_and_change_email", "new_email": "noua@x.ro"})).await;
    let change = json!({"code": code_in(&test, MessageKind::VerifyAndChangeEmail).await});
    assert_eq!(ana.post("oob/apply", change).await.status, 200);
    let recover = json!({"code": code_in(&test, MessageKind::RecoverEmail).await});
    assert_eq!(Browser::new(&test).post("oob/apply", recover).await.status, 200);
    let alone = sign_in(&Browser::new(&test), &mut authenticator).await;
    assert_eq!(alone.refusal(), (403, "invalid_passkey"), "somebody else may have made it");

    wait(&test, 61);
    let owner = Browser::new(&test);
    owner.send("email_sign_in", ANA).await;
    let link = json!({"email": ANA, "code": code_in(&test, MessageKind::EmailSignIn).await});
    let credential = pending(&owner.post("sign-in/email-link", link).await);
    let (transaction, options) = ask(&owner, &credential).await;
    let signed_in = finish(&owner, &credential, &transaction, &authenticator.get(&options)).await;
    assert_eq!(signed_in.status, 200, "a mail does not lead around it: {}", signed_in.body);
    assert_eq!(signed_in.body["user"]["sign_in_methods"], json!(["emailLink"]));
    let again = owner.post("reauth/passkey/start", json!({})).await;
    assert_eq!(again.refusal(), (404, "passkey_credential_not_found"));
    test.stop().await;
}
