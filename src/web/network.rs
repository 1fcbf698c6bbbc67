//! The client's network: the key of rate limits.

use std::net::IpAddr;
use std::time::Duration;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use super::error::Failure;
use super::state::Web;
use crate::error::{Error, Result};
use crate::rate_limit::Limit;

/// How often idle rate limits are forgotten: an address is kept only while it is counted.
const FORGET_INTERVAL: Duration = Duration::from_secs(60);

/// The client's IPv4 address, or the /64 of its IPv6 address, which one household has to itself. An extension of
/// every request.
#[derive(Debug, Clone, Copy)]
pub(super) struct ClientNetwork(pub IpAddr);

impl<S: Sync> FromRequestParts<S> for ClientNetwork {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Failure> {
        let network = parts.extensions.get::<Self>().copied();
        Ok(network.ok_or_else(|| {
            Error::internal("reading the client's address", anyhow::anyhow!("the request has no `ClientNetwork`"))
        })?)
    }
}

impl Web {
    /// Counts one use of `limit` by the client's network.
    ///
    /// # Errors
    /// `too_many_requests` with the seconds to wait.
    pub(super) fn count(&self, limit: Limit, ClientNetwork(network): ClientNetwork) -> Result<()> {
        self.app.rate_limiter.take(limit, network, self.app.clock.steady())
    }

    /// Forgets idle rate limits once a minute, for as long as the future is polled.
    pub(super) async fn forget_idle_limits(&self) {
        let mut interval = tokio::time::interval(FORGET_INTERVAL);
        loop {
            interval.tick().await;
            let now = self.app.clock.steady();
            self.app.rate_limiter.forget_idle(now);
            self.app.identity.password_failures.forget_old(now);
            self.app.identity.factor_failures.forget_old(now);
        }
    }
}
