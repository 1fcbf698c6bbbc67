//! The requests that `paragraf doctor` makes to this server through its public address.
//!
//! Each has a number that only this process knows. So the server recognises its own request when it arrives, and
//! nothing is revealed to others.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Header with the number.
pub const OWN_REQUEST_HEADER: &str = "x-paragraf-check";

/// How a request of this process arrived.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OwnArrival {
    /// Whether a proxy named the client.
    pub is_forwarded: bool,
    /// Whether the peer is a proxy of `server.trusted_proxies` whose header can be read.
    pub is_trusted: bool,
}

/// The requests under way, by number.
#[derive(Debug, Default)]
pub struct OwnRequests(Mutex<HashMap<String, Option<OwnArrival>>>);

impl OwnRequests {
    /// Expects a request with this number.
    pub fn expect(&self, number: &str) {
        self.lock().insert(number.to_owned(), None);
    }

    /// Records how the request with this number arrived; ignores unknown numbers.
    pub fn arrived(&self, number: &str, arrival: OwnArrival) {
        if let Some(place) = self.lock().get_mut(number) {
            *place = Some(arrival);
        }
    }

    /// Forgets the number, and returns how its request arrived.
    pub fn take(&self, number: &str) -> Option<OwnArrival> {
        self.lock().remove(number).flatten()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Option<OwnArrival>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_expected_request_is_recorded() {
        let (requests, arrival) = (OwnRequests::default(), OwnArrival { is_forwarded: true, is_trusted: false });
        requests.arrived("1", arrival);
        assert_eq!(requests.take("1"), None);
        requests.expect("2");
        requests.arrived("2", arrival);
        assert_eq!(requests.take("2"), Some(arrival));
        assert_eq!(requests.take("2"), None);
    }
}
