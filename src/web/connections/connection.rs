//! What one connection is doing, for the listener that may have to close it.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tokio_util::sync::CancellationToken;

/// A connection is closed when its client has cancelled more requests than this, and more than half of all: cancelling
/// costs the client nothing, and the server the whole request ("rapid reset", CVE-2023-44487).
const MAX_CANCELLED: u32 = 100;

/// How long a connection may be idle.
#[derive(Debug, Clone, Copy)]
pub(in crate::web) struct Timeouts {
    /// Before its first request.
    pub first_request: Duration,
    pub idle: Duration,
}

/// One connection. Its requests count themselves with [`Connection::begin_request`].
pub(in crate::web) struct Connection {
    /// The client's address in its canonical form.
    pub(in crate::web) peer: IpAddr,
    /// The address by which connections are limited.
    pub(super) network: IpAddr,
    begun: Instant,
    requests: AtomicU32,
    cancelled: AtomicU32,
    /// Requests that wait for the server. Others wait for the client to send a body or to read the response.
    active: AtomicU32,
    /// When a request last made progress, in milliseconds after `begun`.
    progress: AtomicU64,
    closed: CancellationToken,
}

impl Connection {
    /// `closed` is cancelled when the connection must end.
    pub(in crate::web) fn new(peer: IpAddr, network: IpAddr, closed: CancellationToken) -> Self {
        Self {
            peer,
            network,
            begun: Instant::now(),
            requests: AtomicU32::new(0),
            cancelled: AtomicU32::new(0),
            active: AtomicU32::new(0),
            progress: AtomicU64::new(0),
            closed,
        }
    }

    pub(in crate::web) fn begin_request(self: &Arc<Self>) -> OpenRequest {
        self.active.fetch_add(1, Ordering::Relaxed);
        let is_first = self.requests.fetch_add(1, Ordering::Relaxed) == 0;
        OpenRequest { connection: Arc::clone(self), is_first, is_active: true, is_complete: false }
    }

    /// The time since which no request has waited for the server; `None` if one is waiting.
    pub(super) fn idle_since(&self) -> Option<Instant> {
        let is_idle = self.active.load(Ordering::Acquire) == 0;
        is_idle.then(|| self.begun + Duration::from_millis(self.progress.load(Ordering::Relaxed)))
    }

    pub(super) fn made_progress(&self, now: Instant) {
        let millis = u64::try_from(now.duration_since(self.begun).as_millis()).unwrap_or(u64::MAX);
        self.progress.store(millis, Ordering::Release);
    }

    /// Records that a request waits for the client from now on.
    pub(super) fn pause(&self, now: Instant) {
        self.made_progress(now);
        self.active.fetch_sub(1, Ordering::Release);
    }

    /// Records that a request no longer waits for the client.
    pub(super) fn resume(&self) {
        self.active.fetch_add(1, Ordering::Relaxed);
    }

    fn count_cancelled(&self) {
        let cancelled = self.cancelled.fetch_add(1, Ordering::Relaxed);
        if cancelled >= MAX_CANCELLED && cancelled > self.requests.load(Ordering::Relaxed) / 2 {
            self.close();
        }
    }

    /// Closes the connection at once.
    pub(super) fn close(&self) {
        self.closed.cancel();
    }

    /// Waits until the connection must end: to make room for others, or because the server stops.
    pub(in crate::web) async fn closed(&self) {
        self.closed.cancelled().await;
    }

    /// Waits until the connection has been idle for too long. Wakes up a few times a minute, however many requests
    /// there are.
    pub(in crate::web) async fn expired(&self, timeouts: Timeouts) {
        let sleep = tokio::time::sleep(timeouts.first_request);
        let mut sleep = std::pin::pin!(sleep);
        loop {
            sleep.as_mut().await;
            let is_new = self.requests.load(Ordering::Relaxed) == 0;
            let allowed = if is_new { timeouts.first_request } else { timeouts.idle };
            let now = Instant::now();
            let deadline = self.idle_since().unwrap_or(now) + allowed;
            if deadline <= now {
                return;
            }
            sleep.as_mut().reset(deadline.into());
        }
    }
}

/// A request from its head to the end of its response.
pub(in crate::web) struct OpenRequest {
    pub(super) connection: Arc<Connection>,
    /// Whether it is the first one of its connection.
    pub(in crate::web) is_first: bool,
    is_active: bool,
    is_complete: bool,
}

impl OpenRequest {
    /// Records that the request waits for the client from `now` on.
    pub(in crate::web) fn wait_for_client(&mut self, now: Instant) {
        if std::mem::take(&mut self.is_active) {
            self.connection.pause(now);
        } else {
            self.connection.made_progress(now);
        }
    }

    pub(super) fn wait_for_server(&mut self) {
        if !std::mem::replace(&mut self.is_active, true) {
            self.connection.resume();
        }
    }

    /// Records that the client has received the whole response.
    pub(in crate::web) fn complete(&mut self) {
        self.is_complete = true;
    }

    #[cfg(test)]
    pub(super) fn is_complete(&self) -> bool {
        self.is_complete
    }
}

impl Drop for OpenRequest {
    fn drop(&mut self) {
        self.wait_for_client(Instant::now());
        if !self.is_complete {
            self.connection.count_cancelled();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn connection() -> Arc<Connection> {
        let peer = IpAddr::from([198, 51, 100, 7]);
        Arc::new(Connection::new(peer, peer, CancellationToken::new()))
    }

    #[test]
    fn a_connection_is_idle_when_all_its_requests_wait_for_the_client() {
        let connection = connection();
        assert!(connection.idle_since().is_some());
        let (mut first, second) = (connection.begin_request(), connection.begin_request());
        assert!(first.is_first && !second.is_first);
        assert!(connection.idle_since().is_none());
        first.wait_for_client(Instant::now());
        assert!(connection.idle_since().is_none());
        drop(second);
        assert!(connection.idle_since().is_some());
        first.wait_for_server();
        assert!(connection.idle_since().is_none());
        drop(first);
        assert!(connection.idle_since().is_some());
    }

    #[test]
    fn a_connection_whose_requests_are_nearly_all_cancelled_is_closed() {
        let (good, bad) = (connection(), connection());
        for number in 0..1000 {
            good.begin_request().complete();
            let mut cancelled = good.begin_request();
            if number % 2 == 0 {
                cancelled.complete();
            }
        }
        assert!(!good.closed.is_cancelled(), "a quarter is a reader who clicks quickly");
        for _ in 0..=MAX_CANCELLED {
            drop(bad.begin_request());
        }
        assert!(bad.closed.is_cancelled());
    }

    #[tokio::test]
    async fn only_an_idle_connection_expires() {
        let timeouts = Timeouts { first_request: Duration::from_millis(1), idle: Duration::from_millis(1) };
        connection().expired(timeouts).await;
        let busy = connection();
        let request = busy.begin_request();
        let wait = Duration::from_millis(30);
        assert!(tokio::time::timeout(wait, busy.expired(timeouts)).await.is_err(), "a request is being answered");
        drop(request);
        busy.expired(timeouts).await;
    }
}
