//! Rate limits, kept in memory: the generic cell rate algorithm (GCRA), with up to three quotas for each limit.
//!
//! Keys are stored as keyed hashes, the number of keys is bounded, and a key is forgotten as soon as its quotas are
//! whole again. The caller passes the time, so that tests control it.

mod key;
mod limit;

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use jiff::Timestamp;

pub use self::key::{LimitKey, site_of};
pub use self::limit::Limit;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::recent_map::RecentMap;

/// The quotas of an IPv6 site, as a multiple of those of one network: some providers place all their customers in
/// one site.
const SITE_QUOTAS: i64 = 8;

/// When each quota is whole again, in microseconds since 1970: GCRA's theoretical arrival time.
pub type ArrivalTimes = [i64; 3];

/// Counts the uses of every [`Limit`].
// docs/decisions/0067
#[derive(Default)]
pub struct RateLimiter {
    limits: Mutex<HashMap<Limit, RecentMap<u64, ArrivalTimes>>>,
    hasher: RandomState,
}

impl RateLimiter {
    /// Counts one use, unless that would exceed a quota.
    ///
    /// # Errors
    /// `too_many_requests` with the seconds to wait; the refused use is not counted.
    pub fn take(&self, limit: Limit, key: impl Into<LimitKey>, now: Timestamp) -> Result<()> {
        self.check(limit, &key.into(), now, true)
    }

    /// As [`RateLimiter::take`], without counting the use.
    pub fn peek(&self, limit: Limit, key: impl Into<LimitKey>, now: Timestamp) -> Result<()> {
        self.check(limit, &key.into(), now, false)
    }

    fn check(&self, limit: Limit, key: &LimitKey, now: Timestamp, count: bool) -> Result<()> {
        let now = now.as_microsecond();
        let own = Some((self.hasher.hash_one(key), 1));
        let site = match key {
            LimitKey::Network(network @ IpAddr::V6(_)) => {
                Some((self.hasher.hash_one(("site", site_of(*network))), SITE_QUOTAS))
            }
            _ => None,
        };
        let mut limits = self.limits.lock().unwrap_or_else(PoisonError::into_inner);
        let keys = limits.entry(limit).or_default();
        let used = [own, site].map(|counted| {
            let (hash, multiple) = counted?;
            let before = keys.get(&hash).copied().unwrap_or_default();
            Some((hash, use_once(limit, multiple, before, now)))
        });
        let wait = used.iter().flatten().map(|(_, (_, wait))| *wait).max().unwrap_or_default();
        if wait > 0 {
            return Err(too_many_requests(wait.unsigned_abs().div_ceil(1_000_000)));
        }
        if count {
            for (hash, (arrivals, _)) in used.into_iter().flatten() {
                keys.insert(hash, arrivals);
            }
        }
        Ok(())
    }

    /// Forgets the keys whose quotas are whole again.
    pub fn forget_idle(&self, now: Timestamp) {
        let now = now.as_microsecond();
        let mut limits = self.limits.lock().unwrap_or_else(PoisonError::into_inner);
        limits.retain(|_, keys| {
            keys.retain(|arrivals| arrivals.iter().any(|arrival| *arrival > now));
            !keys.is_empty()
        });
    }

