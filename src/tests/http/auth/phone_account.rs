//! The telephone number of an account: guests, adding and removing it, and what it proves.

use paragraf::domain::TenantId;
use paragraf::store::accounts;

use super::phone::{ANA, DAN, code_for, enter, sign_in, start_with_phone};
use super::*;

#[tokio::test]
async fn a_guest_becomes_the_account_of_a_new_number_and_conflicts_with_a_known_one() {
    let test = start_with_phone(|config| config.accounts.guests = true).await;
    let guest = Browser::new(&test);
    let uid = guest.post("sign-in/anonymous", json!({})).await.body["user"]["uid"].clone();
    let user = enter(&guest, ANA).await;
    assert_eq!((&user["uid"], &user["is_guest"]), (&uid, &json!(false)));

    let other = Browser::new(&test);
    other.post("sign-in/anonymous", json!({})).await;
    wait(&test, 15);
    let (session_info, code) = code_for(&other, ANA).await;
    assert_eq!(sign_in(&other, &session_info, &code).await.refusal(), (409, "merge_conflict"));
    other.token.borrow_mut().take();
    let signed_in = sign_in(&other, &session_info, &code).await;
    assert_eq!((signed_in.status, &signed_in.body["user"]["uid"]), (200, &uid), "the code was not used up");
}

#[tokio::test]
async fn a_number_is_added_changed_and_removed_but_the_last_way_in_stays() {
    let test = start_with_phone(|_| {}).await;
    let browser = Browser::new(&test);
    let uid = browser.sign_up("ana@x.ro").await.body["user"]["uid"].clone();
    let link = async |phone: &str| {
        let (session_info, code) = code_for(&browser, phone).await;
        browser.post("phone/link", json!({"session_info": session_info, "code": code})).await
    };
    let added = link(ANA).await;
    assert_eq!((added.status, &added.body["user"]["phone_number"]), (200, &json!(ANA)), "{}", added.body);
    let mail = mails(&test, MessageKind::PhoneAdded).await.pop().expect("a mail");
    assert_eq!((mail.to.as_str(), mail.content.phone.as_deref()), ("ana@x.ro", Some("3456")));
    let changed = link(DAN).await;
    assert_eq!(changed.body["user"]["phone_number"], DAN, "{}", changed.body);
    let by_phone = Browser::new(&test);
    wait(&test, 15);
    assert_eq!(enter(&by_phone, DAN).await["uid"], uid);
    let export = browser.get("me/export").await;
    assert_eq!(export.body["account"]["phone_number"], DAN);
    let removed = browser.delete("link/phone").await;
    assert_eq!((removed.status, &removed.body["user"]["phone_number"]), (200, &Value::Null), "{}", removed.body);
    assert_eq!(mails(&test, MessageKind::PhoneRemoved).await.len(), 1);
    assert_eq!(browser.delete("link/phone").await.refusal(), (404, "no_such_provider"));

    let only = Browser::new(&test);
    wait(&test, 900);
    enter(&only, ANA).await;
    assert_eq!(only.delete("link/phone").await.refusal(), (409, "last_sign_in_method"));
}

#[tokio::test]
async fn the_number_of_another_account_gives_a_proof_that_signs_in_there() {
    let test = start_with_phone(|_| {}).await;
    let owner = Browser::new(&test);
    let uid = enter(&owner, ANA).await["uid"].clone();
    let browser = Browser::signed_up(&test, "dan@x.ro").await;
    wait(&test, 15);
    let (session_info, code) = code_for(&browser, ANA).await;
    let answer = browser.post("phone/link", json!({"session_info": session_info, "code": code})).await;
    assert_eq!((answer.status, &answer.body["phone"]), (202, &json!(ANA)), "{}", answer.body);
    assert_eq!(answer.body["expires_in"], 3600);
    let proof = &answer.body["temporary_proof"];
    let credential = |phone: &str| json!({"phone": phone, "temporary_proof": proof});
    assert_eq!(browser.post("phone/link", credential(ANA)).await.refusal(), (409, "credential_already_in_use"));
    let elsewhere = Browser::new(&test);
    assert_eq!(elsewhere.post("sign-in/phone", credential(DAN)).await.refusal(), (401, "invalid_credential"));
    let code_in_its_place = json!({"session_info": proof, "code": "123456"});
    assert_eq!(elsewhere.post("sign-in/phone", code_in_its_place).await.refusal(), (400, "code_expired"));
    let signed_in = elsewhere.post("sign-in/phone", credential(ANA)).await;
    assert_eq!((signed_in.status, &signed_in.body["user"]["uid"]), (200, &uid), "{}", signed_in.body);
    assert_eq!(elsewhere.post("sign-in/phone", credential(ANA)).await.refusal(), (401, "invalid_credential"), "once");
}

#[tokio::test]
async fn s05_a_code_to_the_own_number_is_a_recent_sign_in() {
    let test = start_with_phone(|_| {}).await;
    let browser = Browser::new(&test);
    enter(&browser, ANA).await;
    wait(&test, 301);
    assert_eq!(browser.delete("me").await.refusal(), (403, "requires_recent_login"));
    let (session_info, code) = code_for(&browser, DAN).await;
    let body = json!({"session_info": session_info, "code": code});
    assert_eq!(browser.post("reauth/phone", body).await.refusal(), (403, "user_mismatch"));
    let (session_info, code) = code_for(&browser, ANA).await;
    let body = json!({"session_info": session_info, "code": code});
    assert_eq!(browser.post("reauth/phone", body).await.status, 200);
    assert_eq!(browser.delete("me").await.status, 200);
    // S13: the number is free, and the messages are gone.
    let phone = paragraf::domain::Phone::try_from(ANA.to_owned()).expect("a number");
    let left = test
        .app
        .store
        .read(move |tx| Ok(accounts::by_phone(tx, &TenantId::default(), &phone)?))
        .await
        .expect("the accounts");
    assert_eq!(left, None);
    assert!(mails(&test, MessageKind::PhoneCode).await.iter().all(|message| message.to.as_str() != ANA));
}

#[tokio::test]
async fn a_number_planted_by_a_stranger_ends_when_the_owner_proves_the_address() {
    let test = start_with_phone(with_links).await;
    let stranger = Browser::new(&test);
    let uid = stranger.sign_up("ana@x.ro").await.body["user"]["uid"].clone();
    let (session_info, code) = code_for(&stranger, DAN).await;
    stranger.post("phone/link", json!({"session_info": session_info, "code": code})).await;
    let owner = Browser::new(&test);
    wait(&test, 60);
    owner.send("email_sign_in", "ana@x.ro").await;
    let code = super::code(&test, MessageKind::EmailSignIn).await;
    let entered = owner.post("sign-in/email-link", json!({"email": "ana@x.ro", "code": code})).await;
    assert_eq!((entered.status, &entered.body["user"]["uid"]), (200, &uid), "{}", entered.body);
    assert_eq!(entered.body["user"]["phone_number"], Value::Null);
    assert_ne!(enter(&stranger, DAN).await["uid"], uid, "another account");
}

#[tokio::test]
async fn an_account_with_a_number_alone_may_act_where_addresses_must_be_verified() {
    let test =
        start_with_phone(|config| config.accounts.verify_email = Some(paragraf::config::VerifyEmail::Hard)).await;
    let browser = Browser::new(&test);
    enter(&browser, ANA).await;
    assert_eq!(browser.post("me", json!({"display_name": "Ana"})).await.status, 200);
}
