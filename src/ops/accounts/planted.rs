//! Credentials that a stranger may have planted: the password, the telephone number, the identities, the passkeys, the
//! sessions and the mailed links of an account, set when nobody had proven to own its address. A stranger may have created the account with the
//! address of its victim, or given it this address, to wait for the owner.

use jiff::Timestamp;

use super::context::record_audit;
use super::sessions;
use crate::error::Result;
use crate::store::WriteTx;
use crate::store::accounts::AccountRecord;
use crate::store::{action_codes, pictures};

/// Removes every access to an account whose owner proves the address for the first time. The caller stores the
/// account and gives the owner a new access.
pub(super) fn remove_planted_credentials(tx: &WriteTx, account: &mut AccountRecord, now: Timestamp) -> Result<()> {
    if account.credentials_proven {
        return Ok(());
    }
    remove_credentials(tx, account, now)?;
    Ok(record_audit(tx, now, "accounts.drop_planted_credentials", &account.uid)?)
}

/// Removes every first factor of the account: the password, the telephone number, the identities, the passkeys, the
/// sessions and the mailed links. Second factors stay, so that a mail never leads around them; a passkey among them does
/// not sign in any more.
pub(super) fn remove_credentials(tx: &WriteTx, account: &mut AccountRecord, now: Timestamp) -> Result<()> {
    account.password_hash = None;
    account.password_updated_at = None;
    account.identities.clear();
    account.passkeys.retain(|passkey| account.second_factors.of_passkey(&passkey.id).is_some());
    account.passkeys.iter_mut().for_each(|passkey| passkey.only_second = true);
    account.phone = None;
    account.initial_email = None;
    account.valid_since = now;
    account.devices.clear();
    account.photo_url = None;
    pictures::remove_account(tx, &account.uid)?;
    sessions::end_all(tx, &account.uid, None)?;
    Ok(action_codes::remove_access(tx, account)?)
}
