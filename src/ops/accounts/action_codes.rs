//! Looking up and spending action codes.

use jiff::Timestamp;

use super::context::ClientInfo;
use super::errors::{expired_code, invalid_code};
use super::tenants;
use crate::app::App;
use crate::domain::TenantId;
use crate::domain::account::CodeKind;
use crate::error::Result;
use crate::identity::secrets;
use crate::rate_limit::Limit;
use crate::store::Reading;
use crate::store::accounts::{self, AccountRecord};
use crate::store::action_codes::{self, ActionCodeRecord};

/// Returns the digest of a well-formed code, within the rate limit.
///
/// # Errors
/// `invalid_action_code`, `too_many_requests`.
pub(super) fn digest(app: &App, client: &ClientInfo, code: &str) -> Result<String> {
    app.rate_limiter.take(Limit::ActionCode, client.network, app.clock.steady())?;
    if secrets::is_action_code(code) { Ok(secrets::digest(code)) } else { Err(invalid_code()) }
}

/// Returns the code with this digest.
///
/// # Errors
/// `invalid_action_code` when it does not exist, was used, or was replaced by a newer one; `tenant_id_mismatch`;
/// `expired_action_code`.
pub(super) fn find_valid(
    tx: &dyn Reading,
    tenant: &TenantId,
    digest: &str,
    now: Timestamp,
) -> Result<ActionCodeRecord> {
    let code = action_codes::get(tx, digest)?.ok_or_else(invalid_code)?;
    tenants::require_same(tenant, &code.tenant)?;
    if now < code.expires_at { Ok(code) } else { Err(expired_code()) }
}

/// Returns the account that the code acts on; `None` for a sign-in code.
///
/// # Errors
/// `invalid_action_code` when the account is gone, or no longer has the address that the code was sent to: an old
/// mailbox gives no rights over the account.
pub(super) fn find_owner(tx: &dyn Reading, code: &ActionCodeRecord) -> Result<Option<AccountRecord>> {
    let Some(uid) = &code.uid else { return Ok(None) };
    let account = accounts::get(tx, uid)?.ok_or_else(invalid_code)?;
    let is_current = match code.kind {
        CodeKind::RecoverEmail => true,
        // The first address of an account.
        CodeKind::VerifyAndChangeEmail if account.email.is_none() => true,
        _ => account.has_email(&code.email),
    };
    if is_current { Ok(Some(account)) } else { Err(invalid_code()) }
}
