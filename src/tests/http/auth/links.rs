//! Sign-in links: behaviours L01 to L11, and continue URLs (W13).

use data_encoding::BASE64URL_NOPAD;
use paragraf::config::Config;
use paragraf::store::outbox::MessageKind;
use serde_json::json;

use super::{Browser, PASSWORD, code, link, mails, start, wait, with_links};

#[tokio::test]
async fn l01_a_link_signs_in_the_browser_that_requested_it_once() {
    let test = start(with_links).await;
    let browser = Browser::new(&test);
    let sent = browser.send("email_sign_in", "Ana@x.ro").await;
    let cookie = sent.set_cookies()[0];
    assert!(cookie.starts_with("__Host-eml=") && cookie.contains("; Path=/; HttpOnly; SameSite=Lax; Secure"));
    assert!(cookie.ends_with("; Max-Age=3600"), "{cookie}");
    let link = link(&test, MessageKind::EmailSignIn).await;
    assert_eq!((link["mode"].as_str(), link["ui_sd"].as_str(), link["ui_sid"].len()), ("signIn", "0", 32));
    let device = browser.post("oob/device", json!({"ui_sid": link["ui_sid"]})).await;
    assert_eq!(device.body, json!({"same_device": true, "email": "Ana@x.ro"}));
    let check = browser.post("oob/check", json!({"code": link["oobCode"]})).await;
    assert_eq!(check.body, json!({"kind": "email_sign_in"}), "the address is not revealed");
    let body = json!({"email": "ana@x.ro", "code": link["oobCode"], "lang": "ro"});
    let signed_in = browser.post("sign-in/email-link", body.clone()).await;
    assert_eq!((signed_in.status, &signed_in.body["user"]["email_verified"]), (200, &json!(true)));
    assert!(browser.cookie("__Host-eml").is_none() && browser.cookie("__Host-rt").is_some());
    assert_eq!(browser.post("sign-in/email-link", body).await.refusal(), (400, "invalid_action_code"));
    test.stop().await;
}

#[tokio::test]
async fn l02_l03_another_browser_must_give_the_address() {
    let test = start(with_links).await;
    Browser::new(&test).send("email_sign_in", "ana@x.ro").await;
    let link = link(&test, MessageKind::EmailSignIn).await;
    let other = Browser::new(&test);
    let device = other.post("oob/device", json!({"ui_sid": link["ui_sid"]})).await;
    assert_eq!(device.body, json!({"same_device": false}));
    let try_as =
        async |email: &str| other.post("sign-in/email-link", json!({"email": email, "code": link["oobCode"]})).await;
    assert_eq!(try_as("bogdan@x.ro").await.refusal(), (400, "invalid_email"));
    assert_eq!(try_as("ANA@x.ro").await.status, 200);
    test.stop().await;
}

#[tokio::test]
async fn l03_the_fifth_wrong_address_voids_the_code() {
    let test = start(with_links).await;
    let browser = Browser::new(&test);
    browser.send("email_sign_in", "ana@x.ro").await;
    let code = code(&test, MessageKind::EmailSignIn).await;
    for _ in 0..5 {
        let body = json!({"email": "bogdan@x.ro", "code": code});
        assert_eq!(browser.post("sign-in/email-link", body).await.refusal(), (400, "invalid_email"));
    }
    let body = json!({"email": "ana@x.ro", "code": code});
    assert_eq!(browser.post("sign-in/email-link", body).await.refusal(), (400, "invalid_action_code"));
    test.stop().await;
}

#[tokio::test]
async fn l04_links_can_be_restricted_to_the_browser_that_requested_them() {
    let configure = |config: &mut Config| {
        with_links(config);
        config.accounts.force_same_device = true;
    };
    let test = start(configure).await;
    let (own, other) = (Browser::new(&test), Browser::new(&test));
    own.send("email_sign_in", "ana@x.ro").await;
    let link = link(&test, MessageKind::EmailSignIn).await;
    assert_eq!(link["ui_sd"], "1");
    let body = json!({"email": "ana@x.ro", "code": link["oobCode"], "ui_sid": link["ui_sid"]});
    let refused = (403, "different_device");
    assert_eq!(other.post("sign-in/email-link", body.clone()).await.refusal(), refused, "it has no cookie");
    wait(&test, 60);
    other.send("email_sign_in", "eva@x.ro").await;
    assert_eq!(
        other.post("sign-in/email-link", body.clone()).await.refusal(),
        refused,
        "its cookie belongs to another link"
    );
    let stateless = json!({"email": "ana@x.ro", "code": link["oobCode"]});
    assert_eq!(own.post("sign-in/email-link", stateless).await.refusal(), refused);
    let mut other_email = body.clone();
    other_email["email"] = json!("eva@x.ro");
    assert_eq!(own.post("sign-in/email-link", other_email).await.refusal(), refused);
    assert_eq!(own.post("sign-in/email-link", body).await.status, 200, "the code stayed valid");
    test.stop().await;
}

