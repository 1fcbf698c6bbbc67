//! The proxies in front of the server, and the client that they name.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::http::HeaderMap;
use ipnet::IpNet;
use jiff::Timestamp;

use crate::app::{App, OwnArrival};
use crate::conditions::{Conditions, finding};
use crate::config::ServerConfig;

/// Condition while requests come through a proxy that the configuration does not name.
const UNTRUSTED_PROXY: &str = "untrusted_proxy";
/// Condition while a configured proxy does not name its clients in a readable form.
const UNREADABLE_PROXY: &str = "unreadable_proxy";

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
        let (Ok(client) | Err(client)) = self.client(peer, headers);
        match client {
            IpAddr::V4(_) => client,
            IpAddr::V6(address) => IpAddr::V6((address.to_bits() & !u128::from(u64::MAX)).into()),
        }
    }

    /// Returns the client's address, or as an error the nearest proxy whose header cannot be read.
    fn client(&self, peer: IpAddr, headers: &HeaderMap) -> Result<IpAddr, IpAddr> {
        let mut client = peer;
        if !self.contains(client) {
            return Ok(client);
        }
        let values = headers.get_all(X_FORWARDED_FOR).into_iter().rev();
        for hop in values.flat_map(|value| value.as_bytes().rsplit(|byte| *byte == b',')) {
            if hop.trim_ascii().is_empty() {
                continue;
            }
            client = read_address(hop).ok_or(client)?;
            if !self.contains(client) {
                return Ok(client);
            }
        }
        Ok(client)
    }

    /// Whether a proxy named the client of this request, and whether it is trusted.
    pub(super) fn arrival(&self, peer: IpAddr, headers: &HeaderMap) -> OwnArrival {
        let is_trusted = self.contains(peer) && self.client(peer, headers).is_ok();
        OwnArrival { is_forwarded: headers.contains_key(X_FORWARDED_FOR), is_trusted }
    }

    /// Reports a configuration under which all readers count as one.
    pub(super) fn notice_missing(app: &App) {
        if app.config.server.lacks_trusted_proxy() {
            let found = finding!(
                "proxy_not_named",
                "all readers count as one in the limits: server.public_url begins with https://, so there must be a \
                 proxy in front of this server, but server.trusted_proxies names none",
                "set server.trusted_proxies to the proxy's network, such as [\"127.0.0.1/32\"]"
            );
            app.conditions.report(UNTRUSTED_PROXY, app.clock.now(), found);
        }
    }

    /// Reports a request of a proxy whose readers all count as one in every limit, because the proxy is not trusted or
    /// does not name them in a readable form. An untrusted peer outside the private networks is not reported, since it
    /// may be a client that sends the header itself.
    pub(super) fn notice(&self, conditions: &Conditions, now: Timestamp, peer: IpAddr, headers: &HeaderMap) {
        if self.contains(peer) {
            self.notice_unreadable(conditions, now, peer, headers);
        } else if is_internal(peer) {
            notice_untrusted(conditions, now, peer, headers);
        }
    }

    fn notice_unreadable(&self, conditions: &Conditions, now: Timestamp, peer: IpAddr, headers: &HeaderMap) {
        let header = match self.client(peer, headers) {
            Err(_) => X_FORWARDED_FOR,
            Ok(_) if headers.contains_key(X_FORWARDED_FOR) => return conditions.end(UNREADABLE_PROXY),
            Ok(_) if headers.contains_key(FORWARDED) => FORWARDED,
            Ok(_) => return,
        };
        let found = finding!(
            "unreadable_proxy",
            "readers behind the proxy {proxy} count as one in the limits: its header {header} names them in a form that \
             this server does not read",
            "let the proxy add the client's address to x-forwarded-for",
            proxy = peer,
            header = header
        );
        conditions.report(UNREADABLE_PROXY, now, found);
    }
}

