//! The operator's page: who may call it, and what it returns.

use jiff::ToSpan;
use paragraf::clock::uuid_at;
use paragraf::conditions::OperatorFinding;
use paragraf::domain::email::Email;
use paragraf::domain::mailing::{Audience, SkipReason};
use paragraf::domain::message::MessageKind;
use paragraf::domain::second_factor::FactorProof;
use paragraf::domain::{CampaignId, Language, Role};
use paragraf::ops::Actor;
use paragraf::ops::accounts::admin::{self, AccountName};
use paragraf::ops::backup;
use paragraf::ops::mail::campaigns::create::create;
use paragraf::ops::mail::campaigns::files::CampaignFiles;
use paragraf::store::campaigns::{self, CampaignRecord, CampaignStatus};
use paragraf::store::outbox::{self, MessageState, OutboxRecord};
use paragraf::store::subscribers::{self, SubscriberRecord};
use paragraf::web::routes::{self, Access};
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};

use crate::support::accounts::Reader;
use crate::support::app::{TestApp, expect_refusals, read};
use crate::support::articles::article;

const OPERATOR: Actor = Actor::Operator { uid: 1000 };

async fn get(test: &TestApp, operator: &Reader, path: &str) -> Value {
    let (status, body) = read(test.get(path).bearer_auth(&operator.token).send().await.expect("an answer")).await;
    assert_eq!(status, 200, "{path}: {body}");
    body
}

async fn post(test: &TestApp, operator: &Reader, path: &str, body: &Value) -> (u16, Value) {
    let request = test.client.post(format!("{}{path}", test.base)).bearer_auth(&operator.token).json(body);
    read(request.send().await.expect("an answer")).await
}

/// Each call of the page.
fn calls(test: &TestApp) -> Vec<(String, RequestBuilder)> {
    let table = routes::table().into_iter().filter(|route| route.access == Access::Operator);
    let calls: Vec<_> = table
        .map(|route| {
            let request = test.client.request(route.method.clone(), format!("{}{}", test.base, route.path));
            let is_post = route.method == Method::POST;
            let request = if is_post { request.json(&json!({"paused": true})) } else { request };
            (format!("{} {}", route.method, route.path), request)
        })
        .collect();
    assert_eq!(calls.len(), 11, "the calls were found");
    calls
}

async fn expect(test: &TestApp, token: Option<&str>, status: u16, code: &str) {
    expect_refusals(calls(test), token, status, code).await;
}

/// The reader's token with this role and second factor.
fn forged(test: &TestApp, reader: &Reader, role: Role, second_factor: Option<FactorProof>) -> String {
    reader.forged(&test.app, |claims| (claims.role, claims.sign_in_second_factor) = (role, second_factor))
}

#[tokio::test]
async fn only_operators_with_a_second_factor_see_the_page() {
    let test = TestApp::start(vec![article("a")]).await;
    let (reader, editor, operator) = (test.reader("ana").await, test.editor("dan").await, test.operator("ion").await);
    expect(&test, None, 401, "invalid_user_token").await;
    expect(&test, Some("x.y.z"), 401, "invalid_user_token").await;
    expect(&test, Some(&reader.token), 403, "forbidden").await;
    expect(&test, Some(&editor.token), 403, "forbidden").await;
    let proof = Some(FactorProof::Totp);
    expect(&test, Some(&forged(&test, &editor, Role::Editor, proof)), 403, "forbidden").await;
    expect(&test, Some(&forged(&test, &reader, Role::Operator, proof)), 403, "forbidden").await;
    expect(&test, Some(&forged(&test, &operator, Role::Operator, None)), 403, "second_factor_required").await;
    for (name, request) in calls(&test) {
        let (status, body) = read(request.bearer_auth(&operator.token).send().await.expect("an answer")).await;
        // The paths of the changes name nothing.
        let expected = if name.starts_with("POST") { 404 } else { 200 };
        assert_eq!(status, expected, "{name}: {body}");
    }
    test.app.clock.advance(1.second());
    let name = AccountName::Uid(operator.uid.clone());
    admin::set_role(&test.app, &OPERATOR, name, Role::Editor).await.expect("an editor now");
    expect(&test, Some(&operator.token), 401, "invalid_user_token").await;
    test.stop().await;
}

