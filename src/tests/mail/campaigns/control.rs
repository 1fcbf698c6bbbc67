//! Pausing, cancelling and trying again.

use paragraf::app::App;
use paragraf::domain::mailing::{Audience, SkipReason};
use paragraf::domain::message::MessageKind;
use paragraf::error::ErrorCode;
use paragraf::ops::Actor;
use paragraf::ops::mail::campaigns::control::{CampaignStatusChange, change, settle_all_cancelled};
use paragraf::ops::mail::campaigns::retry::{Retried, RetryOptions, RetryTarget, retry};
use paragraf::ops::mail::campaigns::status;
use paragraf::store::campaigns::{self, CampaignStatus};
use paragraf::store::outbox::{self, MessageState};

use super::super::mail;
use super::{OPERATOR, create as send, files, files_with, gather_all, id, rows, subscribe};
use crate::support::app::TestApp;

const COUNT: RetryOptions = RetryOptions { unknown: false, dry_run: true };
const FAILED: RetryOptions = RetryOptions { unknown: false, dry_run: false };
const UNKNOWN: RetryOptions = RetryOptions { unknown: true, dry_run: false };

const TEXT: &str = "---\nsubject: A\nlanguages: [ro]\n---\nText.\n";

async fn set(app: &App, wanted: CampaignStatusChange) -> CampaignStatus {
    change(app, &OPERATOR, id("noutati"), wanted).await.expect("a change").status
}

async fn settle(app: &App, to: &str, state: MessageState) {
    let (row, now) = (rows(app).await.remove(to).expect("a row"), app.clock.now());
    let write = app.store.write(move |tx| {
        let claimed = outbox::claim(tx, &[row.id], now)?;
        Ok(claimed.iter().try_for_each(|row| outbox::settle(tx, row, state.clone()).map(drop))?)
    });
    write.await.expect("settled");
}

#[tokio::test]
async fn a_paused_campaign_can_be_resumed() {
    let test = TestApp::start(vec![]).await;
    let app = &test.app;
    subscribe(app, &["a@x.ro"], |_| {}).await;
    send(app, files(TEXT), Audience::Subscribers).await.expect("a campaign");
    assert_eq!(set(app, CampaignStatusChange::Pause).await, CampaignStatus::Paused);
    assert_eq!(set(app, CampaignStatusChange::Pause).await, CampaignStatus::Paused, "twice is once");
    gather_all(app).await;
    assert!(rows(app).await.is_empty());
    assert_eq!(set(app, CampaignStatusChange::Resume).await, CampaignStatus::Active);
    gather_all(app).await;
    assert_eq!(rows(app).await.len(), 1);
    test.stop().await;
}

#[tokio::test]
async fn a_cancelled_campaign_sends_nothing_more() {
    let test = TestApp::start(vec![]).await;
    let app = &test.app;
    send(app, files_with(TEXT, &["a@x.ro", "b@x.ro", "c@x.ro"]), Audience::List).await.expect("a campaign");
    gather_all(app).await;
    let at = app.clock.now();
    settle(app, "a@x.ro", MessageState::Sent { at }).await;
    let deferred = MessageState::Deferred { attempts: 1, next_at: at, reason: "later".into() };
    settle(app, "b@x.ro", deferred).await;
    assert_eq!(set(app, CampaignStatusChange::Cancel).await, CampaignStatus::Cancelled);
    let found = rows(app).await;
    assert_eq!(found["a@x.ro"].state, MessageState::Sent { at });
    for address in ["b@x.ro", "c@x.ro"] {
        assert_eq!(found[address].state, MessageState::Suppressed { at, why: SkipReason::CampaignCancelled });
    }
    for wanted in [CampaignStatusChange::Resume, CampaignStatusChange::Pause] {
        let refused = change(app, &OPERATOR, id("noutati"), wanted).await.expect_err("it is over");
        assert_eq!(refused.code, ErrorCode::CampaignOver);
    }
    let refused =
        retry(app, &OPERATOR, vec![RetryTarget::Campaign(id("noutati"))], COUNT).await.expect_err("it is over");
    assert_eq!(refused.code, ErrorCode::CampaignOver);
    let refused = change(app, &OPERATOR, id("other"), CampaignStatusChange::Cancel).await.expect_err("there is none");
    assert_eq!(refused.code, ErrorCode::CampaignNotFound);
    test.stop().await;
}

