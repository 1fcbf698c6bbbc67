//! A primary of PostgreSQL that dies while two processes write, and the standby that takes its place.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use paragraf::domain::Article;
use reqwest::Client;
use serde_json::json;

use super::shared_database::{follow, on, stop};
use crate::support::app::TestApp;
use crate::support::articles::article;
use crate::support::durable_postgres::DurablePostgres;
use crate::support::subscription_load::SubscriptionLoad;

/// What readers ask for; no part of it needs the database.
const PAGES: [&str; 7] =
    ["/", "/app", "/lawchanges", "/lawchanges/a", "/search?q=chirii", "/deadlines.ics", "/app?articleId=a"];
/// Writes of each process before the fault, and after it.
const WRITES: usize = 20;

/// Asks for the pages in turn until `is_over`; each must be served.
async fn read_pages(is_over: Arc<AtomicBool>, client: Client, base: String) {
    for page in PAGES.iter().cycle() {
        let status = client.get(format!("{base}{page}")).send().await.expect("an answer").status();
        assert_eq!(status, 200, "{page}");
        if is_over.load(Ordering::Relaxed) {
            return;
        }
    }
}

async fn process(url: &str) -> TestApp {
    on(url, |config| config.limits.subscribe_per_hour = 10_000_000).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_answered_write_is_lost_when_the_primary_dies_and_readers_notice_nothing() {
    let mut servers = DurablePostgres::with_standby();
    let url = servers.url();
    let processes = [process(&url).await, process(&url).await];
    let jobs = [follow(&processes[0]), follow(&processes[1])];
    processes[0].publish(vec![article("a"), article("revised")]).await;
    processes[0].publish(vec![Article { title: "Altfel".into(), ..article("revised") }]).await;
    processes[1].load().await;
    let is_over = Arc::new(AtomicBool::new(false));
    let read = |process: &TestApp| {
        tokio::spawn(read_pages(Arc::clone(&is_over), process.client.clone(), process.base.clone()))
    };
    let readers = [read(&processes[0]), read(&processes[1])];
    let load = SubscriptionLoad::start(&[processes[0].base.clone(), processes[1].base.clone()]);
    load.goes_on_at(0, WRITES).await;
    load.goes_on_at(1, WRITES).await;

    servers.kill_first();
    load.is_refused().await;
    for process in &processes {
        let (status, revisions) = process.json("/lawchanges/revised").await;
        let numbers: Vec<_> = revisions.as_array().expect("revisions").iter().map(|one| &one["revision"]).collect();
        assert_eq!((status, numbers), (200, vec![&json!(2)]), "the earlier one is in the database");
    }
    servers.promote_standby();
    load.goes_on_at(0, WRITES).await;
    load.goes_on_at(1, WRITES).await;

    is_over.store(true, Ordering::Relaxed);
    for reader in readers {
        reader.await.expect("every page was served");
    }
    let [lost, others] = load.end(&processes[1].app.store).await;
    assert_eq!((lost, others), (vec![], vec![]));
    let (_, revisions) = processes[0].json("/lawchanges/revised").await;
    assert_eq!(revisions.as_array().map(Vec::len), Some(2), "the short answer was not kept");
    let [one, other] = processes;
    let [of_one, of_other] = jobs;
    stop([(one, of_one), (other, of_other)]).await;
}
