//! Reads addresses and networks; the errors name the value and an example.

use std::net::{IpAddr, SocketAddr};

use ipnet::IpNet;
use serde::de::Error;
use serde::{Deserialize, Deserializer};

pub(super) fn address<'de, D: Deserializer<'de>>(from: D) -> Result<SocketAddr, D::Error> {
    parse_address(&String::deserialize(from)?)
}

/// `None` for an empty text.
pub(super) fn optional_address<'de, D: Deserializer<'de>>(from: D) -> Result<Option<SocketAddr>, D::Error> {
    let text = String::deserialize(from)?;
    if text.is_empty() { Ok(None) } else { parse_address(&text).map(Some) }
}

/// Accepts a single address as the network of this address.
pub(super) fn networks<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<IpNet>, D::Error> {
    let texts = Vec::<String>::deserialize(from)?;
    let network = |text: &String| {
        let parsed = text.parse().or_else(|_| text.parse::<IpAddr>().map(IpNet::from));
        parsed.map_err(|_| Error::custom(format!("{text:?} is not a network, such as 127.0.0.1/32")))
    };
    texts.iter().map(network).collect()
}

fn parse_address<E: Error>(text: &str) -> Result<SocketAddr, E> {
    text.parse().map_err(|_| E::custom(format!("{text:?} is not an address with a port, such as 127.0.0.1:8080")))
}

#[cfg(test)]
mod tests {
    use super::super::{Config, Environment, Secrets, merge};

    fn load(file: &str) -> Result<Config, Vec<String>> {
        let merged = merge(file, &Environment::new(), Secrets::Read);
        merged.map_err(|problems| problems.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn invalid_addresses_are_refused_with_key_value_and_example() {
        let file = "[server]\nlisten = 'localhost'\nmetrics_listen = '9090'\ntrusted_proxies = ['::1', 'caddy']\n";
        let address = "is not an address with a port, such as 127.0.0.1:8080";
        assert_eq!(
            load(file).expect_err("three problems"),
            [
                format!("server.listen: \"localhost\" {address}"),
                format!("server.metrics_listen: \"9090\" {address}"),
                "server.trusted_proxies: \"caddy\" is not a network, such as 127.0.0.1/32".into(),
            ]
        );
    }

    #[test]
    fn a_proxy_is_an_address_or_a_network() {
        let config = load("[server]\ntrusted_proxies = ['127.0.0.1', '10.0.0.0/8']\n").expect("good");
        let shown: Vec<_> = config.server.trusted_proxies.iter().map(ToString::to_string).collect();
        assert_eq!(shown, ["127.0.0.1/32", "10.0.0.0/8"]);
        assert_eq!(config.server.metrics_listen, None);
    }
}