#[tokio::test]
async fn the_state_has_counts_and_what_needs_the_operator() {
    let test = TestApp::start(vec![article("a"), article("b")]).await;
    let operator = test.operator("ion").await;
    test.withdraw("b").await;
    test.subscriber("ana@exemplu.ro").await;
    let now = test.app.clock.now();
    let full = OperatorFinding::new("", "the disk is nearly full", "give it more space", &[]);
    test.app.conditions.report("disk_nearly_full", now, full);
    let state = get(&test, &operator, "/operator/status").await;
    let counts = &state["counts"];
    assert_eq!((&counts["published"], &counts["withdrawn"], &counts["subscribers"]), (&json!(1), &json!(1), &json!(1)));
    assert_eq!((&counts["accounts"], &counts["guests"]), (&json!(1), &json!(0)));
    let attention = state["attention"].as_array().expect("a list");
    let of = |kind: &str| attention.iter().find(|it| it["kind"] == kind);
    let condition = of("condition").expect("the condition");
    assert_eq!(condition["code"], "disk_nearly_full");
    assert_eq!(condition["message"], "the disk is nearly full");
    assert_eq!(condition["remedy"], "give it more space");
    assert_eq!(condition["since"], json!(now.to_string()));
    let backup = of("backup").expect("no backup was made");
    assert_eq!((&backup["words"], &backup["message"]), (&json!("no_backup"), &json!("there is no backup yet")));
    let checks = get(&test, &operator, "/operator/checks").await;
    let is_store = |check: &&Value| check["check"] == "store";
    assert_eq!(checks.as_array().expect("a list").iter().find(is_store).expect("the store")["outcome"], "ok");
    test.stop().await;
}

#[tokio::test]
async fn the_outbox_is_paged_and_names_the_reason_of_each_failure() {
    let test = TestApp::start(vec![]).await;
    let operator = test.operator("ion").await;
    let start = test.app.clock.now();
    let write = test.app.store.write(move |tx| {
        for number in 0..60_i64 {
            let at = start + number.seconds();
            let to = Email::parse(&format!("r{number}@exemplu.ro")).expect("an address");
            let mail = OutboxRecord::preferences_link(uuid_at(at), to, Language::Ro, at);
            let reason = format!("550 no mailbox {number}");
            let state = match number {
                ..55 => MessageState::Failed { at, reason },
                55 => MessageState::Suppressed { at, why: SkipReason::Left },
                _ => MessageState::Queued,
            };
            outbox::put(tx, &OutboxRecord { state, ..mail })?;
        }
        let id = CampaignId::parse("c").expect("an id");
        let campaign =
            CampaignRecord::new(id.clone(), MessageKind::Campaign, Audience::List, "operator:0".into(), start);
        campaigns::put(tx, &CampaignRecord { status: CampaignStatus::Paused, ..campaign })?;
        let to = Email::parse("waits@exemplu.ro").expect("an address");
        let mail = OutboxRecord::queued(uuid_at(start), MessageKind::Campaign, to, Language::Ro, start);
        outbox::put(tx, &OutboxRecord { campaign: Some(id), ..mail })?;
        Ok(())
    });
    write.await.expect("mails");
    let first = get(&test, &operator, "/operator/outbox?state=failed").await;
    assert_eq!((first["messages"].as_array().map(Vec::len), &first["more"]), (Some(50), &json!(true)));
    let newest = &first["messages"][0];
    assert_eq!((&newest["to"], &newest["state"]), (&json!("r54@exemplu.ro"), &json!("failed")));
    assert_eq!(newest["reason"], "550 no mailbox 54");
    let rest = get(&test, &operator, "/operator/outbox?state=failed&offset=50").await;
    assert_eq!((rest["messages"].as_array().map(Vec::len), &rest["more"]), (Some(5), &json!(false)));
    assert_eq!(rest["messages"][4]["to"], "r0@exemplu.ro");
    let one = get(&test, &operator, "/operator/outbox?to=R58@exemplu.ro").await;
    assert_eq!((&one["more"], &one["messages"][0]["state"]), (&json!(false), &json!("queued")));
    let waiting = get(&test, &operator, "/operator/outbox?to=waits@exemplu.ro").await;
    let waiting = &waiting["messages"][0];
    assert_eq!((&waiting["waits"], waiting.get("reason")), (&json!("campaign_paused"), None), "the page has words");
    let suppressed = get(&test, &operator, "/operator/outbox?state=suppressed").await;
    let skipped = &suppressed["messages"][0];
    assert_eq!((&skipped["kind"], &skipped["skipped"]), (&json!("preferences_link"), &json!("left")));
    assert_eq!(skipped.get("reason"), None, "the page has words");
    let id = newest["id"].as_str().expect("an id");
    let (status, refused) = post(&test, &operator, &format!("/operator/outbox/{id}/retry"), &json!({})).await;
    assert_eq!((status, &refused["code"]), (409, &json!("not_retriable")), "its content is gone");
    for wrong in ["state=lost", "to=x", "campaign=%20", "offset=-1", "limit=9"] {
        let request = test.get(&format!("/operator/outbox?{wrong}")).bearer_auth(&operator.token);
        let (status, body) = read(request.send().await.expect("an answer")).await;
        let name = wrong.split('=').next().expect("a name");
        assert_eq!((status, &body["field"]), (400, &json!(name)), "{body}");
    }
    test.stop().await;
}

