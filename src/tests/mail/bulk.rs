//! Deliveries of campaigns: in which order, whether they are still wanted, and what becomes of them.

use std::sync::Arc;

use jiff::{Timestamp, ToSpan};
use paragraf::app::App;
use paragraf::config::{Config, MailConfig, QuietHours};
use paragraf::domain::delivery_state::DeliveryState;
use paragraf::domain::email::Email;
use paragraf::domain::mailing::{SkipReason, SuppressionReason};
use paragraf::domain::message::MessageKind;
use paragraf::domain::{CampaignId, Importance};
use paragraf::jobs;
use paragraf::mail::memory::Memory;
use paragraf::mail::{Mailer, MessageClass, RefusalStage, SendFailure};
use paragraf::ops::Actor;
use paragraf::ops::mail::deliver::{Round, recover, round};
use paragraf::store::campaigns::{self, CampaignArticle, CampaignRecord, CampaignStatus, Gathering};
use paragraf::store::outbox::{self, MessageState, OutboxRecord};
use paragraf::store::{subscribers, suppressions};

use super::mail;
use super::mail_out::{campaign, mail_out};
use super::sink::Sink;
use crate::support::app::TestApp;
use crate::support::articles::article;
use crate::support::eventually::eventually;

async fn start(configure: impl FnOnce(&mut MailConfig)) -> (TestApp, Arc<Memory>) {
    let memory = Arc::new(Memory::default());
    let mailer = Mailer::Memory(Arc::clone(&memory));
    let configure = |config: &mut Config| configure(&mut config.mail);
    (TestApp::start_empty(configure, |app| app.mailer = mailer).await, memory)
}

/// Queues the campaign to these subscribers.
async fn queue(app: &App, campaign: CampaignRecord, addresses: &[&str]) {
    let now = app.clock.now();
    let addresses: Vec<String> = addresses.iter().map(|address| (*address).to_owned()).collect();
    let write = app.store.write(move |tx| mail_out(tx, &campaign, &addresses, now));
    write.await.expect("the campaign is queued");
}

async fn queue_mail(app: &App, record: OutboxRecord) {
    app.store.write(move |tx| Ok(outbox::put(tx, &record)?)).await.expect("queued");
}

async fn attempted(test: &TestApp) -> usize {
    round(&test.app, &Actor::System).await.expect("a round").attempted
}

/// The state of the campaign's row for this address.
async fn state(app: &App, campaign: &str, to: &str) -> MessageState {
    let (campaign, to) = (CampaignId::parse(campaign).expect("an id"), Email::parse(to).expect("an address"));
    let read = app.store.read(move |tx| {
        let id = outbox::by_address(tx, &campaign, &to)?.expect("a row");
        Ok(outbox::get(tx, id)?.expect("the row"))
    });
    read.await.expect("the ledger").state
}

async fn status(app: &App, id: &str) -> CampaignStatus {
    let id = CampaignId::parse(id).expect("an id");
    app.store.read(move |tx| Ok(campaigns::get(tx, &id)?)).await.expect("the store").expect("the campaign").status
}

async fn change(app: &App, id: &str, change: impl Fn(&mut CampaignRecord) + Send + 'static) {
    let id = CampaignId::parse(id).expect("an id");
    let write = app.store.write(move |tx| {
        let mut record = campaigns::get(tx, &id)?.expect("the campaign");
        change(&mut record);
        Ok(campaigns::put(tx, &record)?)
    });
    write.await.expect("changed");
}

async fn suppressed(app: &App, to: &str) -> Option<SuppressionReason> {
    let to = Email::parse(to).expect("an address");
    app.store.read(move |tx| Ok(suppressions::reason(tx, &to)?)).await.expect("the list")
}

