//! Who must have a second factor: behaviours M13 to M15 and M28.

use paragraf::config::SecondFactorPolicy;
use paragraf::domain::Role;
use paragraf::ops::Actor;
use paragraf::ops::accounts::admin::{self, AccountName};
use paragraf::store::audit;
use paragraf::web::routes::{self, AFTER_SECOND_FACTOR, BEFORE_SECOND_FACTOR, BEFORE_VERIFICATION};

use super::factor_enrolment::{add, begin, verified};
use super::phone;
use super::second_factors::pending;
use super::*;

const ANA: &str = "ana@x.ro";

fn ana() -> AccountName {
    ANA.parse().expect("a name")
}

async fn start_with_policy(policy: SecondFactorPolicy) -> TestApp {
    start(|config| config.accounts.second_factor = Some(policy)).await
}

/// Calls a route as the browser's account with this uid; returns the status and the error code.
async fn call(browser: &Browser<'_>, uid: &str, method: Method, path: &str) -> (u16, String) {
    let path = path.replace("{uid}", uid).replace("{slug}", "a").replace("{id}", &uuid::Uuid::nil().to_string());
    let request = browser.test.client.request(method, format!("{}{path}", browser.test.base));
    let request = request.bearer_auth(browser.token.borrow().clone().expect("a token")).json(&json!({"others": true}));
    let response = request.send().await.expect("an answer");
    let status = response.status().as_u16();
    let is_stream = response.headers()["content-type"] == "text/event-stream";
    let text = if is_stream { String::new() } else { response.text().await.expect("text") };
    let body: Value = serde_json::from_str(&text).unwrap_or_default();
    (status, body["code"].as_str().unwrap_or_default().to_owned())
}

#[tokio::test]
async fn m13_an_account_that_must_have_a_second_factor_can_only_add_one() {
    let test = start_with_policy(SecondFactorPolicy::Mandatory).await;
    let browser = verified(&test, ANA).await;
    let me = browser.get("me").await.body;
    let uid = me["uid"].as_str().expect("a uid");
    let (mut refused, mut open) = (0, Vec::new());
    // The last calls end the session.
    let mut table = routes::table();
    table.sort_by_key(|route| route.path == "/auth/v1/me" && route.method == Method::DELETE);
    for route in table.iter().filter(|route| route.access.needs_account()) {
        let (status, code) = call(&browser, uid, route.method.clone(), route.path).await;
        if (status, &*code) == (403, "second_factor_required") {
            refused += 1;
        } else {
            open.push(format!("{} {}", route.method, route.path));
        }
    }
    assert!(refused > 20, "{refused}");
    let mut listed: Vec<_> = BEFORE_VERIFICATION.iter().chain(BEFORE_SECOND_FACTOR).map(|(name, _)| *name).collect();
    listed.retain(|name| AFTER_SECOND_FACTOR.iter().all(|(closed, _)| closed != name));
    listed.sort_unstable();
    open.sort();
    assert_eq!(open, listed);
    test.stop().await;
}

#[tokio::test]
async fn m13_the_password_alone_adds_no_other_way_to_sign_in() {
    let test = start_with_policy(SecondFactorPolicy::Mandatory).await;
    let browser = verified(&test, ANA).await;
    let link = json!({"transaction": "t".repeat(43)});
    assert_eq!(browser.post("link", link.clone()).await.refusal(), (403, "second_factor_required"));
    add(&browser).await;
    assert_eq!(browser.post("link", link).await.refusal(), (400, "invalid_idp_response"), "such a visit is unknown");
    test.stop().await;
}

#[tokio::test]
async fn m13_with_a_second_factor_the_same_session_may_do_everything() {
    let test = start_with_policy(SecondFactorPolicy::Mandatory).await;
    let browser = verified(&test, ANA).await;
    assert_eq!(browser.post("token", json!({})).await.body["enrolment_required"], true);
    assert_eq!(browser.get("sessions").await.refusal(), (403, "second_factor_required"));
    let (app, _) = add(&browser).await;
    assert_eq!(browser.get("sessions").await.status, 200);
    let refreshed = browser.post("token", json!({})).await;
    assert_eq!(refreshed.body.get("enrolment_required"), None);
    let last = browser.post("mfa/withdraw", json!({"factor_id": app.factor})).await;
    assert_eq!(last.refusal(), (409, "last_second_factor"));
    test.stop().await;
}

