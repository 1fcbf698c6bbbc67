//! Changing an account's address, and recovering the previous one.

use jiff::Timestamp;

use super::context::record_audit;
use super::errors::{email_in_use, invalid_code};
use super::messages::{CodeMessage, CodeTarget};
use super::planted::remove_credentials;
use super::second_factor::removal::remove_added_since;
use super::sessions;
use crate::domain::account::CodeKind;
use crate::domain::email::Email;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::store::accounts::{self, AccountRecord};
use crate::store::action_codes::{self, ActionCodeRecord};
use crate::store::{Reading, WriteTx};

/// Gives the account the code's new address, ends all sessions, and mails a recovery link to the original address.
///
/// `is_signed_in` is whether the code is used in a browser that is signed in to the account. Elsewhere the owner of the
/// new mailbox may not be the person who set the credentials, so these count as unproven. An account with second
/// factors requires such a browser, because its credentials must stay proven.
///
/// # Errors
/// `different_device`, `email_already_in_use`, `invalid_action_code`.
pub(super) fn change(
    tx: &WriteTx,
    code: &ActionCodeRecord,
    before: &AccountRecord,
    is_signed_in: bool,
    recovery: &CodeMessage,
    now: Timestamp,
) -> Result<Email> {
    let new = code.new_email.clone().ok_or_else(invalid_code)?;
    if !before.second_factors.is_empty() && !is_signed_in {
        let message = "Open the link in the browser in which you are signed in.";
        return Err(Error::new(Kind::Forbidden, ErrorCode::DifferentDevice, message));
    }
    let recoverable = recoverable_email(tx, before, now)?;
    let email_changed_at = before.email_changed_at.filter(|_| recoverable.is_some()).or(Some(now));
    let original = recoverable.or_else(|| before.email.clone());
    let (initial_email, credentials_proven) = (original.clone(), is_signed_in);
    let mut after = AccountRecord { initial_email, email_changed_at, credentials_proven, ..before.clone() };
    set_email(tx, before, &mut after, new.clone(), now)?;
    if let Some(email) = &original {
        let kind = CodeKind::RecoverEmail;
        let (tenant, account) = (&after.tenant, Some(&after));
        let target =
            CodeTarget { kind, tenant, email, to: email, copy_to: None, new_email: None, factor: None, account };
        recovery.queue(tx, &target)?;
    }
    record_audit(tx, now, "accounts.change_email", &before.uid)?;
    Ok(new)
}

/// Returns the address that a recovery link can restore now: the one before the first change that can still be undone.
/// A thief who changes the address twice thus does not lock out the owner.
pub(super) fn recoverable_email(tx: &dyn Reading, account: &AccountRecord, now: Timestamp) -> Result<Option<Email>> {
    let recovery = action_codes::of_kind(tx, &account.uid, CodeKind::RecoverEmail)?;
    let is_recoverable = recovery.is_some_and(|code| now < code.expires_at);
    Ok(account.initial_email.clone().filter(|_| is_recoverable))
}

/// Restores the address that received the code, and removes all credentials of the person who changed it: sessions,
/// other codes, the password, linked identities, and the second factors that were added since the change. Older second
/// factors stay: reading the mailbox must not be enough to get around them.
pub(super) fn recover(tx: &WriteTx, code: &ActionCodeRecord, before: &AccountRecord, now: Timestamp) -> Result<Email> {
    // The next sign-in with an identity of the owner links it again by its address. The page of the recovery link asks
    // for a new password.
    let mut after = AccountRecord { credentials_proven: true, ..before.clone() };
    // Records of earlier versions lack the time of the change; the code was made at the last one.
    remove_added_since(tx, &mut after, before.email_changed_at.unwrap_or(code.created_at))?;
    remove_credentials(tx, &mut after, now)?;
    set_email(tx, before, &mut after, code.email.clone(), now)?;
    record_audit(tx, now, "accounts.recover_email", &before.uid)?;
    Ok(code.email.clone())
}

fn set_email(tx: &WriteTx, before: &AccountRecord, after: &mut AccountRecord, to: Email, now: Timestamp) -> Result<()> {
    if accounts::by_email(tx, &before.tenant, &to)?.is_some_and(|owner| owner.uid != before.uid) {
        return Err(email_in_use());
    }
    after.email = Some(to);
    after.email_verified = true;
    after.valid_since = now;
    accounts::put(tx, Some(before), after)?;
    Ok(sessions::end_all(tx, &before.uid, None)?)
}
