//! Action codes: what a code from a mail is good for, and the ones that act at once.

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::letters::Letter;
use super::{Origin, email_change, ended, note, user_disabled, wake};
use crate::app::App;
use crate::domain::email::Email;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::identity::secrets;
use crate::ops::policy::{self, Action, Actor};
use crate::rate_limit::Limit;
use crate::store::accounts::{self, AccountRecord};
use crate::store::action_codes::{self, ActionCodeRecord, CodeKind};
use crate::store::{Reading, WriteTx};

/// What a code is for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct CodeInfo {
    pub kind: CodeKind,
    /// The address that the code is for; not told of a code that signs in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new_email: Option<String>,
    /// The account's address now, where the code changes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub previous_email: Option<String>,
}

/// What a code has done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Applied {
    pub kind: CodeKind,
    /// The account's address now.
    pub email: String,
}

/// Tells what a code is for; it stays good.
///
/// Errors: `expired_action_code`, `invalid_action_code`, `too_many_requests`.
pub async fn check(app: &App, actor: &Actor, origin: &Origin, code: &str) -> Result<CodeInfo> {
    let (hash, now) = (admit(app, actor, origin, code)?, app.clock.now());
    app.store
        .read(move |tx| {
            let code = valid(tx, &hash, now)?;
            let account = owner(tx, &code)?;
            let changes = matches!(code.kind, CodeKind::VerifyAndChangeEmail | CodeKind::RecoverEmail);
            let text = |email: &Email| email.as_str().to_owned();
            Ok(CodeInfo {
                kind: code.kind,
                email: (code.kind != CodeKind::EmailSignIn).then(|| text(&code.email)),
                new_email: code.new_email.as_ref().map(text),
                previous_email: account.filter(|_| changes).map(|account| text(&account.email)),
            })
        })
        .await
}

/// Does what the code is for: confirms an address, changes it, or brings the old one back.
///
/// Errors: `expired_action_code`, `invalid_action_code`, `email_already_in_use`, `user_disabled`,
/// `too_many_requests`.
pub async fn apply(app: &App, actor: &Actor, origin: &Origin, code: &str) -> Result<Applied> {
    let (hash, now) = (admit(app, actor, origin, code)?, app.clock.now());
    let letter = Letter::new(app, app.config.accounts.policy().recover_ttl, None);
    let applied = app.store.write(move |tx| {
        let code = valid(tx, &hash, now)?;
        let account = owner(tx, &code)?.ok_or_else(invalid_code)?;
        if account.disabled {
            return Err(user_disabled());
        }
        let email = match code.kind {
            CodeKind::VerifyEmail => verify(tx, &account, now)?,
            CodeKind::VerifyAndChangeEmail => email_change::change(tx, &code, &account, &letter, now)?,
            CodeKind::RecoverEmail => email_change::recover(tx, &code, &account, now)?,
            CodeKind::PasswordReset | CodeKind::EmailSignIn => return Err(invalid_code()),
        };
        spend(tx, code.clone())?;
        Ok((account.uid, Applied { kind: code.kind, email: email.as_str().to_owned() }))
    });
    let (uid, applied) = applied.await?;
    ended(app, &uid);
    wake(app);
    Ok(applied)
}

fn verify(tx: &WriteTx, account: &AccountRecord, now: Timestamp) -> Result<Email> {
    accounts::put(tx, Some(account), &AccountRecord { email_verified: true, ..account.clone() })?;
    note(tx, now, "accounts.verify_email", &account.uid)?;
    Ok(account.email.clone())
}

/// The digest of a code that may be looked up now.
pub(super) fn admit(app: &App, actor: &Actor, origin: &Origin, code: &str) -> Result<String> {
    policy::authorize(actor, Action::SignIn)?;
    app.rate_limiter.take(Limit::ActionCode, origin.network, app.clock.now())?;
    if secrets::is_code(code) { Ok(secrets::digest(code)) } else { Err(invalid_code()) }
}

/// A code that was neither used nor made void, and whose time is not over.
pub(super) fn valid(tx: &impl Reading, hash: &str, now: Timestamp) -> Result<ActionCodeRecord> {
    let code = action_codes::get(tx, hash)?.filter(|code| !code.spent).ok_or_else(invalid_code)?;
    if now < code.expires_at {
        return Ok(code);
    }
    Err(Error::new(Kind::Invalid, ErrorCode::ExpiredActionCode, "This code has expired."))
}

/// The account that the code acts on; `None` for one that signs in.
///
/// Errors: `invalid_action_code` when the account is gone, or has another address than the code was
/// made for: who holds a mailbox holds only what was sent to the account's own.
pub(super) fn owner(tx: &impl Reading, code: &ActionCodeRecord) -> Result<Option<AccountRecord>> {
    let Some(uid) = &code.uid else { return Ok(None) };
    let account = accounts::get(tx, uid)?.ok_or_else(invalid_code)?;
    let is_own = account.email.key() == code.email.key();
    if is_own || code.kind == CodeKind::RecoverEmail { Ok(Some(account)) } else { Err(invalid_code()) }
}

pub(super) fn spend(tx: &WriteTx, code: ActionCodeRecord) -> Result<()> {
    Ok(action_codes::put(tx, &ActionCodeRecord { spent: true, ..code })?)
}

pub(super) fn invalid_code() -> Error {
    let message = "This code is malformed, expired, or has already been used.";
    Error::new(Kind::Invalid, ErrorCode::InvalidActionCode, message)
}
