//! Blocking hooks: what the operator's address decides about accounts, sign-ins and mails.

use paragraf::config::{EmailPrivacy, VerifyEmail};
use paragraf::domain::HookEvent::{self, BeforeCreate, BeforeEmail, BeforeSignIn};
use paragraf::identity::claims::Claims;
use paragraf::store::accounts::{self, AccountRecord};

use super::providers::{person, sign_in_as};
use super::*;
use crate::support::app::NOW;
use crate::support::provider::{PROVIDER, TestProvider};
use crate::support::stand_in_hook::StandInHook;

/// A server that asks a hook about these events.
pub async fn start_with_hook(events: &[HookEvent], configure: impl FnOnce(&mut Config)) -> (TestApp, StandInHook) {
    let hook = StandInHook::start(NOW).await;
    let configure = |config: &mut Config| {
        with_links(config);
        hook.configure(config, events);
        configure(config);
    };
    (start(configure).await, hook)
}

/// The claims of the browser's access token.
fn claims(test: &TestApp, browser: &Browser<'_>) -> Claims {
    let token = browser.token.borrow().clone().expect("a token");
    let claims = test.app.keyring.verify(&token, &test.base, test.app.clock.now()).expect("a valid token");
    (*claims).clone()
}

pub fn refusal(text: &str) -> Value {
    json!({ "refuse": { "message": text } })
}

fn conditions(test: &TestApp) -> Vec<String> {
    test.app.conditions.list().into_iter().map(|condition| condition.code).collect()
}

