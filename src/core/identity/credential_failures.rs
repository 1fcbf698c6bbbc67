//! Waiting times after wrong passwords and codes, by account and network. Kept in memory, bounded, and forgotten an
//! hour after the last failure; keys are stored as keyed hashes.
//!
//! An IPv6 address counts for its /48, because one customer may have all the 65,536 networks of a /48.

use std::hash::{BuildHasher, RandomState};
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use jiff::Timestamp;

use crate::error::Result;
use crate::rate_limit::{site_of, too_many_requests};
use crate::recent_map::RecentMap;

/// Number of failures at which the first wait begins.
const FREE_FAILURES: u32 = 5;
/// The first wait; each further failure doubles it.
const FIRST_WAIT_SECS: i64 = 30;
const LONGEST_WAIT_SECS: i64 = 15 * 60;
/// Failures this long ago no longer count.
const FORGET_AFTER_SECS: i64 = 3600;

#[derive(Clone, Copy)]
struct Failures {
    count: u32,
    last: i64,
    /// Nothing is checked before this second.
    blocked_until: i64,
}

/// Wrong passwords, or wrong codes of second factors, of the last hour.
#[derive(Default)]
pub struct CredentialFailures {
    /// Bounded: the oldest keys are forgotten. The rate limits on failures still hold for these.
    failures: Mutex<RecentMap<u64, Failures>>,
    hasher: RandomState,
}

impl CredentialFailures {
    /// Checks that a password or code may be tried for this account from this network.
    ///
    /// # Errors
    /// `too_many_requests` with the seconds to wait.
    pub fn check(&self, account: &str, network: IpAddr, now: Timestamp) -> Result<()> {
        let all = self.failures.lock().unwrap_or_else(PoisonError::into_inner);
        let wait = all.get(&self.key(account, network)).map_or(0, |failures| failures.blocked_until - now.as_second());
        // A longer wait is from before the clock was set back, and no longer counts.
        if (1..=LONGEST_WAIT_SECS).contains(&wait) { Err(too_many_requests(wait.unsigned_abs())) } else { Ok(()) }
    }

    /// Counts a wrong password or code.
    pub fn record(&self, account: &str, network: IpAddr, now: Timestamp) {
        let now = now.as_second();
        let key = self.key(account, network);
        let mut all = self.failures.lock().unwrap_or_else(PoisonError::into_inner);
        let mut failures = all.get(&key).copied().unwrap_or(Failures { count: 0, last: now, blocked_until: 0 });
        if !is_recent(&failures, now) {
            failures.count = 0;
        }
        failures.count = failures.count.saturating_add(1);
        failures.last = now;
        if let Some(doublings) = failures.count.checked_sub(FREE_FAILURES) {
            let wait = FIRST_WAIT_SECS << doublings.min(16);
            failures.blocked_until = now + wait.min(LONGEST_WAIT_SECS);
        }
        all.insert(key, failures);
    }

    /// Forgets the failures of an account after a right password or code.
    pub fn clear(&self, account: &str, network: IpAddr) {
        self.failures.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.key(account, network));
    }

    /// Forgets failures that no longer count.
    pub fn forget_old(&self, now: Timestamp) {
        let now = now.as_second();
        self.failures.lock().unwrap_or_else(PoisonError::into_inner).retain(|failures| is_recent(failures, now));
    }

    fn key(&self, account: &str, network: IpAddr) -> u64 {
        self.hasher.hash_one((account, site_of(network)))
    }
}

fn is_recent(failures: &Failures, now: i64) -> bool {
    (now - failures.last).abs() < FORGET_AFTER_SECS
}

#[cfg(test)]
mod tests {
    use super::*;

    const NETWORK: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(198, 51, 100, 7));

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(1_000_000 + second).expect("an instant")
    }

    #[test]
    fn the_wait_doubles_up_to_a_quarter_of_an_hour() {
        let failures = CredentialFailures::default();
        for _ in 0..4 {
            failures.record("ana", NETWORK, at(0));
        }
        failures.check("ana", NETWORK, at(0)).expect("four are free");
        let mut now = 0;
        for expected in [30, 60, 120, 240, 480, 900, 900] {
            failures.record("ana", NETWORK, at(now));
            let refused = failures.check("ana", NETWORK, at(now)).expect_err("a wait");
            assert_eq!(refused.retry_after_secs, Some(expected));
            failures.check("bogdan", NETWORK, at(now)).expect("another account is free");
            failures.check("ana", IpAddr::from([203, 0, 113, 1]), at(now)).expect("another network is free");
            now += i64::try_from(expected).expect("a small number");
            failures.check("ana", NETWORK, at(now)).expect("the wait is over");
        }
        failures.clear("ana", NETWORK);
        failures.record("ana", NETWORK, at(now));
        failures.check("ana", NETWORK, at(now)).expect("a right password forgets the failures");
    }

    #[test]
    fn old_failures_are_forgotten() {
        let failures = CredentialFailures::default();
        failures.record("ana", NETWORK, at(0));
        failures.forget_old(at(3599));
        assert_eq!(failures.failures.lock().expect("the lock").len(), 1);
        failures.forget_old(at(3600));
        assert_eq!(failures.failures.lock().expect("the lock").len(), 0);
    }

    #[test]
    fn the_networks_of_an_ipv6_site_count_together() {
        let failures = CredentialFailures::default();
        let network = |number: u16| IpAddr::from([0x2001, 0xdb8, 1, number, 0, 0, 0, 0]);
        let mut tried = 0;
        for number in 0..200 {
            if failures.check("ana", network(number), at(0)).is_ok() {
                failures.record("ana", network(number), at(0));
                tried += 1;
            }
        }
        assert_eq!(tried, FREE_FAILURES);
        failures.check("ana", IpAddr::from([0x2001, 0xdb8, 2, 0, 0, 0, 0, 0]), at(0)).expect("another site is free");
    }

    #[test]
    fn a_clock_that_is_set_back_does_not_extend_the_wait() {
        let failures = CredentialFailures::default();
        for _ in 0..FREE_FAILURES {
            failures.record("ana", NETWORK, at(100_000));
        }
        failures.check("ana", NETWORK, at(100_000)).expect_err("a wait");
        failures.check("ana", NETWORK, at(0)).expect("the failures no longer count");
    }

    #[test]
    fn any_number_of_failures_takes_a_bounded_amount_of_memory() {
        let failures = CredentialFailures::default();
        for number in 0..50_000_u32 {
            failures.record("ana", IpAddr::from(number.to_be_bytes()), at(0));
        }
        assert!(failures.failures.lock().expect("the lock").len() <= RecentMap::<u64, Failures>::MAX_LEN);
    }
}
