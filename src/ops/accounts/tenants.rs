//! The walls between tenants: tokens, codes, visits and sessions of one tenant are refused in another.

use crate::app::App;
use crate::config::TenantRules;
use crate::domain::TenantId;
use crate::error::{Error, ErrorCode, Kind, Result};

/// Returns the rules of a tenant that is in use.
///
/// # Errors
/// `invalid_tenant_id` when it is not configured, `project_disabled`.
pub fn rules<'a>(app: &'a App, tenant: &TenantId) -> Result<TenantRules<'a>> {
    let rules = app.config.accounts.rules(tenant).ok_or_else(invalid_tenant)?;
    if rules.is_disabled() {
        let message = "Signing in to this tenant is disabled.";
        return Err(Error::new(Kind::Forbidden, ErrorCode::ProjectDisabled, message));
    }
    Ok(rules)
}

/// Checks that what a request uses belongs to the tenant of the request.
///
/// # Errors
/// `tenant_id_mismatch`.
pub fn require_same(requested: &TenantId, own: &TenantId) -> Result<()> {
    if requested == own {
        return Ok(());
    }
    Err(Error::new(Kind::Forbidden, ErrorCode::TenantIdMismatch, "This belongs to another tenant."))
}

pub fn invalid_tenant() -> Error {
    Error::new(Kind::Invalid, ErrorCode::InvalidTenantId, "There is no such tenant.")
}
