//! Refusals of campaign mails: what they do to addresses, to the delivery and to the campaign.

use std::sync::Arc;

use jiff::ToSpan;
use paragraf::app::App;
use paragraf::config::{Config, MailConfig};
use paragraf::domain::CampaignId;
use paragraf::domain::email::Email;
use paragraf::domain::message::MessageKind;
use paragraf::mail::memory::Memory;
use paragraf::mail::{Mailer, RefusalStage, SendFailure};
use paragraf::ops::mail::bounces::process;
use paragraf::ops::mail::campaigns::control::{CampaignStatusChange, change};
use paragraf::ops::mail::campaigns::status;
use paragraf::ops::mail::campaigns::{CampaignStatus, Tally};
use paragraf::ops::mail::deliver::round;
use paragraf::ops::{self, Actor};
use paragraf::store::{outbox, suppressions};

use super::bounces;
use super::mail_out::{campaign, mail_out};
use super::sink::Sink;
use crate::support::app::TestApp;

const HOURLY: &str = "550 Domain example.ro has exceeded the max emails per hour (313/250 (125%)) allowed.";

fn id(name: &str) -> CampaignId {
    CampaignId::parse(name).expect("an id")
}

/// Queues a campaign to this number of subscribers; returns their addresses.
async fn queue(app: &App, name: &str, count: usize) -> Vec<String> {
    queue_to(app, name, (0..count).map(|index| format!("a{index}@x.ro")).collect()).await
}

async fn queue_to(app: &App, name: &str, addresses: Vec<String>) -> Vec<String> {
    let now = app.clock.now();
    let (record, to) = (campaign(name, MessageKind::Campaign, now), addresses.clone());
    app.store.write(move |tx| mail_out(tx, &record, &to, now)).await.expect("the campaign is queued");
    addresses
}

async fn suppressed(app: &App, addresses: &[String]) -> usize {
    let addresses = addresses.to_vec();
    let read = app.store.read(move |tx| {
        let reasons = addresses.iter().map(|address| {
            let email = Email::parse(address).expect("an address");
            Ok(suppressions::reason(tx, &email)?)
        });
        Ok(reasons.collect::<paragraf::error::Result<Vec<_>>>()?.into_iter().flatten().count())
    });
    read.await.expect("the list")
}

async fn outcome(app: &App, name: &str) -> (CampaignStatus, Tally) {
    let view = status::one(app, &Actor::System, id(name)).await.expect("the campaign");
    (view.status, view.deliveries)
}

/// An app with one connection to a mail server that refuses what its test asks for.
async fn start() -> (TestApp, Arc<Memory>) {
    let memory = Arc::new(Memory::default());
    let mailer = Mailer::Memory(Arc::clone(&memory));
    let configure = |config: &mut Config| config.mail.connections = 1;
    (TestApp::start_empty(configure, |app| app.mailer = mailer).await, memory)
}

/// Processes reports that the mail server, which accepted these addresses' mails, sent none of them; returns how many
/// campaigns they paused.
async fn report(app: &App, name: &str, addresses: &[String], reply: &str) -> u64 {
    let mut paused = 0;
    for (address, number) in addresses.iter().zip(251..) {
        let (campaign, to) = (id(name), Email::parse(address).expect("an address"));
        let row = app.store.read(move |tx| Ok(outbox::by_address(tx, &campaign, &to)?)).await.expect("read");
        let reply = reply.replace("313/250", &format!("{number}/250"));
        let raw = bounces::report(bounces::POSTFIX, row.expect("a mail"), address, &reply);
        paused += process(app, &Actor::System, raw.as_bytes()).await.expect("processed").paused;
    }
    paused
}

