//! Removing a way to sign in ends the sign-ins that await a second factor: completing one that began with it would
//! connect it again.

use super::factor_enrolment::{add, verified};
use super::phone::{ANA as ANA_PHONE, code_for, sign_in as sign_in_by_phone, start_with_phone};
use super::providers::{begin, person, return_to, sign_in_as, start_with_provider};
use super::second_factors::{Authenticator, finish, pending};
use super::*;
use crate::support::provider::{PROVIDER, Person, sign_in_at};

const ANA: &str = "ana@x.ro";
const VOID: (u16, &str) = (400, "invalid_multi_factor_session");
/// After this many seconds the app shows another code.
const STEP_SECS: i64 = 30;

/// Connects the person's identity to the account of the browser.
async fn connect(browser: &Browser<'_>, person: Person) {
    let (url, transaction) = begin(browser, json!({"purpose": "link"})).await;
    return_to(browser, &sign_in_at(&url, person).await).await;
    let linked = browser.post("link", json!({"transaction": transaction})).await;
    assert_eq!(linked.status, 200, "{}", linked.body);
}

/// Visits the provider; returns the pending sign-in.
async fn pending_at_provider(browser: &Browser<'_>, person: Person) -> String {
    let answer = sign_in_as(browser, person).await;
    assert_eq!(answer.status, 202, "{}", answer.body);
    answer.body["second_factor"]["pending_credential"].as_str().expect("a pending sign-in").to_owned()
}

/// The answer to the code that the app shows next.
async fn finish_with_next(browser: &Browser<'_>, pending: &str, app: &Authenticator) -> Answer {
    wait(browser.test, STEP_SECS);
    finish(browser, pending, app, &app.code(browser.test)).await
}

#[tokio::test]
async fn disconnecting_a_provider_voids_the_sign_ins_that_began_there() {
    let test = start_with_provider(|_| {}).await;
    let owner = verified(&test, ANA).await;
    let identity = || person("unlinked", ANA, true);
    connect(&owner, identity()).await;
    let (app, _) = add(&owner).await;
    let [in_time, late, by_password] = [(); 3].map(|()| Browser::new(&test));
    let completed = pending_at_provider(&in_time, identity()).await;
    let signed_in = finish_with_next(&in_time, &completed, &app).await;
    assert_eq!((signed_in.status, &signed_in.body["user"]["email"]), (200, &json!(ANA)), "before the removal");

    let voided = pending_at_provider(&late, identity()).await;
    let other = pending(&by_password.sign_in(ANA, PASSWORD).await);
    let removed = owner.delete(&format!("link/{PROVIDER}")).await;
    assert_eq!((removed.status, &removed.body["user"]["sign_in_methods"]), (200, &json!(["password"])));
    assert_eq!(finish_with_next(&late, &voided, &app).await.refusal(), VOID);
    assert_eq!(finish_with_next(&by_password, &other, &app).await.refusal(), VOID, "all of the account");
    assert_eq!(owner.get("me").await.body["sign_in_methods"], json!(["password"]), "it is not connected again");
    let again = pending(&by_password.sign_in(ANA, PASSWORD).await);
    assert_eq!(finish_with_next(&by_password, &again, &app).await.status, 200, "the password still signs in");
    test.stop().await;
}

#[tokio::test]
async fn removing_the_telephone_number_voids_the_sign_ins_that_began_with_it() {
    let test = start_with_phone(|_| {}).await;
    let owner = verified(&test, ANA).await;
    let (session_info, code) = code_for(&owner, ANA_PHONE).await;
    let linked = owner.post("phone/link", json!({"session_info": session_info, "code": code})).await;
    assert_eq!(linked.status, 200, "{}", linked.body);
    let (app, _) = add(&owner).await;
    let [in_time, late] = [(); 2].map(|()| Browser::new(&test));
    let begun = async |browser: &Browser<'_>| {
        wait(&test, 15);
        let (session_info, code) = code_for(browser, ANA_PHONE).await;
        pending(&sign_in_by_phone(browser, &session_info, &code).await)
    };
    let completed = begun(&in_time).await;
    assert_eq!(finish_with_next(&in_time, &completed, &app).await.status, 200, "before the removal");

    let voided = begun(&late).await;
    assert_eq!(owner.delete("link/phone").await.status, 200);
    assert_eq!(finish_with_next(&late, &voided, &app).await.refusal(), VOID);
    assert_eq!(late.get("me").await.status, 401);
    test.stop().await;
}