#[tokio::test]
async fn l04_a_page_may_ask_for_a_link_that_only_this_browser_opens() {
    let test = start(with_links).await;
    let browser = Browser::new(&test);
    for (email, same_device, mark) in [("ana@x.ro", true, "1"), ("eva@x.ro", false, "0")] {
        let body = json!({"kind": "email_sign_in", "email": email, "force_same_device": same_device});
        wait(&test, 1);
        assert_eq!(browser.post("oob/send", body).await.status, 200);
        let link = link(&test, MessageKind::EmailSignIn).await;
        assert_eq!(link["ui_sd"], mark);
        // Whatever the link says, the server knows what was asked for.
        let elsewhere = Browser::new(&test);
        let entered = elsewhere.post("sign-in/email-link", json!({"email": email, "code": link["oobCode"]}));
        let expected = if same_device { (403, "different_device") } else { (200, "") };
        assert_eq!(entered.await.refusal(), expected);
    }
    test.stop().await;
}

#[tokio::test]
async fn l05_a_newer_link_voids_the_older_one() {
    let test = start(with_links).await;
    let browser = Browser::new(&test);
    browser.send("email_sign_in", "ana@x.ro").await;
    let first = code(&test, MessageKind::EmailSignIn).await;
    assert_eq!(browser.send("email_sign_in", "ana@x.ro").await.retry_after(), Some(60));
    wait(&test, 60);
    browser.send("email_sign_in", "ana@x.ro").await;
    let second = code(&test, MessageKind::EmailSignIn).await;
    let enter = async |code: &str| browser.post("sign-in/email-link", json!({"email": "ana@x.ro", "code": code})).await;
    assert_eq!(enter(&first).await.refusal(), (400, "invalid_action_code"));
    assert_eq!(enter(&second).await.status, 200);
    test.stop().await;
}

#[tokio::test]
async fn l06_l07_a_link_expires_before_its_cookie() {
    let test = start(with_links).await;
    let browser = Browser::new(&test);
    browser.send("email_sign_in", "ana@x.ro").await;
    let link = link(&test, MessageKind::EmailSignIn).await;
    let device =
        async || browser.post("oob/device", json!({"ui_sid": link["ui_sid"]})).await.body["same_device"].clone();
    wait(&test, 599);
    assert_eq!(browser.post("oob/check", json!({"code": link["oobCode"]})).await.status, 200);
    wait(&test, 1);
    assert_eq!(
        browser.post("oob/check", json!({"code": link["oobCode"]})).await.refusal(),
        (400, "expired_action_code")
    );
    let body = json!({"email": "ana@x.ro", "code": link["oobCode"]});
    assert_eq!(browser.post("sign-in/email-link", body).await.refusal(), (400, "expired_action_code"));
    wait(&test, 2999);
    assert_eq!(device().await, true);
    wait(&test, 1);
    assert_eq!(device().await, false);
    test.stop().await;
}