#[tokio::test]
async fn m14_a_promotion_asks_the_sessions_of_before_for_a_second_factor() {
    let test = start_with_policy(SecondFactorPolicy::Editors).await;
    let browser = verified(&test, ANA).await;
    assert_eq!(browser.get("sessions").await.status, 200, "a reader needs none");
    wait(&test, 1);
    admin::set_role(&test.app, &Actor::System, ana(), Role::Editor).await.expect("promoted");
    assert_eq!(browser.get("sessions").await.refusal(), (401, "invalid_user_token"), "the token names the old role");
    assert_eq!(browser.post("token", json!({})).await.body["enrolment_required"], true);
    assert_eq!(browser.get("sessions").await.refusal(), (403, "second_factor_required"));
    let signed_in = Browser::new(&test).sign_in(ANA, PASSWORD).await;
    assert_eq!((signed_in.status, &signed_in.body["enrolment_required"]), (200, &json!(true)));
    add(&browser).await;
    assert_eq!(browser.get("sessions").await.status, 200);
    test.stop().await;
}

#[tokio::test]
async fn m14_where_nobody_adds_one_those_of_before_are_still_asked_for() {
    let test = start_with_policy(SecondFactorPolicy::Off).await;
    let browser = verified(&test, ANA).await;
    assert_eq!(begin(&browser).await.refusal(), (403, "operation_not_allowed"));
    let (_, _) = second_factors::with_factor(&test, "dan@x.ro").await;
    pending(&Browser::new(&test).sign_in("dan@x.ro", PASSWORD).await);
    test.stop().await;
}

#[tokio::test]
async fn m15_the_operator_removes_all_factors_which_is_audited_and_announced() {
    let test = start(|_| {}).await;
    let browser = verified(&test, ANA).await;
    add(&browser).await;
    let shown = admin::show(&test.app, &Actor::System, ana()).await.expect("shown");
    assert_eq!((shown.second_factors.len(), shown.recovery_codes_left), (1, 10));
    let removed = admin::remove_second_factors(&test.app, &Actor::Operator { uid: 0 }, ana()).await.expect("removed");
    assert_eq!(removed.count, 1);
    assert_eq!(browser.get("me").await.refusal(), (401, "invalid_user_token"), "sessions have ended");
    assert_eq!(mails(&test, MessageKind::SecondFactorRemoved).await.len(), 1);
    let records = test.app.store.read(|tx| Ok(audit::latest(tx, 100)?)).await.expect("the audit");
    let is_removal = |record: &audit::AuditRecord| record.action == "accounts.remove_second_factors";
    assert!(records.iter().any(|record| is_removal(record) && record.actor == "operator:0"));
    assert_eq!(Browser::new(&test).sign_in(ANA, PASSWORD).await.status, 200);
    let again = admin::remove_second_factors(&test.app, &Actor::System, ana()).await;
    assert_eq!(again.expect_err("none is left").code.as_str(), "unchanged");
    test.stop().await;
}

#[tokio::test]
async fn m13_the_password_alone_does_not_move_a_proven_address_and_reads_nothing_private() {
    let test = start_with_policy(SecondFactorPolicy::Mandatory).await;
    let browser = verified(&test, ANA).await;
    let change = json!({"kind": "verify_and_change_email", "new_email": "other@x.ro"});
    assert_eq!(browser.post("oob/send", change.clone()).await.refusal(), (403, "second_factor_required"));
    let token = browser.token.borrow().clone().expect("a token");
    let own = test.get("/deadlines?mine=true").bearer_auth(token).send().await.expect("an answer");
    assert_eq!(own.status(), 403);
    add(&browser).await;
    assert_eq!(browser.post("oob/send", change).await.status, 200);
    test.stop().await;
}

#[tokio::test]
async fn m28_an_account_made_by_telephone_adds_an_address_and_then_its_second_factor() {
    let mandatory = |config: &mut Config| config.accounts.second_factor = Some(SecondFactorPolicy::Mandatory);
    let test = phone::start_with_phone(mandatory).await;
    let browser = Browser::new(&test);
    let uid = phone::enter(&browser, phone::ANA).await["uid"].clone();
    assert_eq!(begin(&browser).await.refusal(), (403, "unsupported_first_factor"));
    assert_eq!(browser.get("sessions").await.refusal(), (403, "second_factor_required"));
    let export = browser.get("me/export").await;
    assert_eq!((export.status, &export.body["account"]["phone_number"]), (200, &json!(phone::ANA)));
    let asked = browser.post("oob/send", json!({"kind": "verify_and_change_email", "new_email": ANA})).await;
    assert_eq!(asked.status, 200, "{}", asked.body);
    let change = json!({"code": code(&test, MessageKind::VerifyAndChangeEmail).await});
    assert_eq!(browser.post("oob/apply", change).await.body["email"], ANA);
    wait(&test, 15);
    assert_eq!(phone::enter(&browser, phone::ANA).await["uid"], uid);
    add(&browser).await;
    assert_eq!(browser.get("sessions").await.status, 200);

    let other = Browser::new(&test);
    phone::enter(&other, phone::DAN).await;
    assert_eq!(other.delete("me").await.status, 200, "it can be deleted in any case");
    test.stop().await;
}