    /// Number of keys that are remembered, over all limits.
    pub fn len(&self) -> usize {
        self.limits.lock().unwrap_or_else(PoisonError::into_inner).values().map(RecentMap::len).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Returns the arrival times after one more use under `multiple` times the quotas of `limit`, and the microseconds to
/// wait for that use.
pub fn use_once(limit: Limit, multiple: i64, mut arrivals: ArrivalTimes, now: i64) -> (ArrivalTimes, i64) {
    let mut wait = 0;
    for (arrival, quota) in arrivals.iter_mut().zip(limit.quotas()) {
        let Some(quota) = quota else { continue };
        let period = i64::from(quota.period_secs) * 1_000_000;
        // An arrival further ahead than the period was counted before the clock was set back; it no longer counts.
        let before = if *arrival > now + period { now } else { (*arrival).max(now) };
        *arrival = before + period / (i64::from(quota.count.max(1)) * multiple);
        wait = wait.max(*arrival - period - now);
    }
    (arrivals, wait)
}

/// The error for a caller that must wait.
pub fn too_many_requests(wait_secs: u64) -> Error {
    Error::new(Kind::TooMany, ErrorCode::TooManyRequests, "Too many requests; try again later.").retry_after(wait_secs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::email::Email;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(1_000_000 + second).expect("an instant")
    }

    fn wait(result: Result<()>) -> Option<u64> {
        result.err().and_then(|error| error.retry_after_secs)
    }

    #[test]
    fn the_strictest_quota_decides_and_a_refusal_is_not_counted() {
        let limiter = RateLimiter::default();
        let mail = |second| wait(limiter.take(Limit::MailToAddress, "ana", at(second)));
        assert_eq!(mail(0), None);
        assert_eq!(mail(0), Some(60));
        assert_eq!(mail(59), Some(1));
        for minute in 1..5 {
            assert_eq!(mail(60 * minute), None);
        }
        assert_eq!(mail(300), Some(420), "five an hour, of which one comes back every twelve minutes");
        assert_eq!(wait(limiter.take(Limit::MailToAddress, "bogdan", at(300))), None, "another key");
        assert_eq!(wait(limiter.take(Limit::ActionCode, "ana", at(300))), None, "another limit");
    }

    #[test]
    fn the_spellings_of_one_mailbox_share_a_quota() {
        let limiter = RateLimiter::default();
        let ask = |text: &str| {
            let email = Email::parse(text).expect("an address");
            limiter.take(Limit::AskToConfirm, &email, at(0)).is_ok()
        };
        let spellings = (0..20).map(|number| format!("Ana.Pop+{number}@gmail.com"));
        assert_eq!(spellings.filter(|spelling| ask(spelling)).count(), 4);
        assert!(!ask("a.napop@googlemail.com"));
        assert!(ask("a.napop@x.ro"), "dots count at other hosts");
    }

    #[test]
    fn peeking_does_not_count() {
        let limiter = RateLimiter::default();
        for _ in 0..3 {
            limiter.peek(Limit::Report(1), "a", at(0)).expect("nothing is counted yet");
        }
        limiter.take(Limit::Report(1), "a", at(0)).expect("the first use");
        assert_eq!(wait(limiter.peek(Limit::Report(1), "a", at(1))), Some(3599));
    }

    #[test]
    fn a_high_count_is_still_a_limit() {
        let limiter = RateLimiter::default();
        let allowed = (0..200_001).filter(|_| limiter.take(Limit::Mark(200_000), "a", at(0)).is_ok()).count();
        assert_eq!(allowed, 200_000);
    }

    #[test]
    fn any_number_of_keys_takes_a_bounded_amount_of_memory() {
        let limiter = RateLimiter::default();
        limiter.take(Limit::MailToAddress, "ana@x.ro", at(0)).expect("the first use");
        for network in 0..200_000_u32 {
            limiter.take(Limit::LookUp, IpAddr::from(network.to_be_bytes()), at(0)).expect("the first use");
        }
        assert!(limiter.len() <= 1 + RecentMap::<u64, ArrivalTimes>::MAX_LEN, "{}", limiter.len());
        assert_eq!(
            wait(limiter.take(Limit::MailToAddress, "ana@x.ro", at(0))),
            Some(60),
            "another limit is not touched"
        );
    }

    #[test]
    fn the_networks_of_an_ipv6_site_share_eight_quotas() {
        let limiter = RateLimiter::default();
        let report = |site: u16, network: u16| {
            let address = IpAddr::from([0x2001, 0xdb8, site, network, 0, 0, 0, 0]);
            limiter.take(Limit::Report(5), address, at(0)).is_ok()
        };
        assert_eq!((0..200).filter(|network| report(1, *network)).count(), 40);
        assert!(report(2, 0), "another site is not limited");
        let limiter = RateLimiter::default();
        let ipv4 = |last| limiter.take(Limit::Report(1), IpAddr::from([198, 51, 100, last]), at(0)).is_ok();
        assert_eq!((0..200).filter(|last| ipv4(*last)).count(), 200, "IPv4 addresses count for themselves");
    }

    #[test]
    fn a_clock_that_is_set_back_does_not_extend_the_wait() {
        let limiter = RateLimiter::default();
        let mark = |second| wait(limiter.take(Limit::Mark(2), "ana", at(second)));
        assert_eq!((mark(100_000), mark(100_000), mark(100_000)), (None, None, Some(30)));
        assert_eq!((mark(0), mark(0), mark(0)), (None, None, Some(30)));
    }

    #[test]
    fn the_shared_limits_have_rows_of_their_own() {
        let shared = [
            Limit::MailToAddress,
            Limit::AskToConfirm,
            Limit::TextToNumber,
            Limit::TextByStrangers,
            Limit::Texts(5),
            Limit::WrongFactorCode,
            Limit::UnreportedFactorProof,
            Limit::FactorWarning,
        ];
        let names: std::collections::BTreeSet<_> = shared.map(Limit::name).into();
        assert_eq!(names.len(), shared.len());
        assert!(shared.iter().all(|limit| limit.is_shared()) && !names.contains("local"));
        assert_eq!((Limit::LookUp.is_shared(), Limit::LookUp.name()), (false, "local"));
        assert_eq!(Limit::Texts(5).name(), Limit::Texts(6).name(), "a changed setting keeps the uses");
    }

    #[test]
    fn idle_keys_are_forgotten() {
        let limiter = RateLimiter::default();
        limiter.take(Limit::MailFromNetwork, "a", at(0)).expect("the first use");
        limiter.take(Limit::SignUp(10), "a", at(0)).expect("the first use");
        limiter.forget_idle(at(1));
        assert_eq!(limiter.len(), 2);
        limiter.forget_idle(at(3600));
        assert!(limiter.is_empty());
    }
}