/// After a crash between cancelling and removing the rows, the next start removes the rest.
#[tokio::test]
async fn the_list_of_a_cancelled_campaign_is_removed_also_after_a_crash() {
    let test = TestApp::start(vec![]).await;
    let app = &test.app;
    send(app, files_with(TEXT, &["a@x.ro", "b@x.ro"]), Audience::List).await.expect("a campaign");
    let cancel = app.store.write(|tx| {
        let mut campaign = campaigns::get(tx, &id("noutati"))?.expect("it is there");
        campaign.status = CampaignStatus::Cancelled;
        Ok(campaigns::put(tx, &campaign)?)
    });
    cancel.await.expect("cancelled");
    settle_all_cancelled(app, &Actor::System).await.expect("settled");
    let left = app.store.read(|tx| Ok(campaigns::listed_after(tx, &id("noutati"), None, 9)?.len())).await;
    assert_eq!(left.expect("the list"), 0);
    test.stop().await;
}

#[tokio::test]
async fn a_retry_sends_what_did_not_arrive_and_on_request_what_may_have_arrived() {
    let test = TestApp::start(vec![]).await;
    let app = &test.app;
    subscribe(app, &["a@x.ro", "b@x.ro", "c@x.ro", "d@x.ro"], |_| {}).await;
    send(app, files(TEXT), Audience::Subscribers).await.expect("a campaign");
    gather_all(app).await;
    let at = app.clock.now();
    let reason = || "no answer".to_owned();
    settle(app, "a@x.ro", MessageState::Failed { at, reason: reason() }).await;
    settle(app, "b@x.ro", MessageState::Unknown { at, reason: reason() }).await;
    settle(app, "c@x.ro", MessageState::Bounced { at, reason: reason() }).await;
    settle(app, "d@x.ro", MessageState::Sent { at }).await;
    gather_all(app).await;
    let view = || status::one(app, &OPERATOR, id("noutati"));
    assert_eq!(view().await.expect("a view").status, CampaignStatus::Done);
    let targets = || vec![RetryTarget::Campaign(id("noutati"))];
    let expected = Retried { failed: 1, unknown: 1 };
    assert_eq!(retry(app, &OPERATOR, targets(), COUNT).await.expect("a count"), expected);
    assert_eq!(view().await.expect("a view").status, CampaignStatus::Done, "counting changes nothing");
    assert_eq!(retry(app, &OPERATOR, targets(), FAILED).await.expect("a retry"), expected);
    let after = view().await.expect("a view");
    assert_eq!((after.status, after.deliveries.queued, after.deliveries.unknown), (CampaignStatus::Active, 1, 1));
    assert_eq!(rows(app).await["a@x.ro"].state, MessageState::Queued);
    let left = Retried { failed: 0, unknown: 1 };
    assert_eq!(retry(app, &OPERATOR, targets(), UNKNOWN).await.expect("a retry"), left);
    assert_eq!(retry(app, &OPERATOR, targets(), UNKNOWN).await.expect("a retry"), Retried::default());
    let after = view().await.expect("a view");
    assert_eq!((after.deliveries.queued, after.deliveries.bounced), (2, 1));
    test.stop().await;
}

#[tokio::test]
async fn a_single_message_can_be_retried_while_its_content_exists() {
    let test = TestApp::start(vec![]).await;
    let app = &test.app;
    let mut record = mail(MessageKind::PasswordReset, "a@x.ro", app.clock.now());
    record.content = Default::default();
    record.state = MessageState::Failed { at: app.clock.now(), reason: "no".into() };
    let id = record.id;
    app.store.write(move |tx| Ok(outbox::put(tx, &record)?)).await.expect("stored");
    let refused = retry(app, &OPERATOR, vec![RetryTarget::Mail(id)], FAILED).await.expect_err("its link is gone");
    assert!(
        refused.code == ErrorCode::NotRetriable && refused.message().contains("must request a new one"),
        "{refused}"
    );
    let other = uuid::Uuid::nil();
    assert_eq!(
        retry(app, &OPERATOR, vec![RetryTarget::Mail(other)], FAILED).await.expect_err("none").code,
        ErrorCode::NotFound
    );
    test.stop().await;
}
