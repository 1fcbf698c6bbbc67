//! Credentials that a stranger planted in an account before its owner proved the address.

use super::*;

async fn sign_in_by_link(browser: &Browser<'_>, email: &str) -> Answer {
    wait(browser.test, 60);
    assert_eq!(browser.send("email_sign_in", email).await.status, 200);
    let code = code(browser.test, MessageKind::EmailSignIn).await;
    browser.post("sign-in/email-link", json!({"email": email, "code": code})).await
}

/// Signs up as the thief, and changes the address to `ana@x.ro` by a link that somebody else opens.
async fn give_away(thief: &Browser<'_>) {
    thief.sign_up("hot@x.ro").await;
    wait(thief.test, 60);
    let body = json!({"kind": "verify_and_change_email", "new_email": "ana@x.ro"});
    assert_eq!(thief.post("oob/send", body).await.status, 200);
    let code = code(thief.test, MessageKind::VerifyAndChangeEmail).await;
    let applied = Browser::new(thief.test).post("oob/apply", json!({"code": code})).await;
    assert_eq!(applied.body["email"], "ana@x.ro");
}

#[tokio::test]
async fn a_password_set_before_verification_ends_when_the_owner_signs_in_by_link() {
    let test = start(with_links).await;
    let (thief, owner) = (Browser::new(&test), Browser::new(&test));
    thief.sign_up("ana@x.ro").await;
    let code = code(&test, MessageKind::VerifyEmail).await;
    let verified = Browser::new(&test).post("oob/apply", json!({"code": code})).await;
    assert_eq!((verified.status, &thief.get("me").await.body["email_verified"]), (200, &json!(true)));
    let signed_in = sign_in_by_link(&owner, "ana@x.ro").await;
    assert_eq!(signed_in.body["user"]["sign_in_methods"], json!(["emailLink"]));
    assert_eq!(thief.get("me").await.refusal(), (401, "invalid_user_token"));
    assert_eq!(thief.sign_in("ana@x.ro", PASSWORD).await.refusal(), (401, "wrong_password"));
    test.stop().await;
}

#[tokio::test]
async fn a_code_pressed_while_signed_in_to_another_account_proves_nothing() {
    let test = start(with_links).await;
    let (thief, owner) = (Browser::new(&test), Browser::new(&test));
    owner.sign_up("bogdan@x.ro").await;
    thief.sign_up("ana@x.ro").await;
    let code = code(&test, MessageKind::VerifyEmail).await;
    assert_eq!(owner.post("oob/apply", json!({"code": code})).await.status, 200);
    let signed_in = sign_in_by_link(&owner, "ana@x.ro").await;
    assert_eq!(signed_in.body["user"]["sign_in_methods"], json!(["emailLink"]));
    test.stop().await;
}

#[tokio::test]
async fn an_account_given_to_a_foreign_address_belongs_to_its_owner_after_a_sign_in_by_link() {
    let test = start(with_links).await;
    let (thief, owner) = (Browser::new(&test), Browser::new(&test));
    give_away(&thief).await;
    assert_eq!(thief.sign_in("ana@x.ro", PASSWORD).await.status, 200);
    let signed_in = sign_in_by_link(&owner, "ana@x.ro").await;
    assert_eq!(signed_in.body["user"]["sign_in_methods"], json!(["emailLink"]));
    assert_eq!(thief.get("me").await.refusal(), (401, "invalid_user_token"));
    let recover = code(&test, MessageKind::RecoverEmail).await;
    assert_eq!(thief.post("oob/apply", json!({"code": recover})).await.refusal(), (400, "invalid_action_code"));
    test.stop().await;
}

#[tokio::test]
async fn a_password_reset_voids_the_recovery_of_a_changed_address() {
    let test = start(|_| {}).await;
    let (thief, owner) = (Browser::new(&test), Browser::new(&test));
    give_away(&thief).await;
    let recover = code(&test, MessageKind::RecoverEmail).await;
    wait(&test, 60);
    owner.send("password_reset", "ana@x.ro").await;
    let reset = json!({"code": code(&test, MessageKind::PasswordReset).await, "new_password": "trei capre și un ied"});
    assert_eq!(owner.post("oob/reset-password", reset).await.status, 200);
    assert_eq!(thief.post("oob/apply", json!({"code": recover})).await.refusal(), (400, "invalid_action_code"));
    assert_eq!(owner.sign_in("ana@x.ro", "trei capre și un ied").await.status, 200);
    test.stop().await;
}

#[tokio::test]
async fn an_address_changed_in_its_own_session_keeps_the_password() {
    let test = start(with_links).await;
    let browser = Browser::signed_up(&test, "ana@x.ro").await;
    wait(&test, 60);
    browser.post("oob/send", json!({"kind": "verify_and_change_email", "new_email": "nou@x.ro"})).await;
    let code = code(&test, MessageKind::VerifyAndChangeEmail).await;
    assert_eq!(browser.post("oob/apply", json!({"code": code})).await.status, 200);
    let signed_in = sign_in_by_link(&Browser::new(&test), "nou@x.ro").await;
    assert_eq!(signed_in.body["user"]["sign_in_methods"], json!(["password", "emailLink"]));
    test.stop().await;
}
