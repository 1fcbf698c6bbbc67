//! The TLS implementation of the process.

use std::sync::Once;

static INSTALLED: Once = Once::new();

/// Installs ring as the TLS provider of the process. Call it before building a client or server.
pub fn install_provider() {
    INSTALLED.call_once(|| {
        if rustls::crypto::ring::default_provider().install_default().is_err() {
            tracing::debug!("a TLS provider is already installed");
        }
    });
}
