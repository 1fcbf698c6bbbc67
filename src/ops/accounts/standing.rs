//! Whether what an access token says is still so.

use jiff::Timestamp;

use crate::error::{Error, Kind, Result};
use crate::ops::Principal;
use crate::store::Reading;
use crate::store::accounts::{self, AccountRecord};
use crate::store::sessions::{self, SessionRecord};

/// The account of a token's bearer, read in the transaction of the deed itself.
///
/// Errors: `invalid_user_token` when the account or the session is gone or the token was revoked,
/// `user_disabled`.
pub fn account(tx: &impl Reading, principal: &Principal) -> Result<AccountRecord> {
    let account = accounts::get(tx, &principal.uid)?.ok_or_else(revoked)?;
    if account.disabled {
        return Err(Error::new(Kind::Forbidden, "user_disabled", "This account is disabled."));
    }
    let valid = principal.issued_at.as_second() >= account.valid_since.as_second();
    if valid && sessions::exists(tx, &principal.uid, principal.session_id)? { Ok(account) } else { Err(revoked()) }
}

/// Whether a token that ends at `until` is still good.
///
/// Errors: `id_token_expired`.
pub fn still_valid(until: Timestamp, now: Timestamp) -> Result<()> {
    if until > now {
        return Ok(());
    }
    Err(Error::new(Kind::Unauthenticated, "id_token_expired", "The access token has expired."))
}

/// As [`account`], with the session through which it is asked.
pub fn with_session(tx: &impl Reading, principal: &Principal) -> Result<(AccountRecord, SessionRecord)> {
    let account = account(tx, principal)?;
    let session = sessions::get(tx, &principal.uid, principal.session_id)?.ok_or_else(revoked)?;
    Ok((account, session))
}

fn revoked() -> Error {
    Error::new(Kind::Unauthenticated, "invalid_user_token", "This session has ended.")
}
