//! The open connections of the public server and their limits.
//!
//! A connection is *idle* if it has no requests, or if all its requests wait for the client. When all places are taken,
//! the connections that were idle for the longest time are closed to make room for new ones.

mod body;
mod connection;
mod file_limit;
mod response;

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;

use super::proxies::Proxies;
use crate::app::App;
use crate::clock::Clock;
use crate::conditions::{Conditions, OperatorFinding, finding};
use crate::rate_limit::site_of;

pub(super) use body::{BodyError, BodyPace, RequestBody};
pub(super) use connection::{Connection, Timeouts};
pub(super) use file_limit::connection_limit;
pub use file_limit::raise_file_limit;
use file_limit::{WANTED_FILES, lacks_files};
pub(super) use response::ResponseBody;

/// Condition while connections are closed for new ones.
const FULL: &str = "connections_full";
/// Condition while the system refuses new connections.
const ACCEPT_FAILED: &str = "accept_failed";
/// Condition while the limit on open files is too low for a public server.
const FEW: &str = "few_connections";
/// A connection limit below this is reported.
const ENOUGH: usize = 256;
/// Pause between attempts to close a connection when none was idle.
const ROOM_INTERVAL: Duration = Duration::from_millis(20);
/// Time in which the first request of a new connection may arrive before the connection can be closed for another one.
const GRACE: Duration = Duration::from_millis(20);
/// A condition ends when it did not recur for this long.
const CALM: Duration = Duration::from_secs(60);

/// The open connections.
// docs/decisions/0080
pub(super) struct Connections {
    limit: usize,
    /// Most connections of one client network; a trusted proxy may have all.
    limit_per_network: usize,
    places: Arc<Semaphore>,
    proxies: Proxies,
    count: Arc<AtomicUsize>,
    clock: Clock,
    conditions: Arc<Conditions>,
    stop: CancellationToken,
    open: Mutex<OpenConnections>,
}

#[derive(Default)]
struct OpenConnections {
    next_id: u64,
    /// The connections that were not chosen to be closed.
    by_id: HashMap<u64, Arc<Connection>>,
    by_network: HashMap<IpAddr, usize>,
    /// When each condition last recurred.
    recurred: HashMap<&'static str, Instant>,
}

/// The place of one connection; free again when dropped.
pub(super) struct ConnectionSlot {
    pub(super) connection: Arc<Connection>,
    connections: Arc<Connections>,
    id: u64,
    _permit: OwnedSemaphorePermit,
}

impl Connections {
    pub(super) fn new(app: &App, proxies: Proxies) -> Arc<Self> {
        let connections = Self::with_limit(app, proxies, connection_limit());
        if connections.limit < ENOUGH {
            let found = finding!(
                "few_connections",
                "at most {limit} connections can be open at once",
                "allow at least {files} open files, with LimitNOFILE= in the systemd unit or `ulimit -n`",
                limit = connections.limit,
                files = WANTED_FILES
            );
            app.conditions.report(FEW, app.clock.now(), found);
        }
        connections
    }

    fn with_limit(app: &App, proxies: Proxies, limit: usize) -> Arc<Self> {
        Arc::new(Self {
            limit,
            limit_per_network: (limit / 8).max(64),
            places: Arc::new(Semaphore::new(limit)),
            proxies,
            count: Arc::clone(&app.open_connections),
            clock: app.clock.clone(),
            conditions: Arc::clone(&app.conditions),
            stop: app.stop.clone(),
            open: Mutex::default(),
        })
    }

    /// Waits for a place. Returns `None` when the client's network has too many connections and none of them is idle.
    pub(super) async fn admit(self: &Arc<Self>, peer: IpAddr) -> Option<ConnectionSlot> {
        let peer = peer.to_canonical();
        let network = site_of(peer);
        if !self.proxies.contains(peer) && self.is_network_full(network) {
            let closed = self.close_idle(self.limit_per_network / 8, |connection| connection.network == network);
            if closed == 0 {
                return None;
            }
        }
        let permit = loop {
            if let Ok(permit) = Arc::clone(&self.places).try_acquire_owned() {
                break permit;
            }
            self.make_room();
            let room = tokio::time::timeout(ROOM_INTERVAL, Arc::clone(&self.places).acquire_owned()).await;
            if let Ok(Ok(permit)) = room {
                break permit;
            }
        };
        let connection = Arc::new(Connection::new(peer, network, self.stop.child_token()));
        let mut open = self.lock();
        open.next_id += 1;
        let id = open.next_id;
        open.by_id.insert(id, Arc::clone(&connection));
        *open.by_network.entry(network).or_default() += 1;
        self.count.fetch_add(1, Ordering::Relaxed);
        Some(ConnectionSlot { connection, connections: Arc::clone(self), id, _permit: permit })
    }

