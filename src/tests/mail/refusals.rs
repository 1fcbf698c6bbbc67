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
use paragraf::ops::mail::campaigns::control::{CampaignStatusChange, change};
use paragraf::ops::mail::campaigns::status;
use paragraf::ops::mail::campaigns::{CampaignStatus, Tally};
use paragraf::ops::mail::deliver::round;
use paragraf::ops::{self, Actor};
use paragraf::store::suppressions;

use super::mail_out::{campaign, mail_out};
use super::sink::Sink;
use crate::support::app::TestApp;

const HOURLY: &str = "550 Domain example.ro has exceeded the max emails per hour (313/250 (125%)) allowed.";

fn id(name: &str) -> CampaignId {
    CampaignId::parse(name).expect("an id")
}

/// Queues a campaign to this number of subscribers; returns their addresses.
async fn queue(app: &App, name: &str, count: usize) -> Vec<String> {
    let (now, addresses) = (app.clock.now(), (0..count).map(|index| format!("a{index}@x.ro")).collect::<Vec<_>>());
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