#[tokio::test]
async fn a_hook_changes_accounts_and_their_sessions_by_every_method() {
    let (test, hook) = start_with_hook(&[BeforeCreate, BeforeSignIn], |_| {}).await;
    hook.decide(|question| match question["event"].as_str() {
        Some("before_create") => (200, json!({"display_name": "Ana P.", "custom_claims": {"plan": "free"}})),
        _ => (200, json!({"email_verified": true, "session_claims": {"shift": 2, "plan": "pro"}})),
    });
    let browser = Browser::new(&test);
    let user = &browser.sign_up("ana@x.ro").await.body["user"];
    assert_eq!((&user["display_name"], &user["email_verified"]), (&json!("Ana P."), &json!(true)));
    assert!(mails(&test, MessageKind::VerifyEmail).await.is_empty(), "there is nothing left to verify");
    assert_eq!(claims(&test, &browser).custom.to_string(), r#"{"plan":"pro","shift":2}"#);
    let asked = hook.asked();
    let subject = |place: usize, name: &str| asked[place]["account"][name].clone();
    assert_eq!(asked.len(), 2);
    assert_eq!((&asked[0]["event"], &asked[0]["method"]), (&json!("before_create"), &json!("password")));
    assert_eq!((subject(0, "email"), subject(0, "display_name")), (json!("ana@x.ro"), json!("Ana")));
    assert_eq!((subject(1, "display_name"), &asked[1]["is_new_account"]), (json!("Ana P."), &json!(true)));
    assert_eq!(asked[1]["client"], json!({"network": "127.0.0.0/24", "device": "Firefox, Linux"}));
    assert_ne!(asked[0]["id"], asked[1]["id"]);
    assert!(!asked[0].to_string().contains("argon2"), "no secret leaves the server");

    browser.post("token", json!({})).await;
    assert_eq!(claims(&test, &browser).custom.to_string(), r#"{"plan":"pro","shift":2}"#, "as long as the session");
    hook.decide(|_| (200, json!({})));
    let other = Browser::new(&test);
    assert_eq!(other.sign_in("ana@x.ro", PASSWORD).await.status, 200);
    assert_eq!(claims(&test, &other).custom.to_string(), r#"{"plan":"free"}"#);
    other.send("email_sign_in", "eva@x.ro").await;
    let code = code(&test, MessageKind::EmailSignIn).await;
    hook.asked();
    let entered = other.post("sign-in/email-link", json!({"email": "eva@x.ro", "code": code})).await;
    assert_eq!((entered.status, &entered.body["is_new_user"]), (200, &json!(true)));
    let events: Vec<_> = hook.asked().iter().map(|asked| (asked["event"].clone(), asked["method"].clone())).collect();
    let of = |event: &str| (json!(event), json!("emailLink"));
    assert_eq!(events, [of("before_create"), of("before_sign_in")]);
    test.stop().await;
}

#[tokio::test]
async fn a_provider_sign_in_asks_the_hook_too() {
    let hook = StandInHook::start(&jiff::Timestamp::now().to_string()).await;
    let configure = |config: &mut Config| {
        config.accounts.provider = vec![TestProvider::shared().settings(PROVIDER)];
        hook.configure(config, &[BeforeSignIn]);
    };
    let test = start(configure).await;
    hook.decide(|_| (200, refusal("Doar pentru angajați.")));
    let browser = Browser::new(&test);
    let refused = sign_in_as(&browser, person("hook", "ana@x.ro", true)).await;
    assert_eq!(refused.refusal(), (403, "refused_by_hook"));
    assert_eq!(refused.body["error"], "Doar pentru angajați.");
    let asked = hook.asked().pop().expect("a question");
    assert_eq!(asked["identity"]["provider"], PROVIDER);
    assert_eq!((&asked["identity"]["email_verified"], &asked["method"]), (&json!(true), &json!(PROVIDER)));
    hook.decide(|_| (200, json!({})));
    assert_eq!(sign_in_as(&browser, person("hook", "ana@x.ro", true)).await.status, 200);
    test.stop().await;
}

#[tokio::test]
async fn a_refusal_stores_nothing_and_uses_nothing_up() {
    let (test, hook) = start_with_hook(&[BeforeCreate, BeforeSignIn], |_| {}).await;
    let browser = Browser::new(&test);
    hook.decide(|_| (200, refusal("Doar\nangajații <b>Firma</b>.")));
    let refused = browser.sign_up("ana@x.ro").await;
    assert_eq!(refused.refusal(), (403, "refused_by_hook"));
    assert_eq!(refused.body["error"], "Doar angajații <b>Firma</b>.");
    assert!(test.app.store.read(|tx| Ok(!accounts::any(tx)?)).await.expect("a read"));
    browser.send("email_sign_in", "eva@x.ro").await;
    let input = json!({"email": "eva@x.ro", "code": code(&test, MessageKind::EmailSignIn).await});
    assert_eq!(browser.post("sign-in/email-link", input.clone()).await.refusal(), (403, "refused_by_hook"));
    hook.decide(|_| (200, json!({})));
    assert_eq!(browser.post("sign-in/email-link", input).await.status, 200, "the code still works");
    test.stop().await;
}

#[tokio::test]
async fn without_a_verdict_nobody_enters_and_the_status_names_the_cause() {
    let (test, hook) = start_with_hook(&[BeforeSignIn], |_| {}).await;
    let browser = Browser::signed_up(&test, "ana@x.ro").await;
    for answer in [(500, json!({})), (200, json!({"refused": "misspelt"})), (200, json!({"custom_claims": {"sub": 1}}))]
    {
        hook.decide(move |_| answer.clone());
        let refused = Browser::new(&test).sign_in("ana@x.ro", PASSWORD).await;
        assert_eq!(refused.refusal(), (503, "hook_unavailable"));
        assert!(refused.retry_after().is_some());
        assert_eq!(conditions(&test), ["hook_failing"]);
    }
    let reads = test.get("/lawchanges").send().await.expect("an answer").status();
    assert_eq!((reads.as_u16(), browser.get("me").await.status), (200, 200), "readers notice nothing");
    hook.decide(|_| (200, json!({})));
    assert_eq!(browser.sign_in("ana@x.ro", PASSWORD).await.status, 200);
    assert!(conditions(&test).is_empty());
    test.stop().await;
}

#[tokio::test]
async fn an_account_that_changes_while_the_hook_decides_is_asked_about_again() {
    let (test, hook) = start_with_hook(&[BeforeSignIn], |_| {}).await;
    let browser = Browser::signed_up(&test, "ana@x.ro").await;
    hook.asked();
    let app = test.app.clone();
    let mut remaining = 1;
    // On a thread of its own: the hook answers in the runtime of the test.
    let rename = move || {
        let app = app.clone();
        let write = move || {
            app.store.write_blocking(|tx| {
                let before = accounts::after(tx, None, 1)?.0.remove(0);
                let display_name = format!("{}!", before.display_name);
                Ok(accounts::put(tx, Some(&before), &AccountRecord { display_name, ..before.clone() })?)
            })
        };
        std::thread::spawn(write).join().expect("a thread").expect("renamed");
    };
    let renaming = rename.clone();
    hook.decide(move |_| {
        if remaining > 0 {
            remaining -= 1;
            renaming();
        }
        (200, json!({}))
    });
    assert_eq!(browser.sign_in("ana@x.ro", PASSWORD).await.body["user"]["display_name"], "Ana!");
    let names: Vec<_> = hook.asked().iter().map(|asked| asked["account"]["display_name"].clone()).collect();
    assert_eq!(names, ["Ana", "Ana!"]);
    hook.decide(move |_| {
        rename();
        (200, json!({}))
    });
    let refused = browser.sign_in("ana@x.ro", PASSWORD).await;
    assert_eq!((refused.refusal(), hook.asked().len()), ((503, "unavailable"), 4), "the questions are limited");
    test.stop().await;
}

#[tokio::test]
async fn an_account_that_the_hook_disables_stays_so() {
    let (test, hook) = start_with_hook(&[BeforeSignIn], |_| {}).await;
    let browser = Browser::signed_up(&test, "ana@x.ro").await;
    hook.decide(|_| (200, json!({"disabled": true})));
    let other = Browser::new(&test);
    assert_eq!(other.sign_in("ana@x.ro", PASSWORD).await.refusal(), (403, "user_disabled"));
    assert_eq!(browser.get("me").await.refusal(), (403, "user_disabled"));
    hook.decide(|_| (200, json!({})));
    assert_eq!(other.sign_in("ana@x.ro", PASSWORD).await.refusal(), (403, "user_disabled"));
    test.stop().await;
}

#[tokio::test]
async fn mails_with_codes_are_asked_about_before_they_are_sent() {
    let (test, hook) =
        start_with_hook(&[BeforeEmail], |config| config.accounts.verify_email = Some(VerifyEmail::Off)).await;
    let browser = Browser::signed_up(&test, "ana@x.ro").await;
    assert!(hook.asked().is_empty(), "a sign-up asks before_create");
    hook.decide(|question| match question["kind"].as_str() {
        Some("password_reset") => (200, json!({})),
        _ => (200, refusal("Nu aici.")),
    });
    assert_eq!(browser.send("password_reset", "ana@x.ro").await.status, 200);
    for kind in ["email_sign_in", "verify_email"] {
        assert_eq!(browser.send(kind, "ana@x.ro").await.refusal(), (403, "refused_by_hook"), "{kind}");
    }
    let change = json!({"kind": "verify_and_change_email", "new_email": "eva@x.ro"});
    assert_eq!(browser.post("oob/send", change).await.refusal(), (403, "refused_by_hook"));
    let asked: Vec<_> = hook.asked().iter().map(|asked| (asked["kind"].clone(), asked["email"].clone())).collect();
    let of = |kind: &str, email: &str| (json!(kind), json!(email));
    let first = [of("password_reset", "ana@x.ro"), of("email_sign_in", "ana@x.ro"), of("verify_email", "ana@x.ro")];
    assert_eq!((&asked[..3], &asked[3]), (&first[..], &of("verify_and_change_email", "eva@x.ro")));
    assert_eq!(mails(&test, MessageKind::PasswordReset).await.len(), 1);
    assert!(mails(&test, MessageKind::EmailSignIn).await.is_empty());
    test.stop().await;
}

#[tokio::test]
async fn guests_are_not_asked_about_until_they_sign_up() {
    let (test, hook) = start_with_hook(&[BeforeCreate, BeforeSignIn], |config| config.accounts.guests = true).await;
    let browser = Browser::new(&test);
    assert_eq!(browser.post("sign-in/anonymous", json!({})).await.status, 200);
    assert!(hook.asked().is_empty());
    assert_eq!(browser.sign_up("ana@x.ro").await.status, 200);
    assert_eq!(hook.asked().len(), 2);
    test.stop().await;
}

#[tokio::test]
async fn in_protected_mode_the_hook_is_asked_about_known_and_unknown_addresses_alike() {
    let protect = |config: &mut Config| config.accounts.email_privacy = Some(EmailPrivacy::Protected);
    let (test, hook) = start_with_hook(&[BeforeCreate, BeforeEmail], protect).await;
    let mut seen = Vec::new();
    for _ in 0..2 {
        let browser = Browser::new(&test);
        let answers = [browser.sign_up("ana@x.ro").await, browser.send("password_reset", "ana@x.ro").await];
        let events: Vec<_> = hook.asked().iter().map(|asked| asked["event"].clone()).collect();
        seen.push((answers.map(|answer| (answer.status, answer.body)), events));
        wait(&test, 120);
    }
    assert_eq!(seen[0], seen[1]);
    assert_eq!(seen[0].1, ["before_create", "before_email"]);
    test.stop().await;
}
