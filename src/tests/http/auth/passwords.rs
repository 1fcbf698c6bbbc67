//! Addresses and passwords: behaviours E01 to E09, E11 and P01 to P18.

use futures_util::future::join_all;
use paragraf::app::App;
use paragraf::config::{EmailMethod, SecurityProfile};
use paragraf::domain::email::Email;
use paragraf::domain::{TenantId, Uid};
use paragraf::identity::password_hashing::PasswordHasher;
use paragraf::store::accounts::{self, AccountRecord};
use paragraf::store::outbox::MessageKind;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::{Browser, CHROME, PASSWORD, code, mails, start, wait, with_links};
use crate::support::app::{TestApp, without_nulls};

async fn account(test: &TestApp, email: &str) -> Option<AccountRecord> {
    let email = Email::parse(email).expect("an address");
    test.app.store.read(move |tx| Ok(accounts::by_email(tx, &TenantId::default(), &email)?)).await.expect("the store")
}

async fn methods(browser: &Browser<'_>, email: &str) -> Value {
    browser.post("methods", json!({"email": email})).await.body["methods"].clone()
}

#[tokio::test]
async fn e01_e02_malformed_addresses_are_refused() {
    let test = start(with_links).await;
    let browser = Browser::new(&test);
    for bad in ["", "a@b", "ana", "ana@x.ro\r\nBcc: y@z.ro"] {
        for path in ["methods", "sign-in/password", "sign-up"] {
            let body = json!({"email": bad, "password": PASSWORD, "display_name": "Ana"});
            let answer = browser.post(path, body).await;
            assert_eq!((answer.refusal(), &answer.body["field"]), ((400, "invalid_email"), &json!("email")), "{path}");
        }
        assert_eq!(browser.send("password_reset", bad).await.refusal(), (400, "invalid_email"), "{bad}");
        wait(&test, 60);
    }
    test.stop().await;
}

#[tokio::test]
async fn e03_e04_e07_e09_the_methods_of_an_address_are_those_of_its_account() {
    let test = start(with_links).await;
    let browser = Browser::new(&test);
    assert_eq!(methods(&browser, "ana@x.ro").await, json!([]));
    browser.sign_up("ana@x.ro").await;
    assert_eq!(methods(&browser, " ANA@x.ro ").await, json!(["password"]));
    assert_eq!(browser.send("email_sign_in", "ioana@x.ro").await.status, 200);
    assert!(account(&test, "ioana@x.ro").await.is_none(), "requesting a link creates no account");
    let body = json!({"email": "ioana@x.ro", "code": code(&test, MessageKind::EmailSignIn).await});
    assert_eq!(browser.post("sign-in/email-link", body).await.body["is_new_user"], true);
    assert_eq!(methods(&browser, "ioana@x.ro").await, json!(["emailLink"]));
    test.stop().await;
}

#[tokio::test]
async fn e11_from_the_fifth_look_up_on_a_network_proves_work() {
    let test = start(|_| {}).await;
    let browser = Browser::signed_up(&test, "ana@x.ro").await;
    for _ in 0..4 {
        assert_eq!(methods(&browser, "ana@x.ro").await, json!(["password"]));
    }
    let ask =
        async |proof: Value| browser.post("methods", without_nulls(json!({"email": "ana@x.ro", "proof": proof}))).await;
    let fifth = ask(Value::Null).await;
    assert_eq!((fifth.refusal(), &fifth.body["methods"]), ((429, "proof_required"), &Value::Null));
    let challenge = fifth.body["proof"].clone();
    let proof = |nonce: u64| {
        json!({
            "salt": challenge["salt"], "expires_at": challenge["expires_at"],
            "signature": challenge["signature"], "nonce": nonce,
        })
    };
    let digest = |nonce: u64| Sha256::digest(format!("{}:{nonce}", challenge["salt"].as_str().expect("a salt")));
    let bits = |nonce: u64| u32::from_be_bytes(digest(nonce)[..4].try_into().expect("four bytes")).leading_zeros();
    let wanted = u32::try_from(challenge["target_bits"].as_u64().expect("bits")).expect("few");
    let nonce = (0..).find(|nonce| bits(*nonce) >= wanted).expect("a solution");
    assert_eq!(ask(proof(nonce + 1)).await.refusal(), (429, "proof_required"), "no work");
    assert_eq!(ask(proof(nonce)).await.body["methods"], json!(["password"]));
    assert_eq!(ask(proof(nonce)).await.refusal(), (429, "proof_required"), "a proof works once");
    wait(&test, 60);
    assert_eq!(methods(&browser, "ana@x.ro").await, json!(["password"]));
    test.stop().await;
}