#[tokio::test]
async fn transactional_messages_are_sent_first_then_urgent_ones_then_the_rest() {
    let (test, memory) = start(|mail| mail.connections = 1).await;
    let now = test.app.clock.now();
    queue(&test.app, campaign("letter", MessageKind::Campaign, now), &["a@x.ro", "b@x.ro"]).await;
    let mut urgent = campaign("urgent-x-r1", MessageKind::Urgent, now);
    urgent.created_at = now + 1.second();
    test.publish(vec![article("x")]).await;
    let (slug, topic) = (article("x").slug, article("x").topic);
    urgent.articles = vec![CampaignArticle {
        slug,
        revision: 1,
        importance: Importance::URGENT,
        topic,
        domains: vec![],
        acts: vec![],
        provisions: vec![],
        searches: vec![],
        only_searches: false,
    }];
    queue(&test.app, urgent, &["c@x.ro"]).await;
    queue_mail(&test.app, mail(MessageKind::PasswordReset, "d@x.ro", now)).await;
    assert_eq!(attempted(&test).await, 4);
    let order: Vec<_> = memory.sent().iter().map(|message| message.to.as_str().to_owned()).collect();
    assert_eq!(order[..2], ["d@x.ro", "c@x.ro"]);
    assert_eq!(memory.sent().iter().filter(|message| message.bulk.is_some()).count(), 3);
    for id in ["letter", "urgent-x-r1"] {
        assert_eq!(status(&test.app, id).await, CampaignStatus::Done);
    }
    test.stop().await;
}

#[tokio::test]
async fn a_campaign_waits_for_its_start_its_operator_and_its_recipients() {
    let (test, memory) = start(|_| {}).await;
    let now = test.app.clock.now();
    let later = CampaignRecord { not_before: now + 1.hour(), ..campaign("later", MessageKind::Campaign, now) };
    queue(&test.app, later, &["a@x.ro"]).await;
    assert_eq!(
        round(&test.app, &Actor::System).await.expect("a round"),
        Round { attempted: 0, next_at: Some(now + 1.hour()) }
    );
    test.app.clock.advance(1.hour());
    change(&test.app, "later", |it| it.status = CampaignStatus::Paused).await;
    assert_eq!(round(&test.app, &Actor::System).await.expect("a round"), Round::default());
    change(&test.app, "later", |it| {
        (it.status, it.gathering) = (CampaignStatus::Active, Some(Gathering::Subscribers { after: None }));
    })
    .await;
    assert_eq!(attempted(&test).await, 1);
    assert_eq!(status(&test.app, "later").await, CampaignStatus::Active, "not everybody has their row");
    change(&test.app, "later", |it| it.gathering = None).await;
    assert_eq!(attempted(&test).await, 0);
    assert_eq!(status(&test.app, "later").await, CampaignStatus::Done);
    assert_eq!(memory.sent().len(), 1);
    test.stop().await;
}

#[tokio::test]
async fn quiet_hours_defer_bulk_messages() {
    let (test, memory) = start(|mail| mail.quiet_hours = "10:30-12:00".parse().expect("hours")).await;
    let now: Timestamp = test.app.clock.now();
    queue(&test.app, campaign("letter", MessageKind::Campaign, now), &["a@x.ro"]).await;
    queue_mail(&test.app, mail(MessageKind::PasswordReset, "d@x.ro", now)).await;
    let result = round(&test.app, &Actor::System).await.expect("a round");
    assert_eq!(result, Round { attempted: 1, next_at: Some(now + 1.hour()) }, "it is eleven in Romania");
    test.app.clock.advance(1.hour());
    assert_eq!(attempted(&test).await, 1);
    assert_eq!(memory.sent()[1].to.as_str(), "a@x.ro");
    test.stop().await;
}