fn notice_untrusted(conditions: &Conditions, now: Timestamp, peer: IpAddr, headers: &HeaderMap) {
    let Some(header) = [X_FORWARDED_FOR, FORWARDED].into_iter().find(|header| headers.contains_key(*header)) else {
        return;
    };
    let found = finding!(
        "untrusted_proxy",
        "all readers behind the proxy {proxy} count as one in the limits: it sends {header}, but \
         server.trusted_proxies does not name it",
        "set server.trusted_proxies = [\"{network}\"]",
        proxy = peer,
        header = header,
        network = IpNet::from(peer)
    );
    conditions.report(UNTRUSTED_PROXY, now, found);
}

/// Headers that proxies add.
const X_FORWARDED_FOR: &str = "x-forwarded-for";
const FORWARDED: &str = "forwarded";

/// Reads an address as proxies write it: alone, with a port, in brackets or in quotation marks.
fn read_address(hop: &[u8]) -> Option<IpAddr> {
    let hop = std::str::from_utf8(hop).ok()?.trim().trim_matches('"').trim();
    let bare = hop.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(hop);
    let address = bare.parse().ok().or_else(|| Some(hop.parse::<SocketAddr>().ok()?.ip()))?;
    Some(address.to_canonical())
}

/// Whether the address is of this machine or of a private network.
fn is_internal(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => address.is_loopback() || address.is_private() || address.is_link_local(),
        IpAddr::V6(address) => address.is_loopback() || address.is_unique_local() || address.is_unicast_link_local(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROXY: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

    fn proxies() -> Proxies {
        Proxies(["127.0.0.0/8".parse().expect("a network")].into())
    }

    fn headers(name: &'static str, values: &[&str]) -> HeaderMap {
        values.iter().map(|value| (name.parse().expect("a name"), value.parse().expect("a value"))).collect()
    }

    #[test]
    fn an_address_is_read_in_every_form_that_proxies_write() {
        for (written, client) in [
            ("198.51.100.7", "198.51.100.7"),
            ("198.51.100.7:51724", "198.51.100.7"),
            ("\"198.51.100.7:51724\"", "198.51.100.7"),
            ("2001:db8:1:2:3::7", "2001:db8:1:2::"),
            ("[2001:db8:1:2:3::7]", "2001:db8:1:2::"),
            ("[2001:db8:1:2:3::7]:443", "2001:db8:1:2::"),
            ("\"[2001:db8:1:2:3::7]:443\"", "2001:db8:1:2::"),
            ("::ffff:198.51.100.7", "198.51.100.7"),
            ("203.0.113.9, 198.51.100.7:80, 127.0.0.5:9000", "198.51.100.7"),
            ("not an address, 198.51.100.7", "198.51.100.7"),
            ("198.51.100.7, ,", "198.51.100.7"),
        ] {
            let headers = headers(X_FORWARDED_FOR, &[written]);
            assert_eq!(proxies().client_network(PROXY, &headers).to_string(), client, "{written}");
        }
        let two = headers(X_FORWARDED_FOR, &["203.0.113.9", "198.51.100.7"]);
        assert_eq!(proxies().client_network(PROXY, &two).to_string(), "198.51.100.7");
    }

    #[test]
    fn a_trusted_proxy_that_names_no_readable_client_is_a_condition() {
        let noticed = |name, value: &str| {
            let conditions = Conditions::default();
            proxies().notice(&conditions, Timestamp::UNIX_EPOCH, PROXY, &headers(name, &[value]));
            conditions.list().into_iter().map(|condition| condition.code).collect::<Vec<_>>()
        };
        for hop in ["unknown", "198.51.100.7 via x", "198.51.100.7, _hidden"] {
            assert_eq!(noticed(X_FORWARDED_FOR, hop), [UNREADABLE_PROXY], "{hop}");
        }
        assert_eq!(noticed(FORWARDED, "for=198.51.100.7"), [UNREADABLE_PROXY]);
        assert_eq!(noticed(X_FORWARDED_FOR, "nonsense, 198.51.100.7:80"), [""; 0]);
        assert_eq!(noticed("accept", "*/*"), [""; 0]);
        let conditions = Conditions::default();
        for hop in ["unknown", "198.51.100.7:80"] {
            proxies().notice(&conditions, Timestamp::UNIX_EPOCH, PROXY, &headers(X_FORWARDED_FOR, &[hop]));
        }
        assert!(conditions.list().is_empty(), "a readable request ends it");
    }
}
