//! Blocking work, such as searching or writing a long list.
//!
//! [`blocking`] is how operations and handlers block. Requests share a few threads of low priority, so that responses
//! that are ready leave first, and each network has its share of them. The permit belongs to the work: a client that
//! leaves frees nothing before its work ends, and work that has not begun is dropped with its request.

use std::any::Any;
use std::collections::HashMap;
use std::future::Future;
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, mpsc};
use std::thread;

use tokio::sync::{AcquireError, OwnedSemaphorePermit, Semaphore, oneshot};

use crate::erased::{Erased, erase, restore};
use crate::error::{Error, Result, panicked};
use crate::rate_limit::site_of;
use crate::store::leases::carried_blocking;
use crate::thread_priority;

/// Most pieces of work of all requests at the same time. Each takes a core, and up to some megabytes.
const MAX_RUNNING: usize = 4;
/// Most of one network at the same time, so that others begin at once.
const MAX_RUNNING_OF_NETWORK: usize = 2;
/// Most of one network that run or wait.
const MAX_OF_NETWORK: usize = 66;
/// The nice value of the threads: about a quarter of a core that is busy with responses.
const NICE: i32 = 5;

tokio::task_local! {
    /// The client of the request that this task answers.
    static CLIENT: Client;
}

type Task = Box<dyn FnOnce() + Send>;
type Work = Box<dyn FnOnce() -> Erased + Send>;

/// The threads for the blocking work of requests, and the networks that use them.
pub struct RequestWork {
    running: Arc<Semaphore>,
    networks: Mutex<HashMap<IpAddr, Network>>,
    /// Started with the first work; they end when the sender is dropped.
    threads: OnceLock<mpsc::Sender<Task>>,
}

/// A network with work that runs or waits.
struct Network {
    running: Arc<Semaphore>,
    count: usize,
}

/// A client whose blocking work counts for its network.
#[derive(Clone)]
pub struct Client {
    work: Arc<RequestWork>,
    network: IpAddr,
}

/// One piece of work, counted while it waits and runs.
struct Turn {
    client: Client,
    /// The share of the network.
    running: Arc<Semaphore>,
}

/// Runs `work` off the async threads: within a request on its threads, when the request's network has its turn.
/// `attempted` describes it if it panics, such as `listing articles`.
///
/// # Errors
/// `unavailable` when too much work of the network waits.
// docs/decisions/0250
pub async fn blocking<T: Send + 'static>(attempted: &str, work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
    run(Client::current(), MAX_OF_NETWORK, attempted, work).await
}

/// As [`blocking`], for a step of sending a body to a client. A body that has begun is sent to its end: the step waits
/// for its turn however much waits.
pub async fn blocking_step<T: Send + 'static>(
    client: Option<Client>,
    attempted: &str,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T> {
    run(client, usize::MAX, attempted, work).await
}

/// As [`blocking`], for a result that the clients of all networks wait for, such as the complete list: it waits for no
/// network's turn, and its caller runs one at a time.
pub async fn blocking_for_all<T: Send + 'static>(
    attempted: &str,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T> {
    run(None, usize::MAX, attempted, work).await
}

/// Whether this code runs on an async thread for a request, where nothing may block or grow with the content.
pub fn is_in_request() -> bool {
    Client::current().is_some()
}

async fn run<T: Send + 'static>(
    client: Option<Client>,
    most: usize,
    attempted: &str,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T> {
    run_erased(client, most, attempted, Box::new(|| erase(work()))).await.map(restore)
}

async fn run_erased(client: Option<Client>, most: usize, attempted: &str, work: Work) -> Result<Erased> {
    match client {
        Some(client) => client.run(most, attempted, work).await,
        // Jobs and commands are the operator's; the rest is for all clients.
        None => {
            tokio::task::spawn_blocking(carried_blocking(work)).await.map_err(|error| Error::internal(attempted, error))
        }
    }
}

