//! The operator's commands that set custom claims of an account and end its sessions.

use serde_json::Value;

use super::account_name::{AccountName, KnownName};
use super::admin::AccountSummary;
use super::context::{notify_sessions_changed, record_audit_as};
use super::sessions::end_all;
use crate::app::App;
use crate::domain::custom_claims::{ClaimsProblem, CustomClaims};
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::ops::policy::{self, Action, Actor};
use crate::store::accounts::{self, AccountRecord};

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
