//! What begins on one of two processes on a database ends on the other.

use super::passkeys::{SITE, begin, finish};
use super::*;
use crate::http::shared_database::pair;
use crate::support::authenticator::Authenticator;

const ANA: &str = "ana@x.ro";
const NEW: &str = "trei capre și un ied";

async fn two() -> [TestApp; 2] {
    pair(|config| {
        config.server.public_url = SITE.into();
        config.accounts.sign_up_per_hour = 1000;
    })
    .await
}

/// The same browser, whose next requests reach this process.
fn at<'a>(test: &'a TestApp, browser: Browser<'_>) -> Browser<'a> {
    let Browser { agent, tenant, cookies, token, .. } = browser;
    Browser { test, agent, tenant, cookies, token }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_session_of_one_process_is_used_refreshed_and_ended_on_the_other() {
    let [one, other] = two().await;
    let browser = Browser::new(&one);
    assert_eq!(browser.sign_up(ANA).await.status, 200);
    let browser = at(&other, browser);
    assert_eq!(browser.post("me", json!({"display_name": "Ioana"})).await.status, 200);
    assert_eq!(browser.post("token", json!({})).await.status, 200);
    let browser = at(&one, browser);
    assert_eq!(browser.get("me").await.body["display_name"], "Ioana");
    assert_eq!(browser.post("sign-out", json!({})).await.status, 200);
    assert_eq!(at(&other, browser).get("me").await.refusal(), (401, "invalid_user_token"));
    one.stop().await;
    other.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_ceremony_of_a_passkey_that_began_on_one_process_ends_on_the_other() {
    let [one, other] = two().await;
    let (ana, mut authenticator) = (Browser::new(&one), Authenticator::at(SITE));
    assert_eq!(ana.sign_up(ANA).await.status, 200);
    let (transaction, options) = begin(&ana, "passkeys/enroll/start").await;
    let input = json!({"transaction": transaction, "credential": authenticator.create(&options), "name": "Laptop"});
    let made = at(&other, ana).post("passkeys/enroll/finalize", input).await;
    assert_eq!(made.status, 200, "{}", made.body);
    let visitor = Browser::new(&other);
    let (transaction, options) = begin(&visitor, "passkeys/sign-in/start").await;
    let assertion = authenticator.get(&options);
    let visitor = at(&one, visitor);
    let signed_in = finish(&visitor, &transaction, &assertion).await;
    assert_eq!((signed_in.status, &signed_in.body["user"]["email"]), (200, &json!(ANA)), "{}", signed_in.body);
    assert_eq!(
        finish(&at(&other, visitor), &transaction, &assertion).await.refusal(),
        (403, "invalid_passkey"),
        "once"
    );
    one.stop().await;
    other.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mailed_code_that_one_process_made_is_used_once_by_both() {
    let [one, other] = two().await;
    let browser = Browser::new(&one);
    assert_eq!(browser.sign_up(ANA).await.status, 200);
    // Past the pause between two mails to one address.
    [&one, &other].into_iter().for_each(|test| wait(test, 61));
    assert_eq!(browser.send("password_reset", ANA).await.status, 200);
    let mail = mails(&other, MessageKind::PasswordReset).await.pop().expect("a mail");
    let link = url::Url::parse(&mail.content.link.expect("a link")).expect("an address");
    let (_, code) = link.query_pairs().find(|(name, _)| name == "oobCode").expect("a code");
    let reset = json!({"code": code, "new_password": NEW});
    let browser = at(&other, browser);
    assert_eq!(browser.post("oob/reset-password", reset.clone()).await.status, 200);
    let browser = at(&one, browser);
    assert_eq!(browser.post("oob/reset-password", reset).await.refusal(), (400, "invalid_action_code"), "once");
    assert_eq!(browser.sign_in(ANA, NEW).await.status, 200);
    one.stop().await;
    other.stop().await;
}