#[tokio::test]
async fn p12_an_account_without_a_method_answers_none_and_is_recovered_by_mail() {
    let test = start(|_| {}).await;
    let browser = Browser::signed_up(&test, "ana@x.ro").await;
    let before = account(&test, "ana@x.ro").await.expect("an account");
    let write = test.app.store.write(move |tx| {
        let after = AccountRecord { password_hash: None, email_link: false, ..before.clone() };
        Ok(accounts::put(tx, Some(&before), &after)?)
    });
    write.await.expect("the account is stored");
    for (email, recoverable) in [("ana@x.ro", true), ("ion@x.ro", false)] {
        let found = browser.post("methods", json!({"email": email})).await.body;
        assert_eq!(found, json!({"methods": [], "recoverable": recoverable}), "{email}");
    }
    let taken = Browser::new(&test).sign_up("ana@x.ro").await;
    assert_eq!(taken.refusal(), (409, "email_already_in_use"));
    wait(&test, 61);
    assert_eq!(browser.send("password_reset", "ana@x.ro").await.status, 200);
    let code = code(&test, MessageKind::PasswordReset).await;
    let reset = json!({"code": code, "new_password": "trei capre și un ied"});
    assert_eq!(browser.post("oob/reset-password", reset).await.status, 200);
    assert_eq!(Browser::new(&test).sign_in("ana@x.ro", "trei capre și un ied").await.status, 200);
    assert_eq!(methods(&browser, "ana@x.ro").await, json!(["password"]));
    test.stop().await;
}

#[tokio::test]
async fn e05_methods_that_are_not_offered_are_refused() {
    let test = start(|_| {}).await;
    let browser = Browser::new(&test);
    assert_eq!(browser.send("email_sign_in", "ana@x.ro").await.refusal(), (403, "operation_not_allowed"));
    let body = json!({"email": "ana@x.ro", "code": "x"});
    assert_eq!(browser.post("sign-in/email-link", body).await.refusal(), (403, "operation_not_allowed"));
    test.stop().await;
    let test = start(|config| config.accounts.sign_in_methods = vec![EmailMethod::EmailLink]).await;
    let browser = Browser::new(&test);
    assert_eq!(browser.sign_up("ana@x.ro").await.refusal(), (403, "operation_not_allowed"));
    assert_eq!(browser.sign_in("ana@x.ro", PASSWORD).await.refusal(), (403, "operation_not_allowed"));
    assert_eq!(browser.send("password_reset", "ana@x.ro").await.refusal(), (403, "operation_not_allowed"));
    let config = browser.get("config").await.body;
    assert_eq!(config["sign_in_options"][0]["sign_in_method"], "emailLink");
    test.stop().await;
}

