//! The header `X-Tenant-Id`, which names the tenant that a request is for.

use axum::http::{HeaderMap, HeaderName};

use crate::domain::TenantId;
use crate::error::Result;
use crate::ops::accounts::tenants;

const X_TENANT_ID: HeaderName = HeaderName::from_static("x-tenant-id");

/// The tenant that the request names, if it names one. An empty header names the default tenant.
///
/// # Errors
/// `invalid_tenant_id`.
pub(super) fn requested(headers: &HeaderMap) -> Result<Option<TenantId>> {
    let Some(header) = headers.get(X_TENANT_ID) else { return Ok(None) };
    let text = header.to_str().map_err(|_| tenants::invalid_tenant())?;
    TenantId::try_from(text.to_owned()).map(Some).map_err(|_| tenants::invalid_tenant())
}
