//! Passkeys: behaviours K01 to K14, without what an attacker tries.

use data_encoding::BASE64URL_NOPAD;
use paragraf::config::CredentialHelper;
use paragraf::domain::TenantId;
use paragraf::ops::Actor;
use paragraf::ops::accounts::admin::{self, AccountName};

use super::*;
use crate::support::authenticator::Authenticator;

pub const SITE: &str = "https://p.example";

pub async fn start_site(configure: impl FnOnce(&mut Config)) -> TestApp {
    start(|config| {
        config.server.public_url = SITE.into();
        configure(config);
    })
    .await
}

/// The transaction and the options of a started ceremony.
pub async fn begin(browser: &Browser<'_>, path: &str) -> (Value, Value) {
    let started = browser.post(path, json!({})).await;
    assert_eq!(started.status, 200, "{}", started.body);
    (started.body["transaction"].clone(), started.body["options"].clone())
}

/// Makes a passkey of this name for the browser's account.
pub async fn enroll(browser: &Browser<'_>, authenticator: &mut Authenticator, name: &str) -> Answer {
    let (transaction, options) = begin(browser, "passkeys/enroll/start").await;
    let credential = authenticator.create(&options);
    let input = json!({"transaction": transaction, "credential": credential, "name": name});
    browser.post("passkeys/enroll/finalize", input).await
}

pub async fn finish(browser: &Browser<'_>, transaction: &Value, credential: &Value) -> Answer {
    let input = json!({"transaction": transaction, "credential": credential});
    browser.post("passkeys/sign-in/finalize", input).await
}

pub async fn sign_in(browser: &Browser<'_>, authenticator: &mut Authenticator) -> Answer {
    let (transaction, options) = begin(browser, "passkeys/sign-in/start").await;
    finish(browser, &transaction, &authenticator.get(&options)).await
}

/// A site with the account ana@x.ro, its browser and its passkey.
pub async fn with_passkey(test: &TestApp) -> (Browser<'_>, Authenticator) {
    let (ana, mut authenticator) = (Browser::new(test), Authenticator::at(SITE));
    assert_eq!(ana.sign_up("ana@x.ro").await.status, 200);
    let made = enroll(&ana, &mut authenticator, "Laptop").await;
    assert_eq!(made.status, 200, "{}", made.body);
    (ana, authenticator)
}

#[tokio::test]
async fn k01_a_passkey_signs_in_without_an_address() {
    let test = start_site(|_| {}).await;
    let (ana, mut authenticator) = with_passkey(&test).await;
    let uid = ana.get("me").await.body["uid"].clone();
    let browser = Browser::new(&test);
    let (transaction, options) = begin(&browser, "passkeys/sign-in/start").await;
    assert_eq!((&options["allowCredentials"], &options["userVerification"]), (&json!([]), &json!("required")));
    let signed_in = finish(&browser, &transaction, &authenticator.get(&options)).await;
    assert_eq!((signed_in.status, &signed_in.body["user"]["uid"]), (200, &uid), "{}", signed_in.body);
    assert_eq!(signed_in.body["user"]["sign_in_methods"], json!(["password", "passkey"]));
    assert_eq!(signed_in.body["is_new_user"], json!(false));
    assert!(browser.cookie("__Host-rt").is_some(), "a session like any other");
    assert_eq!(sign_in(&Browser::new(&test), &mut authenticator).await.status, 200, "the counter is stored");
    let token = signed_in.body["access_token"].as_str().expect("a token");
    let claims = BASE64URL_NOPAD.decode(token.split('.').nth(1).expect("claims").as_bytes()).expect("base64url");
    let claims: Value = serde_json::from_slice(&claims).expect("JSON");
    assert_eq!(claims["sign_in_provider"], "passkey");
    test.stop().await;
}

#[tokio::test]
async fn k02_passkeys_are_listed_named_and_removed() {
    let test = start_site(|_| {}).await;
    let (ana, mut authenticator) = with_passkey(&test).await;
    assert_eq!(enroll(&ana, &mut authenticator, "").await.body["name"], "Firefox, Linux", "by its browser");
    wait(&test, 60);
    sign_in(&Browser::new(&test), &mut authenticator).await;
    let listed = ana.get("passkeys").await.body["passkeys"].clone();
    let listed = listed.as_array().expect("passkeys");
    assert_eq!((listed.len(), &listed[0]["name"]), (2, &json!("Laptop")));
    assert_eq!(listed.iter().filter(|one| one["last_used_at"].is_string()).count(), 1, "{listed:?}");
    assert!(listed.iter().all(|one| one["credential"].is_null()), "no key");

    let path = format!("passkeys/{}", listed[0]["id"].as_str().expect("an id"));
    let renamed = ana.post(&path, json!({"name": " Telefon "})).await;
    assert_eq!((renamed.status, &renamed.body["name"]), (200, &json!("Telefon")));
    assert_eq!(ana.post(&path, json!({"name": "a\u{202e}"})).await.refusal(), (400, "invalid"));
    assert_eq!(ana.post("passkeys/x", json!({"name": "a"})).await.refusal(), (404, "passkey_credential_not_found"));

    let export = ana.get("me/export").await.body;
    assert_eq!(
        (export["passkeys"].as_array().map(Vec::len), &export["passkeys"][0]["name"]),
        (Some(2), &json!("Telefon"))
    );
    assert_eq!(ana.delete(&path).await.status, 200);
    assert_eq!(ana.delete(&path).await.refusal(), (404, "passkey_credential_not_found"));
    assert_eq!(ana.get("passkeys").await.body["passkeys"].as_array().map(Vec::len), Some(1));
    for (kind, count) in [(MessageKind::PasskeyAdded, 2), (MessageKind::PasskeyRemoved, 1)] {
        assert_eq!(mails(&test, kind).await.len(), count, "{kind}: the owner is notified");
    }
    let activity = ana.get("activity").await.body["activity"].to_string();
    assert!(activity.contains("passkey_add") && activity.contains("passkey_remove"), "{activity}");
    test.stop().await;
}