#[tokio::test]
async fn deliveries_to_ineligible_recipients_are_skipped() {
    let (test, memory) = start(|_| {}).await;
    let now = test.app.clock.now();
    let many: Vec<String> = (0..450).map(|index| format!("a{index}@x.ro")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    queue(&test.app, campaign("letter", MessageKind::Campaign, now), &many).await;
    let write = test.app.store.write(move |tx| {
        for index in 0..449 {
            let email = Email::parse(&format!("a{index}@x.ro")).expect("an address");
            let mut record = subscribers::get(tx, &email)?.expect("a subscriber");
            record.left_at = Some(now);
            subscribers::put(tx, &record)?;
        }
        Ok(())
    });
    write.await.expect("they left");
    assert_eq!(attempted(&test).await, 1);
    assert_eq!(memory.sent()[0].to.as_str(), "a449@x.ro");
    assert_eq!(
        state(&test.app, "letter", "a7@x.ro").await,
        MessageState::Suppressed { at: now, why: SkipReason::Left }
    );
    assert_eq!(status(&test.app, "letter").await, CampaignStatus::Done);
    test.stop().await;
}

#[tokio::test]
async fn a_rejected_address_is_suppressed() {
    let (test, memory) = start(|mail| mail.connections = 1).await;
    let now = test.app.clock.now();
    memory.fail_next(SendFailure::refused_at(RefusalStage::Recipient, 550, "550 5.1.1 no such user"));
    memory.fail_next(SendFailure::refused_at(RefusalStage::Data, 554, "554 5.7.1 looks like spam"));
    queue(&test.app, campaign("one", MessageKind::Campaign, now), &["a@x.ro"]).await;
    assert_eq!(attempted(&test).await, 1);
    let reason = "550 5.1.1 no such user".to_owned();
    assert_eq!(state(&test.app, "one", "a@x.ro").await, MessageState::Bounced { at: now, reason });
    assert_eq!(suppressed(&test.app, "a@x.ro").await, Some(SuppressionReason::Bounced));
    queue(&test.app, campaign("two", MessageKind::Campaign, now), &["a@x.ro", "b@x.ro"]).await;
    assert_eq!(attempted(&test).await, 1);
    let why = SkipReason::SuppressionList;
    assert_eq!(state(&test.app, "two", "a@x.ro").await, MessageState::Suppressed { at: now, why });
    assert!(matches!(state(&test.app, "two", "b@x.ro").await, MessageState::Deferred { .. }));
    assert_eq!(suppressed(&test.app, "b@x.ro").await, None, "the mail was refused, not the address");
    test.stop().await;
}

#[tokio::test]
async fn a_bulk_delivery_with_an_unknown_outcome_is_not_retried() {
    let (test, memory) = start(|_| {}).await;
    let now = test.app.clock.now();
    memory.fail_next(SendFailure::unknown("the connection broke"));
    queue(&test.app, campaign("letter", MessageKind::Campaign, now), &["a@x.ro"]).await;
    assert_eq!(attempted(&test).await, 1);
    let reason = "the connection broke".to_owned();
    assert_eq!(state(&test.app, "letter", "a@x.ro").await, MessageState::Unknown { at: now, reason });
    test.app.clock.advance(100.hours());
    assert_eq!(attempted(&test).await, 0);
    assert_eq!(status(&test.app, "letter").await, CampaignStatus::Done);
    let single = mail(MessageKind::NewDevice, "a@x.ro", test.app.clock.now());
    memory.fail_next(SendFailure::unknown("the connection broke"));
    queue_mail(&test.app, single).await;
    assert_eq!(attempted(&test).await, 1);
    test.app.clock.advance(1.minute());
    assert_eq!(attempted(&test).await, 1);
    assert_eq!(memory.sent().len(), 1, "a mail about an account is sent again");
    test.stop().await;
}

#[tokio::test]
async fn a_bulk_delivery_is_retried_for_three_days() {
    let (test, memory) = start(|mail| mail.quiet_hours = QuietHours::default()).await;
    let begun = test.app.clock.now();
    queue(&test.app, campaign("letter", MessageKind::Campaign, begun), &["a@x.ro"]).await;
    // A pause of a week counts for nothing.
    test.app.clock.advance((7 * 24).hours());
    let begun = test.app.clock.now();
    eventually("the delivery is given up", async || {
        memory.fail_next(SendFailure::refused(452, "452 later"));
        assert_eq!(attempted(&test).await, 1);
        match state(&test.app, "letter", "a@x.ro").await {
            MessageState::Deferred { next_at, .. } => {
                test.app.clock.advance(next_at.duration_since(test.app.clock.now()).as_secs().seconds());
                None
            }
            MessageState::Failed { reason, .. } => {
                assert!(reason.starts_with("given up after 77 attempts"), "{reason}");
                Some(())
            }
            other => panic!("{other:?}"),
        }
    })
    .await;
    assert_eq!(test.app.clock.now().duration_since(begun).as_hours(), 71);
    test.stop().await;
}

#[tokio::test]
async fn claims_of_an_earlier_process_are_settled_at_the_start() {
    let (test, memory) = start(|_| {}).await;
    let now = test.app.clock.now();
    queue(&test.app, campaign("letter", MessageKind::Campaign, now), &["a@x.ro", "b@x.ro"]).await;
    queue_mail(&test.app, mail(MessageKind::PasswordReset, "c@x.ro", now)).await;
    let write = test.app.store.write(move |tx| {
        let campaign = CampaignId::parse("letter");
        let mut ids = outbox::due(tx, campaign.as_ref(), now, 1)?.ids;
        ids.extend(outbox::due(tx, None, now, 1)?.ids);
        Ok(outbox::claim(tx, &ids, now)?)
    });
    let claimed = write.await.expect("two claims");
    let recovered = recover(&test.app, &Actor::System).await.expect("recovered");
    assert_eq!((recovered.unknown, recovered.again), (1, 1));
    assert_eq!(attempted(&test).await, 2);
    assert!(matches!(state(&test.app, "letter", claimed[0].to.as_str()).await, MessageState::Unknown { .. }));
    assert!(memory.sent().iter().any(|message| message.to.as_str() == "c@x.ro"));
    assert_eq!(status(&test.app, "letter").await, CampaignStatus::Done);
    test.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_single_message_is_sent_while_campaigns_rest() {
    let sink = Sink::start("none");
    let mail_config = sink.config("none");
    let test = TestApp::start_empty(|config: &mut Config| config.mail = mail_config, |_| {}).await;
    let now = test.app.clock.now();
    queue(&test.app, campaign("letter", MessageKind::Campaign, now), &["a@x.ro"]).await;
    sink.close();
    round(&test.app, &Actor::System).await.expect("a round");
    sink.open();
    assert!(test.app.mailer.ready_at(MessageClass::Bulk).is_some(), "campaigns rest");
    queue_mail(&test.app, mail(MessageKind::PasswordReset, "d@x.ro", now)).await;
    assert_eq!(attempted(&test).await, 1);
    assert_eq!(sink.taken().len(), 1);
    test.stop().await;
}

/// All connections of campaigns wait for a mail server that does not answer.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_single_message_does_not_wait_for_a_campaign_at_a_slow_server() {
    let sink = Sink::start("none");
    let mail_config = MailConfig { connections: 1, ..sink.config("none") };
    let test = TestApp::start_empty(|config: &mut Config| config.mail = mail_config, |_| {}).await;
    let now = test.app.clock.now();
    queue(&test.app, campaign("letter", MessageKind::Campaign, now), &["silent@x.ro"]).await;
    let jobs = jobs::start(&test.app, None);
    let is_sending = async || {
        let state = state(&test.app, "letter", "silent@x.ro").await;
        matches!(state, MessageState::Claimed { .. }).then_some(())
    };
    eventually("the campaign's message is being sent", is_sending).await;
    queue_mail(&test.app, mail(MessageKind::PasswordReset, "d@x.ro", now)).await;
    test.app.mail_wake.notify_one();
    eventually("the single message is sent", async || sink.taken().pop()).await;
    assert!(matches!(state(&test.app, "letter", "silent@x.ro").await, MessageState::Claimed { .. }));
    test.app.stop.cancel();
    drop(sink);
    jobs.ended().await;
    test.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_process_that_leads_again_counts_the_messages_of_the_hour_once() {
    let sink = Sink::start("none");
    let mail_config = MailConfig { per_hour: 10, smtp_per_hour: 10, ..sink.config("none") };
    let test = TestApp::start_empty(|config: &mut Config| config.mail = mail_config, |_| {}).await;
    let now = test.app.clock.now();
    queue(&test.app, campaign("letter", MessageKind::Campaign, now), &["a@x.ro", "b@x.ro", "c@x.ro", "d@x.ro"]).await;
    assert_eq!(attempted(&test).await, 4);
    for _ in 0..3 {
        recover(&test.app, &Actor::System).await.expect("a new term");
    }
    assert_eq!(test.app.mailer.ready_at(MessageClass::Bulk), None, "four of ten");
    queue(&test.app, campaign("next", MessageKind::Campaign, now), &["a@x.ro", "b@x.ro", "c@x.ro", "d@x.ro", "e@x.ro"])
        .await;
    assert_eq!(attempted(&test).await, 5);
    recover(&test.app, &Actor::System).await.expect("a new term");
    assert!(test.app.mailer.ready_at(MessageClass::Bulk).is_some(), "nine of ten, and one is reserved");
    test.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn messages_to_a_domain_are_spread_over_minutes() {
    let sink = Sink::start("none");
    let mail_config = MailConfig { per_domain_per_minute: 2, per_hour: 100, ..sink.config("none") };
    let test = TestApp::start_empty(|config: &mut Config| config.mail = mail_config, |_| {}).await;
    let now = test.app.clock.now();
    let addresses = ["a@x.ro", "b@x.ro", "c@X.ro", "d@x.ro", "e@x.ro", "a@y.ro"];
    queue(&test.app, campaign("letter", MessageKind::Campaign, now), &addresses).await;
    round(&test.app, &Actor::System).await.expect("a round");
    let to = |domain: &str| sink.taken().iter().filter(|(_, to)| to.to_lowercase().ends_with(domain)).count();
    assert_eq!((to("@x.ro"), to("@y.ro")), (2, 1));
    for reset in ["f@x.ro", "g@x.ro"] {
        queue_mail(&test.app, mail(MessageKind::PasswordReset, reset, now)).await;
    }
    assert_eq!(attempted(&test).await, 2, "nobody waits for a password");
    for taken in [6, 7, 7] {
        test.app.clock.advance(1.minute());
        round(&test.app, &Actor::System).await.expect("a round");
        assert_eq!(to("@x.ro"), taken);
    }
    assert_eq!(status(&test.app, "letter").await, CampaignStatus::Done);
    test.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_failure_of_a_mail_server_duplicates_a_bulk_message() {
    let sink = Sink::start("starttls");
    let mail_config = sink.config("starttls");
    let test = TestApp::start_empty(|config: &mut Config| config.mail = mail_config, |_| {}).await;
    let now = test.app.clock.now();
    let addresses =
        ["never@x.ro", "later2@x.ro", "drop@x.ro", "cut@x.ro", "slow@x.ro", "spam@x.ro", "a@x.ro", "b@x.ro"];
    queue(&test.app, campaign("letter", MessageKind::Campaign, now), &addresses).await;
    for _ in 0..15 {
        round(&test.app, &Actor::System).await.expect("a round");
        test.app.clock.advance(1.minute());
    }
    assert_eq!(status(&test.app, "letter").await, CampaignStatus::Active);
    for (to, wanted, copies) in [
        ("never@x.ro", DeliveryState::Bounced, 0),
        ("later2@x.ro", DeliveryState::Sent, 1),
        ("drop@x.ro", DeliveryState::Unknown, 1),
        ("cut@x.ro", DeliveryState::Sent, 1),
        ("slow@x.ro", DeliveryState::Sent, 1),
        ("spam@x.ro", DeliveryState::Deferred, 0),
        ("a@x.ro", DeliveryState::Sent, 1),
        ("b@x.ro", DeliveryState::Sent, 1),
    ] {
        assert_eq!(state(&test.app, "letter", to).await.name(), wanted, "{to}");
        assert_eq!(sink.taken().iter().filter(|(_, taken)| taken == to).count(), copies, "{to}");
    }
    let bounced = suppressed(&test.app, "never@x.ro").await;
    assert_eq!((bounced, suppressed(&test.app, "spam@x.ro").await), (Some(SuppressionReason::Bounced), None));
    test.stop().await;
}
