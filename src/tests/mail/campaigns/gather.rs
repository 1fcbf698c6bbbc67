//! One row per campaign and address.

use jiff::ToSpan;
use paragraf::domain::Language;
use paragraf::domain::mailing::{Audience, SkipReason, SuppressionReason};
use paragraf::ops::Actor;
use paragraf::ops::mail::campaigns::{create, gather, status};
use paragraf::ops::subscribers;
use paragraf::store::campaigns::{self, CampaignStatus};
use paragraf::store::outbox::{self, MessageState};
use paragraf::store::suppressions::{self, SuppressionRecord};

use super::{OPERATOR, TEXT, create as send, email, files, files_with, gather_all, id, join, rows, subscribe};
use crate::support::app::TestApp;
use crate::support::articles::article;

const RO: &str = "---\nid: noutati\nsubject: A\nlanguages: [ro]\n---\nText.\n";

#[tokio::test]
async fn each_recipient_has_one_row_in_their_language() {
    let test = TestApp::start(vec![article("legea-1")]).await;
    let app = &test.app;
    subscribe(app, &["a@x.ro", "Ana@exemplu.ro"], |_| {}).await;
    subscribe(app, &["b@x.ro"], |record| record.language = Language::En).await;
    subscribe(app, &["out@x.ro"], |record| record.preferences.news = false).await;
    join(app, "ana", |record| record.language = Language::En).await;
    join(app, "dan", |_| {}).await;
    send(app, files(TEXT), Audience::Everybody).await.expect("a campaign");
    gather_all(app).await;
    let found = rows(app).await;
    let languages: Vec<_> = found.values().map(|row| (row.to.as_str(), row.language)).collect();
    let (ro, en) = (Language::Ro, Language::En);
    assert_eq!(languages, [("a@x.ro", ro), ("ana@exemplu.ro", en), ("b@x.ro", en), ("dan@exemplu.ro", ro)]);
    assert!(found.values().all(|row| row.state == MessageState::Queued));
    gather_all(app).await;
    assert_eq!(rows(app).await, found, "gathering is over");
    test.stop().await;
}

#[tokio::test]
async fn a_campaign_in_one_language_reaches_all_recipients_in_it() {
    let test = TestApp::start(vec![]).await;
    subscribe(&test.app, &["b@x.ro"], |record| record.language = Language::En).await;
    send(&test.app, files(RO), Audience::Subscribers).await.expect("a campaign");
    gather_all(&test.app).await;
    assert_eq!(rows(&test.app).await["b@x.ro"].language, Language::Ro);
    test.stop().await;
}

#[tokio::test]
async fn a_list_has_a_row_with_the_reason_for_each_excluded_address() {
    let test = TestApp::start(vec![]).await;
    let app = &test.app;
    let new = SuppressionRecord::new(email("bounced@x.ro"), app.clock.now());
    let bounced = SuppressionRecord { reason: Some(SuppressionReason::Bounced), ..new };
    app.store.write(move |tx| Ok(suppressions::put(tx, &bounced)?)).await.expect("stored");
    subscribe(app, &["left@x.ro"], |record| record.left_at = record.confirmed_at).await;
    send(app, files_with(RO, &["new@x.ro", "bounced@x.ro", "left@x.ro"]), Audience::List).await.expect("a campaign");
    gather_all(app).await;
    let (found, at) = (rows(app).await, app.clock.now());
    assert_eq!(found["new@x.ro"].state, MessageState::Queued);
    assert_eq!(found["bounced@x.ro"].state, MessageState::Suppressed { at, why: SkipReason::SuppressionList });
    assert_eq!(found["left@x.ro"].state, MessageState::Suppressed { at, why: SkipReason::Left });
    let left = app.store.read(|tx| Ok(campaigns::listed_after(tx, &id("noutati"), None, 9)?.len())).await;
    assert_eq!(left.expect("the list"), 0, "nobody stays on the list");
    test.stop().await;
}

