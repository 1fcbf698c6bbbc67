//! Whether readers may use telephone numbers.

use crate::app::App;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::ops::accounts::context::ClientInfo;
use crate::ops::accounts::errors::method_not_offered;

/// Checks that the tenant of the request offers telephone numbers.
///
/// # Errors
/// `operation_not_allowed`; `unsupported_tenant_operation` in a tenant other than the default one.
pub(in crate::ops::accounts) fn require_offered(app: &App, client: &ClientInfo) -> Result<()> {
    if !client.tenant.is_default() {
        let message = "Tenants do not offer telephone numbers.";
        return Err(Error::new(Kind::Forbidden, ErrorCode::UnsupportedTenantOperation, message));
    }
    if app.config.accounts.phone { Ok(()) } else { Err(method_not_offered()) }
}
