//! What the operator reads of a shared database: checks, conditions, metrics.

use std::sync::Arc;
use std::time::{Duration, Instant};

use jiff::Timestamp;
use paragraf::ops::doctor::{self, Diagnosis, DiagnosisOutcome};
use paragraf::ops::status;
use paragraf::ops::watch::{self, MachineWatch};
use paragraf::store::leases::{self, ProcessRecord};
use serde_json::json;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use uuid::Uuid;

use super::shared_database::{SYSTEM, follow, on, stop};
use crate::support::app::TestApp;
use crate::support::eventually::eventually;
use crate::support::postgres;
use crate::support::wire::Wire;

/// A process on this database at an address that it can reach.
async fn reachable_on(url: &str) -> TestApp {
    on(url, |config| config.server.public_url.clear()).await
}

async fn examine(test: &TestApp) -> Vec<Diagnosis> {
    doctor::examine(&test.app, SYSTEM, true).await.expect("examined")
}

/// The outcomes and messages of a check.
fn of<'a>(found: &'a [Diagnosis], check: &str) -> Vec<(DiagnosisOutcome, &'a str)> {
    let of_check = found.iter().filter(|diagnosis| diagnosis.check == check);
    of_check.map(|diagnosis| (diagnosis.outcome, diagnosis.message.as_str())).collect()
}

/// Whether the condition lasts after a check.
async fn lasts(test: &TestApp, machine: &mut MachineWatch, code: &str) -> bool {
    watch::check(&test.app, SYSTEM, machine).await.expect("checked");
    test.app.conditions.list().iter().any(|condition| condition.code == code)
}

