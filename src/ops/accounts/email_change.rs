//! Another address for an account, and the way back to the one before.

use jiff::Timestamp;

use super::codes::invalid_code;
use super::letters::{Letter, Purpose};
use super::{email_in_use, note, sessions};
use crate::domain::email::Email;
use crate::error::Result;
use crate::store::accounts::{self, AccountRecord};
use crate::store::action_codes::{self, ActionCodeRecord, CodeKind};
use crate::store::{Reading, WriteTx};

/// Makes the code's new address the account's. All sessions end, and a mail to the original address
/// tells how to get it back.
pub(super) fn change(
    tx: &WriteTx,
    code: &ActionCodeRecord,
    before: &AccountRecord,
    letter: &Letter,
    now: Timestamp,
) -> Result<Email> {
    let new = code.new_email.clone().ok_or_else(invalid_code)?;
    let original = original(tx, before, now)?;
    let mut after = AccountRecord { initial_email: Some(original.clone()), ..before.clone() };
    move_to(tx, before, &mut after, new.clone(), now)?;
    let (email, to) = (&original, &original);
    let purpose = Purpose { kind: CodeKind::RecoverEmail, email, to, new_email: None, account: Some(&after) };
    letter.queue(tx, &purpose)?;
    note(tx, now, "accounts.change_email", &before.uid)?;
    Ok(new)
}

/// The address to which a link brings the account back: the one before the first of the changes that
/// can still be undone, so that nobody gets out of reach by changing it twice.
fn original(tx: &impl Reading, account: &AccountRecord, now: Timestamp) -> Result<Email> {
    let can_recover = action_codes::of(tx, Some(&account.uid), None)?
        .iter()
        .any(|code| code.kind == CodeKind::RecoverEmail && !code.spent && now < code.expires_at);
    let initial = account.initial_email.clone().filter(|_| can_recover);
    Ok(initial.unwrap_or_else(|| account.email.clone()))
}

/// Gives the account the address that the code was mailed to. Whoever changed it is out: every
/// session ends and every other code is void.
pub(super) fn recover(tx: &WriteTx, code: &ActionCodeRecord, before: &AccountRecord, now: Timestamp) -> Result<Email> {
    // An identity at a provider may be theirs who changed it; the owner's leads in again by the address.
    let mut after = AccountRecord { initial_email: None, identities: vec![], ..before.clone() };
    move_to(tx, before, &mut after, code.email.clone(), now)?;
    action_codes::spend(tx, action_codes::of(tx, Some(&before.uid), None)?)?;
    if after.password_hash.is_some() {
        // Who changed the address knows the password; the page leads on to a new one.
        after.password_hash = None;
        after.password_updated_at = None;
        accounts::put(tx, Some(&after), &after)?;
    }
    note(tx, now, "accounts.recover_email", &before.uid)?;
    Ok(after.email)
}

fn move_to(tx: &WriteTx, before: &AccountRecord, after: &mut AccountRecord, to: Email, now: Timestamp) -> Result<()> {
    if accounts::by_email(tx, &to)?.is_some_and(|owner| owner.uid != before.uid) {
        return Err(email_in_use());
    }
    after.email = to;
    after.email_verified = true;
    after.valid_since = now;
    accounts::put(tx, Some(before), after)?;
    Ok(sessions::end_all(tx, &before.uid, None)?)
}
