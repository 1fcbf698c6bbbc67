//! The random parts of a pending sign-in.

use crate::identity::secrets;
use crate::ops::accounts::context::ClientInfo;

/// The random parts of a pending sign-in, drawn before the transaction.
#[derive(Debug, Clone)]
pub(in crate::ops::accounts) struct PendingSeed {
    pub secret: String,
    pub browser: String,
}

impl PendingSeed {
    /// Keeps the secret of a browser that has one.
    pub(in crate::ops::accounts) fn new(client: &ClientInfo) -> Self {
        let browser = client.browser.clone().filter(|secret| secrets::is_token(secret));
        Self { secret: secrets::generate_token(), browser: browser.unwrap_or_else(secrets::generate_token) }
    }
}