#[tokio::test]
async fn k03_making_and_removing_a_passkey_require_a_recent_sign_in() {
    let test = start_site(|_| {}).await;
    let (ana, mut authenticator) = with_passkey(&test).await;
    let id = ana.get("passkeys").await.body["passkeys"][0]["id"].as_str().expect("an id").to_owned();
    let (transaction, options) = begin(&ana, "passkeys/enroll/start").await;
    wait(&test, 4 * 60 + 59);
    let late = json!({"transaction": transaction, "credential": authenticator.create(&options), "name": "Late"});
    assert_eq!(ana.post("passkeys/enroll/finalize", late).await.status, 200, "it began with a recent sign-in");
    wait(&test, 2);
    let refused = (403, "requires_recent_login");
    assert_eq!(ana.post("passkeys/enroll/start", json!({})).await.refusal(), refused);
    assert_eq!(ana.delete(&format!("passkeys/{id}")).await.refusal(), refused);

    let (transaction, options) = begin(&ana, "reauth/passkey/start").await;
    assert_eq!(options["allowCredentials"].as_array().map(Vec::len), Some(2));
    let input = json!({"transaction": transaction, "credential": authenticator.get(&options)});
    assert_eq!(ana.post("reauth/passkey", input.clone()).await.status, 200);
    assert_eq!(ana.post("reauth/passkey", input).await.refusal(), (403, "invalid_passkey"), "once");
    assert_eq!(ana.delete(&format!("passkeys/{id}")).await.status, 200);
    test.stop().await;
}

#[tokio::test]
async fn k04_the_last_way_to_sign_in_stays() {
    let test = start_site(|config| config.accounts.sign_in_methods = vec![EmailMethod::Password]).await;
    let (ana, mut authenticator) = with_passkey(&test).await;
    let write = test.app.store.write(|tx| {
        use paragraf::store::accounts;
        let email = paragraf::domain::email::Email::parse("ana@x.ro").expect("an address");
        let before = accounts::by_email(tx, &TenantId::default(), &email)?.expect("the account");
        let mut account = before.clone();
        account.password_hash = None;
        Ok(accounts::put(tx, Some(&before), &account)?)
    });
    write.await.expect("the password is gone");
    let id = ana.get("passkeys").await.body["passkeys"][0]["id"].as_str().expect("an id").to_owned();
    assert_eq!(ana.delete(&format!("passkeys/{id}")).await.refusal(), (409, "last_sign_in_method"));
    let methods = ana.post("methods", json!({"email": "ana@x.ro"})).await;
    assert_eq!(methods.body["methods"], json!(["passkey"]));
    enroll(&ana, &mut authenticator, "Second").await;
    assert_eq!(ana.delete(&format!("passkeys/{id}")).await.status, 200);
    test.stop().await;
}

#[tokio::test]
async fn k05_an_account_has_at_most_ten_passkeys_and_each_only_once() {
    let test = start_site(|_| {}).await;
    let (ana, mut authenticator) = with_passkey(&test).await;
    for place in 2..=10 {
        assert_eq!(enroll(&ana, &mut authenticator, &place.to_string()).await.status, 200);
    }
    assert_eq!(ana.post("passkeys/enroll/start", json!({})).await.refusal(), (409, "too_many_passkeys"));

    let bo = Browser::signed_up(&test, "bo@x.ro").await;
    let (first, options) = begin(&bo, "passkeys/enroll/start").await;
    let (second, _) = begin(&bo, "passkeys/enroll/start").await;
    let credential = Authenticator::at(SITE).create(&options);
    let input = |transaction: &Value| json!({"transaction": transaction, "credential": credential});
    let refused = (403, "invalid_passkey");
    assert_eq!(bo.post("passkeys/enroll/finalize", input(&second)).await.refusal(), refused, "another challenge");
    assert_eq!(bo.post("passkeys/enroll/finalize", input(&first)).await.status, 200);
    assert_eq!(bo.post("passkeys/enroll/finalize", input(&first)).await.refusal(), refused, "once");

    let eve = Browser::signed_up(&test, "eve@x.ro").await;
    for (browser, wanted) in [(&bo, (200, "")), (&eve, (409, "credential_already_in_use"))] {
        let (transaction, options) = begin(browser, "passkeys/enroll/start").await;
        let credential = Authenticator::at(SITE).create_as([7; 32], &options);
        let input = json!({"transaction": transaction, "credential": credential});
        assert_eq!(browser.post("passkeys/enroll/finalize", input).await.refusal(), wanted);
    }
    test.stop().await;
}

