//! The operator's commands that disable and remove accounts, assign roles and remove second factors, and the summary of
//! failed sign-ins.

use serde::{Deserialize, Serialize};

use super::account_name::KnownName;
use super::context::{notify_sessions_changed, record_audit_as, wake_mailer};
use super::delete;
use super::messages::InfoMessage;
use super::second_factor::removal;
use crate::app::App;
use crate::domain::Role;
use crate::domain::message::MessageKind;
use crate::error::{Error, ErrorCode, Result};
use crate::ops::policy::{self, Action, Actor};
use crate::ops::{erasures, readers};
use crate::store::accounts::{self, AccountRecord};
use crate::store::erasures::{ErasedSubject, note};
use crate::store::holdings::Traces;

pub use super::account_name::AccountName;
pub use super::account_overview::{AccountDetails, AccountFilter, AccountSummary, SessionSummary, list, show};
pub use crate::identity::failed_sign_ins::FailureSummary;

/// Returns the failed sign-ins since the start of this process.
pub fn failures(app: &App, actor: &Actor) -> Result<FailureSummary> {
    policy::authorize(actor, Action::ManageAccounts)?;
    Ok(app.identity.failed_sign_ins.summary(app.clock.now()))
}

/// Disables an account, which ends its sessions and voids its links at once, or enables it again.
///
/// # Errors
/// `invalid_tenant_id`, `not_found`; `unchanged` when the account is already in that state.
pub async fn set_disabled(app: &App, actor: &Actor, name: AccountName, disabled: bool) -> Result<AccountSummary> {
    policy::authorize(actor, Action::ManageAccounts)?;
    let name = KnownName::of(app, name).await?;
    let (now, actor) = (app.clock.now(), actor.to_string());
    let write = app.store.write(move |tx| {
        let before = name.find(tx)?;
        if before.disabled == disabled {
            let state = if disabled { "disabled" } else { "enabled" };
            return Err(Error::conflict(
                ErrorCode::Unchanged,
                format!("{name} is {state} already; nothing was changed"),
            ));
        }
        let mut after = AccountRecord { disabled, ..before.clone() };
        if disabled {
            after.valid_since = now;
            delete::end_access(tx, &after)?;
        }
        accounts::put(tx, Some(&before), &after)?;
        record_audit_as(tx, now, &actor, if disabled { "accounts.disable" } else { "accounts.enable" }, &after.uid)?;
        Ok(AccountSummary::from(after))
    });
    let summary = write.await?;
    notify_sessions_changed(app, &summary.uid);
    Ok(summary)
}

/// Assigns a role. Sessions stay, but access tokens become void because they name the old role.
///
/// # Errors
/// `invalid_tenant_id`, `not_found`.
pub async fn set_role(app: &App, actor: &Actor, name: AccountName, role: Role) -> Result<AccountSummary> {
    policy::authorize(actor, Action::ManageAccounts)?;
    let name = KnownName::of(app, name).await?;
    let (now, actor) = (app.clock.now(), actor.to_string());
    let write = app.store.write(move |tx| {
        let before = name.find(tx)?;
        if before.role == role {
            return Ok(before.into());
        }
        let after = AccountRecord { role, valid_since: now, ..before.clone() };
        accounts::put(tx, Some(&before), &after)?;
        record_audit_as(tx, now, &actor, "accounts.role", &after.uid)?;
        Ok(after.into())
    });
    write.await
}

/// Removes an account with everything that belongs to it, and informs its owner by mail.
///
/// # Errors
/// `invalid_tenant_id`, `not_found`.
pub async fn remove(app: &App, actor: &Actor, name: AccountName) -> Result<AccountRemoval> {
    policy::authorize(actor, Action::ManageAccounts)?;
    let name = KnownName::of(app, name).await?;
    let (now, actor) = (app.clock.now(), actor.to_string());
    let message = InfoMessage::new(now);
    let write = app.store.write(move |tx| {
        let account = name.find(tx)?;
        let counts = delete::remove(tx, &account)?;
        message.queue(tx, MessageKind::AccountDeleted, &account, None)?;
        record_audit_as(tx, now, &actor, "accounts.remove", &account.uid)?;
        note(tx, &ErasedSubject::Account(account.uid.clone()), now)?;
        let traces = Traces::of_account(&account);
        Ok((AccountRemoval { account: account.into(), traces }, counts))
    });
    let (removal, counts) = write.await?;
    erasures::keep(app).await;
    readers::account_removed(app, &removal.account.uid, &counts);
    wake_mailer(app);
    Ok(removal)
}

/// An account that was removed, and what names its owner in records that stay.
#[derive(Debug)]
pub struct AccountRemoval {
    pub account: AccountSummary,
    pub traces: Traces,
}

/// Removes all second factors and recovery codes of an account, ends its sessions, and informs its owner by mail.
///
/// # Errors
/// `invalid_tenant_id`, `not_found`; `unchanged` when the account has none.
pub async fn remove_second_factors(app: &App, actor: &Actor, name: AccountName) -> Result<RemovedFactors> {
    policy::authorize(actor, Action::ManageAccounts)?;
    let name = KnownName::of(app, name).await?;
    let (now, actor) = (app.clock.now(), actor.to_string());
    let message = InfoMessage::new(now);
    let write = app.store.write(move |tx| {
        let account = name.find(tx)?;
        let count = removal::remove_all(tx, &account, now)? as u64;
        if count == 0 {
            return Err(Error::conflict(ErrorCode::Unchanged, format!("{name} has no second factor")));
        }
        message.queue(tx, MessageKind::SecondFactorRemoved, &account, None)?;
        record_audit_as(tx, now, &actor, "accounts.remove_second_factors", &account.uid)?;
        Ok(RemovedFactors { account: account.into(), count })
    });
    let removed = write.await?;
    notify_sessions_changed(app, &removed.account.uid);
    wake_mailer(app);
    Ok(removed)
}

/// An account whose second factors were removed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RemovedFactors {
    #[serde(flatten)]
    pub account: AccountSummary,
    /// Number of removed second factors.
    pub count: u64,
}