impl Default for RequestWork {
    fn default() -> Self {
        Self { running: Arc::new(Semaphore::new(MAX_RUNNING)), networks: Mutex::default(), threads: OnceLock::new() }
    }
}

impl RequestWork {
    /// Answers a request of a client in this network; its calls of [`blocking`] use these threads.
    pub fn serve<F: Future>(self: &Arc<Self>, network: IpAddr, request: F) -> impl Future<Output = F::Output> + use<F> {
        CLIENT.scope(Client { work: Arc::clone(self), network: site_of(network) }, request)
    }

    fn networks<T>(&self, change: impl FnOnce(&mut HashMap<IpAddr, Network>) -> T) -> T {
        change(&mut self.networks.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Client {
    /// The client of the request that is being answered. A body that is sent after the answer keeps it for its work.
    pub fn current() -> Option<Self> {
        CLIENT.try_with(Self::clone).ok()
    }

    async fn run(self, most: usize, attempted: &str, work: Work) -> Result<Erased> {
        let turn = self.turn(most)?;
        let permits = turn.permits().await.map_err(|error| Error::internal(attempted, error))?;
        let (sender, receiver) = oneshot::channel();
        let task = move || {
            let result = catch_unwind(AssertUnwindSafe(work));
            // Before the result, so that a client that has it finds its place free.
            drop((permits, turn));
            // Nobody receives the result when the client has left.
            sender.send(result).ok();
        };
        let threads = self.work.threads.get_or_init(start_threads);
        threads.send(Box::new(task)).map_err(|_| no_threads(attempted))?;
        let result: Result<Erased, Box<dyn Any + Send>> = receiver.await.map_err(|_| no_threads(attempted))?;
        result.map_err(|panic| Error::internal(attempted, panicked(&*panic)))
    }

    /// Counts one more piece of work, unless the network has `most` already.
    fn turn(&self, most: usize) -> Result<Turn> {
        let (running, count) = self.work.networks(|networks| {
            let network = networks.entry(self.network).or_insert_with(Network::new);
            network.count += 1;
            (Arc::clone(&network.running), network.count)
        });
        // Made before the check, so that a refusal releases what it counted.
        let turn = Turn { client: self.clone(), running };
        if count > most {
            let message = "Too many requests of your network wait; try again in a moment.";
            return Err(Error::unavailable(message).retry_after(1));
        }
        Ok(turn)
    }
}

impl Network {
    fn new() -> Self {
        Self { running: Arc::new(Semaphore::new(MAX_RUNNING_OF_NETWORK)), count: 0 }
    }
}

impl Turn {
    /// Waits for the share of the network, then for a thread: a network has at most its share of places in the common
    /// queue.
    async fn permits(&self) -> Result<[OwnedSemaphorePermit; 2], AcquireError> {
        let of_network = Arc::clone(&self.running).acquire_owned().await?;
        Ok([of_network, Arc::clone(&self.client.work.running).acquire_owned().await?])
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let Client { work, network } = &self.client;
        work.networks(|networks| {
            let Some(counted) = networks.get_mut(network) else { return };
            counted.count -= 1;
            if counted.count == 0 {
                networks.remove(network);
            }
        });
    }
}

fn start_threads() -> mpsc::Sender<Task> {
    let (sender, receiver) = mpsc::channel::<Task>();
    let receiver = Arc::new(Mutex::new(receiver));
    for _ in 0..MAX_RUNNING {
        let receiver = Arc::clone(&receiver);
        let started = thread::Builder::new().name("requests".to_owned()).spawn(move || {
            thread_priority::lower(NICE);
            loop {
                let next = receiver.lock().unwrap_or_else(PoisonError::into_inner).recv();
                let Ok(task) = next else { return };
                task();
            }
        });
        if let Err(error) = started {
            tracing::error!(%error, "cannot start a thread for requests");
        }
    }
    sender
}

fn no_threads(attempted: &str) -> Error {
    Error::internal(attempted, anyhow::anyhow!("no thread runs the work of requests"))
}

#[cfg(test)]
mod tests;
