//! The tenants in use, and their separation: tokens, codes, visits and sessions of one tenant are refused in another.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use crate::app::App;
use crate::config::{TenantConfig, TenantRules};
use crate::domain::TenantId;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::store::accounts;

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

/// Checks that a record belongs to the tenant of the request.
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

/// Checks that a tenant exists that the operator names: in the configuration, or as the tenant of an account.
///
/// # Errors
/// `invalid_tenant_id`.
pub(super) async fn require_known(app: &App, tenant: &TenantId) -> Result<()> {
    if app.config.accounts.rules(tenant).is_some() {
        return Ok(());
    }
    let mut known: BTreeSet<TenantId> = app.config.accounts.tenant.iter().map(TenantConfig::tenant_id).collect();
    let read = app.store.read(|tx| {
        let mut with_accounts = BTreeSet::new();
        accounts::each(tx, &mut |account| {
            with_accounts.insert(account.tenant);
            ControlFlow::Continue(())
        })?;
        Ok(with_accounts)
    });
    known.extend(read.await?);
    if known.contains(tenant) {
        return Ok(());
    }
    let others: Vec<_> = known.iter().filter(|id| !id.is_default()).map(TenantId::as_str).collect();
    let remedy = match others.join(", ") {
        none if none.is_empty() => "there is only the default one: leave out --tenant".to_owned(),
        known => format!("known are {known}"),
    };
    Err(Error::new(Kind::Invalid, ErrorCode::InvalidTenantId, format!("there is no tenant {tenant}; {remedy}")))
}
