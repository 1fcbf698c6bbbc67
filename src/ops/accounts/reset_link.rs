//! Password reset links that the operator requests for an account.

use jiff::SignedDuration;
use serde::{Deserialize, Serialize};

use super::account_name::{AccountName, KnownName};
use super::admin::AccountSummary;
use super::context::{record_audit_as, wake_mailer};
use super::messages::{CodeMessage, CodeTarget};
use crate::app::App;
use crate::domain::account::CodeKind;
use crate::error::{Error, ErrorCode, Result};
use crate::ops::policy::{self, Action, Actor};

/// How long a link is valid.
const VALID_MINUTES: u32 = 60;

/// A password reset link that was mailed or returned.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResetLink {
    pub account: AccountSummary,
    pub valid_minutes: u32,
    /// The link, if it was not mailed.
    pub link: Option<String>,
}

/// How the owner receives a password reset link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LinkDelivery {
    Mail,
    /// The link is returned, so that the operator can hand it over.
    Print,
}

/// Creates a password reset link; earlier ones are void.
///
/// # Errors
/// `invalid_tenant_id`, `not_found`; `user_disabled` and `missing_email`, because such an account could not sign in
/// with the new password.
pub async fn reset_password(app: &App, actor: &Actor, name: AccountName, delivery: LinkDelivery) -> Result<ResetLink> {
    policy::authorize(actor, Action::ManageAccounts)?;
    let name = KnownName::of(app, name).await?;
    let (now, actor) = (app.clock.now(), actor.to_string());
    let message = CodeMessage::new(app, SignedDuration::from_mins(VALID_MINUTES.into()), None);
    let write = app.store.write(move |tx| {
        let account = name.find(tx)?;
        if account.disabled {
            let message = format!("{name} is disabled; `paragraf accounts enable {name}` first");
            return Err(Error::conflict(ErrorCode::UserDisabled, message));
        }
        let target = CodeTarget::own(CodeKind::PasswordReset, &account).ok_or_else(|| {
            let message = format!("{name} has no e-mail address, so it cannot sign in with a password");
            Error::conflict(ErrorCode::MissingEmail, message)
        })?;
        let link = match delivery {
            LinkDelivery::Mail => message.queue(tx, &target).map(|()| None)?,
            LinkDelivery::Print => Some(message.store_code(tx, &target)?),
        };
        record_audit_as(tx, now, &actor, "accounts.reset-password", &account.uid)?;
        Ok(ResetLink { account: account.into(), valid_minutes: VALID_MINUTES, link })
    });
    let created = write.await?;
    wake_mailer(app);
    Ok(created)
}
