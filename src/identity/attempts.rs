//! How often somebody may try (sign-in.md 7.13). Everything is in memory, bounded, and forgotten as
//! soon as it no longer counts; whom a row is about is kept as a digest only.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use jiff::Timestamp;
use sha2::{Digest, Sha256};

use crate::error::{Error, ErrorCode, Kind, Result};

/// So many may come at once and are regained evenly over the time.
#[derive(Debug, Clone, Copy)]
struct Quota {
    count: u32,
    secs: u32,
}

const fn quota(count: u32, secs: u32) -> Quota {
    Quota { count, secs }
}

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rule {
    /// Asking how an address signs in, by network.
    LookUp,
    /// New accounts, by network; the count is the operator's.
    SignUp(u32),
    /// Wrong passwords, by network.
    Failure,
    /// Mails, by address.
    MailTo,
    /// Mails, by network.
    MailFrom,
    /// Checking and using action codes, by network.
    Code,
    /// Visits to the provider that begin, by network.
    ProviderVisit,
    /// Visits that return, by network: who makes them up is written down each time.
    ProviderReturn,
    /// Renewing tokens, by session.
    Refresh,
    /// Likes and the like, by account; the count is the operator's.
    Mark(u32),
}

impl Rule {
    fn quotas(self) -> [Option<Quota>; 3] {
        let [minute, hour, day] = [60, 3600, 86_400];
        match self {
            Self::LookUp => [Some(quota(10, minute)), Some(quota(60, hour)), None],
            Self::SignUp(count) => [Some(quota(count, hour)), None, None],
            Self::Failure => [Some(quota(20, 10 * minute)), None, None],
            Self::MailTo => [Some(quota(1, minute)), Some(quota(5, hour)), Some(quota(10, day))],
            Self::MailFrom => [Some(quota(20, hour)), None, None],
            Self::Code => [Some(quota(20, minute)), None, None],
            Self::ProviderVisit => [Some(quota(30, minute)), None, None],
            Self::ProviderReturn => [Some(quota(60, minute)), None, None],
            Self::Refresh => [Some(quota(30, minute)), None, None],
            Self::Mark(count) => [Some(quota(count, minute)), None, None],
        }
    }
}

/// Wrong passwords for one account from one network that cost no waiting.
const FREE_FAILURES: u32 = 5;
/// What the fifth costs; each further one doubles it.
const FIRST_WAIT_SECS: i64 = 30;
const LONGEST_WAIT_SECS: i64 = 15 * 60;
/// Failures this long ago no longer count.
const FORGET_FAILURES_SECS: i64 = 3600;

/// Rows of each kind. Past it the kind begins anew: whoever has so many networks is held by none of
/// these limits, and nobody else may suffer for it.
const MAX_ROWS: usize = 100_000;

type Subject = [u8; 16];

/// The instants, in milliseconds, at which each quota is whole again.
type Cells = [i64; 3];

#[derive(Clone, Copy)]
struct Failures {
    count: u32,
    last: i64,
    /// Until then nothing is tried.
    until: i64,
}

#[derive(Default)]
struct Rows {
    cells: HashMap<Rule, HashMap<Subject, Cells>>,
    failures: HashMap<Subject, Failures>,
}

/// All counts.
#[derive(Default)]
pub struct Attempts(Mutex<Rows>);

impl Attempts {
    /// Counts one more.
    ///
    /// Errors: `too_many_requests` with the seconds to wait; then nothing is counted.
    pub fn take(&self, rule: Rule, subject: &str, now: Timestamp) -> Result<()> {
        self.ask(rule, subject, now, true)
    }

    /// As [`Attempts::take`], without counting.
    pub fn peek(&self, rule: Rule, subject: &str, now: Timestamp) -> Result<()> {
        self.ask(rule, subject, now, false)
    }

    fn ask(&self, rule: Rule, subject: &str, now: Timestamp, count: bool) -> Result<()> {
        let (now, key) = (now.as_millisecond(), digest(subject));
        let mut rows = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let rows = rows.cells.entry(rule).or_default();
        let mut cells = rows.get(&key).copied().unwrap_or_default();
        let mut wait = 0;
        for (cell, quota) in cells.iter_mut().zip(rule.quotas()) {
            let Some(quota) = quota else { continue };
            let (step, whole) =
                (i64::from(quota.secs) * 1000 / i64::from(quota.count.max(1)), i64::from(quota.secs) * 1000);
            let next = (*cell).max(now) + step;
            wait = wait.max(next - whole - now);
            *cell = next;
        }
        if wait > 0 {
            return Err(too_many(wait));
        }
        if count {
            if rows.len() >= MAX_ROWS && !rows.contains_key(&key) {
                rows.retain(|_, cells| is_counted(cells, now));
                if rows.len() >= MAX_ROWS {
                    rows.clear();
                }
            }
            rows.insert(key, cells);
        }
        Ok(())
    }

    /// Whether a password may be tried for this account from this network.
    ///
    /// Errors: `too_many_requests` with the seconds to wait.
    pub fn may_try(&self, account: &str, network: IpAddr, now: Timestamp) -> Result<()> {
        let wait = {
            let rows = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let failures = rows.failures.get(&pair(account, network));
            failures.map_or(0, |failures| failures.until - now.as_millisecond())
        };
        if wait > 0 {
            return Err(too_many(wait));
        }
        self.peek(Rule::Failure, &network.to_string(), now)
    }

