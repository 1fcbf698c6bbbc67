use std::collections::HashSet;
use std::sync::Arc;

use jiff::{SignedDuration, ToSpan};
use paragraf::app::App;
use paragraf::domain::message::{MessageContent, MessageKind};
use paragraf::error::ErrorCode;
use paragraf::jobs;
use paragraf::mail::memory::Memory;
use paragraf::mail::{Mailer, SendFailure};
use paragraf::ops::mail::deliver::{Lane, Round, all_due, recover, round, work};
use paragraf::ops::mail::outbox::DeliveryState;
use paragraf::ops::{self, Actor};
use paragraf::store::outbox::{self, CLAIM_TIME, MessageState, OutboxCounts, OutboxRecord};
use paragraf::store::subscribers;
use tokio::task::JoinSet;

use super::mail;
use crate::support::app::TestApp;
use crate::support::eventually::eventually;
use crate::support::listed::listed;

async fn start() -> (TestApp, Arc<Memory>) {
    let memory = Arc::new(Memory::default());
    let mailer = Mailer::Memory(Arc::clone(&memory));
    let test = TestApp::start_empty(|_| {}, |app| app.mailer = mailer).await;
    (test, memory)
}

async fn queue(app: &App, records: Vec<OutboxRecord>) {
    let write = app.store.write(move |tx| records.iter().try_for_each(|record| Ok(outbox::put(tx, record)?)));
    write.await.expect("the mails are queued");
}

async fn row(app: &App, id: uuid::Uuid) -> OutboxRecord {
    app.store.read(move |tx| Ok(outbox::get(tx, id)?)).await.expect("the outbox").expect("the row")
}

async fn counts(app: &App) -> OutboxCounts {
    app.store.read(|tx| Ok(outbox::counts(tx)?)).await.expect("the outbox")
}

/// Waits until so many mails are sent.
async fn sent(app: &App, wanted: u64) {
    let enough = async || (counts(app).await.sent >= wanted).then_some(());
    eventually(&format!("{wanted} mails are sent"), enough).await;
}

fn later(code: u16) -> SendFailure {
    SendFailure::refused(code, format!("{code} later, maria@example.org"))
}

#[tokio::test]
async fn a_message_is_sent_once_and_its_content_deleted() {
    let (test, memory) = start().await;
    let record = mail(MessageKind::PasswordReset, "maria@example.org", test.app.clock.now());
    queue(&test.app, vec![record.clone()]).await;
    assert_eq!(round(&test.app, &Actor::System).await.expect("a round").attempted, 1);
    assert_eq!(round(&test.app, &Actor::System).await.expect("a round"), Round::default());
    let [message] = memory.sent().try_into().expect("one mail");
    assert_eq!((message.id, message.to.as_str()), (record.id, "maria@example.org"));
    assert!(message.text.contains("oobCode=secret"));
    let kept = row(&test.app, record.id).await;
    assert_eq!(kept.state, MessageState::Sent { at: test.app.clock.now() });
    assert_eq!(kept.content, MessageContent::default());
    test.stop().await;
}

#[tokio::test]
async fn a_deferred_message_is_retried_with_growing_backoff_for_a_day() {
    let (test, memory) = start().await;
    let record = mail(MessageKind::PasswordChanged, "maria@example.org", test.app.clock.now());
    queue(&test.app, vec![record.clone()]).await;
    let (mut waits, begun) = (Vec::new(), test.app.clock.now());
    eventually("the message is given up", async || {
        memory.fail_next(later(451));
        assert_eq!(round(&test.app, &Actor::System).await.expect("a round").attempted, 1);
        let now = test.app.clock.now();
        match row(&test.app, record.id).await.state {
            MessageState::Deferred { attempts, next_at, reason } => {
                waits.push(next_at.duration_since(now).as_mins());
                assert_eq!((attempts as usize, reason.as_str()), (waits.len(), "451 later, maria@example.org"));
                test.app.clock.advance((next_at.duration_since(now).as_secs() - 1).seconds());
                let early = round(&test.app, &Actor::System).await.expect("a round");
                assert_eq!(early, Round { attempted: 0, next_at: Some(next_at) });
                test.app.clock.advance(1.second());
                None
            }
            MessageState::Failed { at, reason } => {
                assert!(reason.starts_with("given up after ") && at == now, "{reason}");
                Some(())
            }
            other => panic!("{other:?}"),
        }
    })
    .await;
    assert_eq!(waits[..8], [1, 2, 4, 8, 16, 32, 60, 60]);
    let taken = test.app.clock.now().duration_since(begun);
    assert!(taken < SignedDuration::from_hours(24) && taken > SignedDuration::from_hours(22), "{taken}");
    assert_eq!(row(&test.app, record.id).await.content, MessageContent::default());
    assert_eq!(memory.sent(), []);
    test.stop().await;
}

