//! Two processes on one PostgreSQL database.

use std::sync::Arc;

use jiff::ToSpan;
use paragraf::app::App;
use paragraf::config::Config;
use paragraf::error::ErrorCode;
use paragraf::jobs::{self, Jobs};
use paragraf::ops::import::{ImportOptions, ImportSummary, import};
use paragraf::ops::leader::{self, LeaderWatch, in_term};
use paragraf::ops::mail::deliver;
use paragraf::ops::{Actor, accounts, maintenance, status};
use paragraf::sources::{Format, Upload};
use paragraf::store::Maintenance;
use paragraf::store::outbox::{self, MessageState, OutboxRecord};
use paragraf::store::subscribers::SubscriberRecord;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::support::accounts::Reader;
use crate::support::app::{TestApp, read};
use crate::support::articles::article;
use crate::support::eventually::eventually;
use crate::support::postgres;
use crate::support::wire::Wire;

/// The address of both for readers: tokens name it.
const PUBLIC_URL: &str = "http://paragraf.example";
pub const SYSTEM: &Actor = &Actor::System;

/// A process on this database.
pub async fn on(url: &str, configure: impl FnOnce(&mut Config)) -> TestApp {
    let with_url = |config: &mut Config| {
        config.store.url = url.to_owned();
        config.server.public_url = PUBLIC_URL.to_owned();
        configure(config);
    };
    let test = TestApp::start_empty(with_url, |app| app.leadership.set(None)).await;
    test.load().await;
    test
}

/// Two processes on a new database.
pub async fn pair(configure: impl Fn(&mut Config)) -> [TestApp; 2] {
    let url = postgres::url();
    [on(&url, &configure).await, on(&url, &configure).await]
}

/// Starts the jobs of a process, among them the one that follows the other.
pub fn follow(test: &TestApp) -> Jobs {
    jobs::start(&test.app, test.app.store.changes().expect("the feed"))
}

/// Stops the processes with their jobs.
pub async fn stop<const N: usize>(processes: [(TestApp, Jobs); N]) {
    for (test, jobs) in processes {
        test.app.stop.cancel();
        jobs.ended().await;
        test.stop().await;
    }
}

