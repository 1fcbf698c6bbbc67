//! Callers that subscribe one address after the other at several servers, and what became of their addresses.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use paragraf::domain::email::Email;
use paragraf::store::{Store, subscribers};
use reqwest::Client;
use serde_json::json;
use tokio::task::JoinHandle;

use super::eventually::eventually;

/// Callers of each server.
const CALLERS: usize = 4;

/// A load that goes on until [`SubscriptionLoad::end`].
pub struct SubscriptionLoad {
    counts: Arc<LoadCounts>,
    callers: Vec<JoinHandle<()>>,
}

#[derive(Default)]
struct LoadCounts {
    is_over: AtomicBool,
    next: AtomicUsize,
    refused: AtomicUsize,
    /// The addresses whose subscription was answered with success, by server.
    acknowledged: Vec<Mutex<Vec<String>>>,
    /// Answers that are neither success nor `unavailable`.
    others: Mutex<Vec<String>>,
}

impl SubscriptionLoad {
    /// Subscribes at the servers of these addresses, such as `http://127.0.0.1:8080`.
    pub fn start(servers: &[String]) -> Self {
        paragraf::tls::install_provider();
        let acknowledged = servers.iter().map(|_| Mutex::default()).collect();
        let counts = Arc::new(LoadCounts { acknowledged, ..LoadCounts::default() });
        let mut callers = Vec::new();
        for (index, server) in servers.iter().enumerate() {
            let client = Client::new();
            for _ in 0..CALLERS {
                callers.push(tokio::spawn(subscribe(Arc::clone(&counts), client.clone(), server.clone(), index)));
            }
        }
        Self { counts, callers }
    }

    /// Waits until this server has stored this many more addresses.
    pub async fn goes_on_at(&self, server: usize, more: usize) {
        let stored = || self.counts.acknowledged[server].lock().expect("the list").len();
        let enough = stored() + more;
        eventually("the server stores subscriptions", async || (stored() >= enough).then_some(())).await;
    }

    /// Waits until a subscription is refused because nothing can be saved.
    pub async fn is_refused(&self) {
        let refused = || self.counts.refused.load(Ordering::Relaxed);
        let before = refused();
        eventually("a subscription is refused", async || (refused() > before).then_some(())).await;
    }

    /// Ends the load. Returns the addresses whose subscription was answered with success and that the store does not
    /// have, and the answers that were neither success nor `unavailable`.
    pub async fn end(self, store: &Store) -> [Vec<String>; 2] {
        self.counts.is_over.store(true, Ordering::Relaxed);
        for caller in self.callers {
            caller.await.expect("a caller ends");
        }
        let lists = self.counts.acknowledged.iter();
        let acknowledged: Vec<String> = lists.flat_map(|list| list.lock().expect("the list").clone()).collect();
        let lost = store.read(move |tx| {
            let mut lost = Vec::new();
            for address in acknowledged {
                if subscribers::get(tx, &Email::parse(&address).expect("an address"))?.is_none() {
                    lost.push(address);
                }
            }
            Ok(lost)
        });
        [lost.await.expect("a read"), self.counts.others.lock().expect("the list").clone()]
    }
}

async fn subscribe(counts: Arc<LoadCounts>, client: Client, base: String, server: usize) {
    while !counts.is_over.load(Ordering::Relaxed) {
        let email = format!("reader{}@example.ro", counts.next.fetch_add(1, Ordering::Relaxed));
        let request = client.post(format!("{base}/subscribe")).json(&json!({"email": email}));
        match request.send().await.map(|response| response.status().as_u16()) {
            Ok(200) => counts.acknowledged[server].lock().expect("the list").push(email),
            Ok(503) => drop(counts.refused.fetch_add(1, Ordering::Relaxed)),
            other => counts.others.lock().expect("the list").push(format!("{other:?}")),
        }
    }
}
