//! A client of servers on the loopback of this machine.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::{Duration, Instant};

use reqwest::Client;
use reqwest::header::CONTENT_TYPE;

use crate::error::{Error, Result};
use crate::http_client;

/// A list of a hundred thousand articles is answered within this time.
const TIMEOUT: Duration = Duration::from_secs(60);
const MAX_BODY: u64 = 512 << 20;

pub(super) struct LocalVisitor {
    http: Client,
    address: SocketAddr,
}

/// What a server answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct LocalAnswer {
    pub(super) status: u16,
    pub(super) content_type: String,
    pub(super) body: Vec<u8>,
    pub(super) took: Duration,
}

impl LocalVisitor {
    pub(super) fn new(listens_on: SocketAddr) -> Result<Self> {
        // The loopback needs no certificates, and a machine without any can be updated too.
        let http = http_client::builder().timeout(TIMEOUT).tls_certs_only([]).build();
        let http = http.map_err(|error| Error::internal("preparing requests to this machine", error))?;
        Ok(Self { http, address: reachable(listens_on) })
    }

    /// # Errors
    /// `unavailable` if the server does not answer.
    pub(super) async fn get(&self, path: &str) -> Result<LocalAnswer> {
        let began = Instant::now();
        let failed =
            |error| Error::unavailable(format!("{path} was not answered")).caused_by(anyhow::Error::from(error));
        let response = self.http.get(format!("http://{}{path}", self.address)).send().await.map_err(failed)?;
        let status = response.status().as_u16();
        let content_type = response.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let content_type = content_type.unwrap_or_default().to_owned();
        let body = http_client::read_body(response, MAX_BODY).await.map_err(failed)?.unwrap_or_default();
        Ok(LocalAnswer { status, content_type, body, took: began.elapsed() })
    }

    /// The JSON of an answer with the status 200.
    ///
    /// # Errors
    /// `unavailable` for any other answer.
    pub(super) async fn json(&self, path: &str) -> Result<serde_json::Value> {
        self.get(path).await?.json(path)
    }
}

impl LocalAnswer {
    /// The JSON of this answer to `path`, if it has the status 200.
    ///
    /// # Errors
    /// `unavailable` for any other answer.
    pub(super) fn json(&self, path: &str) -> Result<serde_json::Value> {
        if self.status != 200 {
            return Err(Error::unavailable(format!("{path} was answered with the status {}", self.status)));
        }
        serde_json::from_slice(&self.body)
            .map_err(|error| Error::unavailable(format!("{path} was not answered with JSON")).caused_by(error))
    }
}

/// The address of this machine for a server that listens on all addresses.
fn reachable(mut address: SocketAddr) -> SocketAddr {
    match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => address.set_ip(Ipv4Addr::LOCALHOST.into()),
        IpAddr::V6(ip) if ip.is_unspecified() => address.set_ip(Ipv6Addr::LOCALHOST.into()),
        _ => {}
    }
    address
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_on_all_addresses_is_asked_on_the_loopback() {
        let reached = |text: &str| reachable(text.parse().expect("an address")).to_string();
        assert_eq!(reached("0.0.0.0:80"), "127.0.0.1:80");
        assert_eq!(reached("[::]:80"), "[::1]:80");
        assert_eq!(reached("192.0.2.1:8080"), "192.0.2.1:8080");
    }
}
