//! Removing and renaming a second factor.

use jiff::Timestamp;
use uuid::Uuid;

use super::sign_in::no_such_factor;
use crate::app::App;
use crate::config::AccountPolicy;
use crate::domain::activity::ActivityKind;
use crate::domain::message::MessageKind;
use crate::domain::second_factor::Factor;
use crate::error::{Error, ErrorCode, Result};
use crate::ops::accounts::activity::Origin;
use crate::ops::accounts::context::{ClientInfo, record_audit, require_recent_sign_in, wake_mailer};
use crate::ops::accounts::errors::{invalid_code, parse_name};
use crate::ops::accounts::messages::InfoMessage;
use crate::ops::accounts::offered_methods::OfferedMethods;
use crate::ops::accounts::tokens::{self, IssuedSession};
use crate::ops::accounts::{session_check, sessions};
use crate::ops::policy::{self, Action, Actor};
use crate::store::WriteTx;
use crate::store::accounts::{self, AccountRecord};
use crate::store::action_codes::{self, ActionCodeRecord};

/// Removes a factor of the signed-in account, and informs its owner by mail. Sessions stay.
///
/// # Errors
/// `requires_recent_login`, `multi_factor_info_not_found`, `last_second_factor` when the account must have one,
/// `last_sign_in_method` when the factor is a passkey and the account has no other sign-in method.
pub async fn withdraw(app: &App, actor: &Actor, client: &ClientInfo, id: Uuid) -> Result<IssuedSession> {
    policy::authorize(actor, Action::UseAccount)?;
    let (principal, now) = (actor.principal()?.clone(), app.clock.now());
    require_recent_sign_in(&principal, now)?;
    let (message, origin, device) = (InfoMessage::new(now), Origin::new(client, now), client.device.clone());
    let (policy, offered) = (app.config.accounts.policy_of(&principal.tenant), OfferedMethods::of(app, client)?);
    let withdrawn = app.store.write(move |tx| {
        let (before, session) = session_check::account_and_session(tx, &principal)?;
        let mut account = before.clone();
        if withdraw_factor(tx, &mut account, id, &policy)?.passkey().is_some() {
            offered.require_any(&account)?;
        }
        accounts::put(tx, Some(&before), &account)?;
        message.queue(tx, MessageKind::SecondFactorRemoved, &account, Some(&device))?;
        origin.record(tx, &account.uid, ActivityKind::SecondFactorRemove)?;
        record_audit(tx, now, "accounts.remove_second_factor", &account.uid)?;
        Ok((account, session))
    });
    let (account, session) = withdrawn.await?;
    wake_mailer(app);
    tokens::issue(app, &account, &session, None, false)
}

/// Removes the factor from the account, which the caller stores, and voids the mailed link that would remove it.
///
/// # Errors
/// `multi_factor_info_not_found`, `last_second_factor`.
pub(in crate::ops::accounts) fn withdraw_factor(
    tx: &WriteTx,
    account: &mut AccountRecord,
    id: Uuid,
    policy: &AccountPolicy,
) -> Result<Factor> {
    let factor = take(account, id).ok_or_else(no_such_factor)?;
    if account.second_factors.is_empty() && policy.second_factor.is_required_of(account.role) {
        let message = "Your account must have a second factor; add another one first.";
        return Err(Error::conflict(ErrorCode::LastSecondFactor, message));
    }
    action_codes::remove_reversal(tx, &account.uid, id)?;
    Ok(factor)
}

/// Removes the factor from the account. A factor that is a passkey is removed from the passkeys too.
fn take(account: &mut AccountRecord, id: Uuid) -> Option<Factor> {
    let factor = account.second_factors.remove(id)?;
    account.passkeys.retain(|passkey| factor.passkey() != Some(&passkey.id));
    Some(factor)
}

/// Renames a factor of the signed-in account.
///
/// # Errors
/// `invalid` in `display_name`, `multi_factor_info_not_found`.
pub async fn rename(app: &App, actor: &Actor, id: Uuid, name: &str) -> Result<()> {
    policy::authorize(actor, Action::UseAccount)?;
    let (principal, name) = (actor.principal()?.clone(), parse_name(name)?);
    let write = app.store.write(move |tx| {
        let before = session_check::account(tx, &principal)?;
        let mut account = before.clone();
        account.second_factors.get_mut(id).ok_or_else(no_such_factor)?.name.clone_from(&name);
        Ok(accounts::put(tx, Some(&before), &account)?)
    });
    write.await
}

/// Removes the factor whose addition a mailed code reverts, and ends all sessions: a stranger may have added it.
///
/// # Errors
/// `invalid_action_code` when the factor is gone.
pub(in crate::ops::accounts) fn revert(
    tx: &WriteTx,
    code: &ActionCodeRecord,
    before: &AccountRecord,
    origin: &Origin,
    now: Timestamp,
) -> Result<()> {
    let mut account = AccountRecord { valid_since: now, ..before.clone() };
    code.factor.and_then(|id| take(&mut account, id)).ok_or_else(invalid_code)?;
    accounts::put(tx, Some(before), &account)?;
    sessions::end_all(tx, &account.uid, None)?;
    origin.record(tx, &account.uid, ActivityKind::SecondFactorRemove)?;
    Ok(record_audit(tx, now, "accounts.revert_second_factor", &account.uid)?)
}

/// Removes the factors that were added at or after this time from the account, which the caller stores, and voids the
/// links that would remove them.
pub(in crate::ops::accounts) fn remove_added_since(
    tx: &WriteTx,
    account: &mut AccountRecord,
    since: Timestamp,
) -> Result<()> {
    let added = account.second_factors.enrolled.iter().filter(|factor| factor.created_at >= since);
    let added: Vec<_> = added.map(|factor| factor.id).collect();
    for id in added {
        take(account, id);
        action_codes::remove_reversal(tx, &account.uid, id)?;
    }
    Ok(())
}

/// Removes all factors of an account and ends its sessions, for the operator. Returns the number of removed factors.
pub(in crate::ops::accounts) fn remove_all(tx: &WriteTx, before: &AccountRecord, now: Timestamp) -> Result<usize> {
    let mut account = AccountRecord { valid_since: now, ..before.clone() };
    let removed = std::mem::take(&mut account.second_factors).enrolled;
    account.passkeys.retain(|passkey| removed.iter().all(|factor| factor.passkey() != Some(&passkey.id)));
    accounts::put(tx, Some(before), &account)?;
    sessions::end_all(tx, &account.uid, None)?;
    for factor in &removed {
        action_codes::remove_reversal(tx, &account.uid, factor.id)?;
    }
    Ok(removed.len())
}
