//! Rate limits, kept in memory: the generic cell rate algorithm (GCRA), with several quotas to a limit.
//!
//! Keys are stored as digests, the number of keys is bounded, and a key is forgotten as soon as its quotas are
//! whole again. The caller gives the time, so that tests move the clock.

use std::collections::HashMap;
use std::fmt::Display;
use std::sync::{Mutex, PoisonError};

use jiff::Timestamp;
use sha2::{Digest, Sha256};

use crate::error::{Error, ErrorCode, Kind, Result};

/// `count` uses at once, regained evenly over the period.
#[derive(Debug, Clone, Copy)]
struct Quota {
    count: u32,
    period_secs: u32,
}

const fn quota(count: u32, period_secs: u32) -> Quota {
    Quota { count, period_secs }
}

/// What is limited, and by which key. Counts in a variant come from the configuration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Limit {
    /// Looking up the sign-in methods of an address, by network.
    LookUp,
    /// New accounts per hour, by network.
    SignUp(u32),
    /// Wrong passwords, by network.
    WrongPassword,
    /// Account mails, by address.
    MailToAddress,
    /// Account mails, by network.
    MailFromNetwork,
    /// Checking and applying action codes, by network.
    ActionCode,
    /// Visits to an identity provider that begin, by network.
    ProviderStart,
    /// Returns from an identity provider, by network; each writes a record, even when made up.
    ProviderCallback,
    /// Refreshed tokens, by session.
    Refresh,
    /// Likes, bookmarks and follows per minute, by account.
    Mark(u32),
    /// Subscriptions per hour that need no proof of work, by network.
    Subscribe(u32),
    /// Subscriptions per hour with or without a proof of work, by network.
    SubscribeHard(u32),
    /// Batches of analytics events per minute, by network.
    Analytics(u32),
    /// Reports of articles per hour, by network.
    Report(u32),
    /// Uses of mailed links per minute, by network.
    MailedLink(u32),
    /// PDF files per minute, by network.
    FetchPdf(u32),
}

const MINUTE: u32 = 60;
const HOUR: u32 = 60 * MINUTE;
const DAY: u32 = 24 * HOUR;

impl Limit {
    fn quotas(self) -> [Option<Quota>; 3] {
        let one = |count, period| [Some(quota(count, period)), None, None];
        match self {
            Self::LookUp => [Some(quota(10, MINUTE)), Some(quota(60, HOUR)), None],
            Self::MailToAddress => [Some(quota(1, MINUTE)), Some(quota(5, HOUR)), Some(quota(10, DAY))],
            Self::WrongPassword => one(20, 10 * MINUTE),
            Self::MailFromNetwork => one(20, HOUR),
            Self::ActionCode => one(20, MINUTE),
            Self::ProviderStart | Self::Refresh => one(30, MINUTE),
            Self::ProviderCallback => one(60, MINUTE),
            Self::SignUp(count) | Self::Subscribe(count) | Self::SubscribeHard(count) | Self::Report(count) => {
                one(count, HOUR)
            }
            Self::Mark(count) | Self::Analytics(count) | Self::MailedLink(count) | Self::FetchPdf(count) => {
                one(count, MINUTE)
            }
        }
    }
}

/// Most keys of one limit. A full limit forgets all its keys: an attacker with more networks than this is not
/// held by any limit, and other clients must not be refused because of it.
const MAX_KEYS: usize = 100_000;

/// Part of the key's SHA-256.
type KeyDigest = [u8; 16];

/// When each quota is whole again, in microseconds since 1970: GCRA's theoretical arrival time.
type ArrivalTimes = [i64; 3];

/// Counts the uses of every [`Limit`].
#[derive(Default)]
pub struct RateLimiter(Mutex<HashMap<Limit, HashMap<KeyDigest, ArrivalTimes>>>);

impl RateLimiter {
    /// Counts one use, unless that would exceed a quota.
    ///
    /// # Errors
    /// `too_many_requests` with the seconds to wait; the refused use is not counted.
    pub fn take(&self, limit: Limit, key: impl Display, now: Timestamp) -> Result<()> {
        self.check(limit, &key, now, true)
    }

