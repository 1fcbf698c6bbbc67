//! Checks that a verified access token is still in force: its account, its session and its age.

use jiff::Timestamp;

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
pub fn account(tx: &impl Reading, principal: &Principal) -> Result<AccountRecord> {
    let account = accounts::get(tx, &principal.uid)?.ok_or_else(session_ended)?;
    tenants::require_same(&principal.tenant, &account.tenant)?;
    if account.disabled {
        return Err(Error::new(Kind::Forbidden, ErrorCode::UserDisabled, "This account is disabled."));
    }
    let is_current = principal.issued_at.as_second() >= account.valid_since.as_second();
    if is_current && sessions::exists(tx, &principal.uid, principal.session_id)? {
        Ok(account)
    } else {
        Err(session_ended())
    }
}

/// Returns the token's account as [`account`] does, with the session that the token belongs to.
pub fn account_and_session(tx: &impl Reading, principal: &Principal) -> Result<(AccountRecord, SessionRecord)> {
    let account = account(tx, principal)?;
    let session = sessions::get(tx, &principal.uid, principal.session_id)?.ok_or_else(session_ended)?;
    Ok((account, session))
}

/// Checks that a token which expires at `expires_at` is still valid.
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
