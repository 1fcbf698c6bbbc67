//! HTTP client of an official source: listed hosts at public addresses, no redirects, bounded in size and in the
//! time of a whole reply, with a pause between requests. A source on this machine, for development, is reached on
//! this machine only.

use std::net::IpAddr;
use std::sync::PoisonError;
use std::time::Duration;

use jiff::SignedDuration;
use jiff::fmt::rfc2822;
use reqwest::{Client, header};
use tokio::sync::Mutex;
use tokio::time::Instant;
use url::{Host, Url};

use super::address::is_public;
use super::guard::{AddressGuard, NotPublic, Reachable};
use crate::clock::Clock;
use crate::config::{SourcesConfig, is_loopback};
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::http_client::{LazyClient, read_body};

const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// The client of one source.
pub struct SourceClient {
    /// Name of the source in errors.
    name: &'static str,
    guard: AddressGuard,
    is_local: bool,
    config: SourcesConfig,
    agent: String,
    client: LazyClient,
    /// When the last request was sent.
    last: Mutex<Option<Instant>>,
    /// How far our clock was ahead of the source's at the last reply.
    clock_ahead: std::sync::Mutex<Option<SignedDuration>>,
}

/// A whole reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceReply {
    pub status: u16,
    pub media_type: String,
    /// The target of a redirect, which is not followed.
    pub location: Option<String>,
    pub bytes: Vec<u8>,
}

impl SourceClient {
    /// Creates the client of the source at `address`. `contact` is an address of the operator for its publisher.
    pub fn new(name: &'static str, address: &str, config: &SourcesConfig, contact: &str) -> Self {
        let is_local = Url::parse(address).is_ok_and(|url| is_loopback(&url));
        let reachable: Reachable = if is_local { |address: IpAddr| address.is_loopback() } else { is_public };
        let contact: String = contact.chars().filter(char::is_ascii_graphic).collect();
        Self {
            name,
            guard: AddressGuard { reachable, ..AddressGuard::default() },
            is_local,
            config: config.clone(),
            agent: format!("Paragraf/{} (+{contact})", env!("CARGO_PKG_VERSION")),
            client: LazyClient::default(),
            last: Mutex::new(None),
            clock_ahead: std::sync::Mutex::default(),
        }
    }

    /// The pause between two requests.
    pub fn pause(&self) -> Duration {
        Duration::from_millis(self.config.pause_ms)
    }