#[tokio::test]
async fn l08_l11_the_cookie_opens_only_unchanged_and_with_the_state_of_its_link() {
    let test = start(with_links).await;
    let browser = Browser::new(&test);
    browser.send("email_sign_in", "ana@x.ro").await;
    let sealed = browser.cookie("__Host-eml").expect("a cookie");
    let state = link(&test, MessageKind::EmailSignIn).await["ui_sid"].clone();
    assert!(state.len() == 32 && state.bytes().all(|byte| byte.is_ascii_alphanumeric()), "{state}");
    let bytes = BASE64URL_NOPAD.decode(sealed.as_bytes()).expect("bytes in base64");
    for text in [&*sealed, &*String::from_utf8_lossy(&bytes)] {
        assert!(!text.contains("ana") && !text.contains(&*state), "{text}");
    }
    let device =
        async |state: &str| browser.post("oob/device", json!({"ui_sid": state})).await.body["same_device"].clone();
    assert_eq!(device(&"a".repeat(32)).await, false);
    assert_eq!(device("").await, false);
    assert_eq!(device(&state).await, true);
    let flipped: String =
        sealed.char_indices().map(|(i, c)| if i == 40 { if c == 'A' { 'B' } else { 'A' } } else { c }).collect();
    browser.put_cookie("__Host-eml", &flipped);
    assert_eq!(device(&state).await, false);
    test.stop().await;
}

#[tokio::test]
async fn an_unverified_password_is_removed_when_the_owner_of_the_address_signs_in() {
    let test = start(with_links).await;
    let (thief, owner) = (Browser::new(&test), Browser::new(&test));
    thief.sign_up("ana@x.ro").await;
    wait(&test, 60);
    owner.send("email_sign_in", "ana@x.ro").await;
    let body = json!({"email": "ana@x.ro", "code": code(&test, MessageKind::EmailSignIn).await});
    let signed_in = owner.post("sign-in/email-link", body).await;
    assert_eq!(signed_in.body["user"]["sign_in_methods"], json!(["emailLink"]));
    assert_eq!(thief.get("me").await.refusal(), (401, "invalid_user_token"));
    assert_eq!(thief.post("token", json!({})).await.refusal(), (401, "invalid_refresh_token"));
    assert_eq!(thief.sign_in("ana@x.ro", PASSWORD).await.refusal(), (401, "wrong_password"));
    test.stop().await;
}

#[tokio::test]
async fn a_password_with_a_verified_address_stays() {
    let test = start(with_links).await;
    let browser = Browser::signed_up(&test, "ana@x.ro").await;
    browser.post("oob/apply", json!({"code": code(&test, MessageKind::VerifyEmail).await})).await;
    wait(&test, 60);
    browser.send("email_sign_in", "ana@x.ro").await;
    let body = json!({"email": "ana@x.ro", "code": code(&test, MessageKind::EmailSignIn).await});
    let signed_in = browser.post("sign-in/email-link", body).await;
    assert_eq!(signed_in.body["user"]["sign_in_methods"], json!(["password", "emailLink"]));
    assert_eq!(browser.sign_in("ana@x.ro", PASSWORD).await.status, 200);
    test.stop().await;
}

#[tokio::test]
async fn w13_only_allowed_continue_urls_are_accepted() {
    let configure = |config: &mut Config| config.accounts.continue_origins = vec!["https://bun.example".into()];
    let test = start(configure).await;
    let browser = Browser::signed_up(&test, "ana@x.ro").await;
    let send = async |url: &str| {
        browser.post("oob/send", json!({"kind": "password_reset", "email": "ana@x.ro", "continue_url": url})).await
    };
    for bad in [
        "https://evil.example",
        "//evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "javascript:alert(1)",
        "https://bun.example@evil.example/",
        "https://ana@bun.example/",
        "https://bun.example.evil.example",
        "http://bun.example",
        "/a\r\nX: y",
        "data:text/html,x",
        "app",
        "https://bun.example:8443/",
        "/..//evil.example",
        "/.//evil.example",
        "https://bun.example//evil.example",
        "blob:https://bun.example/x",
    ] {
        assert_eq!(send(bad).await.refusal(), (400, "unauthorized_continue_uri"), "{bad}");
    }
    let own = format!("{}/app?screen=profile", test.base);
    for (good, expected) in [("/app?screen=profile", own.as_str()), ("https://bun.example/x", "https://bun.example/x")]
    {
        wait(&test, 60);
        assert_eq!(send(good).await.status, 200, "{good}");
        let links = mails(&test, MessageKind::PasswordReset).await;
        let encoded: String = url::form_urlencoded::byte_serialize(expected.as_bytes()).collect();
        let link = links.last().and_then(|mail| mail.content.link.clone()).expect("a link");
        assert!(link.contains(&format!("&continueUrl={encoded}")), "{link}");
    }
    test.stop().await;
}
