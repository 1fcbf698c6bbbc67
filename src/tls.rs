//! The one TLS implementation of the process.

use std::sync::Once;

static INSTALLED: Once = Once::new();

/// Makes ring the process's TLS provider; call it before a client or server is built.
pub fn install_provider() {
    INSTALLED.call_once(|| {
        if rustls::crypto::ring::default_provider().install_default().is_err() {
            tracing::debug!("a TLS provider was there already");
        }
    });
}
