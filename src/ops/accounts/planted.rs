//! Credentials that a stranger may have planted: those set before anyone had proven to own the account's address. The
//! stranger may have created the account with a victim's address, or changed its address to it, and wait for the
//! victim.

use jiff::Timestamp;

use super::context::record_audit;
use super::sessions;
use crate::error::Result;
use crate::store::WriteTx;
use crate::store::accounts::AccountRecord;
use crate::store::{action_codes, pictures};

/// Removes all credentials of an account whose owner proves the address for the first time. The caller stores the
/// account, with a new credential of the owner.
// docs/decisions/0095
pub(super) fn remove_planted_credentials(tx: &WriteTx, account: &mut AccountRecord, now: Timestamp) -> Result<()> {
    if account.credentials_proven {
        return Ok(());
    }
    remove_credentials(tx, account, now)?;
    Ok(record_audit(tx, now, "accounts.drop_planted_credentials", &account.uid)?)
}

/// Removes every first factor of the account: the password, the telephone number, the identities, the passkeys, the
/// sessions and the mailed links. Second factors stay, so that a mailed link never bypasses them. A passkey among them
/// no longer works as a first factor.
pub(super) fn remove_credentials(tx: &WriteTx, account: &mut AccountRecord, now: Timestamp) -> Result<()> {
    account.password_hash = None;
    account.password_updated_at = None;
    account.identities.clear();
    account.passkeys.retain(|passkey| account.second_factors.of_passkey(&passkey.id).is_some());
    account.passkeys.iter_mut().for_each(|passkey| passkey.only_second = true);
    account.phone = None;
    account.initial_email = None;
    account.email_changed_at = None;
    account.valid_since = now;
    account.devices.clear();
    account.photo_url = None;
    pictures::remove_account(tx, &account.uid)?;
    sessions::end_all(tx, &account.uid, None)?;
    Ok(action_codes::remove_access(tx, account)?)
}
