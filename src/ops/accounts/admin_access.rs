//! The operator's commands that set custom claims of an account, end its sessions, and end all sessions.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::account_name::{AccountName, KnownName};
use super::admin::AccountSummary;
use super::context::{notify_sessions_changed, record_audit_as};
use super::sessions::end_all;
use crate::app::App;
use crate::domain::Uid;
use crate::domain::custom_claims::{ClaimsProblem, CustomClaims};
use crate::domain::notification::NotifiedAccounts;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::ops::policy::{self, Action, Actor};
use crate::store::accounts::{self, AccountRecord};
use crate::store::audit::{self, AuditRecord};
use crate::store::{ReadTx, pending_sign_ins, sessions};

/// Replaces the custom claims of an account. Its next access tokens have the new ones.
///
/// # Errors
/// `invalid_tenant_id`, `not_found`; `invalid_claims` unless they are an object, `claims_too_large`, `forbidden_claim`.
pub async fn set_claims(app: &App, actor: &Actor, name: AccountName, claims: Value) -> Result<AccountSummary> {
    policy::authorize(actor, Action::ManageAccounts)?;
    let name = KnownName::of(app, name).await?;
    let claims = CustomClaims::parse(claims).map_err(|problem| {
        let code = match problem {
            ClaimsProblem::NoObject => ErrorCode::InvalidClaims,
            ClaimsProblem::TooLarge => ErrorCode::ClaimsTooLarge,
            ClaimsProblem::Reserved(_) => ErrorCode::ForbiddenClaim,
        };
        Error::new(Kind::Invalid, code, problem.to_string())
    })?;
    let (now, actor) = (app.clock.now(), actor.to_string());
    let write = app.store.write(move |tx| {
        let before = name.find(tx)?;
        let after = AccountRecord { custom_claims: claims.clone(), ..before.clone() };
        accounts::put(tx, Some(&before), &after)?;
        record_audit_as(tx, now, &actor, "accounts.claims", &after.uid)?;
        Ok(after.into())
    });
    write.await
}

/// Ends all sessions of an account and voids its access tokens.
///
/// # Errors
/// `invalid_tenant_id`, `not_found`.
pub async fn revoke(app: &App, actor: &Actor, name: AccountName) -> Result<AccountSummary> {
    policy::authorize(actor, Action::ManageAccounts)?;
    let name = KnownName::of(app, name).await?;
    let (now, actor) = (app.clock.now(), actor.to_string());
    let write = app.store.write(move |tx| {
        let before = name.find(tx)?;
        let after = AccountRecord { valid_since: now, ..before.clone() };
        end_all(tx, &after.uid, None)?;
        accounts::put(tx, Some(&before), &after)?;
        record_audit_as(tx, now, &actor, "accounts.revoke", &after.uid)?;
        Ok(AccountSummary::from(after))
    });
    let summary = write.await?;
    notify_sessions_changed(app, &summary.uid);
    Ok(summary)
}

/// All sessions, before or after they ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct AllSessions {
    pub sessions: u64,
    pub accounts: u64,
    /// Those of the accounts that only a session gives access to; they are lost with it.
    pub guests: u64,
}

/// Counts all sessions.
pub async fn count_sessions(app: &App, actor: &Actor) -> Result<AllSessions> {
    policy::authorize(actor, Action::ManageAccounts)?;
    app.store.read(count).await
}

/// Ends all sessions of all accounts. Access tokens are void, since every call checks the session.
pub async fn revoke_all(app: &App, actor: &Actor) -> Result<AllSessions> {
    policy::authorize(actor, Action::ManageAccounts)?;
    let ended = app.store.read(count).await?;
    let (now, actor) = (app.clock.now(), actor.to_string());
    let write = app.store.write(move |tx| {
        sessions::remove_where(tx, &|_| true)?;
        pending_sign_ins::remove_where(tx, &|_| true)?;
        let (actor, action, subject) = (actor.clone(), "accounts.revoke_all".to_owned(), "all accounts".to_owned());
        Ok(audit::append(tx, &AuditRecord { at: now, actor, action, subject })?)
    });
    write.await?;
    app.notify_streams(NotifiedAccounts::Everybody);
    Ok(ended)
}

fn count(tx: &ReadTx) -> Result<AllSessions> {
    let (mut found, mut uids) = (0, HashSet::<Uid>::new());
    sessions::each(tx, &mut |session| {
        found += 1;
        uids.insert(session.uid);
        std::ops::ControlFlow::Continue(())
    })?;
    let mut guests = 0;
    for uid in &uids {
        guests += u64::from(accounts::get(tx, uid)?.is_some_and(|account| account.is_guest()));
    }
    Ok(AllSessions { sessions: found, accounts: uids.len() as u64, guests })
}
