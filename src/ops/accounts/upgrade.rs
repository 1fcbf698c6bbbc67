//! The upgrade of a guest to an account, by a sign-up or a first sign-in with another method.

use super::completion::PriorState;
use super::session_check;
use crate::error::{Error, ErrorCode, Result};
use crate::ops::policy::Actor;
use crate::store::Reading;
use crate::store::accounts::AccountRecord;

/// Returns the guest that requests a sign-up or sign-in; `None` for other actors.
///
/// # Errors
/// `invalid_user_token` when the session of the request has ended: it may have been the guest's.
pub(super) fn requesting_guest(tx: &dyn Reading, actor: &Actor) -> Result<Option<AccountRecord>> {
    let Actor::Account(principal) = actor else { return Ok(None) };
    Ok(Some(session_check::account(tx, principal)?).filter(AccountRecord::is_guest))
}

/// Refuses a guest's sign-in to an existing account. The code or visit stays valid for a sign-in without the guest's
/// token.
///
/// # Errors
/// `merge_conflict`.
pub(super) fn refuse_guest(tx: &dyn Reading, actor: &Actor) -> Result<()> {
    match requesting_guest(tx, actor)? {
        None => Ok(()),
        Some(_) => {
            let message = "The guest cannot become an account that exists already; sign in without the guest's token.";
            Err(Error::conflict(ErrorCode::MergeConflict, message))
        }
    }
}

/// Returns the account to store for a sign-up: the guest upgraded to the new account, or the new account itself.
pub(super) fn upgraded_or_new(guest: Option<AccountRecord>, new: AccountRecord) -> (AccountRecord, PriorState) {
    match guest {
        Some(guest) => (upgrade(&guest, new), PriorState::Guest(Box::new(guest))),
        None => (new, PriorState::New),
    }
}

/// Turns the guest into the new account. It keeps its uid and settings, and its name if the new account has none.
fn upgrade(guest: &AccountRecord, new: AccountRecord) -> AccountRecord {
    let AccountRecord { uid, tenant, created_at, devices, mail, in_app_from, valid_since, .. } = guest.clone();
    let named = if new.display_name.is_empty() { guest } else { &new };
    let display_name = named.display_name.clone();
    AccountRecord { uid, tenant, display_name, created_at, devices, mail, in_app_from, valid_since, ..new }
}
