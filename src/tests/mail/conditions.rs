//! Mails to the operator about conditions.

use jiff::ToSpan;
use paragraf::conditions::OperatorFinding;
use paragraf::config::Config;
use paragraf::domain::Language;
use paragraf::domain::message::MessageKind;
use paragraf::ops::mail::deliver::all_due;
use paragraf::ops::{Actor, condition_mails};
use paragraf::store::outbox::{self, MessageState, OutboxRecord};

use crate::support::app::TestApp;

async fn mails(test: &TestApp) -> Vec<OutboxRecord> {
    condition_mails::send(&test.app, &Actor::System).await.expect("decided");
    let read = test.app.store.read(|tx| {
        let mut found = Vec::new();
        outbox::each_readable(tx, &mut |record| found.push(record))?;
        Ok(found)
    });
    read.await.expect("the outbox")
}

#[tokio::test]
async fn the_operator_gets_a_mail_when_a_condition_begins_and_when_it_is_over() {
    let configure = |config: &mut Config| {
        config.site.contact_email = "contact@example.ro".into();
        config.server.operator_email = "ana@example.ro".into();
        config.server.operator_language = Language::En;
    };
    let test = TestApp::start_empty(configure, |_| {}).await;
    let conditions = &test.app.conditions;
    let full = OperatorFinding::new("", "0.9 of 20.0 GB are free", "free some space", &[]);
    conditions.report("disk_nearly_full", test.app.clock.now(), full);
    assert_eq!(mails(&test).await.len(), 0, "it may pass at once");
    test.app.clock.advance(2.minutes());
    for _ in 0..2 {
        let queued = mails(&test).await;
        let [mail] = queued.as_slice() else { panic!("{queued:?}") };
        assert_eq!((mail.kind, mail.language), (MessageKind::ConditionBegan, Language::En));
        assert_eq!(mail.email().map(|to| to.as_str()), Some("ana@example.ro"));
    }
    conditions.end("disk_nearly_full");
    mails(&test).await;
    test.app.clock.advance(11.minutes());
    mails(&test).await;
    all_due(&test.app, &Actor::System).await.expect("delivered");
    let sent = mails(&test).await;
    let kinds: Vec<_> = sent.iter().map(|mail| mail.kind).collect();
    assert_eq!(kinds, [MessageKind::ConditionBegan, MessageKind::ConditionEnded]);
    assert!(sent.iter().all(|mail| matches!(mail.state, MessageState::Sent { .. })), "{sent:?}");
    test.stop().await;
}

#[tokio::test]
async fn without_an_address_conditions_are_only_listed() {
    let test = TestApp::start_empty(|_| {}, |_| {}).await;
    test.app.conditions.report("clock_off", test.app.clock.now(), OperatorFinding::default());
    test.app.clock.advance(2.minutes());
    assert_eq!(mails(&test).await.len(), 0);
    test.stop().await;
}
