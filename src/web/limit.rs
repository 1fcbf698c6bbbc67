//! How often one network may ask for what costs something.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use axum::http::HeaderMap;
use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota};

use super::Web;
use crate::error::{Error, ErrorCode, Kind, Result};

/// The address at the other end of the connection, set by the server on each request.
#[derive(Debug, Clone, Copy)]
pub(super) struct Peer(pub IpAddr);

/// After so many checks the networks that have been quiet are forgotten, however soon that is.
const SWEEP: u32 = 1024;
/// How often they are forgotten where nobody asks: an address is kept only while it is counted.
const FORGET: Duration = Duration::from_secs(60);

/// A number of requests that may come at once, regained evenly over a time.
pub(super) struct Limiter {
    limiter: DefaultKeyedRateLimiter<IpAddr>,
    clock: DefaultClock,
    checks: AtomicU32,
}

impl Limiter {
    pub(super) fn per_hour(count: u32) -> Self {
        Self::new(count, Duration::from_secs(3600))
    }

    pub(super) fn per_minute(count: u32) -> Self {
        Self::new(count, Duration::from_secs(60))
    }

    fn new(count: u32, time: Duration) -> Self {
        let count = NonZeroU32::new(count).unwrap_or(NonZeroU32::MIN);
        let quota = Quota::with_period(time / count.get()).unwrap_or(Quota::per_second(NonZeroU32::MIN));
        Self {
            limiter: DefaultKeyedRateLimiter::keyed(quota.allow_burst(count)),
            clock: DefaultClock::default(),
            checks: AtomicU32::new(0),
        }
    }

    /// Forgets the networks that have been quiet for as long as counting them takes.
    fn forget_quiet(&self) {
        self.limiter.retain_recent();
    }

    /// Errors: `too_many_requests` with the whole seconds to wait, at least one.
    pub(super) fn check(&self, network: IpAddr) -> Result<()> {
        if self.checks.fetch_add(1, Ordering::Relaxed) % SWEEP == SWEEP - 1 {
            self.forget_quiet();
        }
        self.limiter.check_key(&network).map_err(|early| {
            let wait = early.wait_time_from(self.clock.now());
            Error::new(Kind::TooMany, ErrorCode::TooManyRequests, "Too many requests; try again later.")
                .retry_after(wait.as_secs() + 1)
        })
    }
}

impl Web {
    /// Forgets quiet networks from time to time, for as long as it is polled.
    pub(super) async fn forget_quiet_networks(&self) {
        let mut time = tokio::time::interval(FORGET);
        loop {
            time.tick().await;
            for limiter in [
                &self.subscribe_limit,
                &self.subscribe_ceiling,
                &self.analytics_limit,
                &self.report_limit,
                &self.link_limit,
                &self.fetch_limit,
            ] {
                limiter.forget_quiet();
            }
            self.app.identity.attempts.forget_quiet(self.app.clock.now());
        }
    }

    /// The client's network: of an IPv6 address the /64, which one household has to itself.
    ///
    /// `X-Forwarded-For` counts only when a configured proxy sent it, and only back to the first
    /// address that is no such proxy; what stands before can be made up by anybody.
    pub(super) fn network(&self, peer: Peer, headers: &HeaderMap) -> IpAddr {
        let trusted = |address: IpAddr| self.proxies.iter().any(|network| network.contains(&address));
        let mut client = peer.0.to_canonical();
        if trusted(client) {
            let forwarded = headers.get_all("x-forwarded-for").into_iter().filter_map(|value| value.to_str().ok());
            let hops: Vec<&str> = forwarded.flat_map(|value| value.split(',')).collect();
            for hop in hops.into_iter().rev() {
                let Ok(address) = hop.trim().parse::<IpAddr>() else { break };
                client = address.to_canonical();
                if !trusted(client) {
                    break;
                }
            }
        }
        match client {
            IpAddr::V4(_) => client,
            IpAddr::V6(address) => IpAddr::V6((address.to_bits() & !u128::from(u64::MAX)).into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_is_known_only_while_it_is_counted() {
        let quick = Limiter::new(1, Duration::from_millis(1));
        let slow = Limiter::per_hour(1);
        for limiter in [&quick, &slow] {
            limiter.check(IpAddr::from([198, 51, 100, 7])).expect("the first is let in");
        }
        let started = std::time::Instant::now();
        while !quick.limiter.is_empty() && started.elapsed() < Duration::from_secs(10) {
            quick.forget_quiet();
            std::thread::yield_now();
        }
        assert!(quick.limiter.is_empty(), "it would be let in again, so nothing need be known of it");
        slow.forget_quiet();
        assert_eq!(slow.limiter.len(), 1, "what counts is kept");
    }
}