#[tokio::test]
async fn a_scheduled_campaign_is_not_gathered_early() {
    let test = TestApp::start(vec![]).await;
    let app = &test.app;
    subscribe(app, &["a@x.ro"], |_| {}).await;
    let at = app.clock.now() + jiff::SignedDuration::from_hours(2);
    let view = create::create(app, &OPERATOR, files(RO), &Audience::Subscribers, Some(at)).await.expect("a campaign");
    assert_eq!((view.not_before, view.status), (at, CampaignStatus::Active));
    let step = gather::step(app, &Actor::System).await.expect("a step");
    assert_eq!((step.did_work, step.sending, step.next_at), (false, false, Some(at)));
    app.clock.advance(2.hours());
    gather_all(app).await;
    assert_eq!(rows(app).await.len(), 1);
    test.stop().await;
}

/// Batches are a thousand; the rows of one are there with the place where the next begins.
#[tokio::test]
async fn gathering_continues_after_an_interruption() {
    let test = TestApp::start(vec![]).await;
    let app = &test.app;
    let addresses: Vec<String> = (0..2_500).map(|number| format!("r{number:05}@x.ro")).collect();
    let names: Vec<&str> = addresses.iter().map(String::as_str).collect();
    subscribe(app, &names, |_| {}).await;
    send(app, files(RO), Audience::Subscribers).await.expect("a campaign");
    let mut seen = vec![];
    while gather::step(app, &Actor::System).await.expect("a step").did_work {
        let view = status::one(app, &OPERATOR, id("noutati")).await.expect("a view");
        seen.push((view.deliveries.total(), view.gathering));
    }
    assert_eq!(seen, [(1_000, true), (2_000, true), (2_500, true), (2_500, false)]);
    assert_eq!(rows(app).await.len(), 2_500);
    test.stop().await;
}

#[tokio::test]
async fn a_campaign_is_done_when_every_delivery_is_settled() {
    let test = TestApp::start(vec![]).await;
    let app = &test.app;
    subscribe(app, &["a@x.ro", "b@x.ro"], |_| {}).await;
    send(app, files(RO), Audience::Subscribers).await.expect("a campaign");
    gather_all(app).await;
    let view = || status::one(app, &OPERATOR, id("noutati"));
    assert_eq!(view().await.expect("a view").status, CampaignStatus::Active);
    let found: Vec<_> = rows(app).await.into_values().collect();
    for (place, row) in found.into_iter().enumerate() {
        app.clock.advance(1.minute());
        let at = app.clock.now();
        let settle = app.store.write(move |tx| {
            let claimed = outbox::claim(tx, &[row.id], at)?;
            Ok(claimed.iter().try_for_each(|row| outbox::settle(tx, row, MessageState::Sent { at }).map(drop))?)
        });
        settle.await.expect("settled");
        gather_all(app).await;
        if place == 0 {
            let halfway = view().await.expect("a view");
            assert_eq!((halfway.deliveries.sent, halfway.is_over()), (1, false));
            app.clock.advance(1.minute());
            assert_eq!(view().await.expect("a view").per_minute, Some(0), "of the last minute");
        }
    }
    let over = view().await.expect("a view");
    assert_eq!((over.status, over.deliveries.sent, over.is_over()), (CampaignStatus::Done, 2, true));
    test.stop().await;
}

/// A list may wait for its time, and who is forgotten meanwhile must not be on it.
#[tokio::test]
async fn a_removed_subscriber_leaves_waiting_lists() {
    let test = TestApp::start(vec![]).await;
    let app = &test.app;
    subscribe(app, &["a@x.ro", "b@x.ro"], |_| {}).await;
    send(app, files_with(RO, &["A@x.ro", "b@x.ro", "new@x.ro", "c@x.ro"]), Audience::List).await.expect("a campaign");
    let named = ["a@x.ro", "new@x.ro", "never@x.ro"].map(email);
    let removals = subscribers::remove(app, &OPERATOR, named.into()).await.expect("removed");
    assert_eq!(removals.iter().map(|removal| removal.removed).collect::<Vec<_>>(), [true, true, false]);
    gather_all(app).await;
    assert_eq!(rows(app).await.into_keys().collect::<Vec<_>>(), ["b@x.ro", "c@x.ro"]);
    test.stop().await;
}
