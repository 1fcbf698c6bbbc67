//! The random parts of a pending sign-in.

use crate::identity::secrets;
use crate::ops::accounts::context::ClientInfo;

/// The random parts of a pending sign-in, generated before the transaction.
#[derive(Debug, Clone)]
pub(in crate::ops::accounts) struct PendingSeed {
    pub secret: String,
    pub browser: String,
}

impl PendingSeed {
    /// Uses the browser's secret if it has one.
    pub(in crate::ops::accounts) fn new(client: &ClientInfo) -> Self {
        Self { secret: secrets::generate_token(), browser: secrets::known_or_new_token(client.browser.as_deref()) }
    }
}