#[tokio::test]
async fn subscribers_and_accounts_are_found_by_a_part_of_their_address() {
    let test = TestApp::start(vec![]).await;
    let operator = test.operator("ion").await;
    for name in ["ana", "Mariana", "dan"] {
        test.subscriber(&format!("{name}@exemplu.ro")).await;
        test.app.clock.advance(1.second());
    }
    let found = get(&test, &operator, "/operator/subscribers?q=ANA").await;
    let addresses = |found: &Value, list: &str| {
        let rows = found[list].as_array().cloned().unwrap_or_default();
        rows.iter().map(|row| row["email"].as_str().unwrap_or_default().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(addresses(&found, "subscribers"), ["Mariana@exemplu.ro", "ana@exemplu.ro"], "newest first");
    let count = async |path: &str, list: &str| get(&test, &operator, path).await[list].as_array().map(Vec::len);
    assert_eq!(count("/operator/subscribers", "subscribers").await, Some(3));
    assert_eq!(count("/operator/subscribers?q=none", "subscribers").await, Some(0));

    test.editor("eva").await;
    test.reader("evan").await;
    let found = get(&test, &operator, "/operator/accounts?q=Eva").await;
    assert_eq!((addresses(&found, "accounts").len(), &found["more"]), (2, &json!(false)));
    let editors = get(&test, &operator, "/operator/accounts?q=eva&role=editor").await;
    assert_eq!(addresses(&editors, "accounts"), ["eva@exemplu.ro"]);
    assert_eq!(editors["accounts"][0]["role"], "editor");
    let by_uid = get(&test, &operator, &format!("/operator/accounts?q={}", operator.uid)).await;
    assert_eq!(addresses(&by_uid, "accounts"), ["ion@exemplu.ro"]);
    test.stop().await;
}

#[tokio::test]
async fn a_failed_mail_is_queued_again() {
    let test = TestApp::start(vec![]).await;
    let operator = test.operator("ion").await;
    let now = test.app.clock.now();
    let subscriber = SubscriberRecord::new(Email::parse("ana@exemplu.ro").expect("an address"), Language::Ro, now);
    let mail = OutboxRecord::confirmation(uuid_at(now), &subscriber);
    let failed = MessageState::Failed { at: now, reason: "connection refused".into() };
    let (id, record) = (mail.id, OutboxRecord { state: failed, ..mail });
    let write = test.app.store.write(move |tx| {
        subscribers::put(tx, &subscriber)?;
        Ok(outbox::put(tx, &record)?)
    });
    write.await.expect("a mail");
    let (status, body) = post(&test, &operator, &format!("/operator/outbox/{id}/retry"), &json!({})).await;
    assert_eq!((status, &body), (200, &json!({})));
    assert_eq!(get(&test, &operator, "/operator/outbox").await["messages"][0]["state"], "queued");
    test.stop().await;
}

#[tokio::test]
async fn a_campaign_is_paused_and_resumed() {
    let test = TestApp::start(vec![]).await;
    let operator = test.operator("ion").await;
    test.subscriber("ana@exemplu.ro").await;
    let text = "---\nsubject: Noutăți\nsubject_en: News\n---\nBună!\n\n<!-- en -->\n\nHello!\n";
    let files = CampaignFiles { name: "noutati.md".into(), text: text.into(), ..CampaignFiles::default() };
    create(&test.app, &OPERATOR, files, &Audience::Subscribers, None).await.expect("a campaign");
    let listed = get(&test, &operator, "/operator/campaigns").await;
    assert_eq!((&listed[0]["id"], &listed[0]["subject"]), (&json!("noutati"), &json!("Noutăți")));
    assert_eq!(listed[0]["status"], "active");
    for (paused, expected) in [(true, "paused"), (false, "active")] {
        let (status, body) = post(&test, &operator, "/operator/campaigns/noutati", &json!({ "paused": paused })).await;
        assert_eq!((status, &body["status"]), (200, &json!(expected)));
    }
    let (status, body) = post(&test, &operator, "/operator/campaigns/none", &json!({"paused": true})).await;
    assert_eq!((status, &body["code"]), (404, &json!("campaign_not_found")));
    test.stop().await;
}

#[tokio::test]
async fn reports_are_closed_and_backups_listed_with_their_proof() {
    let test = TestApp::start(vec![article("a")]).await;
    let operator = test.operator("ion").await;
    let report = json!({"articleId": "a", "kind": "wrong", "message": "Art. 5 nu.", "email": "om@exemplu.ro"});
    assert_eq!(test.post("/reports", report).await.0, 201);
    let open = get(&test, &operator, "/operator/reports").await;
    let first = &open["reports"][0];
    assert_eq!((&first["slug"], &first["email"], &open["more"]), (&json!("a"), &json!("om@exemplu.ro"), &json!(false)));
    let path = format!("/operator/reports/{}/close", first["id"].as_str().expect("an id"));
    let (status, closed) = post(&test, &operator, &path, &json!({})).await;
    assert_eq!((status, &closed["is_open"]), (200, &json!(false)));
    assert_eq!(get(&test, &operator, "/operator/reports").await["reports"], json!([]));
    let closed = get(&test, &operator, "/operator/reports?closed=true").await;
    assert_eq!(closed["reports"].as_array().map(Vec::len), Some(1));

    assert_eq!(get(&test, &operator, "/operator/backups").await, json!([]));
    backup::create(&test.app, &OPERATOR).await.expect("a backup");
    let made = get(&test, &operator, "/operator/backups").await;
    assert_eq!(made[0]["proof"]["outcome"], "proved");
    test.stop().await;
}
