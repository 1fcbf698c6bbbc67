//! The limit on concurrent requests, of all clients and of one network.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::rate_limit::site_of;

/// Most requests of one network in progress, once half of the server's places are taken.
const MAX_OF_NETWORK: usize = 128;
/// Most requests that wait for their bodies, of one network and of all.
const MAX_WAITING_OF_NETWORK: usize = 64;
const MAX_WAITING: usize = 1024;

/// Limits concurrent requests, counted in [`App::in_flight`](crate::app::App::in_flight).
pub(super) struct RequestLimit {
    in_flight: Arc<AtomicUsize>,
    max: usize,
    /// Requests in progress whose response was not ready at once.
    slow: Arc<Shares>,
    /// Requests that wait for their bodies.
    waiting: Arc<Shares>,
}

/// The right to answer one request; released when dropped.
pub(super) struct RequestPermit<'a>(&'a RequestLimit);

impl RequestLimit {
    pub(super) fn new(in_flight: Arc<AtomicUsize>, max: usize) -> Self {
        Self { in_flight, max, slow: Arc::default(), waiting: Arc::default() }
    }

    /// `None` when all places are taken, or when the client's network has its share of a busy server.
    pub(super) fn try_acquire(&self, network: IpAddr) -> Option<RequestPermit<'_>> {
        // Made before the check, so that a refusal releases what it counted.
        let permit = RequestPermit(self);
        let before = self.in_flight.fetch_add(1, Ordering::Relaxed);
        let is_free = before < self.max && (before < self.max / 2 || self.slow.of(network) < MAX_OF_NETWORK);
        is_free.then_some(permit)
    }

    /// Counts a request whose response takes time against its network's share.
    pub(super) fn count_slow(&self, network: IpAddr) -> Share {
        self.slow.take(network)
    }

    /// The right to wait for the body of a request, unless too many wait.
    pub(super) fn try_wait_for_body(&self, network: IpAddr) -> Option<Share> {
        let share = self.waiting.take(network);
        (share.of_network <= MAX_WAITING_OF_NETWORK && share.of_all <= MAX_WAITING).then_some(share)
    }

    /// Gives back the place of a request that waits for its body.
    pub(super) fn pause(&self) {
        self.in_flight.fetch_sub(1, Ordering::Relaxed);
    }

    /// Takes a place for a request whose body has arrived, even if that exceeds the limit: the work is done.
    pub(super) fn resume(&self) {
        self.in_flight.fetch_add(1, Ordering::Relaxed);
    }

    #[cfg(test)]
    pub(super) fn in_flight(&self) -> usize {
        self.in_flight.load(Ordering::Relaxed)
    }
}

impl Drop for RequestPermit<'_> {
    fn drop(&mut self) {
        self.0.in_flight.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Counts by network.
#[derive(Default)]
struct Shares(Mutex<ShareCounts>);

#[derive(Default)]
struct ShareCounts {
    all: usize,
    by_network: HashMap<IpAddr, usize>,
}

/// One counted request; released when dropped.
pub(super) struct Share {
    shares: Arc<Shares>,
    network: IpAddr,
    /// The counts with this request.
    of_network: usize,
    of_all: usize,
}

impl Shares {
    fn of(&self, network: IpAddr) -> usize {
        let counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        counts.by_network.get(&site_of(network)).copied().unwrap_or_default()
    }

    fn take(self: &Arc<Self>, network: IpAddr) -> Share {
        let network = site_of(network);
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        counts.all += 1;
        let of_all = counts.all;
        let count = counts.by_network.entry(network).or_default();
        *count += 1;
        Share { shares: Arc::clone(self), network, of_network: *count, of_all }
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        let mut counts = self.shares.0.lock().unwrap_or_else(PoisonError::into_inner);
        counts.all -= 1;
        if let Some(count) = counts.by_network.get_mut(&self.network) {
            *count -= 1;
            if *count == 0 {
                counts.by_network.remove(&self.network);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn on_a_busy_server_one_network_has_a_share_and_others_have_places() {
        let limit = RequestLimit::new(Arc::default(), 400);
        let (greedy, other) = (IpAddr::from([198, 51, 100, 7]), IpAddr::from([203, 0, 113, 1]));
        let mut held = Vec::new();
        while let Some(permit) = limit.try_acquire(greedy) {
            held.push((permit, limit.count_slow(greedy)));
        }
        assert_eq!(held.len(), 200);
        assert!(limit.try_acquire(other).is_some());
        held.clear();
        assert_eq!(limit.in_flight(), 0, "refusals release what they counted");
        assert!(limit.slow.0.lock().expect("the lock").by_network.is_empty());
    }
}