#[tokio::test]
async fn e08_a_closed_sign_up_creates_no_account() {
    let configure = |config: &mut paragraf::config::Config| {
        with_links(config);
        config.accounts.sign_up = false;
        config.accounts.admin_email = "admin@x.ro".into();
    };
    let test = start(configure).await;
    let browser = Browser::new(&test);
    let config = browser.get("config").await.body;
    assert_eq!(config["admin_restricted_operation"], json!({"status": true, "admin_email": "admin@x.ro"}));
    assert_eq!(browser.sign_up("ana@x.ro").await.refusal(), (403, "admin_restricted_operation"));
    assert_eq!(browser.send("email_sign_in", "ana@x.ro").await.refusal(), (403, "admin_restricted_operation"));
    assert!(account(&test, "ana@x.ro").await.is_none());
    test.stop().await;
}

#[tokio::test]
async fn p01_p08_a_new_account_is_signed_in_and_signs_in_again() {
    let test = start(|_| {}).await;
    let browser = Browser::new(&test);
    let body = json!({"email": "Ana@x.ro", "password": PASSWORD, "display_name": " Ana ", "lang": "ro"});
    let made = browser.post("sign-up", body).await;
    assert_eq!((made.status, &made.body["is_new_user"]), (200, &json!(true)));
    let user = &made.body["user"];
    assert!(Uid::parse(user["uid"].as_str().expect("a uid")).is_some());
    assert_eq!((&user["display_name"], &user["email_verified"]), (&json!("Ana"), &json!(false)));
    assert_eq!((&made.body["expires_in"], &user["role"]), (&json!(900), &json!("reader")));
    assert_eq!(mails(&test, MessageKind::VerifyEmail).await.len(), 1, "the balanced profile asks for verification");
    let other = Browser::new(&test);
    let again = other.sign_in("ana@X.ro", PASSWORD).await;
    assert_eq!((again.status, &again.body["is_new_user"]), (200, &json!(false)));
    assert_eq!(other.get("me").await.body["uid"], user["uid"]);
    assert_eq!(mails(&test, MessageKind::NewDevice).await.len(), 0, "the device is known");
    other.agent.set(CHROME);
    other.sign_in("ana@x.ro", PASSWORD).await;
    let sent = mails(&test, MessageKind::NewDevice).await;
    assert_eq!(sent[0].content.device.as_deref(), Some("Chrome, Windows"));
    other.sign_in("ana@x.ro", PASSWORD).await;
    assert_eq!(mails(&test, MessageKind::NewDevice).await.len(), 1);
    test.stop().await;
}

#[tokio::test]
async fn p02_p03_p07_failures_are_distinguished_and_disabled_shows_only_with_the_password() {
    let test = start(|_| {}).await;
    let browser = Browser::signed_up(&test, "ana@x.ro").await;
    assert_eq!(browser.sign_in("ana@x.ro", "wrong").await.refusal(), (401, "wrong_password"));
    assert_eq!(browser.sign_in("bogdan@x.ro", PASSWORD).await.refusal(), (404, "user_not_found"));
    assert_eq!(browser.sign_in("ana@x.ro", "").await.refusal(), (400, "missing_password"));
    let before = account(&test, "ana@x.ro").await.expect("an account");
    let write = test
        .app
        .store
        .write(move |tx| Ok(accounts::put(tx, Some(&before), &AccountRecord { disabled: true, ..before.clone() })?));
    write.await.expect("disabled");
    assert_eq!(browser.sign_in("ana@x.ro", "wrong").await.refusal(), (401, "wrong_password"));
    assert_eq!(browser.sign_in("ana@x.ro", PASSWORD).await.refusal(), (403, "user_disabled"));
    assert_eq!(browser.get("me").await.refusal(), (403, "user_disabled"));
    assert_eq!(browser.post("token", json!({})).await.refusal(), (403, "user_disabled"));
    test.stop().await;
}