    /// As [`RateLimiter::take`], without counting the use.
    pub fn peek(&self, limit: Limit, key: impl Display, now: Timestamp) -> Result<()> {
        self.check(limit, &key, now, false)
    }

    fn check(&self, limit: Limit, key: &dyn Display, now: Timestamp, count: bool) -> Result<()> {
        let (now, key) = (now.as_microsecond(), digest(key));
        let mut limits = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let keys = limits.entry(limit).or_default();
        let mut arrivals = keys.get(&key).copied().unwrap_or_default();
        let mut wait = 0;
        for (arrival, quota) in arrivals.iter_mut().zip(limit.quotas()) {
            let Some(quota) = quota else { continue };
            let period = i64::from(quota.period_secs) * 1_000_000;
            *arrival = (*arrival).max(now) + period / i64::from(quota.count.max(1));
            wait = wait.max(*arrival - period - now);
        }
        if wait > 0 {
            return Err(too_many_requests(wait.unsigned_abs().div_ceil(1_000_000)));
        }
        if count {
            if keys.len() >= MAX_KEYS && !keys.contains_key(&key) {
                keys.retain(|_, arrivals| is_pending(arrivals, now));
                if keys.len() >= MAX_KEYS {
                    keys.clear();
                }
            }
            keys.insert(key, arrivals);
        }
        Ok(())
    }

    /// Forgets the keys whose quotas are whole again.
    pub fn forget_idle(&self, now: Timestamp) {
        let now = now.as_microsecond();
        let mut limits = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        limits.retain(|_, keys| {
            keys.retain(|_, arrivals| is_pending(arrivals, now));
            !keys.is_empty()
        });
    }

    /// Number of keys that are remembered, over all limits.
    pub fn len(&self) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).values().map(HashMap::len).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

fn is_pending(arrivals: &ArrivalTimes, now: i64) -> bool {
    arrivals.iter().any(|arrival| *arrival > now)
}

fn digest(key: &dyn Display) -> KeyDigest {
    let digest = Sha256::digest(key.to_string());
    std::array::from_fn(|index| digest[index])
}

/// The refusal of a caller that must wait.
pub fn too_many_requests(wait_secs: u64) -> Error {
    Error::new(Kind::TooMany, ErrorCode::TooManyRequests, "Too many requests; try again later.").retry_after(wait_secs)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(1_000_000 + second).expect("an instant")
    }

    fn wait(result: Result<()>) -> Option<u64> {
        result.err().and_then(|error| error.retry_after_secs)
    }

    #[test]
    fn the_strictest_quota_decides_and_a_refusal_is_not_counted() {
        let limiter = RateLimiter::default();
        let mail = |second| wait(limiter.take(Limit::MailToAddress, "ana@x.ro", at(second)));
        assert_eq!(mail(0), None);
        assert_eq!(mail(0), Some(60));
        assert_eq!(mail(59), Some(1));
        for minute in 1..5 {
            assert_eq!(mail(60 * minute), None);
        }
        assert_eq!(mail(300), Some(420), "five an hour, of which one comes back every twelve minutes");
        assert_eq!(wait(limiter.take(Limit::MailToAddress, "bogdan@x.ro", at(300))), None, "another key");
        assert_eq!(wait(limiter.take(Limit::ActionCode, "ana@x.ro", at(300))), None, "another limit");
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
    fn a_full_limit_forgets_its_keys_and_no_others() {
        let limiter = RateLimiter::default();
        limiter.take(Limit::MailToAddress, "ana@x.ro", at(0)).expect("the first use");
        for network in 0..=MAX_KEYS {
            limiter.take(Limit::LookUp, network, at(0)).expect("the first use");
        }
        assert_eq!(limiter.len(), 2);
        assert_eq!(wait(limiter.take(Limit::MailToAddress, "ana@x.ro", at(0))), Some(60));
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