    /// Counts a wrong password.
    pub fn failed(&self, account: &str, network: IpAddr, now: Timestamp) {
        // Past the limit nothing is tried, so an error here has been told already.
        let _counted = self.take(Rule::Failure, &network.to_string(), now).is_ok();
        let now = now.as_millisecond();
        let mut rows = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if rows.failures.len() >= MAX_ROWS {
            rows.failures.retain(|_, failures| is_remembered(failures, now));
            if rows.failures.len() >= MAX_ROWS {
                rows.failures.clear();
            }
        }
        let failures =
            rows.failures.entry(pair(account, network)).or_insert(Failures { count: 0, last: now, until: 0 });
        if !is_remembered(failures, now) {
            failures.count = 0;
        }
        failures.count = failures.count.saturating_add(1);
        failures.last = now;
        if let Some(doublings) = failures.count.checked_sub(FREE_FAILURES) {
            let wait = FIRST_WAIT_SECS << doublings.min(16);
            failures.until = now + wait.min(LONGEST_WAIT_SECS) * 1000;
        }
    }

    /// Forgets the failures of an account whose password was right.
    pub fn succeeded(&self, account: &str, network: IpAddr) {
        let mut rows = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        rows.failures.remove(&pair(account, network));
    }

    /// Forgets everything that no longer counts.
    pub fn forget_quiet(&self, now: Timestamp) {
        let now = now.as_millisecond();
        let mut rows = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for rows in rows.cells.values_mut() {
            rows.retain(|_, cells| is_counted(cells, now));
        }
        rows.failures.retain(|_, failures| is_remembered(failures, now));
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        let rows = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        rows.cells.values().map(HashMap::len).sum::<usize>() + rows.failures.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

fn is_counted(cells: &Cells, now: i64) -> bool {
    cells.iter().any(|cell| *cell > now)
}

fn is_remembered(failures: &Failures, now: i64) -> bool {
    now - failures.last < FORGET_FAILURES_SECS * 1000
}

fn digest(subject: &str) -> Subject {
    let digest = Sha256::digest(subject.as_bytes());
    std::array::from_fn(|place| digest[place])
}

fn pair(account: &str, network: IpAddr) -> Subject {
    digest(&format!("{network} {account}"))
}

fn too_many(wait_millis: i64) -> Error {
    let secs = u64::try_from((wait_millis + 999) / 1000).unwrap_or(1).max(1);
    Error::new(Kind::TooMany, ErrorCode::TooManyRequests, "Too many attempts; try again later.").retry_after(secs)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NETWORK: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(198, 51, 100, 7));

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(1_000_000 + second).expect("an instant")
    }

    fn wait(result: Result<()>) -> Option<u64> {
        result.err().and_then(|error| error.retry_after_secs)
    }

    #[test]
    fn the_strictest_quota_decides_and_a_refusal_is_not_counted() {
        let attempts = Attempts::default();
        let mail = |second| wait(attempts.take(Rule::MailTo, "ana@x.ro", at(second)));
        assert_eq!(mail(0), None);
        assert_eq!(mail(0), Some(60));
        assert_eq!(mail(59), Some(1));
        for minute in 1..5 {
            assert_eq!(mail(60 * minute), None);
        }
        assert_eq!(mail(300), Some(420), "five in an hour, of which one comes back every twelve minutes");
        assert_eq!(wait(attempts.take(Rule::MailTo, "bogdan@x.ro", at(300))), None);
        assert_eq!(wait(attempts.take(Rule::Code, "ana@x.ro", at(300))), None);
    }

    #[test]
    fn failures_cost_more_and_more_but_never_for_ever() {
        let attempts = Attempts::default();
        for _ in 0..4 {
            attempts.failed("ana", NETWORK, at(0));
        }
        attempts.may_try("ana", NETWORK, at(0)).expect("four are free");
        let mut now = 0;
        for expected in [30, 60, 120, 240, 480, 900, 900] {
            attempts.failed("ana", NETWORK, at(now));
            assert_eq!(wait(attempts.may_try("ana", NETWORK, at(now))), Some(expected));
            attempts.may_try("bogdan", NETWORK, at(now)).expect("another account is free");
            attempts.may_try("ana", IpAddr::from([203, 0, 113, 1]), at(now)).expect("another network is free");
            now += i64::try_from(expected).expect("a small number");
            attempts.may_try("ana", NETWORK, at(now)).expect("the wait is over");
        }
        attempts.succeeded("ana", NETWORK);
        attempts.failed("ana", NETWORK, at(now));
        attempts.may_try("ana", NETWORK, at(now)).expect("a success forgets");
    }

    #[test]
    fn a_network_may_fail_twenty_times() {
        let attempts = Attempts::default();
        for account in 0..20 {
            attempts.may_try(&account.to_string(), NETWORK, at(0)).expect("free");
            attempts.failed(&account.to_string(), NETWORK, at(0));
        }
        assert_eq!(wait(attempts.may_try("new", NETWORK, at(0))), Some(30));
        attempts.may_try("new", NETWORK, at(30)).expect("one came back");
    }

    #[test]
    fn a_full_kind_begins_anew_and_the_others_stay() {
        let attempts = Attempts::default();
        attempts.take(Rule::MailTo, "ana@x.ro", at(0)).expect("free");
        for network in 0..=MAX_ROWS {
            attempts.take(Rule::LookUp, &network.to_string(), at(0)).expect("free");
        }
        assert!(attempts.len() <= 2, "{}", attempts.len());
        assert_eq!(wait(attempts.take(Rule::MailTo, "ana@x.ro", at(0))), Some(60));
    }

    #[test]
    fn what_no_longer_counts_is_forgotten() {
        let attempts = Attempts::default();
        attempts.take(Rule::MailFrom, "a", at(0)).expect("free");
        attempts.take(Rule::SignUp(10), "a", at(0)).expect("free");
        attempts.failed("ana", NETWORK, at(0));
        attempts.forget_quiet(at(1));
        assert_eq!(attempts.len(), 4);
        attempts.forget_quiet(at(3600));
        assert!(attempts.is_empty());
    }
}
