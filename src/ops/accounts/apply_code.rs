//! Checking action codes, and applying those that need no further input.

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::activity::Origin;
use super::context::{ClientInfo, notify_sessions_changed, record_audit, wake_mailer};
use super::errors::{invalid_code, user_disabled};
use super::messages::CodeMessage;
use super::second_factor::{FactorInfo, removal};
use super::{action_codes, email_change, session_check};
use crate::app::App;
use crate::domain::account::CodeKind;
use crate::domain::activity::ActivityKind;
use crate::domain::email::Email;
use crate::error::Result;
use crate::ops::policy::{self, Action, Actor};
use crate::store::WriteTx;
use crate::store::accounts::{self, AccountRecord};
use crate::store::action_codes::{self as stored_codes, ActionCodeRecord};

/// The effect of an action code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct CodeInfo {
    pub kind: CodeKind,
    /// The address that the code acts for; absent for sign-in codes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new_email: Option<String>,
    /// The account's current address, when the code changes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub previous_email: Option<String>,
    /// The second factor that the code removes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub factor: Option<FactorInfo>,
}

/// The result of applying an action code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct AppliedCode {
    pub kind: CodeKind,
    /// The account's address after the change.
    pub email: String,
    /// The second factor that was removed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub factor: Option<FactorInfo>,
}

/// Returns what a code does, without using it.
///
/// # Errors
/// `expired_action_code`, `invalid_action_code`, `too_many_requests`.
pub async fn check(app: &App, actor: &Actor, client: &ClientInfo, code: &str) -> Result<CodeInfo> {
    policy::authorize(actor, Action::SignIn)?;
    let (digest, now) = (action_codes::digest(app, client, code)?, app.clock.now());
    let tenant = client.tenant.clone();
    app.store
        .read(move |tx| {
            let code = action_codes::find_valid(tx, &tenant, &digest, now)?;
            let account = action_codes::find_owner(tx, &code)?;
            let changes_email = matches!(code.kind, CodeKind::VerifyAndChangeEmail | CodeKind::RecoverEmail);
            let text = |email: &Email| email.as_str().to_owned();
            let factor = account.as_ref().and_then(|account| factor_of(account, &code));
            if code.factor.is_some() && factor.is_none() {
                return Err(invalid_code());
            }
            Ok(CodeInfo {
                kind: code.kind,
                email: (code.kind != CodeKind::EmailSignIn).then(|| text(&code.email)),
                new_email: code.new_email.as_ref().map(text),
                previous_email: account.filter(|_| changes_email).and_then(|account| account.email).as_ref().map(text),
                factor,
            })
        })
        .await
}

/// Applies a code: verifies an address, changes it, restores the previous one, or removes a new second factor.
///
/// The code proves that the person who set the credentials owns the mailbox only when it is used in a browser that is
/// signed in to the account.
///
/// # Errors
/// `expired_action_code`, `invalid_action_code`, `email_already_in_use`, `different_device` (the code can be used
/// again), `user_disabled`, `too_many_requests`.
pub async fn apply(app: &App, actor: &Actor, client: &ClientInfo, code: &str) -> Result<AppliedCode> {
    policy::authorize(actor, Action::SignIn)?;
    let (digest, now) = (action_codes::digest(app, client, code)?, app.clock.now());
    let recovery = CodeMessage::new(app, app.config.accounts.policy().recover_ttl, None);
    let (principal, origin) = (actor.principal().ok().cloned(), Origin::new(client, now));
    let tenant = client.tenant.clone();
    let applied = app.store.write(move |tx| {
        let code = action_codes::find_valid(tx, &tenant, &digest, now)?;
        let account = action_codes::find_owner(tx, &code)?.ok_or_else(invalid_code)?;
        if account.disabled {
            return Err(user_disabled());
        }
        let signed_in = session_check::find_account(tx, principal.as_ref())?;
        let is_signed_in = signed_in.is_some_and(|signed_in| signed_in.uid == account.uid);
        let factor = factor_of(&account, &code);
        let email = match code.kind {
            CodeKind::VerifyEmail => verify(tx, &account, &code, is_signed_in, now)?,
            CodeKind::VerifyAndChangeEmail => {
                origin.record(tx, &account.uid, ActivityKind::EmailChange)?;
                email_change::change(tx, &code, &account, is_signed_in, &recovery, now)?
            }
            CodeKind::RecoverEmail => {
                origin.record(tx, &account.uid, ActivityKind::EmailRecovery)?;
                email_change::recover(tx, &code, &account, now)?
            }
            CodeKind::RevertSecondFactorAddition => {
                removal::revert(tx, &code, &account, &origin, now)?;
                code.email.clone()
            }
            CodeKind::PasswordReset | CodeKind::EmailSignIn => return Err(invalid_code()),
        };
        stored_codes::remove(tx, &code)?;
        Ok((account.uid, AppliedCode { kind: code.kind, email: email.as_str().to_owned(), factor }))
    });
    let (uid, applied) = applied.await?;
    notify_sessions_changed(app, &uid);
    wake_mailer(app);
    Ok(applied)
}

fn factor_of(account: &AccountRecord, code: &ActionCodeRecord) -> Option<FactorInfo> {
    code.factor.and_then(|id| account.second_factors.get(id)).map(FactorInfo::from)
}

fn verify(
    tx: &WriteTx,
    account: &AccountRecord,
    code: &ActionCodeRecord,
    is_signed_in: bool,
    now: Timestamp,
) -> Result<Email> {
    let credentials_proven = account.credentials_proven || is_signed_in;
    let verified = AccountRecord { email_verified: true, credentials_proven, ..account.clone() };
    accounts::put(tx, Some(account), &verified)?;
    record_audit(tx, now, "accounts.verify_email", &account.uid)?;
    Ok(code.email.clone())
}