    fn lock(&self) -> MutexGuard<'_, OpenConnections> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_network_full(&self, network: IpAddr) -> bool {
        self.lock().by_network.get(&network).is_some_and(|count| *count >= self.limit_per_network)
    }

    /// Closes connections that are idle, in batches, so that a flood of new ones costs little.
    fn make_room(&self) {
        self.close_waiting(self.limit / 64);
        let found = match lacks_files() {
            true => finding!(
                "connections_full_files",
                "all {limit} connections are in use, and idle ones are closed for new ones",
                "allow at least {files} open files, with LimitNOFILE= in the systemd unit or `ulimit -n`",
                limit = self.limit,
                files = WANTED_FILES
            ),
            false => finding!(
                "connections_full",
                "all {limit} connections are in use, and idle ones are closed for new ones",
                "limit the connections of one address in the proxy or firewall",
                limit = self.limit
            ),
        };
        self.report(FULL, found);
    }

    /// Reports that the system gave no connection, and makes room: usually there are no more file descriptors.
    pub(super) fn accept_failed(&self, error: &std::io::Error) {
        self.close_waiting(self.limit / 16);
        let found = match lacks_files() {
            true => finding!(
                "accept_failed_files",
                "cannot accept connections: {reason}",
                "allow at least {files} open files, with LimitNOFILE= in the systemd unit or `ulimit -n`",
                reason = error,
                files = WANTED_FILES
            ),
            false => finding!(
                "accept_failed",
                "cannot accept connections: {reason}",
                "limit the connections of one address in the proxy or firewall",
                reason = error
            ),
        };
        self.report(ACCEPT_FAILED, found);
    }

    fn report(&self, condition: &'static str, found: OperatorFinding) {
        self.lock().recurred.insert(condition, Instant::now());
        self.conditions.report(condition, self.clock.now(), found);
    }

    /// Ends conditions that did not recur, for as long as the future is polled.
    pub(super) async fn end_conditions(&self) {
        let mut interval = tokio::time::interval(CALM);
        loop {
            interval.tick().await;
            let now = Instant::now();
            self.lock().recurred.retain(|condition, at| {
                let lasts = now.duration_since(*at) < CALM;
                if !lasts {
                    self.conditions.end(condition);
                }
                lasts
            });
        }
    }

    /// Closes idle connections of any network, except new ones, whose first request may still be on its way.
    fn close_waiting(&self, count: usize) {
        let now = Instant::now();
        self.close_idle(count, |connection| connection.idle_since().is_some_and(|since| since + GRACE <= now));
    }

    /// Closes the `count` connections that were idle for the longest time, at least one if there is one. Returns how
    /// many it closed.
    fn close_idle(&self, count: usize, wanted: impl Fn(&Connection) -> bool) -> usize {
        let mut open = self.lock();
        let candidates = open.by_id.iter().filter(|(_, connection)| wanted(connection));
        let mut idle: Vec<(Instant, u64)> =
            candidates.filter_map(|(id, connection)| Some((connection.idle_since()?, *id))).collect();
        let count = count.max(1).min(idle.len());
        if count < idle.len() {
            idle.select_nth_unstable(count);
        }
        for (_, id) in &idle[..count] {
            if let Some(connection) = open.remove(*id) {
                connection.close();
            }
        }
        count
    }
}

impl OpenConnections {
    fn remove(&mut self, id: u64) -> Option<Arc<Connection>> {
        let connection = self.by_id.remove(&id)?;
        if let Some(count) = self.by_network.get_mut(&connection.network) {
            *count -= 1;
            if *count == 0 {
                self.by_network.remove(&connection.network);
            }
        }
        Some(connection)
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        self.connections.lock().remove(self.id);
        self.connections.count.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests;