#[tokio::test]
async fn a_deferred_message_is_sent_when_its_backoff_ends() {
    let (test, memory) = start().await;
    let record = mail(MessageKind::PasswordChanged, "maria@example.org", test.app.clock.now());
    queue(&test.app, vec![record.clone()]).await;
    memory.fail_next(later(421));
    round(&test.app, &Actor::System).await.expect("a round");
    test.app.clock.advance(1.minute());
    round(&test.app, &Actor::System).await.expect("a round");
    assert_eq!(memory.sent().len(), 1);
    assert_eq!(row(&test.app, record.id).await.state, MessageState::Sent { at: test.app.clock.now() });
    test.stop().await;
}

#[tokio::test]
async fn an_expired_link_is_not_sent() {
    let (test, memory) = start().await;
    let mut record = mail(MessageKind::PasswordReset, "maria@example.org", test.app.clock.now());
    record.content.valid_minutes = Some(10);
    queue(&test.app, vec![record.clone()]).await;
    for tries in 1..=4 {
        memory.fail_next(later(450));
        round(&test.app, &Actor::System).await.expect("a round");
        if let MessageState::Failed { reason, .. } = row(&test.app, record.id).await.state {
            assert!(reason.starts_with("its link expires before the next attempt"), "{reason}");
            assert_eq!(tries, 4, "after 0, 1, 3 and 7 minutes");
        }
        test.app.clock.advance(2_i64.pow(tries - 1).minutes());
    }
    assert!(matches!(row(&test.app, record.id).await.state, MessageState::Failed { .. }));
    test.stop().await;
}

#[tokio::test]
async fn permanent_failures_are_not_retried() {
    let (test, memory) = start().await;
    let refused = mail(MessageKind::PasswordReset, "maria@example.org", test.app.clock.now());
    let mut broken = mail(MessageKind::PasswordReset, "ion@example.org", test.app.clock.now());
    broken.content.link = None;
    memory.fail_next(SendFailure::refused(550, "550 no such user"));
    queue(&test.app, vec![refused.clone()]).await;
    round(&test.app, &Actor::System).await.expect("a round");
    queue(&test.app, vec![broken.clone()]).await;
    round(&test.app, &Actor::System).await.expect("a round");
    for (id, wanted) in [(refused.id, "550 no such user"), (broken.id, "its link is missing")] {
        let kept = row(&test.app, id).await;
        let MessageState::Failed { reason, .. } = kept.state else { panic!("{:?}", kept.state) };
        assert!(reason.contains(wanted), "{reason}");
        assert_eq!(kept.content, MessageContent::default());
    }
    assert_eq!(counts(&test.app).await.failed, 2);
    test.stop().await;
}

