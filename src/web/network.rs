//! The client's network: the key of rate limits.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::request::Parts;

use super::error::Failure;
use super::state::Web;
use crate::error::{Error, Result};
use crate::rate_limit::Limit;

/// How often idle rate limits are forgotten: an address is kept only while it is counted.
const FORGET_INTERVAL: Duration = Duration::from_secs(60);

/// The address at the other end of the connection, an extension of every request.
#[derive(Debug, Clone, Copy)]
pub(super) struct Peer(pub IpAddr);

/// The client's IPv4 address, or the /64 of its IPv6 address, which one household has to itself.
#[derive(Debug, Clone, Copy)]
pub(super) struct ClientNetwork(pub IpAddr);

impl FromRequestParts<Arc<Web>> for ClientNetwork {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, web: &Arc<Web>) -> Result<Self, Failure> {
        let peer = parts.extensions.get::<Peer>();
        let Peer(peer) = *peer.ok_or_else(|| {
            Error::internal("reading the client's address", anyhow::anyhow!("the request has no `Peer` extension"))
        })?;
        Ok(Self(web.network(peer, &parts.headers)))
    }
}

impl Web {
    /// Counts one use of `limit` by the client's network.
    ///
    /// # Errors
    /// `too_many_requests` with the seconds to wait.
    pub(super) fn count(&self, limit: Limit, ClientNetwork(network): ClientNetwork) -> Result<()> {
        self.app.rate_limiter.take(limit, network, self.app.clock.now())
    }

    /// Forgets idle rate limits from time to time, for as long as the future is polled.
    pub(super) async fn forget_idle_limits(&self) {
        let mut interval = tokio::time::interval(FORGET_INTERVAL);
        loop {
            interval.tick().await;
            let now = self.app.clock.now();
            self.app.rate_limiter.forget_idle(now);
            self.app.identity.password_failures.forget_old(now);
        }
    }

    /// `X-Forwarded-For` counts only when a configured proxy sent it, and only back to the first address that is
    /// no such proxy; a client can make up everything before that.
    fn network(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let is_proxy = |address: IpAddr| self.proxies.iter().any(|network| network.contains(&address));
        let mut client = peer.to_canonical();
        if is_proxy(client) {
            let forwarded = headers.get_all("x-forwarded-for").into_iter().filter_map(|value| value.to_str().ok());
            let hops: Vec<&str> = forwarded.flat_map(|value| value.split(',')).collect();
            for hop in hops.into_iter().rev() {
                let Ok(address) = hop.trim().parse::<IpAddr>() else { break };
                client = address.to_canonical();
                if !is_proxy(client) {
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
