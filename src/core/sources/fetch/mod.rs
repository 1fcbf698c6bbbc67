//! Outgoing HTTP for files, sign-in and sources: fetches the PDF files of articles and the pictures of accounts
//! ([`Fetcher`]), calls sign-in providers ([`IssuerClient`]), asks official sources ([`SourceClient`]) and this server
//! itself through its public address ([`OwnSite`]).
//!
//! The address of an article is untrusted input, so that every hop is checked: https on the default port, a
//! host name on the allow-list (never an IP address), and only public addresses after resolution. The client
//! connects to the checked addresses, so that a second, different resolution has no effect.

mod address;
mod body;
mod cache;
mod certificate;
mod guard;
mod issuer;
mod own_site;
mod picture;
mod source_client;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use reqwest::{Client, Response, StatusCode, header};
use tokio::io::AsyncWriteExt;
use tokio::sync::Semaphore;
use url::Url;

pub use address::is_public;
pub use cache::FetchedFile;
pub use guard::{Reachable, Resolver};
pub use issuer::IssuerClient;
pub use own_site::{OwnSite, OwnSiteReply};
pub use source_client::{SourceClient, SourceReply};

use self::body::{BodyFailure, LimitedBody};
use self::cache::Cache;
use self::guard::{AddressGuard, NotPublic};
use crate::config::FetchConfig;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::http_client::LazyClient;

/// Maximum number of redirects; each target is checked like the first address.
const MAX_HOPS: usize = 3;
/// Maximum number of concurrent downloads.
const MAX_FETCHES: usize = 4;
const PDF: &str = "application/pdf";
const PDF_MARK: &[u8] = b"%PDF-";

/// Fetches allowed files and caches them on disk.
pub struct Fetcher {
    config: FetchConfig,
    cache: Cache,
    guard: AddressGuard,
    client: LazyClient,
    turns: Semaphore,
}

impl Fetcher {
    pub fn new(config: &FetchConfig, cache: PathBuf) -> Self {
        Self::build(config, cache, AddressGuard::default(), LazyClient::default())
    }

    /// For tests only: replaces the resolver, the certificates and the allowed addresses. The configuration
    /// cannot do this.
    pub fn with_network(
        config: &FetchConfig,
        cache: PathBuf,
        resolver: Arc<dyn Resolver>,
        reachable: Reachable,
        root: reqwest::Certificate,
    ) -> Self {
        Self::build(config, cache, AddressGuard { resolver, reachable }, LazyClient::with_root(root))
    }

    fn build(config: &FetchConfig, cache: PathBuf, guard: AddressGuard, client: LazyClient) -> Self {
        Self {
            cache: Cache::new(cache, config.cache_bytes),
            config: config.clone(),
            guard,
            client,
            turns: Semaphore::new(MAX_FETCHES),
        }
    }

    /// Returns the PDF file at `url`, from the cache or from its publisher.
    ///
    /// # Errors
    /// `fetch_refused` for an address that is not allowed, `fetch_failed` if the response is not a PDF file
    /// within the limits, `timeout`.
    pub async fn pdf(&self, url: &str) -> Result<FetchedFile> {
        let url = self.allowed(url)?;
        if let Some(file) = self.cache.get(&url).await {
            return Ok(file);
        }
        let limit = Duration::from_secs(self.config.timeout_secs);
        tokio::time::timeout(limit, self.fetch(url)).await.map_err(|_| {
            Error::new(Kind::Timeout, ErrorCode::Timeout, "The publisher took too long to send the file.")
        })?
    }

    /// Puts a file into the cache, as if its publisher had sent it. Blocks.
    ///
    /// # Errors
    /// `fetch_refused` for an address that is not allowed.
    pub fn keep(&self, url: &str, bytes: &[u8]) -> Result<()> {
        self.cache.put(&self.allowed(url)?, bytes)
    }

    /// Whether the cache has the file at `url`.
    pub async fn has(&self, url: &str) -> bool {
        match Url::parse(url) {
            Ok(url) => self.cache.get(&url).await.is_some(),
            Err(_) => false,
        }
    }

    /// As [`Fetcher::keep`], without blocking; old files are removed if needed.
    ///
    /// # Errors
    /// `fetch_refused` for an address that is not allowed.
    pub async fn keep_archived(&self, url: &str, bytes: Vec<u8>) -> Result<()> {
        let url = self.allowed(url)?;
        let mut part = self.cache.begin().await?;
        let written = part.file.write_all(&bytes).await;
        written.map_err(|error| Error::internal("writing to the file cache", error))?;
        self.cache.finish(&url, part).await.map(drop)
    }