#[tokio::test]
async fn an_abandoned_claim_expires_after_ten_minutes() {
    let (test, memory) = start().await;
    let record = mail(MessageKind::PasswordReset, "maria@example.org", test.app.clock.now());
    queue(&test.app, vec![record.clone()]).await;
    let (id, now) = (record.id, test.app.clock.now());
    let claimed = test.app.store.write(move |tx| Ok(outbox::claim(tx, &[id], now)?)).await.expect("a claim");
    assert_eq!(round(&test.app, &Actor::System).await.expect("a round").next_at, Some(now + CLAIM_TIME));
    test.app.clock.advance(10.minutes());
    assert_eq!(round(&test.app, &Actor::System).await.expect("a round").attempted, 1);
    assert_eq!(memory.sent().len(), 1);
    let late = claimed[0].clone();
    let state = MessageState::Deferred { attempts: 1, next_at: now, reason: "late".into() };
    let settled = test.app.store.write(move |tx| Ok(outbox::settle(tx, &late, state.clone())?)).await;
    assert!(!settled.expect("a write"), "a worker that lost its claim changes nothing");
    assert!(matches!(row(&test.app, id).await.state, MessageState::Sent { .. }));
    test.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_workers_send_each_message_once() {
    let (test, memory) = start().await;
    let now = test.app.clock.now();
    let mails = (0..60).map(|index| mail(MessageKind::PasswordChanged, &format!("a{index}@example.org"), now));
    queue(&test.app, mails.collect()).await;
    let mut workers = JoinSet::new();
    for _ in 0..3 {
        let app = Arc::clone(&test.app);
        workers.spawn(async move { work(&app, &Actor::System, Lane::Everything).await });
    }
    workers.join_all().await.into_iter().for_each(|round| {
        let _work = round.expect("a round");
    });
    let ids: HashSet<_> = memory.sent().iter().map(|message| message.id).collect();
    assert_eq!((ids.len(), memory.sent().len()), (60, 60));
    test.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn queueing_a_message_wakes_the_job() {
    let (test, memory) = start().await;
    let jobs = jobs::start(&test.app, None);
    for wanted in 1..=3 {
        queue(&test.app, vec![mail(MessageKind::NewDevice, "maria@example.org", test.app.clock.now())]).await;
        test.app.mail_wake.notify_one();
        sent(&test.app, wanted).await;
    }
    assert_eq!(memory.sent().len(), 3);
    test.app.stop.cancel();
    jobs.ended().await;
    test.stop().await;
}

#[tokio::test]
async fn visitors_send_nothing() {
    let (test, memory) = start().await;
    queue(&test.app, vec![mail(MessageKind::NewDevice, "maria@example.org", test.app.clock.now())]).await;
    assert_eq!(round(&test.app, &Actor::Visitor).await.expect_err("a refusal").code, ErrorCode::Forbidden);
    assert_eq!(recover(&test.app, &Actor::Visitor).await.expect_err("a refusal").code, ErrorCode::Forbidden);
    assert_eq!(memory.sent(), []);
    test.stop().await;
}

#[tokio::test]
async fn a_confirmation_request_has_a_link_that_is_not_stored() {
    let (test, memory) = start().await;
    let actor = Actor::Visitor;
    ops::subscribers::subscribe(&test.app, &actor, "ana@example.ro", Default::default()).await.expect("subscribed");
    assert_eq!(counts(&test.app).await.queued, 1);
    assert_eq!(all_due(&test.app, &Actor::System).await.expect("a round"), 1);
    let sent = memory.sent();
    assert!(sent[0].text.contains("/mail/confirm?token="), "{}", sent[0].text);
    let (take, rows) = listed();
    let list = ops::mail::outbox::list(&test.app, &Actor::System, Default::default(), take);
    assert_eq!(list.await.expect("a list"), 1);
    assert_eq!(rows.recv().expect("a message").state, DeliveryState::Sent);
    assert_eq!(round(&test.app, &actor).await.expect_err("a refusal").code, ErrorCode::Forbidden);
    test.stop().await;
}

#[tokio::test]
async fn sent_messages_are_removed_after_thirty_days() {
    let (test, _) = start().await;
    queue(&test.app, vec![mail(MessageKind::NewDevice, "maria@example.org", test.app.clock.now())]).await;
    all_due(&test.app, &Actor::System).await.expect("sent");
    test.app.clock.advance((24 * 30).hours());
    assert_eq!(ops::mail::cleanup::clean_up(&test.app, &Actor::System).await.expect("the cleanup succeeds"), 0);
    test.app.clock.advance(1.second());
    queue(&test.app, vec![mail(MessageKind::NewDevice, "ion@example.org", test.app.clock.now())]).await;
    assert_eq!(ops::mail::cleanup::clean_up(&test.app, &Actor::System).await.expect("the cleanup succeeds"), 1);
    assert_eq!(counts(&test.app).await.queued, 1, "what was not sent stays");
    test.stop().await;
}

#[tokio::test]
async fn old_message_files_are_removed_and_other_files_kept() {
    let test = TestApp::start_empty(|_| {}, |_| {}).await;
    queue(&test.app, vec![mail(MessageKind::NewDevice, "maria@example.org", test.app.clock.now())]).await;
    all_due(&test.app, &Actor::System).await.expect("written");
    let folder = test.app.data_dir.join(paragraf::mail::FOLDER);
    std::fs::write(folder.join("20000101-notes.txt"), "mine").expect("a file");
    test.app.clock.advance((24 * 30).hours());
    queue(&test.app, vec![mail(MessageKind::NewDevice, "ion@example.org", test.app.clock.now())]).await;
    all_due(&test.app, &Actor::System).await.expect("written");
    test.app.clock.advance(1.second());
    assert_eq!(ops::mail::cleanup::clean_up(&test.app, &Actor::System).await.expect("the cleanup succeeds"), 1);
    let names = std::fs::read_dir(&folder).expect("the folder").map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<_> = names.map(|name| name.to_string_lossy().into_owned()).collect();
    names.sort();
    assert!(names.len() == 2 && names[0] == "20000101-notes.txt", "{names:?}");
    let mail = std::fs::read_to_string(folder.join(&names[1])).expect("the newer mail");
    assert!(mail.contains("To: ion@example.org"), "{mail}");
    test.stop().await;
}

#[tokio::test]
async fn removing_a_subscriber_keeps_account_messages_and_vice_versa() {
    let (test, _) = start().await;
    let (app, now) = (&test.app, test.app.clock.now());
    let address = "Maria@example.org";
    ops::subscribers::subscribe(app, &Actor::Visitor, address, Default::default()).await.expect("subscribed");
    let mut recover = mail(MessageKind::RecoverEmail, "old@example.org", now);
    recover.content.email = mail(MessageKind::Report, "maria@example.org", now).email().cloned();
    let rows = [MessageKind::PasswordReset, MessageKind::AccountDeleted, MessageKind::Report];
    let rows = rows.map(|kind| mail(kind, "maria@EXAMPLE.org", now));
    queue(app, [&rows[..], &[recover]].concat()).await;
    let to = rows[0].email().cloned().expect("an address");
    let removed = ops::subscribers::remove(app, &Actor::System, vec![to.clone()]).await.expect("removed");
    assert!(removed[0].removed);
    assert_eq!(kinds(app).await, ["password_reset", "account_deleted", "report", "recover_email"]);
    ops::subscribers::subscribe(app, &Actor::Visitor, address, Default::default()).await.expect("subscribed");
    app.store.write(move |tx| Ok(outbox::remove_secrets_to(tx, &to.clone().into())?)).await.expect("removed");
    assert_eq!(kinds(app).await, ["account_deleted", "report", "confirm_subscription"]);
    let subscribers = app.store.read(|tx| Ok(subscribers::count(tx)?)).await.expect("the count");
    assert_eq!(subscribers, 1);
    test.stop().await;
}

/// The kinds in the outbox, in order of time and then of the test's lists.
async fn kinds(app: &App) -> Vec<&'static str> {
    let order = ["password_reset", "account_deleted", "report", "recover_email", "confirm_subscription"];
    let read = app.store.read(|tx| {
        let mut kinds = Vec::new();
        outbox::each_readable(tx, &mut |record| kinds.push(record.kind.name()))?;
        Ok(kinds)
    });
    let mut kinds = read.await.expect("the outbox");
    kinds.sort_by_key(|kind| order.iter().position(|known| known == kind));
    kinds
}

#[tokio::test]
async fn a_message_that_is_too_old_fails_without_an_attempt() {
    let (test, memory) = start().await;
    let mut dead_link = mail(MessageKind::PasswordReset, "maria@example.org", test.app.clock.now());
    dead_link.content.valid_minutes = Some(30);
    let notice = mail(MessageKind::PasswordChanged, "maria@example.org", test.app.clock.now());
    queue(&test.app, vec![dead_link.clone()]).await;
    test.app.clock.advance(30.minutes());
    assert_eq!(all_due(&test.app, &Actor::System).await.expect("a round"), 1);
    queue(&test.app, vec![notice.clone()]).await;
    test.app.clock.advance(24.hours());
    assert_eq!(all_due(&test.app, &Actor::System).await.expect("a round"), 1);
    for (record, why) in [(dead_link, "its link expired"), (notice, "it waited")] {
        let kept = row(&test.app, record.id).await;
        let MessageState::Failed { reason, .. } = &kept.state else { panic!("{:?}", kept.state) };
        assert!(reason.starts_with(why), "{reason}");
        assert_eq!(kept.content, MessageContent::default());
    }
    assert!(memory.sent().is_empty());
    test.stop().await;
}
