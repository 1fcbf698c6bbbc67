//! The line of requests that wait to hash a password. Networks take turns: the requests of one wait behind each other,
//! and its first one with the first ones of the others.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use crate::rate_limit::site_of;

/// Requests that may wait.
const MAX_WAITING: usize = 256;
/// Requests of one network that may wait.
const MOST_OF_NETWORK: usize = 64;

/// Counts waiting requests by network, an IPv6 address for its site.
// docs/decisions/0582
#[derive(Default)]
pub(super) struct HashQueue(Mutex<Counts>);

#[derive(Default)]
struct Counts {
    all: usize,
    networks: HashMap<IpAddr, WaitingNetwork>,
}

#[derive(Default)]
struct WaitingNetwork {
    count: usize,
    turn: Arc<tokio::sync::Mutex<()>>,
}

/// One waiting request; dropping it leaves the queue, also when the request is cancelled.
pub(super) struct HashQueuePlace<'a> {
    queue: &'a HashQueue,
    network: IpAddr,
    turn: Arc<tokio::sync::Mutex<()>>,
}

impl HashQueue {
    /// Adds a request; none if the queue or the share of the network is full.
    pub(super) fn join(&self, network: IpAddr) -> Option<HashQueuePlace<'_>> {
        let network = site_of(network);
        let mut counts = self.counts();
        let of_network = counts.networks.get(&network).map_or(0, |waiting| waiting.count);
        if counts.all >= MAX_WAITING || of_network >= MOST_OF_NETWORK {
            return None;
        }
        counts.all += 1;
        let waiting = counts.networks.entry(network).or_default();
        waiting.count += 1;
        let turn = Arc::clone(&waiting.turn);
        Some(HashQueuePlace { queue: self, network, turn })
    }

    pub(super) fn is_empty(&self) -> bool {
        self.counts().all == 0
    }

    fn counts(&self) -> std::sync::MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl HashQueuePlace<'_> {
    /// Waits for `permit` once no earlier request of the same network does.
    pub(super) async fn wait_for<T>(&self, permit: impl Future<Output = T>) -> T {
        let _turn = self.turn.lock().await;
        permit.await
    }
}

impl Drop for HashQueuePlace<'_> {
    fn drop(&mut self) {
        let mut counts = self.queue.counts();
        counts.all -= 1;
        if let Some(waiting) = counts.networks.get_mut(&self.network) {
            waiting.count -= 1;
            if waiting.count == 0 {
                counts.networks.remove(&self.network);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(number: u16) -> IpAddr {
        let [high, low] = number.to_be_bytes();
        IpAddr::from([198, 51, high, low])
    }

    #[test]
    fn one_network_fills_its_share_and_all_of_them_the_queue() {
        let queue = HashQueue::default();
        let mut places: Vec<_> = std::iter::from_fn(|| queue.join(network(0))).collect();
        assert_eq!(places.len(), MOST_OF_NETWORK);
        places.extend((1..=1000).map_while(|number| queue.join(network(number))));
        assert_eq!(places.len(), MAX_WAITING);
        places.pop();
        assert!(queue.join(network(0)).is_none(), "its share is still full");
        assert!(queue.join(network(2000)).is_some());
        drop(places);
        assert!(queue.is_empty());
        assert!(queue.counts().networks.is_empty(), "no address is kept");
    }

    #[test]
    fn the_networks_of_an_ipv6_site_have_one_share() {
        let queue = HashQueue::default();
        let in_site = |number: u16| IpAddr::from([0x2001, 0xdb8, 7, number, 0, 0, 0, 1]);
        let places: Vec<_> = (0..=u16::MAX).map_while(|number| queue.join(in_site(number))).collect();
        assert_eq!(places.len(), MOST_OF_NETWORK);
    }
}