async fn like(test: &TestApp, reader: &Reader, slug: &str) -> u16 {
    let body = json!({"userId": reader.uid, "articleId": slug});
    let request = test.client.post(format!("{}/users/like-article", test.base)).bearer_auth(&reader.token).json(&body);
    read(request.send().await.expect("an answer")).await.0
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_publication_and_a_like_of_one_process_are_seen_on_the_other() {
    let [one, other] = pair(|_| {}).await;
    let jobs = [follow(&one), follow(&other)];
    one.publish(vec![article("a")]).await;
    eventually("the other process has the article", async || {
        (other.json("/lawchanges/a").await.0 == 200).then_some(())
    })
    .await;
    let ana = one.reader("ana").await;
    assert_eq!(like(&other, &ana, "a").await, 200, "a session of one process is valid on the other");
    eventually("the first process has the like", async || {
        (one.json("/lawchanges/a").await.1[0]["likes"] == 1).then_some(())
    })
    .await;
    let [of_one, of_other] = jobs;
    stop([(one, of_one), (other, of_other)]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_process_without_notifications_follows_the_others_all_the_same() {
    let url = postgres::url();
    let wire = Wire::without_notifications(postgres::port()).await;
    let one = on(&url, |_| {}).await;
    let other = on(&url.replace(&format!(":{}/", postgres::port()), &format!(":{}/", wire.port)), |_| {}).await;
    let jobs = [follow(&one), follow(&other)];
    one.publish(vec![article("a")]).await;
    eventually("the other process has the article", async || {
        (other.json("/lawchanges/a").await.0 == 200).then_some(())
    })
    .await;
    let [of_one, of_other] = jobs;
    stop([(one, of_one), (other, of_other)]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn maintenance_begins_and_ends_on_both() {
    let [one, other] = pair(|_| {}).await;
    let jobs = [follow(&one), follow(&other)];
    maintenance::begin(&one.app, SYSTEM, "Revenim.").await.expect("it begins");
    eventually("the other refuses writes", async || other.app.store.maintenance()).await;
    assert_eq!(other.post("/subscribe", json!({"email": "ana@example.org"})).await.1["code"], "maintenance");
    assert!(maintenance::end(&other.app, SYSTEM).await.expect("it ends"));
    eventually("the first takes writes", async || one.app.store.maintenance().is_none().then_some(())).await;
    let [of_one, of_other] = jobs;
    stop([(one, of_one), (other, of_other)]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_token_with_a_key_that_another_process_created_is_accepted() {
    let [one, other] = pair(|_| {}).await;
    // The other process does not follow the feed.
    let renewal = accounts::keys::KeyRenewal { links: false, now: true };
    accounts::keys::renew(&one.app, SYSTEM, renewal).await.expect("new keys");
    one.publish(vec![article("a")]).await;
    other.load().await;
    let ana = one.reader("ana").await;
    assert_eq!(like(&other, &ana, "a").await, 200);
    one.stop().await;
    other.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_proof_of_work_is_accepted_once_by_all_processes() {
    let [one, other] = pair(|config| config.limits.subscribe_per_hour = 1).await;
    for test in [&one, &other] {
        let email = format!("first@{}.example.ro", test.base.rsplit(':').next().unwrap_or_default());
        assert_eq!(test.post("/subscribe", json!({"email": email})).await.0, 200);
    }
    let (status, asked) = one.post("/subscribe", json!({"email": "ana@example.ro"})).await;
    assert_eq!((status, &asked["code"]), (429, &json!("proof_required")), "{asked}");
    let proof = solve(&asked["proof"]);
    let with = |email: &str| json!({"email": email, "proof": proof});
    let (status, answer) = other.post("/subscribe", with("ana@example.ro")).await;
    assert_eq!(status, 200, "the other process knows the challenge: {answer}");
    for test in [&one, &other] {
        let (status, again) = test.post("/subscribe", with("bogdan@example.ro")).await;
        assert_eq!((status, &again["code"]), (429, &json!("proof_required")), "a replay");
    }
    one.stop().await;
    other.stop().await;
}

fn solve(challenge: &Value) -> Value {
    let (salt, bits) = (challenge["salt"].as_str().expect("a salt"), challenge["target_bits"].as_u64().expect("bits"));
    let zeros = |nonce: u64| {
        let digest = Sha256::digest(format!("{salt}:{nonce}"));
        u64::from(u32::from_be_bytes([digest[0], digest[1], digest[2], digest[3]]).leading_zeros())
    };
    let nonce = (0_u64..).find(|nonce| zeros(*nonce) >= bits).expect("a solution");
    json!({"salt": salt, "expires_at": challenge["expires_at"], "signature": challenge["signature"], "nonce": nonce})
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_process_leads_when_the_beat_of_the_leader_stands_still() {
    let [one, other] = pair(|_| {}).await;
    let (mut of_one, mut of_other) = (LeaderWatch::default(), LeaderWatch::default());
    leader::step(&one.app, SYSTEM, &mut of_one).await.expect("a beat");
    leader::step(&other.app, SYSTEM, &mut of_other).await.expect("a beat");
    assert_eq!((one.app.leadership.term(), other.app.leadership.term()), (Some(1), None));
    let listed = status::status(&other.app, SYSTEM, true).await.expect("the status").instances;
    assert_eq!(listed.iter().filter(|instance| instance.leads).count(), 1);
    assert_eq!(listed.len(), 2);

    // The leader claims a message and stands still.
    let email = paragraf::domain::email::Email::parse("ana@example.ro").expect("an address");
    let now = one.app.clock.now();
    let subscriber = SubscriberRecord::new(email, paragraf::domain::Language::Ro, now);
    let row = OutboxRecord::confirmation(paragraf::clock::uuid_at(now), &subscriber);
    let id = row.id;
    let claim = one.app.store.write(move |tx| {
        outbox::put(tx, &row)?;
        Ok(outbox::claim(tx, &[row.id], now)?.len())
    });
    assert_eq!(in_term(1, claim).await.expect("a claim"), 1);
    other.app.clock.advance(9.seconds());
    leader::step(&other.app, SYSTEM, &mut of_other).await.expect("a beat");
    assert_eq!(other.app.leadership.term(), None, "nine seconds");
    let state = async |test: &TestApp| {
        let found = test.app.store.read(move |tx| Ok(outbox::get(tx, id)?)).await;
        found.expect("a read").expect("the message").state
    };
    assert!(matches!(state(&other).await, MessageState::Claimed { term: 1, .. }), "its start settles no claim");
    other.app.clock.advance(1.seconds());
    leader::step(&other.app, SYSTEM, &mut of_other).await.expect("a beat");
    assert_eq!(other.app.leadership.term(), Some(2));
    let recovered = in_term(2, deliver::recover(&other.app, SYSTEM)).await.expect("a recovery");
    assert_eq!(recovered.again, 1);
    assert!(matches!(state(&other).await, MessageState::Deferred { .. }));

    // The old leader wakes up.
    let late = one.app.store.write(move |tx| Ok(outbox::claim(tx, &[id], now)?.len()));
    in_term(1, late).await.expect_err("its term is over");
    leader::step(&one.app, SYSTEM, &mut of_one).await.expect("a beat");
    assert_eq!(one.app.leadership.term(), None);
    leader::leave(&other.app, SYSTEM).await.expect("it leaves");
    leader::step(&one.app, SYSTEM, &mut of_one).await.expect("a beat");
    assert_eq!(one.app.leadership.term(), Some(3), "at once");
    one.app.leadership.set(None);
    leader::step(&one.app, SYSTEM, &mut of_one).await.expect("a beat");
    assert_eq!(one.app.leadership.term(), Some(4), "after an outage in which it gave up");
    one.app.store.write(move |tx| Ok(outbox::remove(tx, id)?)).await.expect("removed");
    one.stop().await;
    other.stop().await;
}

/// Imports an article on this process, after `begin`.
async fn import_one(test: &TestApp, begin: fn(&App)) -> paragraf::error::Result<ImportSummary> {
    const ARTICLE: &str = r#"{"title": "O lege nouă", "technical_summary": "Pe scurt.", "simple_explanation":
        "Mai simplu.", "importance": 3, "publish_date": "2026-01-09", "topic": "munca"}"#;
    let app = Arc::clone(&test.app);
    let work = move || {
        let upload = || Upload {
            name: "a.json".into(),
            format: Some(Format::Json),
            reader: Box::new(std::io::Cursor::new(ARTICLE.as_bytes())),
        };
        let uploads = std::iter::once_with(|| {
            begin(&app);
            Ok(upload())
        });
        import(&app, SYSTEM, uploads, &ImportOptions::default(), &mut |_| {})
    };
    tokio::task::spawn_blocking(work).await.expect("no panic")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_import_that_maintenance_cuts_off_makes_room_for_one_on_the_other_process() {
    let [one, other] = pair(|_| {}).await;
    // Only a process that beats holds the lease.
    leader::step(&one.app, SYSTEM, &mut LeaderWatch::default()).await.expect("a beat");
    let begin = |app: &App| {
        app.store.set_maintenance(Some(Maintenance { since: app.clock.now(), message: String::new() }));
    };
    let refused = import_one(&one, begin).await.expect_err("nothing can be saved");
    assert_eq!(refused.code, ErrorCode::Maintenance);
    import_one(&other, |_| {}).await.expect("the lease was given back");
    one.stop().await;
    other.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn limits_of_mailboxes_and_numbers_are_counted_together() {
    let [one, other] = pair(|_| {}).await;
    let ask = async |test: &TestApp, number: usize| {
        let body = json!({"email": format!("ana+{number}@gmail.com")});
        test.post("/subscribe", body).await.0
    };
    for number in 0..4 {
        let test = if number % 2 == 0 { &one } else { &other };
        assert_eq!(ask(test, number).await, 200);
    }
    assert_eq!((ask(&one, 4).await, ask(&other, 5).await), (429, 429));
    one.stop().await;
    other.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_its_database_a_process_serves_readers_and_recovers_by_itself() {
    let url = postgres::url();
    let wire = Wire::to(postgres::port()).await;
    let test = on(&url.replace(&format!(":{}/", postgres::port()), &format!(":{}/", wire.port)), |_| {}).await;
    test.publish(vec![article("a")]).await;
    wire.cut();
    let (status, refused) = test.post("/subscribe", json!({"email": "ana@example.ro"})).await;
    assert_eq!((status, &refused["code"]), (503, &json!("unavailable")), "{refused}");
    let pages = ["/", "/app", "/app?articleId=a", "/app?screen=deadlines", "/app?q=a"];
    for path in pages.into_iter().chain(["/lawchanges", "/lawchanges/a", "/healthz"]) {
        assert_eq!(test.get(path).send().await.expect("an answer").status(), 200, "{path}");
    }
    let unread = test.get("/app?screen=coverage").send().await.expect("an answer");
    assert_eq!(unread.status(), 503);
    assert_eq!(unread.headers()["retry-after"], "1");
    let page = unread.text().await.expect("text");
    assert!(page.starts_with("<!doctype html>"), "a reader gets a page: {page}");
    let (status, ready) = test.json("/readyz").await;
    assert_eq!((status, &ready["status"]), (200, &json!("read_only")), "{ready}");
    wire.mend();
    eventually("a subscription is stored", async || {
        (test.post("/subscribe", json!({"email": "ana@example.ro"})).await.0 == 200).then_some(())
    })
    .await;
    assert_eq!(test.json("/readyz").await, (200, json!({"status": "ok"})));
    test.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_process_whose_database_was_replaced_is_not_ready_and_reads_on() {
    let url = postgres::url();
    let test = on(&url, |_| {}).await;
    test.publish(vec![article("a")]).await;
    let copy = paragraf::store::Store::in_memory(&test.app.clock).expect("a store");
    let config = paragraf::store::PostgresConfig::new(&url, "", None, 2).expect("the address is right");
    let refused = copy.fill_database(config.clone(), false).expect_err("it has content");
    assert!(refused.to_string().contains("--replace"), "{refused}");
    copy.fill_database(config, true).expect("it is replaced");
    let (status, _) = test.post("/subscribe", json!({"email": "ana@example.ro"})).await;
    assert_eq!(status, 503);
    test.app.store.replaced().await;
    test.app.store.require_current().expect_err("it must end");
    assert_eq!(test.get("/readyz").send().await.expect("an answer").status(), 503);
    assert_eq!(test.get("/lawchanges").send().await.expect("an answer").status(), 200);
    test.stop().await;
}
