//! The common settings of all outgoing HTTP clients.

use std::time::Duration;

use reqwest::header::RETRY_AFTER;
use reqwest::redirect::Policy;
use reqwest::{Client, ClientBuilder, Response};

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

/// The pause that a busy server asks for, in seconds; `None` for a date.
pub fn retry_after(response: &Response) -> Option<Duration> {
    let seconds = response.headers().get(RETRY_AFTER)?.to_str().ok()?.trim().parse().ok()?;
    Some(Duration::from_secs(seconds))
}

/// The body of the response; `None` when it is larger than `max` bytes.
///
/// # Errors
/// The connection broke or timed out.
pub async fn read_body(mut response: Response, max: usize) -> reqwest::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await? {
        bytes.extend_from_slice(&chunk);
        if bytes.len() > max {
            return Ok(None);
        }
    }
    Ok(Some(bytes))
}