#[tokio::test]
async fn k06_the_authenticator_learns_a_random_name_of_the_account_and_its_passkeys() {
    let test = start_site(|_| {}).await;
    let (ana, _) = with_passkey(&test).await;
    let uid = ana.get("me").await.body["uid"].as_str().expect("a uid").to_owned();
    let (_, options) = begin(&ana, "passkeys/enroll/start").await;
    let handle = options["user"]["id"].as_str().expect("a handle");
    assert_eq!(handle.len(), 43, "32 bytes");
    assert!(!options.to_string().contains(&uid));
    assert_eq!(begin(&ana, "passkeys/enroll/start").await.1["user"]["id"], options["user"]["id"], "the same each time");
    assert_eq!(options["excludeCredentials"].as_array().map(Vec::len), Some(1));
    assert_eq!((&options["rp"]["id"], &options["user"]["name"]), (&json!("p.example"), &json!("ana@x.ro")));
    test.stop().await;
}

#[tokio::test]
async fn k11_a_disabled_account_refuses_its_passkey_and_a_deleted_one_forgets_it() {
    let test = start_site(|_| {}).await;
    let (_, mut authenticator) = with_passkey(&test).await;
    let name: AccountName = "ana@x.ro".parse().expect("an address");
    let operator = Actor::Operator { uid: 1000 };
    let shown = admin::show(&test.app, &operator, name.clone()).await.expect("the account");
    assert_eq!((shown.passkeys.len(), shown.passkeys[0].name.as_str()), (1, "Laptop"));
    admin::set_disabled(&test.app, &operator, name.clone(), true).await.expect("disabled");
    assert_eq!(sign_in(&Browser::new(&test), &mut authenticator).await.refusal(), (403, "user_disabled"));
    admin::set_disabled(&test.app, &operator, name, false).await.expect("enabled");
    let browser = Browser::new(&test);
    assert_eq!(sign_in(&browser, &mut authenticator).await.status, 200);
    assert_eq!(browser.delete("me").await.status, 200);
    let gone = (404, "passkey_credential_not_found");
    assert_eq!(sign_in(&Browser::new(&test), &mut authenticator).await.refusal(), gone);
    test.stop().await;
}

#[tokio::test]
async fn k13_a_guest_makes_no_passkey_and_becomes_no_existing_account() {
    let test = start_site(|config| config.accounts.guests = true).await;
    let (_, mut authenticator) = with_passkey(&test).await;
    let guest = Browser::new(&test);
    guest.post("sign-in/anonymous", json!({})).await;
    assert_eq!(guest.post("passkeys/enroll/start", json!({})).await.refusal(), (403, "operation_not_allowed"));
    let (transaction, options) = begin(&guest, "passkeys/sign-in/start").await;
    let assertion = authenticator.get(&options);
    assert_eq!(finish(&guest, &transaction, &assertion).await.refusal(), (409, "merge_conflict"));
    *guest.token.borrow_mut() = None;
    assert_eq!(finish(&guest, &transaction, &assertion).await.status, 200, "nothing was used up");
    test.stop().await;
}

#[tokio::test]
async fn k14_passkeys_are_offered_only_where_browsers_have_them() {
    let offered = async |test: &TestApp| {
        let config = Browser::new(test).get("config").await.body;
        let options = config["sign_in_options"].as_array().expect("options").clone();
        (options.iter().any(|option| option["provider"] == "passkey"), config["credential_helper"].clone())
    };
    let with_helper = |config: &mut Config| config.accounts.credential_helper = CredentialHelper::Passkey;
    let test = start_site(with_helper).await;
    assert_eq!(offered(&test).await, (true, json!("passkey")));
    test.stop().await;
    let test = start(with_helper).await;
    assert_eq!(offered(&test).await, (false, json!("none")), "an IP address");
    test.stop().await;
    let test = start_site(|config| config.accounts.passkeys = false).await;
    assert_eq!(offered(&test).await, (false, json!("none")));
    let refused = Browser::new(&test).post("passkeys/sign-in/start", json!({})).await;
    assert_eq!(refused.refusal(), (403, "operation_not_allowed"));
    test.stop().await;
}
