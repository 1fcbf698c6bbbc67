//! Waiting times after wrong passwords, by account and network. Kept in memory, bounded, and forgotten an hour
//! after the last failure; keys are stored as digests.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use jiff::Timestamp;
use sha2::{Digest, Sha256};

use crate::error::Result;
use crate::rate_limit::too_many_requests;

/// Failures after which the first wait begins.
const FREE_FAILURES: u32 = 5;
/// The first wait; each further failure doubles it.
const FIRST_WAIT_SECS: i64 = 30;
const LONGEST_WAIT_SECS: i64 = 15 * 60;
/// Failures this long ago no longer count.
const FORGET_AFTER_SECS: i64 = 3600;
/// Most pairs of account and network. When they are full, all are forgotten; the limit on wrong passwords by
/// network stays.
const MAX_KEYS: usize = 100_000;

#[derive(Clone, Copy)]
struct Failures {
    count: u32,
    last: i64,
    /// No password is checked before this second.
    blocked_until: i64,
}

/// Wrong passwords of the last hour.
#[derive(Default)]
pub struct PasswordFailures(Mutex<HashMap<[u8; 16], Failures>>);

impl PasswordFailures {
    /// Checks that a password may be tried for this account from this network.
    ///
    /// # Errors
    /// `too_many_requests` with the seconds to wait.
    pub fn check(&self, account: &str, network: IpAddr, now: Timestamp) -> Result<()> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let wait = all.get(&key(account, network)).map_or(0, |failures| failures.blocked_until - now.as_second());
        if wait > 0 { Err(too_many_requests(wait.unsigned_abs())) } else { Ok(()) }
    }

    /// Counts a wrong password.
    pub fn record(&self, account: &str, network: IpAddr, now: Timestamp) {
        let now = now.as_second();
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= MAX_KEYS {
            all.retain(|_, failures| is_recent(failures, now));
            if all.len() >= MAX_KEYS {
                all.clear();
            }
        }
        let failures = all.entry(key(account, network)).or_insert(Failures { count: 0, last: now, blocked_until: 0 });
        if !is_recent(failures, now) {
            failures.count = 0;
        }
        failures.count = failures.count.saturating_add(1);
        failures.last = now;
        if let Some(doublings) = failures.count.checked_sub(FREE_FAILURES) {
            let wait = FIRST_WAIT_SECS << doublings.min(16);
            failures.blocked_until = now + wait.min(LONGEST_WAIT_SECS);
        }
    }

    /// Forgets the failures of an account after a right password.
    pub fn clear(&self, account: &str, network: IpAddr) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&key(account, network));
    }

    /// Forgets failures that no longer count.
    pub fn forget_old(&self, now: Timestamp) {
        let now = now.as_second();
        self.0.lock().unwrap_or_else(PoisonError::into_inner).retain(|_, failures| is_recent(failures, now));
    }
}

fn is_recent(failures: &Failures, now: i64) -> bool {
    now - failures.last < FORGET_AFTER_SECS
}

fn key(account: &str, network: IpAddr) -> [u8; 16] {
    let digest = Sha256::digest(format!("{network} {account}"));
    std::array::from_fn(|index| digest[index])
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
        let failures = PasswordFailures::default();
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
        let failures = PasswordFailures::default();
        failures.record("ana", NETWORK, at(0));
        failures.forget_old(at(3599));
        assert_eq!(failures.0.lock().expect("the lock").len(), 1);
        failures.forget_old(at(3600));
        assert_eq!(failures.0.lock().expect("the lock").len(), 0);
    }
}
