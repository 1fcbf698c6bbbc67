//! The recent activity of an account, and the operator's counts of failed sign-ins.

use paragraf::identity::failed_sign_ins::FailureReason;

use super::*;

async fn kinds(browser: &Browser<'_>) -> Vec<String> {
    let answer = browser.get("activity").await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    let events = answer.body["activity"].as_array().expect("a list").iter();
    events.map(|event| event["kind"].as_str().expect("a kind").to_owned()).collect()
}

#[tokio::test]
async fn the_owner_sees_sign_ins_failures_and_changes_without_addresses() {
    let test = start(|_| {}).await;
    let (owner, thief) = (Browser::new(&test), Browser::new(&test));
    owner.sign_up("ana@x.ro").await;
    thief.agent.set(CHROME);
    for _ in 0..3 {
        wait(&test, 1);
        thief.sign_in("ana@x.ro", "wrong").await;
    }
    wait(&test, 1);
    let change = json!({"password": "trei capre și un ied", "current_password": PASSWORD});
    assert_eq!(owner.post("me", change).await.status, 200);
    assert_eq!(kinds(&owner).await, ["password_change", "failed_sign_in", "sign_in"]);
    let listed = owner.get("activity").await.body;
    let failed = &listed["activity"][1];
    assert_eq!(
        (&failed["count"], &failed["device"], &failed["network"]),
        (&json!(3), &json!("Chrome, Windows"), &json!("127.0.0.0/24"))
    );
    assert!(!listed.to_string().contains("127.0.0.1"), "{listed}");
    assert_eq!(owner.get("me/export").await.body["activity"], listed["activity"]);
    assert_eq!(Browser::new(&test).get("activity").await.refusal(), (401, "invalid_user_token"));
    test.stop().await;
}

#[tokio::test]
async fn strangers_failures_do_not_push_out_the_owners_sign_ins_and_all_ends_after_ninety_days() {
    let test = start(|_| {}).await;
    let (owner, thief) = (Browser::new(&test), Browser::new(&test));
    owner.sign_up("ana@x.ro").await;
    for _ in 0..30 {
        wait(&test, 24 * 3600);
        assert_eq!(thief.sign_in("ana@x.ro", "wrong").await.status, 401);
    }
    assert_eq!(owner.sign_in("ana@x.ro", PASSWORD).await.status, 200);
    let seen = kinds(&owner).await;
    let count = |kind: &str| seen.iter().filter(|seen| *seen == kind).count();
    assert_eq!((count("sign_in"), count("failed_sign_in")), (2, 20));
    wait(&test, 61 * 24 * 3600);
    assert_eq!(owner.sign_in("ana@x.ro", PASSWORD).await.status, 200);
    let seen = kinds(&owner).await;
    assert_eq!(seen.iter().filter(|kind| *kind == "sign_in").count(), 2, "the first is older than 90 days");
    test.stop().await;
}

#[tokio::test]
async fn a_reset_and_a_changed_address_are_activity_too_and_go_with_the_account() {
    let test = start(|_| {}).await;
    let owner = Browser::signed_up(&test, "ana@x.ro").await;
    wait(&test, 60);
    owner.post("oob/send", json!({"kind": "verify_and_change_email", "new_email": "nou@x.ro"})).await;
    owner.post("oob/apply", json!({"code": code(&test, MessageKind::VerifyAndChangeEmail).await})).await;
    wait(&test, 1);
    owner.post("oob/apply", json!({"code": code(&test, MessageKind::RecoverEmail).await})).await;
    wait(&test, 60);
    owner.send("password_reset", "ana@x.ro").await;
    let reset = json!({"code": code(&test, MessageKind::PasswordReset).await, "new_password": "trei capre și un ied"});
    owner.post("oob/reset-password", reset).await;
    wait(&test, 1);
    owner.sign_in("ana@x.ro", "trei capre și un ied").await;
    assert_eq!(kinds(&owner).await, ["sign_in", "password_reset", "email_recovery", "email_change", "sign_in"]);
    assert_eq!(owner.delete("me").await.status, 200);
    test.stop().await;
}

#[tokio::test]
async fn failed_sign_ins_are_counted_for_the_operator_by_reason_and_network() {
    let test = start(with_links).await;
    let browser = Browser::signed_up(&test, "ana@x.ro").await;
    for _ in 0..6 {
        browser.sign_in("ana@x.ro", "wrong").await;
    }
    browser.sign_in("bogdan@x.ro", "wrong").await;
    browser.post("sign-in/email-link", json!({"email": "ana@x.ro", "code": "x".repeat(54)})).await;
    browser.sign_in("not an address", "wrong").await;
    let summary = test.app.identity.failed_sign_ins.summary(test.app.clock.now());
    let totals: Vec<_> = summary.totals.into_iter().collect();
    let expected = [
        (FailureReason::WrongPassword, 5),
        (FailureReason::UnknownAddress, 1),
        (FailureReason::Limited, 1),
        (FailureReason::Link, 1),
    ];
    assert_eq!(totals, expected);
    assert!(summary.networks.iter().all(|failures| failures.network.as_str() == "127.0.0.0/24"));
    test.stop().await;
}
