//! What every outgoing HTTP client has in common.

use reqwest::redirect::Policy;
use reqwest::{Client, ClientBuilder};

/// Begins a client that follows no redirect, uses no proxy and decompresses nothing.
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