async fn deliver(test: &TestApp) -> usize {
    round(&test.app, &Actor::System).await.expect("a round").attempted
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_refused_sender_loses_no_reader_and_pauses_the_campaign() {
    for (stage, reply) in [
        ("SINK_RCPT", HOURLY),
        ("SINK_DATA", "550 rejected: exceeded hour limit"),
        ("SINK_RCPT", "550 Relaying denied. Proper authentication required."),
        ("SINK_DATA", "554 Transaction failed: spam message rejected"),
        ("SINK_RCPT", "504 5.5.2 <vm>: Helo command rejected: need fully-qualified hostname"),
    ] {
        let sink = Sink::start_with("none", &[(stage, reply), ("SINK_AFTER", "4")]);
        let mail_config = MailConfig { connections: 1, ..sink.config("none") };
        let test = TestApp::start_empty(|config: &mut Config| config.mail = mail_config, |_| {}).await;
        let addresses = queue(&test.app, "letter", 12).await;
        deliver(&test).await;
        let (status, tally) = outcome(&test.app, "letter").await;
        assert_eq!((status, tally.sent, tally.deferred, tally.queued), (CampaignStatus::Paused, 4, 5, 3), "{reply}");
        assert_eq!((tally.bounced, suppressed(&test.app, &addresses).await), (0, 0), "{reply}");
        assert_eq!(test.app.mailer.outages().len(), 1, "the server rests: {reply}");
        let shown = ops::status::status(&test.app, &Actor::System, true).await.expect("the status").paused_campaigns;
        let [paused] = shown.try_into().expect("one paused campaign");
        assert_eq!((paused.id, paused.refusals.count), (id("letter"), 5));
        let said = reply.split_once(' ').expect("a text").1.replace("<vm>:", "");
        assert!(paused.refusals.reply.contains(said.trim_start_matches("5.5.2 ").trim()), "{}", paused.refusals.reply);
        test.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn refusals_that_are_no_fault_of_the_sender_pause_nothing() {
    for (reply, state) in [
        ("552 5.2.2 The mailbox is over its quota", "bounced"),
        ("550 Message was not accepted: user not found", "bounced"),
        ("450 4.2.0 Greylisted, see http://postgrey.example/", "deferred"),
    ] {
        let sink = Sink::start_with("none", &[("SINK_RCPT", reply)]);
        let mail_config = sink.config("none");
        let test = TestApp::start_empty(|config: &mut Config| config.mail = mail_config, |_| {}).await;
        let addresses = queue(&test.app, "letter", 8).await;
        deliver(&test).await;
        let (status, tally) = outcome(&test.app, "letter").await;
        let dead = if reply.ends_with("not found") { 8 } else { 0 };
        assert_eq!(suppressed(&test.app, &addresses).await, dead, "{reply}");
        assert_ne!(status, CampaignStatus::Paused, "{reply}");
        assert_eq!(if state == "bounced" { tally.bounced } else { tally.deferred }, 8, "{reply}: {tally:?}");
        test.stop().await;
    }
}

#[tokio::test]
async fn a_paused_campaign_goes_on_when_it_is_resumed() {
    let (test, memory) = start().await;
    let addresses = queue(&test.app, "letter", 8).await;
    for number in 250..255 {
        let reply = HOURLY.replace("313/250", &format!("{number}/250"));
        memory.fail_next(SendFailure::refused_at(RefusalStage::Recipient, 550, reply));
    }
    assert_eq!(deliver(&test).await, 5);
    assert_eq!(outcome(&test.app, "letter").await.0, CampaignStatus::Paused);
    test.app.clock.advance(1.hour());
    assert_eq!(deliver(&test).await, 0, "it waits for the operator");
    let resumed = change(&test.app, &Actor::System, id("letter"), CampaignStatusChange::Resume).await;
    assert_eq!(resumed.expect("resumed").refusals, None);
    assert_eq!(deliver(&test).await, 8);
    assert_eq!((memory.sent().len(), suppressed(&test.app, &addresses).await), (8, 0));
    assert_eq!(outcome(&test.app, "letter").await.0, CampaignStatus::Done);
    test.stop().await;
}

#[tokio::test]
async fn refusals_pause_only_when_they_are_equal_and_in_a_row() {
    let (test, memory) = start().await;
    queue(&test.app, "letter", 60).await;
    let refuse = |reply: &str| memory.fail_next(SendFailure::refused_at(RefusalStage::Recipient, 550, reply));
    for number in 0..19 {
        refuse(&format!("550 5.1.1 <b{number}@x.ro>: user unknown"));
    }
    for reply in ["554 Transaction failed", "550 blocked"].into_iter().cycle().take(10) {
        refuse(reply);
    }
    assert_eq!(deliver(&test).await, 60);
    let (status, tally) = outcome(&test.app, "letter").await;
    assert_eq!((status, tally.bounced, tally.failed, tally.deferred), (CampaignStatus::Active, 19, 5, 5));
    queue(&test.app, "dead", 41).await;
    for number in 0..20 {
        refuse(&format!("550 5.1.1 <b{number}@x.ro>: user unknown"));
    }
    deliver(&test).await;
    assert_eq!(outcome(&test.app, "dead").await.0, CampaignStatus::Paused, "a whole list is not dead");
    test.stop().await;
}

#[tokio::test]
async fn a_doubtful_refusal_needs_a_second_one() {
    let (test, memory) = start().await;
    for (name, suppressions) in [("one", 0), ("two", 1)] {
        let reply = "550 Requested action not taken: mailbox unavailable";
        memory.fail_next(SendFailure::refused_at(RefusalStage::Recipient, 550, reply));
        let addresses = queue(&test.app, name, 1).await;
        assert_eq!(deliver(&test).await, 1);
        assert_eq!(
            (outcome(&test.app, name).await.1.bounced, suppressed(&test.app, &addresses).await),
            (1, suppressions)
        );
    }
    test.stop().await;
}

#[tokio::test]
async fn refusals_in_reports_pause_a_campaign_that_was_handed_over() {
    let (test, memory) = start().await;
    let to = (0..12).map(|index| format!("ana@x{index}.ro")).collect();
    let addresses = queue_to(&test.app, "letter", to).await;
    assert_eq!(deliver(&test).await, 12);
    assert_eq!(outcome(&test.app, "letter").await.0, CampaignStatus::Done);
    assert_eq!(report(&test.app, "letter", &addresses[..4], HOURLY).await, 0);
    // Other campaigns' mails and reports about addresses between them change nothing.
    let others = queue(&test.app, "other", 1).await;
    deliver(&test).await;
    assert_eq!(report(&test.app, "other", &others, "550 5.7.1 policy").await, 0);
    assert_eq!(report(&test.app, "letter", &addresses[11..], "550 5.1.1 user unknown").await, 0);
    assert_eq!(report(&test.app, "letter", &addresses[..4], HOURLY).await, 0, "a repeated report counts once");
    assert_eq!(report(&test.app, "letter", &addresses[4..7], HOURLY).await, 1);
    let (status, tally) = outcome(&test.app, "letter").await;
    assert_eq!((status, tally.sent, tally.failed, tally.bounced), (CampaignStatus::Paused, 4, 7, 1));
    let shown = ops::status::status(&test.app, &Actor::System, true).await.expect("the status").paused_campaigns;
    let [paused] = shown.try_into().expect("one paused campaign");
    assert_eq!((paused.id, paused.refusals.count), (id("letter"), 5));
    assert!(paused.refusals.reply.contains("max emails per hour (251/250"), "{}", paused.refusals.reply);
    let resumed = change(&test.app, &Actor::System, id("letter"), CampaignStatusChange::Resume).await;
    assert_eq!(resumed.expect("resumed").deliveries.queued, 7);
    assert_eq!(deliver(&test).await, 7);
    assert_eq!(outcome(&test.app, "letter").await.0, CampaignStatus::Done);
    assert_eq!((memory.sent().len(), suppressed(&test.app, &addresses).await), (20, 1));
    test.stop().await;
}

#[tokio::test]
async fn reported_refusals_pause_while_a_campaign_is_sent() {
    let (test, memory) = start().await;
    let to = (0..20).map(|index| format!("ana@x{index:02}.ro")).collect();
    let addresses = queue_to(&test.app, "letter", to).await;
    memory.fail_next(SendFailure::refused_at(RefusalStage::Recipient, 450, "450 4.2.0 greylisted"));
    deliver(&test).await;
    assert_eq!(outcome(&test.app, "letter").await.0, CampaignStatus::Active);
    let sent: Vec<_> = memory.sent().iter().map(|message| message.to.as_str().to_owned()).collect();
    let addresses: Vec<_> = addresses.into_iter().filter(|address| sent.contains(address)).collect();
    test.app.clock.advance(1.second());
    assert_eq!(report(&test.app, "letter", &addresses[1..5], HOURLY).await, 0);
    assert_eq!(
        report(&test.app, "letter", &addresses[5..6], "550 Relaying denied").await,
        0,
        "other words begin again"
    );
    assert_eq!(report(&test.app, "letter", &addresses[6..10], HOURLY).await, 0);
    assert_eq!(report(&test.app, "letter", &addresses[10..11], HOURLY).await, 1);
    test.app.clock.advance(1.second());
    change(&test.app, &Actor::System, id("letter"), CampaignStatusChange::Resume).await.expect("resumed");
    let late = report(&test.app, "letter", &addresses[11..], HOURLY).await;
    assert_eq!(late, 0, "reports about mails that were sent before it was resumed");
    test.stop().await;
}

#[tokio::test]
async fn a_filter_of_one_company_does_not_pause_a_campaign() {
    const FILTER: &str = "554 5.7.1 Message rejected by our content filter";
    let (test, _) = start().await;
    let of = |domain: &str, count: usize| (0..count).map(|index| format!("a{index}@{domain}")).collect::<Vec<_>>();
    let addresses = queue_to(&test.app, "letter", [of("firma.ro", 20), of("x.ro", 100)].concat()).await;
    deliver(&test).await;
    assert_eq!(report(&test.app, "letter", &addresses[..19], FILTER).await, 0);
    assert_eq!(report(&test.app, "letter", &addresses[19..20], FILTER).await, 1, "unless it refuses many");
    let few = queue_to(&test.app, "few", of("firma.ro", 8)).await;
    deliver(&test).await;
    assert_eq!(report(&test.app, "few", &few[..5], FILTER).await, 1, "or a quarter of all");
    test.stop().await;
}
