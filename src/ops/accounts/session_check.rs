//! Checks that a verified access token is still in force: its account, its session and its age.

use jiff::Timestamp;

use super::errors::user_disabled;
use super::tenants;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::ops::Principal;
use crate::store::Reading;
use crate::store::accounts::{self, AccountRecord};
use crate::store::sessions::{self, SessionRecord};

/// Returns the token's account. Call it in the transaction that performs the action.
///
/// # Errors
/// `invalid_user_token` when the account or the session is gone or the token was revoked, `user_disabled`.
pub(in crate::ops) fn account(tx: &dyn Reading, principal: &Principal) -> Result<AccountRecord> {
    let account = accounts::get(tx, &principal.uid)?.ok_or_else(session_ended)?;
    tenants::require_same(&principal.tenant, &account.tenant)?;
    if account.disabled {
        return Err(user_disabled());
    }
    let is_current = principal.issued_at.as_second() >= account.valid_since.as_second();
    if is_current && sessions::exists(tx, &principal.uid, principal.session_id)? {
        Ok(account)
    } else {
        Err(session_ended())
    }
}

/// Returns the account of a token, as [`account`] does; `None` without a token, and for one that is no longer in force.
pub(super) fn find_account(tx: &dyn Reading, principal: Option<&Principal>) -> Result<Option<AccountRecord>> {
    match principal.map(|principal| account(tx, principal)).transpose() {
        Err(error) if matches!(error.kind, Kind::Unauthenticated | Kind::Forbidden) => Ok(None),
        found => found,
    }
}

/// Returns the token's account as [`account`] does, with the session that the token belongs to.
pub(in crate::ops) fn account_and_session(
    tx: &dyn Reading,
    principal: &Principal,
) -> Result<(AccountRecord, SessionRecord)> {
    let account = account(tx, principal)?;
    let session = sessions::get(tx, &principal.uid, principal.session_id)?.ok_or_else(session_ended)?;
    Ok((account, session))
}

/// Checks that the account is not a guest. A guest becomes an account only by signing up or in, where the rules for new
/// accounts apply.
///
/// # Errors
/// `operation_not_allowed`.
pub(super) fn require_no_guest(account: &AccountRecord) -> Result<()> {
    if account.is_guest() {
        let message = "A guest cannot do this; sign up or sign in first.";
        return Err(Error::new(Kind::Forbidden, ErrorCode::OperationNotAllowed, message));
    }
    Ok(())
}

/// Checks that a token that expires at `expires_at` is still valid.
///
/// # Errors
/// `id_token_expired`.
pub fn require_unexpired(expires_at: Timestamp, now: Timestamp) -> Result<()> {
    if now < expires_at {
        return Ok(());
    }
    Err(Error::new(Kind::Unauthenticated, ErrorCode::IdTokenExpired, "The access token has expired."))
}

pub(super) fn session_ended() -> Error {
    Error::new(Kind::Unauthenticated, ErrorCode::InvalidUserToken, "This session has ended.")
}
