//! The proxies in front of the server, and the client that they name.

use std::net::IpAddr;
use std::sync::Arc;

use axum::http::HeaderMap;
use ipnet::IpNet;
use jiff::Timestamp;

use crate::app::App;
use crate::conditions::Conditions;
use crate::config::ServerConfig;

/// Condition while requests come through a proxy that the configuration does not name.
const UNTRUSTED_PROXY: &str = "untrusted_proxy";

/// The networks of `server.trusted_proxies`.
#[derive(Debug, Clone, Default)]
pub(super) struct Proxies(Arc<[IpNet]>);

impl Proxies {
    pub(super) fn new(config: &ServerConfig) -> Self {
        Self(config.trusted_proxies.as_slice().into())
    }

    pub(super) fn contains(&self, address: IpAddr) -> bool {
        self.0.iter().any(|network| network.contains(&address))
    }

    /// The client's IPv4 address, or the /64 of its IPv6 address.
    ///
    /// `X-Forwarded-For` counts only when a configured proxy sent it, and is read from its end to the first address
    /// that is no such proxy; a client can make up everything before that. `peer` is in its canonical form.
    pub(super) fn client_network(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let mut client = peer;
        if self.contains(client) {
            let forwarded = headers.get_all("x-forwarded-for").into_iter().filter_map(|value| value.to_str().ok());
            let hops: Vec<&str> = forwarded.flat_map(|value| value.split(',')).collect();
            for hop in hops.into_iter().rev() {
                let Ok(address) = hop.trim().parse::<IpAddr>() else { break };
                client = address.to_canonical();
                if !self.contains(client) {
                    break;
                }
            }
        }
        match client {
            IpAddr::V4(_) => client,
            IpAddr::V6(address) => IpAddr::V6((address.to_bits() & !u128::from(u64::MAX)).into()),
        }
    }

    /// Reports a configuration under which all readers count as one.
    pub(super) fn notice_missing(app: &App) {
        if app.config.server.lacks_trusted_proxy() {
            let message = "all readers count as one in the limits: server.public_url begins with https://, so there \
                           must be a proxy in front of this server, but server.trusted_proxies names none";
            let remedy = "set server.trusted_proxies to the proxy's network, such as [\"127.0.0.1/32\"]";
            app.conditions.begin(UNTRUSTED_PROXY, app.clock.now(), message, remedy);
        }
    }

    /// Reports a request that an untrusted proxy forwarded: all readers behind it count as one in every limit. A peer
    /// outside the private networks is not reported, since it may be a client that sends the header itself.
    pub(super) fn notice_untrusted(&self, conditions: &Conditions, now: Timestamp, peer: IpAddr, headers: &HeaderMap) {
        if self.contains(peer) || !is_internal(peer) {
            return;
        }
        let Some(header) = FORWARDED_BY.iter().find(|header| headers.contains_key(**header)) else { return };
        let message = format!(
            "all readers behind the proxy {peer} count as one in the limits: it sends {header}, but \
             server.trusted_proxies does not name it"
        );
        let remedy = format!("set server.trusted_proxies = [\"{}\"]", IpNet::from(peer));
        conditions.begin(UNTRUSTED_PROXY, now, message, remedy);
    }
}

/// Headers that proxies add.
const FORWARDED_BY: [&str; 2] = ["x-forwarded-for", "forwarded"];

/// Whether the address is of this machine or of a private network.
fn is_internal(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => address.is_loopback() || address.is_private() || address.is_link_local(),
        IpAddr::V6(address) => address.is_loopback() || address.is_unique_local() || address.is_unicast_link_local(),
    }
}