    async fn fetch(&self, url: Url) -> Result<FetchedFile> {
        let _turn = self.turns.acquire().await.map_err(|error| Error::internal("waiting to fetch", error))?;
        if let Some(file) = self.cache.get(&url).await {
            return Ok(file);
        }
        let response = self.follow(url.clone()).await?;
        self.store(&url, response).await
    }

    /// Checks an address before it is resolved.
    fn allowed(&self, url: &str) -> Result<Url> {
        let url = Url::parse(url).map_err(|_| refused(Kind::Invalid, "This is not an address."))?;
        if url.scheme() != "https" || url.port().is_some() || !url.username().is_empty() || url.password().is_some() {
            return Err(refused(Kind::Invalid, "Files are only fetched from plain https addresses."));
        }
        match url.host() {
            Some(url::Host::Domain(host)) if self.config.allowed_hosts.iter().any(|allowed| allowed == host) => Ok(url),
            _ => Err(refused(Kind::Forbidden, "Files are not fetched from this host.")),
        }
    }

    async fn follow(&self, mut url: Url) -> Result<Response> {
        for _ in 0..=MAX_HOPS {
            let response = self.client()?.get(url.clone()).send().await.map_err(failed)?;
            if !response.status().is_redirection() {
                return Ok(response);
            }
            let target = response.headers().get(header::LOCATION).and_then(|target| target.to_str().ok());
            let target = target.and_then(|target| url.join(target).ok());
            let target = target.ok_or_else(|| failure("The publisher redirects without an address."))?;
            url = self.allowed(target.as_str()).map_err(|error| {
                refused(Kind::Forbidden, "The publisher redirects to an address that is not allowed.").caused_by(error)
            })?;
        }
        Err(failure("The publisher redirects too many times."))
    }

    fn client(&self) -> Result<&Client> {
        self.client.get(|builder| {
            builder
                .https_only(true)
                .connect_timeout(Duration::from_secs(self.config.timeout_secs.min(10)))
                .dns_resolver(self.guard.clone())
        })
    }

    /// Checks the body and writes it to the cache.
    async fn store(&self, url: &Url, response: Response) -> Result<FetchedFile> {
        self.check_head(&response)?;
        let mut part = self.cache.begin().await?;
        let (mut mark, mut body) = (Vec::new(), LimitedBody::new(response, self.config.max_bytes));
        while let Some(chunk) = body.next().await.map_err(body_error)? {
            if mark.len() < PDF_MARK.len() {
                mark.extend(chunk.iter().take(PDF_MARK.len() - mark.len()));
                if !PDF_MARK.starts_with(&mark) {
                    return Err(not_a_pdf());
                }
            }
            part.file.write_all(&chunk).await.map_err(|error| Error::internal("writing to the file cache", error))?;
        }
        if mark != PDF_MARK {
            return Err(not_a_pdf());
        }
        self.cache.finish(url, part).await
    }

    fn check_head(&self, response: &Response) -> Result<()> {
        if response.status() != StatusCode::OK {
            return Err(failure(format!("The publisher answered {}.", response.status().as_u16())));
        }
        let media_type = response.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let media_type = media_type.and_then(|value| value.split(';').next()).map(str::trim);
        if !media_type.is_some_and(|media_type| media_type.eq_ignore_ascii_case(PDF)) {
            return Err(not_a_pdf());
        }
        if response.content_length().is_some_and(|length| length > self.config.max_bytes) {
            return Err(too_large());
        }
        Ok(())
    }
}

fn refused(kind: Kind, message: &str) -> Error {
    Error::new(kind, ErrorCode::FetchRefused, message)
}

fn failure(message: impl Into<String>) -> Error {
    Error::new(Kind::Upstream, ErrorCode::FetchFailed, message)
}

fn too_large() -> Error {
    failure("The file is too large.")
}

fn not_a_pdf() -> Error {
    failure("The publisher sent something that is not a PDF file.")
}

fn body_error(cause: BodyFailure) -> Error {
    match cause {
        BodyFailure::TooLarge => too_large(),
        BodyFailure::BrokeOff(error) => failed(error),
    }
}

/// Classifies an error of the client: an address that is not allowed, a timeout, or a failure of the publisher.
fn failed(error: reqwest::Error) -> Error {
    if NotPublic::is_cause_of(&error) {
        return refused(Kind::Forbidden, "The host's address is not public.");
    }
    if error.is_timeout() {
        return Error::new(Kind::Timeout, ErrorCode::Timeout, "The publisher did not answer in time.").caused_by(error);
    }
    failure("The publisher could not be reached.").caused_by(error)
}
