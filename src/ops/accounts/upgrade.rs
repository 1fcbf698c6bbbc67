//! The upgrade of a guest: a sign-up, or the first sign-in with another method, makes it an account.

use super::session_check;
use crate::error::{Error, ErrorCode, Result};
use crate::ops::policy::Actor;
use crate::store::Reading;
use crate::store::accounts::AccountRecord;

/// The guest that makes a request to sign up or in, if it is one.
///
/// # Errors
/// `invalid_user_token` when the session of the request has ended: it may have been the guest's.
pub(super) fn upgrading(tx: &impl Reading, actor: &Actor) -> Result<Option<AccountRecord>> {
    let Actor::Account(principal) = actor else { return Ok(None) };
    Ok(Some(session_check::account(tx, principal)?).filter(AccountRecord::is_guest))
}

/// Refuses to let a guest into an existing account. Nothing of the sign-in is used up, so that it works without the
/// guest's token.
///
/// # Errors
/// `merge_conflict`.
pub(super) fn refuse_upgrade(tx: &impl Reading, actor: &Actor) -> Result<()> {
    match upgrading(tx, actor)? {
        None => Ok(()),
        Some(_) => {
            let message = "The guest cannot become an account that exists already; sign in without the guest's token.";
            Err(Error::conflict(ErrorCode::MergeConflict, message))
        }
    }
}

/// Makes the guest the account that a sign-up would create: it keeps its uid and what it set, also its name if the
/// sign-up gives none.
pub(super) fn upgrade(guest: &AccountRecord, new: AccountRecord) -> AccountRecord {
    let AccountRecord { uid, tenant, created_at, devices, mail, in_app_from, valid_since, .. } = guest.clone();
    let named = if new.display_name.is_empty() { guest } else { &new };
    let display_name = named.display_name.clone();
    AccountRecord { uid, tenant, display_name, created_at, devices, mail, in_app_from, valid_since, ..new }
}
