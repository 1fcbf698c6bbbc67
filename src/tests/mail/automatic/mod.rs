//! Automatic mails: when they are made, for which recipients, and their texts.

mod concerns;
mod digests;
mod others;
mod overviews;
mod own_deadlines;
mod reminders;
mod restore;
mod saved_searches;
mod urgent;

use std::ops::ControlFlow;
use std::sync::Arc;

use jiff::civil::Date;
use paragraf::domain::email::Email;
use paragraf::domain::{Article, CampaignId, Importance, Language, MailPreferences, Status};
use paragraf::mail::Message;
use paragraf::ops::Actor;
use paragraf::ops::import::{ImportOptions, import};
use paragraf::ops::mail::automatic;
use paragraf::ops::mail::campaigns::gather;
use paragraf::ops::mail::claimed::ClaimedDelivery;
use paragraf::ops::mail::compose::{Composition, compose};
use paragraf::ops::mail::eligibility::{DecisionMoment, Eligibility};
use paragraf::sources::{Format, Upload};
use paragraf::store::accounts;
use paragraf::store::campaigns::{self, CampaignRecord};
use paragraf::store::marks::{self, Mark};
use paragraf::store::outbox::{self, OutboxRecord};
use paragraf::store::subscribers::{self, SubscriberRecord};

use crate::support::app::TestApp;
use crate::support::articles::{article, english};

const OPERATOR: Actor = Actor::Operator { uid: 0 };

fn level(level: u8) -> Importance {
    Importance::new(level).expect("a level")
}

/// An article of today with this importance in this topic, in both languages.
pub(super) fn news(test: &TestApp, slug: &str, importance: u8, topic: &str) -> Article {
    let translations = [(Language::En, english(slug))].into();
    let publish_date = test.app.clock.today();
    Article { importance: level(importance), topic: topic.into(), publish_date, translations, ..article(slug) }
}

fn dated(article: Article, date: Date) -> Article {
    Article { publish_date: date, ..article }
}

/// Imports the articles, as the operator does.
pub(super) async fn publish(test: &TestApp, articles: Vec<Article>) {
    let app = Arc::clone(&test.app);
    let lines: String = articles.iter().map(|article| serde_json::to_string(article).expect("JSON") + "\n").collect();
    let work = move || {
        let reader = Box::new(std::io::Cursor::new(lines.into_bytes()));
        let upload = Upload { name: "test.jsonl".into(), format: Some(Format::JsonLines), reader };
        import(&app, &OPERATOR, [Ok(upload)].into_iter(), &ImportOptions::default(), &mut |_| {})
    };
    let summary = tokio::task::spawn_blocking(work).await.expect("it ends").expect("it ends well");
    assert_eq!(summary.refused, 0);
}

async fn set_status(test: &TestApp, slug: &str, status: Status) {
    crate::support::desk::set_status(&test.app, slug, status).await;
}

/// A confirmed subscriber who reads this language, with the preferences that `choose` sets.
async fn subscribe(test: &TestApp, name: &str, language: Language, choose: impl FnOnce(&mut MailPreferences)) {
    let now = test.app.clock.now();
    let email = Email::parse(&format!("{name}@exemplu.ro")).expect("an address");
    let mut record = SubscriberRecord::new(email, language, now);
    record.confirmed_at = Some(now);
    choose(&mut record.preferences);
    test.app.store.write(move |tx| Ok(subscribers::put(tx, &record)?)).await.expect("stored");
}

/// An account that follows these topics, with the preferences that `choose` sets.
async fn account(test: &TestApp, name: &str, follows: &[&str], choose: impl FnOnce(&mut accounts::AccountRecord)) {
    let reader = test.reader(name).await;
    let uid = reader.uid.clone();
    let before = test.app.store.read(move |tx| Ok(accounts::get(tx, &uid)?)).await.expect("read").expect("there");
    let mut changed = before.clone();
    choose(&mut changed);
    let (now, follows) = (test.app.clock.now(), follows.iter().map(ToString::to_string).collect::<Vec<_>>());
    let write = test.app.store.write(move |tx| {
        accounts::put(tx, Some(&before), &changed)?;
        for name in &follows {
            marks::set(tx, Mark::Follow, &reader.uid, name, Some(now))?;
        }
        Ok(())
    });
    write.await.expect("stored");
}

/// Moves the clock to this instant.
fn travel(test: &TestApp, to: &str) {
    test.travel(to);
}

/// Makes what is due, several times over; answers what was made, except the reminders of each day.
async fn made(test: &TestApp) -> Vec<String> {
    let made = automatic::create_due(&test.app, &Actor::System).await.expect("made");
    let again = automatic::create_due(&test.app, &Actor::System).await.expect("made");
    assert_eq!(again, [], "each is made once");
    made.iter().map(ToString::to_string).filter(|id| !id.starts_with("reminders")).collect()
}

/// Gathers the recipients of one campaign and composes its messages, in order of their addresses.
async fn mails(test: &TestApp, id: &str) -> Vec<Message> {
    gather::all_due(&test.app, &Actor::System).await.expect("gathered");
    let mut mails = Vec::new();
    for row in rows(test, id).await {
        match compose(&test.app, &claimed(test, row).await).expect("a composition") {
            Composition::Message(message) => mails.push(*message),
            Composition::Skipped(why) => panic!("nothing to send: {why:?}"),
        }
    }
    mails
}

/// The delivery as the claiming transaction decides it.
async fn claimed(test: &TestApp, delivery: OutboxRecord) -> ClaimedDelivery {
    let moment = DecisionMoment::from(&*test.app);
    let read = test.app.store.read(move |tx| {
        let id = delivery.campaign.as_ref().expect("a campaign's delivery");
        let campaign = campaigns::get(tx, id)?.expect("the campaign");
        let eligible = Eligibility::new(tx, &campaign, &moment).of_delivery(&delivery)?.expect("an eligible recipient");
        Ok(ClaimedDelivery::bulk(delivery.clone(), campaign, eligible))
    });
    read.await.expect("the store")
}

async fn rows(test: &TestApp, id: &str) -> Vec<OutboxRecord> {
    let id = CampaignId::parse(id).expect("an id");
    let read = test.app.store.read(move |tx| {
        let mut rows = Vec::new();
        outbox::each_of(tx, &id, &mut |row| {
            rows.push(row);
            ControlFlow::Continue(())
        })?;
        Ok(rows)
    });
    read.await.expect("read")
}

/// Names before the `@` of those who get the campaign.
async fn recipients(test: &TestApp, id: &str) -> Vec<String> {
    gather::all_due(&test.app, &Actor::System).await.expect("gathered");
    let name = |row: OutboxRecord| row.to.as_str().split('@').next().unwrap_or_default().to_owned();
    rows(test, id).await.into_iter().map(name).collect()
}

async fn campaign(test: &TestApp, id: &str) -> CampaignRecord {
    let id = CampaignId::parse(id).expect("an id");
    test.app.store.read(move |tx| Ok(campaigns::get(tx, &id)?)).await.expect("read").expect("it is there")
}

/// The slugs of a campaign, in its order.
async fn slugs(test: &TestApp, id: &str) -> Vec<String> {
    campaign(test, id).await.articles.iter().map(|article| article.slug.to_string()).collect()
}

/// The ids of all campaigns.
async fn all(test: &TestApp) -> Vec<String> {
    let read = test.app.store.read(|tx| {
        let mut ids = Vec::new();
        campaigns::each(tx, &mut |campaign| {
            ids.push(campaign.id.to_string());
            ControlFlow::Continue(())
        })?;
        Ok(ids)
    });
    read.await.expect("read")
}
