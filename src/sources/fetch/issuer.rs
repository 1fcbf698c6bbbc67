//! The way to the provider through which readers sign in: https to public addresses, no redirects,
//! bounded in size and time. A provider on this very machine, for trying out, is reached there only.

use std::net::IpAddr;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use reqwest::Client;
use url::{Host, Url};

use super::address::is_public;
use super::body::{BodyFailure, LimitedBody};
use super::guard::{Guard, Reachable};
use crate::config::is_loopback;
use crate::error::{Error, ErrorCode, Kind, Result};

/// More than any discovery document, set of keys or answer about a reader has.
const MAX_BYTES: u64 = 1 << 20;
/// The reader waits, and with them one request of the server, which makes up to four of these.
const TIMEOUT: Duration = Duration::from_secs(7);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// Asks the issuer and whatever addresses its discovery document names.
#[derive(Clone)]
pub struct IssuerClient {
    guard: Guard,
    is_own_machine: bool,
    /// Made when first needed.
    client: Arc<OnceLock<Client>>,
}

impl IssuerClient {
    /// For the configured issuer; which addresses may be asked follows from where it is.
    pub fn new(issuer: &str) -> Self {
        let is_own_machine = Url::parse(issuer).is_ok_and(|url| is_loopback(&url));
        let reachable: Reachable = if is_own_machine { |address: IpAddr| address.is_loopback() } else { is_public };
        Self { guard: Guard { reachable, ..Guard::default() }, is_own_machine, client: Arc::default() }
    }

    /// Sends one request and reads the whole answer, whatever its status.
    ///
    /// Errors: `provider_unavailable`.
    pub async fn send(&self, request: http::Request<Vec<u8>>) -> Result<http::Response<Vec<u8>>> {
        let request =
            reqwest::Request::try_from(request).map_err(|error| failed("cannot be asked").caused_by(error))?;
        self.check(request.url())?;
        let response = self.client()?.execute(request).await;
        let response = response.map_err(|error| failed("cannot be reached").caused_by(error.without_url()))?;
        let mut answer = http::Response::builder().status(response.status());
        for (name, value) in response.headers() {
            answer = answer.header(name, value);
        }
        let (mut bytes, mut body) = (Vec::new(), LimitedBody::new(response, MAX_BYTES));
        while let Some(chunk) = body.next().await.map_err(cut_short)? {
            bytes.extend_from_slice(&chunk);
        }
        answer.body(bytes).map_err(|error| failed("cannot be understood").caused_by(error))
    }

    /// Names are looked up by the guard; an address in place of a name would pass by it.
    fn check(&self, url: &Url) -> Result<()> {
        let is_protected = url.scheme() == "https" || (self.is_own_machine && url.scheme() == "http");
        let is_allowed = match url.host() {
            Some(Host::Domain(_)) => true,
            Some(Host::Ipv4(address)) => (self.guard.reachable)(address.into()),
            Some(Host::Ipv6(address)) => (self.guard.reachable)(address.into()),
            None => false,
        };
        if is_protected && is_allowed { Ok(()) } else { Err(failed("has an address that is not asked")) }
    }

    fn client(&self) -> Result<&Client> {
        if let Some(client) = self.client.get() {
            return Ok(client);
        }
        crate::tls::install_provider();
        // No proxy: its connections would pass by the guard. No decompression: a small answer could
        // grow past every limit.
        let builder = Client::builder()
            .user_agent(concat!("Paragraf/", env!("CARGO_PKG_VERSION")))
            .redirect(reqwest::redirect::Policy::none())
            .no_proxy()
            .no_gzip()
            .https_only(!self.is_own_machine)
            .connect_timeout(CONNECT_TIMEOUT)
            .timeout(TIMEOUT)
            .dns_resolver(self.guard.clone());
        let client = builder.build().map_err(|error| Error::internal("making the HTTP client", error))?;
        Ok(self.client.get_or_init(|| client))
    }
}

fn failed(what: &str) -> Error {
    Error::new(Kind::Upstream, ErrorCode::ProviderUnavailable, format!("The provider of this sign-in {what}."))
}

fn cut_short(failure: BodyFailure) -> Error {
    match failure {
        BodyFailure::TooLarge => failed("says too much"),
        BodyFailure::BrokeOff(error) => failed("broke off").caused_by(error.without_url()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether the address itself is refused, before anything is sent.
    fn is_refused(issuer: &str, address: &str) -> bool {
        IssuerClient::new(issuer).check(&Url::parse(address).expect("an address")).is_err()
    }

    #[test]
    fn a_provider_elsewhere_is_asked_over_https_at_public_addresses() {
        let issuer = "https://login.example.com";
        for good in ["https://login.example.com/token", "https://keys.example.com:8443/", "https://8.8.8.8/"] {
            assert!(!is_refused(issuer, good), "{good}");
        }
        for bad in ["http://login.example.com/", "https://127.0.0.1/", "https://[::1]/", "https://169.254.169.254/"] {
            assert!(is_refused(issuer, bad), "{bad}");
        }
    }

    #[test]
    fn a_provider_on_this_machine_leads_nowhere_else() {
        let issuer = "http://127.0.0.1:9000";
        for good in ["http://127.0.0.1:9000/token", "http://localhost/", "https://[::1]/"] {
            assert!(!is_refused(issuer, good), "{good}");
        }
        for bad in ["http://10.0.0.1/", "http://169.254.169.254/", "https://8.8.8.8/", "ftp://127.0.0.1/"] {
            assert!(is_refused(issuer, bad), "{bad}");
        }
    }

    #[tokio::test]
    async fn names_without_a_public_address_are_not_connected_to() {
        let request = http::Request::get("https://localhost:1/").body(vec![]).expect("a request");
        let error = IssuerClient::new("https://login.example.com").send(request).await.expect_err("refused");
        assert!(error.chain().contains("has no public address"), "{}", error.chain());
    }
}