#[tokio::test]
async fn p04_wrong_passwords_cost_growing_waits_until_a_success() {
    let test = start(|_| {}).await;
    let browser = Browser::signed_up(&test, "ana@x.ro").await;
    for _ in 0..5 {
        assert_eq!(browser.sign_in("ana@x.ro", "wrong").await.refusal(), (401, "wrong_password"));
    }
    let refused = browser.sign_in("ana@x.ro", PASSWORD).await;
    assert_eq!((refused.refusal(), refused.retry_after()), ((429, "too_many_requests"), Some(30)));
    wait(&test, 30);
    assert_eq!(browser.sign_in("ana@x.ro", "wrong").await.refusal(), (401, "wrong_password"));
    assert_eq!(browser.sign_in("ana@x.ro", PASSWORD).await.retry_after(), Some(60));
    wait(&test, 60);
    assert_eq!(browser.sign_in("ana@x.ro", PASSWORD).await.status, 200);
    assert_eq!(browser.sign_in("ana@x.ro", "wrong").await.status, 401, "a success clears the failures");
    assert_eq!(browser.sign_in("ana@x.ro", PASSWORD).await.status, 200);
    test.stop().await;
}

#[tokio::test]
async fn p04_simultaneous_wrong_passwords_are_all_counted() {
    let test = start(|_| {}).await;
    let browser = Browser::signed_up(&test, "ana@x.ro").await;
    let guesses = join_all((0..40).map(|_| browser.sign_in("ana@x.ro", "wrong"))).await;
    let tried = guesses.iter().filter(|answer| answer.status == 401).count();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    assert!((5..5 + (cores / 2).max(1)).contains(&tried), "{tried}");
    assert!(guesses.iter().all(|answer| matches!(answer.status, 401 | 429)));
    test.stop().await;
}

#[tokio::test]
async fn p09_a_name_is_required_only_if_configured() {
    let test = start(|_| {}).await;
    let browser = Browser::new(&test);
    for name in [json!("  "), json!(null)] {
        let body = json!({"email": "ana@x.ro", "password": PASSWORD, "display_name": name});
        let answer = browser.post("sign-up", body).await;
        assert_eq!((answer.refusal(), &answer.body["field"]), ((400, "invalid"), &json!("display_name")));
    }
    test.stop().await;
    let test = start(|config| config.accounts.require_display_name = false).await;
    let body = json!({"email": "ana@x.ro", "password": PASSWORD});
    assert_eq!(Browser::new(&test).post("sign-up", body).await.status, 200);
    test.stop().await;
}

#[tokio::test]
async fn p10_weak_passwords_are_refused() {
    let test = start(|config| config.accounts.security_profile = SecurityProfile::Seed).await;
    let browser = Browser::new(&test);
    for (weak, code) in [
        ("ab3de", "weak_password"),
        ("ab cd ef gh ".repeat(22).as_str(), "password_too_long"),
        ("parola1", "common_password"),
        ("1qaz2wsx", "common_password"),
        ("ana.popescu1", "personal_password"),
        ("ana.popescu@x.ro", "personal_password"),
    ] {
        let body = json!({"email": "ana.popescu@x.ro", "password": weak, "display_name": "Ana"});
        let answer = browser.post("sign-up", body).await;
        assert_eq!((answer.refusal(), &answer.body["field"]), ((400, code), &json!("password")), "{weak}");
    }
    let settings = browser.get("config").await.body;
    assert_eq!((&settings["password_min"], &settings["mail_pause_secs"]), (&json!(6), &json!(60)));
    assert!(account(&test, "ana.popescu@x.ro").await.is_none());
    test.stop().await;
}

