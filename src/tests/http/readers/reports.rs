//! Problem reports of readers and their mails to the operator.

use std::ops::ControlFlow;

use paragraf::domain::email::Email;
use paragraf::domain::report::ReportState;
use paragraf::domain::{Language, Status};
use paragraf::ops::reports;
use paragraf::store::outbox::{self, MessageKind, OutboxRecord};
use serde_json::json;

use super::{OPERATOR, call, set_status};
use crate::support::app::TestApp;
use crate::support::articles::article;
use crate::support::listed::listed;

async fn mails(test: &TestApp) -> Vec<OutboxRecord> {
    let read = test.app.store.read(|tx| {
        let mut all = Vec::new();
        outbox::each(tx, &mut |record| {
            all.push(record);
            ControlFlow::Continue(())
        })?;
        Ok(all)
    });
    read.await.expect("the mails")
}

#[tokio::test]
async fn anybody_can_report_and_an_account_is_stored_with_the_report() {
    let configure = |config: &mut paragraf::config::Config| {
        config.site.contact_email = "redactie@exemplu.ro".into();
        config.server.operator_language = Language::En;
    };
    let test = TestApp::start_with(vec![article("a")], configure, |_| {}).await;
    let ana = test.reader("ana").await;
    let report =
        json!({"articleId": "a", "kind": "wrong", "message": " Art. 5\r\nspune altceva. ", "email": "om@exemplu.ro"});
    let (status, first) = test.post("/reports", report).await;
    assert_eq!(status, 201);
    test.app.clock.advance(jiff::Span::new().seconds(1));
    let report = json!({"articleId": "a", "kind": "other", "message": "ș", "email": ""});
    let (status, second) = call(&test, &ana, "/reports", report).await;
    assert_eq!(status, 201);
    let (take, rows) = listed();
    reports::list(&test.app, &OPERATOR, false, take).await.expect("the reports");
    let kept: Vec<_> = rows.into_iter().collect();
    let ids: Vec<_> = kept.iter().map(|report| report.id.to_string()).collect();
    assert_eq!(ids, [second["id"].as_str().expect("an id"), first["id"].as_str().expect("an id")], "newest first");
    assert_eq!((&kept[0].uid, &kept[0].email, kept[0].revision), (&Some(ana.uid.clone()), &None, 1));
    assert_eq!((&kept[1].uid, kept[1].message.as_str()), (&None, "Art. 5\nspune altceva."));
    let mails = mails(&test).await;
    assert_eq!(mails.len(), 2);
    assert_eq!(
        (mails[0].kind, mails[0].to.as_str(), mails[0].language),
        (MessageKind::Report, "redactie@exemplu.ro", Language::En)
    );
    assert_eq!(mails[0].content.slug.as_deref(), Some("a"));
    assert_eq!(mails[0].content.email.as_ref().map(Email::as_str), Some("om@exemplu.ro"));
    assert_eq!(mails[0].content.text.as_deref(), Some("Something is wrong: Art. 5\nspune altceva."));
    assert_eq!(mails[1].content.email, None);

    let id = kept[1].id;
    for _ in 0..2 {
        assert_eq!(reports::close(&test.app, &OPERATOR, id).await.expect("closed").state, ReportState::Closed);
    }
    let (take, rows) = listed();
    reports::list(&test.app, &OPERATOR, false, take).await.expect("the reports");
    let left: Vec<_> = rows.into_iter().collect();
    assert_eq!(left.len(), 1);
    let status = paragraf::ops::status::status(&test.app, &OPERATOR, true).await.expect("the status");
    assert_eq!(status.open_reports, 1);
    let audit = test.app.store.read(|tx| Ok(paragraf::store::audit::latest(tx, 10)?)).await.expect("the audit");
    let actions: Vec<_> = audit.iter().map(|record| (record.action.as_str(), record.subject.clone())).collect();
    assert_eq!(actions, [("reports.close", id.to_string())], "closing a closed report is not recorded");
    test.stop().await;
}

#[tokio::test]
async fn an_error_names_the_field_of_a_malformed_report() {
    let test = TestApp::start_with(vec![article("a")], |config| config.limits.report_per_hour = 100, |_| {}).await;
    let cases = [
        (json!({"kind": "wrong", "message": "x"}), 400, Some("articleId")),
        (json!({"articleId": "a", "message": "x"}), 400, Some("kind")),
        (json!({"articleId": "a", "kind": "spam", "message": "x"}), 400, Some("kind")),
        (json!({"articleId": "a", "kind": "wrong"}), 400, Some("message")),
        (json!({"articleId": "a", "kind": "wrong", "message": " \n "}), 400, Some("message")),
        (json!({"articleId": "a", "kind": "wrong", "message": "x".repeat(2001)}), 400, Some("message")),
        (json!({"articleId": "a", "kind": "wrong", "message": "a\u{0}b"}), 400, Some("message")),
        (json!({"articleId": "a", "kind": "wrong", "message": "a\u{1b}[31m"}), 400, Some("message")),
        (json!({"articleId": "a", "kind": "wrong", "message": "x", "email": "om"}), 400, Some("email")),
        (
            json!({"articleId": "a", "kind": "wrong", "message": "x", "email": "om@x.ro\r\nBcc: y@x.ro"}),
            400,
            Some("email"),
        ),
        (json!({"articleId": "b", "kind": "wrong", "message": "x"}), 404, None),
        (json!({"articleId": "../a", "kind": "wrong", "message": "x"}), 404, None),
    ];
    for (body, status, field) in cases {
        let (got, problem) = test.post("/reports", body.clone()).await;
        assert_eq!((got, problem["field"].as_str()), (status, field), "{body}");
    }
    let sound = json!({"articleId": "a", "kind": "source", "message": "ă".repeat(2000)});
    assert_eq!(test.post("/reports", sound.clone()).await.0, 201);
    let mut ana = test.reader("ana").await;
    ana.token.push('x');
    let (status, problem) = call(&test, &ana, "/reports", sound.clone()).await;
    assert_eq!((status, &problem["code"]), (401, &json!("invalid_user_token")));
    set_status(&test, "a", Status::Withdrawn).await;
    assert_eq!(test.post("/reports", sound).await.0, 404);
    assert_eq!(mails(&test).await.len(), 0, "without a contact nobody is written to");
    test.stop().await;
}

#[tokio::test]
async fn reports_are_rate_limited_per_network() {
    let test = TestApp::start_with(vec![article("a")], |config| config.limits.report_per_hour = 2, |_| {}).await;
    let report = json!({"articleId": "a", "kind": "unclear", "message": "x"});
    for status in [201, 201, 429] {
        let request = test.client.post(format!("{}/reports", test.base)).json(&report);
        let response = request.send().await.expect("an answer");
        assert_eq!(response.status().as_u16(), status);
        assert_eq!(response.headers().contains_key("retry-after"), status == 429);
    }
    test.stop().await;
}
