//! Fetches the picture of a provider's user.

use std::time::Duration;

use reqwest::StatusCode;
use url::{Host, Url};

use super::{Fetcher, failed, failure, refused, too_large};
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::http_client::read_body;

/// Larger than any picture of an account in the sizes that providers send.
const MAX_BYTES: u64 = 1 << 20;

impl Fetcher {
    /// Returns the bytes at `url`, which must be at one of the hosts; `*.example.com` stands for its subdomains.
    /// Redirects are not followed.
    ///
    /// # Errors
    /// `fetch_refused` for an address that is not allowed, `fetch_failed`, `timeout`.
    pub async fn picture(&self, url: &str, hosts: &[String]) -> Result<Vec<u8>> {
        let url = allowed(url, hosts)?;
        let limit = Duration::from_secs(self.config.timeout_secs);
        tokio::time::timeout(limit, self.bytes(url)).await.map_err(|_| {
            Error::new(Kind::Timeout, ErrorCode::Timeout, "The provider took too long to send the picture.")
        })?
    }

    async fn bytes(&self, url: Url) -> Result<Vec<u8>> {
        let _turn = self.turns.acquire().await.map_err(|error| Error::internal("waiting to fetch", error))?;
        let response = self.client()?.get(url).send().await.map_err(|error| failed(error.without_url()))?;
        if response.status() != StatusCode::OK {
            return Err(failure(format!("The provider answered {}.", response.status().as_u16())));
        }
        let body = read_body(response, MAX_BYTES).await.map_err(failed)?;
        body.ok_or_else(too_large)
    }
}

fn allowed(url: &str, hosts: &[String]) -> Result<Url> {
    let url = Url::parse(url).map_err(|_| refused(Kind::Invalid, "This is not an address."))?;
    let is_plain =
        url.scheme() == "https" && url.port().is_none() && url.username().is_empty() && url.password().is_none();
    match url.host() {
        Some(Host::Domain(host)) if is_plain && hosts.iter().any(|allowed| matches(host, allowed)) => Ok(url),
        _ => Err(refused(Kind::Forbidden, "Pictures are not fetched from this address.")),
    }
}

/// Whether the host is `allowed`, or a subdomain of it if it is written as `*.example.com`.
fn matches(host: &str, allowed: &str) -> bool {
    match allowed.strip_prefix("*.") {
        Some(domain) => host.strip_suffix(domain).is_some_and(|rest| rest.len() > 1 && rest.ends_with('.')),
        None => host == allowed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_come_from_listed_hosts_only() {
        let hosts = ["*.googleusercontent.com".to_owned(), "pictures.example".to_owned()];
        for good in [
            "https://lh3.googleusercontent.com/a/x=s96-c",
            "https://a.b.googleusercontent.com/",
            "https://pictures.example/1",
        ] {
            assert!(allowed(good, &hosts).is_ok(), "{good}");
        }
        for bad in [
            "https://googleusercontent.com/",
            "https://.googleusercontent.com/",
            "https://evilgoogleusercontent.com/",
            "https://lh3.googleusercontent.com.evil.example/",
            "https://lh3.googleusercontent.com@evil.example/",
            "https://lh3.googleusercontent.com:8443/",
            "http://lh3.googleusercontent.com/",
            "https://a.pictures.example/",
            "https://127.0.0.1/",
            "https://[::1]/",
            "file:///etc/passwd",
            "data:image/png;base64,AA==",
            "",
        ] {
            assert!(allowed(bad, &hosts).is_err(), "{bad}");
        }
        assert!(allowed("https://pictures.example/1", &[]).is_err());
    }
}
