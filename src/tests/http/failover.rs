//! A primary of PostgreSQL that dies while two processes write, and the standby that takes its place.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use paragraf::domain::Article;
use paragraf::domain::email::Email;
use paragraf::store::subscribers;
use reqwest::Client;
use serde_json::json;

use super::shared_database::{follow, on, stop};
use crate::support::app::TestApp;
use crate::support::articles::article;
use crate::support::durable_postgres::DurablePostgres;
use crate::support::eventually::eventually;

/// Callers that subscribe at each process.
const WRITERS: usize = 4;
/// What readers ask for; no part of it needs the database.
const PAGES: [&str; 7] =
    ["/", "/app", "/lawchanges", "/lawchanges/a", "/search?q=chirii", "/deadlines.ics", "/app?articleId=a"];

/// Callers that subscribe one address after the other, at one process each.
#[derive(Default)]
struct Load {
    is_over: AtomicBool,
    next: AtomicUsize,
    /// The addresses whose subscription was answered with success, by process.
    acknowledged: [Mutex<Vec<String>>; 2],
    refused: AtomicUsize,
}

impl Load {
    async fn subscribe(self: Arc<Self>, client: Client, base: String, process: usize) {
        while !self.is_over.load(Ordering::Relaxed) {
            let email = format!("reader{}@example.ro", self.next.fetch_add(1, Ordering::Relaxed));
            let request = client.post(format!("{base}/subscribe")).json(&json!({"email": email}));
            match request.send().await.expect("an answer").status().as_u16() {
                200 => self.acknowledged[process].lock().expect("the list").push(email),
                503 => drop(self.refused.fetch_add(1, Ordering::Relaxed)),
                status => panic!("{status}"),
            }
        }
    }

    fn counts(&self) -> [usize; 2] {
        [0, 1].map(|process| self.acknowledged[process].lock().expect("the list").len())
    }

    /// Waits until each process has stored this many more addresses.
    async fn goes_on(&self, more: usize) {
        let before = self.counts();
        eventually("both processes store subscriptions", async || {
            let now = self.counts();
            (0..2).all(|process| now[process] >= before[process] + more).then_some(())
        })
        .await;
    }
}

/// Asks for the pages in turn until `load` is over; each must be served.
async fn read_pages(load: Arc<Load>, client: Client, base: String) -> usize {
    let mut served = 0;
    for page in PAGES.iter().cycle() {
        let status = client.get(format!("{base}{page}")).send().await.expect("an answer").status();
        assert_eq!(status, 200, "{page} after {served} pages");
        served += 1;
        if load.is_over.load(Ordering::Relaxed) {
            break;
        }
    }
    served
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
    let load = Arc::new(Load::default());
    let mut tasks = Vec::new();
    for (index, process) in processes.iter().enumerate() {
        let start = || (Arc::clone(&load), process.client.clone(), process.base.clone());
        for _ in 0..WRITERS {
            let (load, client, base) = start();
            tasks.push(tokio::spawn(load.subscribe(client, base, index)));
        }
        let (load, client, base) = start();
        tasks.push(tokio::spawn(async move { assert!(read_pages(load, client, base).await > PAGES.len()) }));
    }
    load.goes_on(20).await;
    servers.kill_first();
    eventually("writes are refused", async || (load.refused.load(Ordering::Relaxed) > 0).then_some(())).await;
    for process in &processes {
        let (status, revisions) = process.json("/lawchanges/revised").await;
        let revisions = revisions.as_array().expect("revisions").clone();
        let numbers: Vec<_> = revisions.iter().map(|revision| &revision["revision"]).collect();
        assert_eq!((status, numbers), (200, vec![&json!(2)]), "the earlier one is in the database");
    }
    servers.promote_standby();
    load.goes_on(20).await;
    load.is_over.store(true, Ordering::Relaxed);
    let (_, revisions) = processes[0].json("/lawchanges/revised").await;
    assert_eq!(revisions.as_array().map(Vec::len), Some(2), "the short answer was not kept");
    for task in tasks {
        task.await.expect("every page was served, every write answered or refused");
    }

    let acknowledged: Vec<String> =
        load.acknowledged.iter().flat_map(|list| list.lock().expect("the list").clone()).collect();
    let lost = processes[1].app.store.read(move |tx| {
        let mut lost = Vec::new();
        for address in acknowledged {
            if subscribers::get(tx, &Email::parse(&address).expect("an address"))?.is_none() {
                lost.push(address);
            }
        }
        Ok(lost)
    });
    assert_eq!(lost.await.expect("a read"), Vec::<String>::new());
    let [one, other] = processes;
    let [of_one, of_other] = jobs;
    stop([(one, of_one), (other, of_other)]).await;
}