#[tokio::test]
async fn p11_of_simultaneous_sign_ups_one_succeeds() {
    let test = start(|_| {}).await;
    let browser = Browser::new(&test);
    let answers = join_all((0..12).map(|_| browser.sign_up("ana@x.ro"))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
    let refused = answers.iter().filter(|answer| answer.refusal() == (409, "email_already_in_use"));
    assert_eq!(refused.count(), 11);
    assert_eq!(browser.sign_up("ANA@x.ro").await.refusal(), (409, "email_already_in_use"));
    test.stop().await;
}

#[tokio::test]
async fn p13_sign_ups_are_limited_by_network() {
    let test = TestApp::start_with(vec![], |config| config.accounts.sign_up_per_hour = 2, |_| {}).await;
    let browser = Browser::new(&test);
    for name in ["a", "b"] {
        assert_eq!(browser.sign_up(&format!("{name}@x.ro")).await.status, 200);
    }
    let refused = browser.sign_up("c@x.ro").await;
    assert_eq!((refused.refusal(), refused.retry_after()), ((429, "too_many_requests"), Some(1800)));
    wait(&test, 1800);
    assert_eq!(browser.sign_up("c@x.ro").await.status, 200);
    test.stop().await;
}

#[tokio::test]
async fn p15_a_name_is_stored_as_typed() {
    let test = start(|_| {}).await;
    let browser = Browser::signed_up(&test, "ana@x.ro").await;
    let changed = browser.post("me", json!({"display_name": " <b>O'Neil</b> ", "language": "en"})).await;
    assert_eq!(changed.body["user"]["display_name"], "<b>O'Neil</b>");
    assert_eq!(browser.get("me").await.body["language"], "en");
    assert_eq!(account(&test, "ana@x.ro").await.expect("an account").display_name, "<b>O'Neil</b>");
    test.stop().await;
}

#[tokio::test]
async fn p16_p17_password_resets_are_mailed_only_to_accounts() {
    let test = start(|_| {}).await;
    let browser = Browser::signed_up(&test, "ana@x.ro").await;
    assert_eq!(browser.send("password_reset", "bogdan@x.ro").await.refusal(), (404, "user_not_found"));
    let limited = browser.send("password_reset", "ana@x.ro").await;
    assert_eq!((limited.refusal(), limited.retry_after()), ((429, "too_many_requests"), Some(60)), "one was just sent");
    wait(&test, 60);
    assert_eq!(browser.send("password_reset", "ana@x.ro").await.body, json!({"email": "ana@x.ro"}));
    let link = super::link(&test, MessageKind::PasswordReset).await;
    assert_eq!((link["mode"].as_str(), link["lang"].as_str()), ("resetPassword", "ro"));
    let mail = &mails(&test, MessageKind::PasswordReset).await[0];
    assert_eq!((mail.content.valid_minutes, mail.content.display_name.as_deref()), (Some(30), Some("Ana")));
    test.stop().await;
}

#[tokio::test]
async fn p18_the_store_holds_hashes_only() {
    let as_served = |app: &mut App| app.identity.hasher = PasswordHasher::default();
    let test = TestApp::start_with(vec![], with_links, as_served).await;
    let browser = Browser::signed_up(&test, "ana@x.ro").await;
    wait(&test, 60);
    browser.send("password_reset", "ana@x.ro").await;
    let secret = code(&test, MessageKind::PasswordReset).await;
    let hash = account(&test, "ana@x.ro").await.expect("an account").password_hash.expect("a hash");
    assert!(hash.starts_with("$argon2id$v=19$m=47104,t=1,p=1$"), "{hash}");
    let refresh = browser.cookie("__Host-rt").expect("a cookie");
    let tables = test.app.store.read(move |tx| {
        let mut text = String::new();
        accounts::each(tx, &mut |record| {
            text += &format!("{record:?}");
            std::ops::ControlFlow::Continue(())
        })?;
        paragraf::store::sessions::each(tx, &mut |record| {
            text += &format!("{record:?}");
            std::ops::ControlFlow::Continue(())
        })?;
        paragraf::store::action_codes::each(tx, &mut |record| {
            text += &format!("{record:?}");
            std::ops::ControlFlow::Continue(())
        })?;
        Ok(text)
    });
    let tables = tables.await.expect("the tables");
    for secret in [PASSWORD, &secret, refresh.rsplit('.').next().expect("a secret")] {
        assert!(tables.contains("argon2id") && !tables.contains(secret), "{secret}");
    }
    test.stop().await;
}
