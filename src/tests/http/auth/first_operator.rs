//! The one-time link that makes an account the first operator.

use jiff::ToSpan;
use paragraf::config::SecondFactorPolicy;
use paragraf::domain::Role;
use paragraf::ops::Actor;
use paragraf::ops::accounts::admin::{self, AccountName};
use paragraf::ops::accounts::first_operator;
use paragraf::store::holdings;

use super::factor_enrolment::{add, verified};
use super::*;

const ANA: &str = "ana@x.ro";

/// A link's code.
async fn new_code(test: &TestApp) -> String {
    let created = first_operator::create_link(&test.app, &Actor::Operator { uid: 0 }).await.expect("a link");
    assert_eq!(created.valid_minutes, 30);
    created.link.split_once("/app?screen=operator&code=").expect("a link to the page").1.to_owned()
}

async fn use_code(browser: &Browser<'_>, code: &str) -> Answer {
    browser.post("first-operator", json!({ "code": code })).await
}

async fn start_off() -> TestApp {
    start(|config| config.accounts.second_factor = Some(SecondFactorPolicy::Off)).await
}

#[tokio::test]
async fn the_link_makes_the_account_an_operator_that_must_add_a_second_factor() {
    let test = start_off().await;
    let browser = verified(&test, ANA).await;
    let (void, code) = (new_code(&test).await, new_code(&test).await);
    assert_eq!(use_code(&browser, &void).await.refusal(), (400, "invalid_action_code"), "a newer link was made");
    assert_eq!(use_code(&browser, "x").await.refusal(), (400, "invalid_action_code"));
    test.app.clock.advance(1.second());
    assert_eq!(use_code(&browser, &code).await.status, 200);
    assert_eq!(browser.get("sessions").await.refusal(), (401, "invalid_user_token"), "the token names the old role");
    let session = browser.post("token", json!({})).await;
    assert_eq!(session.body["user"]["role"], "operator");
    assert_eq!(session.body["enrolment_required"], true, "also where others add none");
    assert_eq!(browser.get("sessions").await.refusal(), (403, "second_factor_required"));
    add(&browser).await;
    assert_eq!(browser.get("sessions").await.status, 200);
    test.stop().await;
}

#[tokio::test]
async fn the_link_works_once_and_only_while_there_is_no_operator() {
    let test = start_off().await;
    let (first, other) = (verified(&test, ANA).await, verified(&test, "dan@x.ro").await);
    let code = new_code(&test).await;
    assert_eq!(use_code(&first, &code).await.status, 200);
    assert_eq!(use_code(&other, &code).await.refusal(), (409, "operator_exists"));
    let ana: AccountName = ANA.parse().expect("a name");
    admin::set_disabled(&test.app, &Actor::System, ana.clone(), true).await.expect("disabled");
    let refused = first_operator::create_link(&test.app, &Actor::System).await.expect_err("a disabled operator");
    assert_eq!(refused.code.as_str(), "operator_exists");
    admin::set_role(&test.app, &Actor::System, ana, Role::Reader).await.expect("a reader");
    assert_eq!(use_code(&other, &code).await.refusal(), (400, "invalid_action_code"), "it was used");
    assert_eq!(use_code(&other, &new_code(&test).await).await.status, 200);
    test.stop().await;
}

#[tokio::test]
async fn the_link_expires_and_is_for_accounts_only() {
    let test = start(|config| config.accounts.guests = true).await;
    let code = new_code(&test).await;
    let nobody = Browser::new(&test);
    assert_eq!(use_code(&nobody, &code).await.refusal(), (401, "invalid_user_token"));
    assert_eq!(nobody.post("sign-in/anonymous", json!({})).await.status, 200);
    assert_eq!(use_code(&nobody, &code).await.refusal(), (403, "operation_not_allowed"));
    let browser = verified(&test, ANA).await;
    let late = new_code(&test).await;
    test.app.clock.advance(30.minutes());
    browser.post("token", json!({})).await;
    assert_eq!(use_code(&browser, &late).await.refusal(), (400, "expired_action_code"));
    test.stop().await;
}

#[tokio::test]
async fn only_the_digest_of_the_link_is_stored() {
    let test = start_off().await;
    let code = new_code(&test).await;
    let tables = test.app.store.read_blocking(|tx| Ok(holdings::tables_with(tx, &code)?)).expect("a search");
    assert!(tables.is_empty(), "{tables:?}");
    let refused = first_operator::create_link(&test.app, &Actor::Visitor).await.expect_err("a visitor");
    assert_eq!(refused.code.as_str(), "forbidden");
    test.stop().await;
}
