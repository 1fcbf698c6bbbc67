//! HTTP client of a sign-in provider: https to public addresses, no redirects, bounded in size and time. A
//! provider on this machine, for development, is reached on this machine only.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use reqwest::Client;
use url::{Host, Url};

use super::address::is_public;
use super::guard::{AddressGuard, Reachable};
use crate::config::is_loopback;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::http_client::{LazyClient, read_body};

/// Larger than any discovery document, key set or token response.
const MAX_BYTES: u64 = 1 << 20;
/// A sign-in makes up to four of these requests while the reader waits.
const TIMEOUT: Duration = Duration::from_secs(7);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// Client for the issuer and the addresses in its discovery document, or for fixed addresses.
#[derive(Clone)]
pub struct IssuerClient {
    guard: AddressGuard,
    is_local: bool,
    /// The only hosts that are asked; empty for any.
    hosts: Arc<[String]>,
    client: Arc<LazyClient>,
}

impl IssuerClient {
    /// Creates the client of an issuer, whose address decides which others are allowed.
    pub fn new(issuer: &str) -> Self {
        let is_local = Url::parse(issuer).is_ok_and(|url| is_loopback(&url));
        let reachable: Reachable = if is_local { |address: IpAddr| address.is_loopback() } else { is_public };
        Self {
            guard: AddressGuard { reachable, ..AddressGuard::default() },
            is_local,
            hosts: Arc::default(),
            client: Arc::default(),
        }
    }

    /// Creates the client of a provider that has only these addresses.
    pub fn of_hosts(addresses: &[&str]) -> Self {
        let hosts = addresses.iter().filter_map(|address| Url::parse(address).ok()?.host_str().map(str::to_owned));
        Self { hosts: hosts.collect(), ..Self::new(addresses.first().copied().unwrap_or_default()) }
    }

    /// Sends a request and reads the whole response, whatever its status.
    ///
    /// # Errors
    /// `provider_unavailable`.
    pub async fn send(&self, request: http::Request<Vec<u8>>) -> Result<http::Response<Vec<u8>>> {
        let request =
            reqwest::Request::try_from(request).map_err(|error| failed("has an invalid address").caused_by(error))?;
        self.check(request.url())?;
        let response = self.client()?.execute(request).await;
        let response = response.map_err(|error| failed("cannot be reached").caused_by(error.without_url()))?;
        let mut answer = http::Response::builder().status(response.status());
        for (name, value) in response.headers() {
            answer = answer.header(name, value);
        }
        let body = read_body(response, MAX_BYTES).await;
        let body = body.map_err(|error| failed("closed the connection").caused_by(error.without_url()))?;
        let body = body.ok_or_else(|| failed("sent a response that is too large"))?;
        answer.body(body).map_err(|error| failed("sent an invalid response").caused_by(error))
    }

    /// Checks an address: the guard checks host names only, not IP addresses.
    fn check(&self, url: &Url) -> Result<()> {
        let is_protected = url.scheme() == "https" || (self.is_local && url.scheme() == "http");
        let is_allowed = match url.host() {
            Some(Host::Domain(_)) => true,
            Some(Host::Ipv4(address)) => (self.guard.reachable)(address.into()),
            Some(Host::Ipv6(address)) => (self.guard.reachable)(address.into()),
            None => false,
        };
        let is_listed = self.hosts.is_empty() || self.hosts.iter().any(|host| url.host_str() == Some(host));
        if is_protected && is_allowed && is_listed { Ok(()) } else { Err(failed("has an address that is not allowed")) }
    }

    fn client(&self) -> Result<&Client> {
        self.client.get(|builder| {
            builder
                .https_only(!self.is_local)
                .connect_timeout(CONNECT_TIMEOUT)
                .timeout(TIMEOUT)
                .dns_resolver(self.guard.clone())
        })
    }
}

fn failed(what: &str) -> Error {
    Error::new(Kind::Upstream, ErrorCode::ProviderUnavailable, format!("The provider of this sign-in {what}."))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether the address is refused before a request is sent.
    fn is_refused(issuer: &str, address: &str) -> bool {
        IssuerClient::new(issuer).check(&Url::parse(address).expect("an address")).is_err()
    }

    #[test]
    fn a_remote_provider_needs_https_and_public_addresses() {
        let issuer = "https://login.example.com";
        for good in ["https://login.example.com/token", "https://keys.example.com:8443/", "https://8.8.8.8/"] {
            assert!(!is_refused(issuer, good), "{good}");
        }
        for bad in ["http://login.example.com/", "https://127.0.0.1/", "https://[::1]/", "https://169.254.169.254/"] {
            assert!(is_refused(issuer, bad), "{bad}");
        }
    }

    #[test]
    fn a_provider_on_this_machine_cannot_refer_to_other_hosts() {
        let issuer = "http://127.0.0.1:9000";
        for good in ["http://127.0.0.1:9000/token", "http://localhost/", "https://[::1]/"] {
            assert!(!is_refused(issuer, good), "{good}");
        }
        for bad in ["http://10.0.0.1/", "http://169.254.169.254/", "https://8.8.8.8/", "ftp://127.0.0.1/"] {
            assert!(is_refused(issuer, bad), "{bad}");
        }
    }

    #[test]
    fn a_provider_with_fixed_addresses_is_asked_only_at_their_hosts() {
        let client = IssuerClient::of_hosts(&["https://git.example.com/token", "https://api.example.com/user"]);
        let is_refused = |address: &str| client.check(&Url::parse(address).expect("an address")).is_err();
        assert!(!is_refused("https://api.example.com/user/emails"));
        assert!(is_refused("https://example.com/") && is_refused("http://api.example.com/"));
    }

    #[tokio::test]
    async fn host_names_without_a_public_address_are_refused() {
        let request = http::Request::get("https://localhost:1/").body(vec![]).expect("a request");
        let error = IssuerClient::new("https://login.example.com").send(request).await.expect_err("refused");
        assert!(error.chain().contains("has no public address"), "{}", error.chain());
    }
}
