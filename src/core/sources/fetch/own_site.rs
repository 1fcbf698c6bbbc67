//! Asks this server through its public address, as a reader does.

use std::time::Duration;

use jiff::Timestamp;
use reqwest::Certificate;
use reqwest::tls::TlsInfo;

use super::certificate::valid_until;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::http_client::LazyClient;

const TIMEOUT: Duration = Duration::from_secs(10);

/// The client of the own public address, which the operator configured.
#[derive(Default)]
pub struct OwnSite {
    client: LazyClient,
}

/// The reply of the public address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OwnSiteReply {
    pub status: u16,
    /// When the certificate ends; `None` without TLS.
    pub certificate_ends: Option<Timestamp>,
}

impl OwnSite {
    /// For tests only: trusts this certificate instead of those of the system.
    pub fn with_root(root: Certificate) -> Self {
        Self { client: LazyClient::with_root(root) }
    }

    /// Requests a page with one header more.
    ///
    /// # Errors
    /// `fetch_failed` with the cause, such as an expired certificate; `timeout`.
    pub async fn ask(&self, address: &str, name: &'static str, value: &str) -> Result<OwnSiteReply> {
        // An idle connection would show the certificate of an earlier day.
        let client = self.client.get(|builder| builder.timeout(TIMEOUT).tls_info(true).pool_max_idle_per_host(0))?;
        let request = client.get(address).header(name, value);
        let response = request.send().await.map_err(|error| failed(address, error))?;
        let certificate = response.extensions().get::<TlsInfo>().and_then(TlsInfo::peer_certificate);
        Ok(OwnSiteReply { status: response.status().as_u16(), certificate_ends: certificate.and_then(valid_until) })
    }
}

fn failed(address: &str, error: reqwest::Error) -> Error {
    let (kind, code) = match error.is_timeout() {
        true => (Kind::Timeout, ErrorCode::Timeout),
        false => (Kind::Upstream, ErrorCode::FetchFailed),
    };
    Error::new(kind, code, format!("{address} cannot be reached from this machine")).caused_by(error.without_url())
}