    /// How far the clock of this machine is ahead of the source's; `None` before its first reply with a date.
    pub fn clock_ahead(&self) -> Option<SignedDuration> {
        *self.clock_ahead.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Compares the clocks. A cache between would have its own clock, or an old date with an age.
    // docs/decisions/0466
    fn notice_date(&self, headers: &header::HeaderMap) {
        let date = headers
            .get(header::DATE)
            .and_then(|date| date.to_str().ok())
            .filter(|_| !headers.contains_key(header::AGE));
        if let Some(date) = date.and_then(|date| rfc2822::parse(date).ok()) {
            let ahead = Clock::System.now().duration_since(date.timestamp());
            *self.clock_ahead.lock().unwrap_or_else(PoisonError::into_inner) = Some(ahead);
        }
    }

    /// Waits for its turn, sends a request and reads the whole reply, whatever its status.
    ///
    /// # Errors
    /// `fetch_refused` for an address that is not allowed, `timeout`, `fetch_failed` without a reply within the
    /// limits.
    pub async fn send(&self, request: http::Request<Vec<u8>>) -> Result<SourceReply> {
        let request = reqwest::Request::try_from(request)
            .map_err(|error| self.failure("has an invalid address").caused_by(error))?;
        self.check(request.url())?;
        self.take_turn().await;
        let seconds = self.config.timeout_secs;
        let reply = tokio::time::timeout(Duration::from_secs(seconds), self.exchange(request)).await;
        reply.map_err(|_| {
            self.error(Kind::Timeout, ErrorCode::Timeout, &format!("sent no whole reply within {seconds} s"))
        })?
    }

    async fn exchange(&self, request: reqwest::Request) -> Result<SourceReply> {
        let response = self.client()?.execute(request).await.map_err(|error| self.not_reached(error))?;
        self.notice_date(response.headers());
        let status = response.status().as_u16();
        let header = |name| response.headers().get(name).and_then(|value| value.to_str().ok()).map(str::to_owned);
        let media_type = header(header::CONTENT_TYPE).unwrap_or_else(|| "application/octet-stream".into());
        let location = header(header::LOCATION);
        let max_bytes = self.config.max_bytes;
        let body = read_body(response, max_bytes).await;
        let body = body.map_err(|error| self.failure("closed the connection").caused_by(error.without_url()))?;
        let bytes =
            body.ok_or_else(|| self.failure(&format!("sent more than sources.max_bytes, {max_bytes} bytes")))?;
        Ok(SourceReply { status, media_type, location, bytes })
    }

    async fn take_turn(&self) {
        let mut last = self.last.lock().await;
        if let Some(last) = *last {
            tokio::time::sleep_until(last + self.pause()).await;
        }
        *last = Some(Instant::now());
    }

    fn check(&self, url: &Url) -> Result<()> {
        let is_allowed = match url.host() {
            _ if !matches!(url.scheme(), "http" | "https") => false,
            _ if self.is_local => is_loopback(url),
            Some(Host::Domain(host)) => {
                url.port().is_none() && self.config.allowed_hosts.iter().any(|allowed| allowed == host)
            }
            _ => false,
        };
        if is_allowed { Ok(()) } else { Err(self.refused("has an address that sources.allowed_hosts does not allow")) }
    }

    fn client(&self) -> Result<&Client> {
        self.client.get(|builder| {
            builder.user_agent(&self.agent).connect_timeout(CONNECT_TIMEOUT).dns_resolver(self.guard.clone())
        })
    }

    fn not_reached(&self, error: reqwest::Error) -> Error {
        if NotPublic::is_cause_of(&error) {
            return self.refused("has no public address");
        }
        self.failure("cannot be reached").caused_by(error.without_url())
    }

    fn refused(&self, what: &str) -> Error {
        self.error(Kind::Forbidden, ErrorCode::FetchRefused, what)
    }

    fn failure(&self, what: &str) -> Error {
        self.error(Kind::Upstream, ErrorCode::FetchFailed, what)
    }

    fn error(&self, kind: Kind, code: ErrorCode, what: &str) -> Error {
        Error::new(kind, code, format!("{} {what}", self.name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_refused(source: &str, address: &str) -> bool {
        let client = SourceClient::new("the source", source, &SourcesConfig::default(), "https://example.com");
        client.check(&Url::parse(address).expect("an address")).is_err()
    }

    #[test]
    fn only_listed_hosts_are_asked() {
        let source = "http://legislatie.just.ro/SOAP";
        for good in ["http://legislatie.just.ro/", "https://legislatie.just.ro/Public/DetaliiDocument/1"] {
            assert!(!is_refused(source, good), "{good}");
        }
        for bad in [
            "http://example.com/",
            "http://legislatie.just.ro:81/",
            "http://127.0.0.1/",
            "http://8.8.8.8/",
            "http://[::1]/",
        ] {
            assert!(is_refused(source, bad), "{bad}");
        }
    }

    #[test]
    fn a_source_on_this_machine_cannot_refer_to_other_hosts() {
        for bad in ["http://legislatie.just.ro/", "http://10.0.0.1/", "http://169.254.169.254/"] {
            assert!(is_refused("http://127.0.0.1:8090/SOAP", bad), "{bad}");
        }
        assert!(!is_refused("http://127.0.0.1:8090/SOAP", "http://127.0.0.1:8090/SOAP"));
    }
}
