//! The common settings of all outgoing HTTP clients.

use std::sync::OnceLock;
use std::time::Duration;

use reqwest::header::RETRY_AFTER;
use reqwest::redirect::Policy;
use reqwest::{Certificate, Client, ClientBuilder, Response};

use crate::error::{Error, Result};

/// Returns the builder of a client that follows no redirect, uses no proxy and decompresses nothing.
///
/// A redirect or a proxy could send a secret or a request to an address that nobody checked, and a small compressed
/// response could grow beyond its limit.
pub fn builder() -> ClientBuilder {
    crate::tls::install_provider();
    Client::builder()
        .user_agent(concat!("Paragraf/", env!("CARGO_PKG_VERSION")))
        .redirect(Policy::none())
        .no_proxy()
        .no_gzip()
}

/// Builds the client of [`builder`] and further settings.
///
/// # Errors
/// `internal`.
pub fn build(builder: ClientBuilder) -> Result<Client> {
    builder.build().map_err(|error| Error::internal("making the HTTP client", error))
}

/// A client that is built on first use: reading the system's certificates takes time and memory.
#[derive(Default)]
pub struct LazyClient {
    /// Trusted in place of the system's certificates.
    root: Option<Certificate>,
    client: OnceLock<Client>,
}

impl LazyClient {
    /// For tests only: trusts this certificate alone.
    pub fn with_root(root: Certificate) -> Self {
        Self { root: Some(root), client: OnceLock::new() }
    }

    /// Returns the client; the first call builds it with these settings.
    ///
    /// # Errors
    /// `internal`.
    pub fn get(&self, settings: impl FnOnce(ClientBuilder) -> ClientBuilder) -> Result<&Client> {
        if let Some(client) = self.client.get() {
            return Ok(client);
        }
        let builder = settings(builder());
        let builder = match &self.root {
            Some(root) => builder.tls_certs_only([root.clone()]),
            None => builder,
        };
        let client = build(builder)?;
        Ok(self.client.get_or_init(|| client))
    }
}

/// The pause that a busy server asks for, in seconds; `None` for a date.
pub fn retry_after(response: &Response) -> Option<Duration> {
    let seconds = response.headers().get(RETRY_AFTER)?.to_str().ok()?.trim().parse().ok()?;
    Some(Duration::from_secs(seconds))
}

/// The body of the response; `None` when it is larger than `max` bytes.
///
/// # Errors
/// The connection broke or timed out.
pub async fn read_body(mut response: Response, max: u64) -> reqwest::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await? {
        bytes.extend_from_slice(&chunk);
        if bytes.len() as u64 > max {
            return Ok(None);
        }
    }
    Ok(Some(bytes))
}