/// The metrics, and the task of their listener.
async fn metrics(test: &TestApp) -> (String, JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("http://{}/metrics", listener.local_addr().expect("an address"));
    let server = tokio::spawn(paragraf::web::serve_metrics(Arc::clone(&test.app), listener));
    let text = test.client.get(&url).send().await.expect("an answer").text().await.expect("text");
    (text, server)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn doctor_status_and_metrics_know_the_database() {
    let test = reachable_on(&postgres::url()).await;
    let jobs = follow(&test);
    eventually("notifications arrive", async || test.app.store.is_notified().filter(|is_notified| *is_notified)).await;
    let found = examine(&test).await;
    for (check, outcome, message) in [
        ("database", DiagnosisOutcome::Ok, "takes writes"),
        // The server of the tests has it off.
        ("database_standby", DiagnosisOutcome::Warning, "synchronous_commit is off"),
        ("database_room", DiagnosisOutcome::Ok, "its free disk is its own matter"),
        ("database_tls", DiagnosisOutcome::Ok, "without TLS"),
        ("change_feed", DiagnosisOutcome::Ok, "by notification"),
    ] {
        let [(found_outcome, text)] = of(&found, check)[..] else { panic!("{check}: {found:?}") };
        assert!(found_outcome == outcome && text.contains(message), "{check}: {found:?}");
    }
    let database = status::status(&test.app, SYSTEM, true).await.expect("the status").database.expect("a database");
    let facts = database.facts.expect("the facts");
    assert!(facts.version.starts_with(|first: char| first.is_ascii_digit()) && facts.bytes > 0, "{facts:?}");
    assert!(facts.connections[0] > 0 && facts.connections[0] < facts.connections[1], "{facts:?}");
    let (text, server) = metrics(&test).await;
    for sample in [
        "paragraf_leads ",
        "paragraf_instances ",
        "paragraf_change_lag_seconds ",
        "paragraf_database_notifies 1",
        "paragraf_database_bytes ",
        "paragraf_database_connections ",
        "paragraf_database_connections_max ",
        "paragraf_database_standbys 0",
        "paragraf_database_standbys_synchronous 0",
    ] {
        assert!(text.lines().any(|line| line.starts_with(sample)), "{sample}: {text}");
    }
    stop([(test, jobs)]).await;
    server.await.expect("the listener closes with the app");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_out_of_reach_is_a_condition_until_one_check_after_it_is_back() {
    let wire = Wire::to(postgres::port()).await;
    let url = postgres::url().replace(&format!(":{}/", postgres::port()), &format!(":{}/", wire.port));
    let test = reachable_on(&url).await;
    let mut machine = MachineWatch::default();
    assert!(!lasts(&test, &mut machine, "database_unreachable").await);
    wire.cut();
    assert_eq!(test.post("/subscribe", json!({"email": "ana@example.ro"})).await.0, 503);
    eventually("the outage is known", async || test.app.store.outage()).await;
    assert!(lasts(&test, &mut machine, "database_unreachable").await);
    let found = examine(&test).await;
    let outcomes = |check| of(&found, check).into_iter().map(|(outcome, _)| outcome).collect::<Vec<_>>();
    assert_eq!(outcomes("database"), [DiagnosisOutcome::Failed, DiagnosisOutcome::Warning], "{found:?}");
    assert_eq!(outcomes("change_feed"), [DiagnosisOutcome::NotChecked], "{found:?}");
    assert_eq!(of(&found, "copies"), [(DiagnosisOutcome::NotChecked, "the store cannot be read now")]);
    assert!(status::status(&test.app, SYSTEM, true).await.expect("the status").counts_missing);
    let (text, server) = metrics(&test).await;
    assert!(text.contains("\nparagraf_store_writable 0\n"), "{text}");
    for counted in ["paragraf_articles{", "paragraf_mails{", "paragraf_accounts ", "paragraf_instances "] {
        assert!(!text.contains(counted), "{counted} is not known: {text}");
    }
    wire.mend();
    eventually("writes are possible", async || test.app.store.takes_writes().then_some(())).await;
    assert!(lasts(&test, &mut machine, "database_unreachable").await, "its mail can be queued only now");
    assert!(!lasts(&test, &mut machine, "database_unreachable").await);
    test.stop().await;
    server.await.expect("the listener closes with the app");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn notifications_come_back_with_the_database() {
    let wire = Wire::to(postgres::port()).await;
    let url = postgres::url().replace(&format!(":{}/", postgres::port()), &format!(":{}/", wire.port));
    let test = reachable_on(&url).await;
    let jobs = follow(&test);
    let notified = async |wanted| {
        eventually("it is noticed", async || (test.app.store.is_notified() == Some(wanted)).then_some(())).await;
    };
    notified(true).await;
    wire.cut();
    notified(false).await;
    eventually("the outage is known", async || test.app.store.outage()).await;
    let begun = Instant::now();
    wire.mend();
    notified(true).await;
    assert!(begun.elapsed() < Duration::from_secs(10), "only an engine that refuses LISTEN is asked each half minute");
    stop([(test, jobs)]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_address_that_leads_to_another_server_of_the_database_is_no_failure() {
    let url = postgres::url();
    let first = reachable_on(&url).await;
    let address = first.base.clone();
    let second = on(&url, |config| config.server.public_url = address).await;
    let outcome = async || of(&examine(&second).await, "public_address")[0].0;
    assert_eq!(outcome().await, DiagnosisOutcome::Failed, "no other server is known");
    for (id, name) in [(1, "first:1"), (2, "second:2")] {
        let process = ProcessRecord {
            id: Uuid::from_u128(id),
            name: name.into(),
            version: "1".into(),
            started_at: Timestamp::UNIX_EPOCH,
            beat: 0,
            lag_millis: None,
        };
        let beat = second.app.store.write(move |tx| Ok(leases::beat(tx, &process)?));
        beat.await.expect("a beat");
    }
    assert_eq!(outcome().await, DiagnosisOutcome::NotChecked);
    first.stop().await;
    second.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_process_that_lags_is_a_condition_of_all() {
    let test = on(&postgres::url(), |_| {}).await;
    let mut machine = MachineWatch::default();
    let process = |millis| ProcessRecord {
        id: Uuid::from_u128(7),
        name: "other:7".into(),
        version: "1".into(),
        started_at: Timestamp::UNIX_EPOCH,
        beat: 0,
        lag_millis: Some(millis),
    };
    for (millis, expected) in [(30_000, false), (30_001, true), (5, false)] {
        let process = process(millis);
        let beat = test.app.store.write(move |tx| Ok(leases::beat(tx, &process)?));
        beat.await.expect("a beat");
        assert_eq!(lasts(&test, &mut machine, "instance_lags").await, expected, "{millis}");
    }
    test.stop().await;
}
