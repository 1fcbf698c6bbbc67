//! A link to a new password for somebody who asked the operator for help.

use jiff::SignedDuration;
use serde::{Deserialize, Serialize};

use super::admin::{AccountName, AccountSummary, find};
use super::letters::{Letter, Purpose};
use super::{CodeKind, note_by, wake};
use crate::app::App;
use crate::error::{Error, ErrorCode, Result};
use crate::ops::policy::{self, Action, Actor};

const VALID_MINUTES: u32 = 60;

/// What was done for the account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResetLink {
    pub account: AccountSummary,
    pub valid_minutes: u32,
    /// The link, when it was not mailed.
    pub link: Option<String>,
}

/// Makes a link to a new password; it is mailed, or told when the operator hands it over.
///
/// Earlier links of this kind are void. Errors: `not_found`; `user_disabled`, for a new password would
/// not let it in.
pub async fn reset_password(app: &App, actor: &Actor, name: AccountName, tell: bool) -> Result<ResetLink> {
    policy::authorize(actor, Action::ManageAccounts)?;
    let (now, actor) = (app.clock.now(), actor.to_string());
    let letter = Letter::new(app, SignedDuration::from_mins(VALID_MINUTES.into()), None);
    let write = app.store.write(move |tx| {
        let account = find(tx, &name)?;
        if account.disabled {
            let message = format!("{name} is disabled; `paragraf accounts enable {name}` first");
            return Err(Error::conflict(ErrorCode::UserDisabled, message));
        }
        let (email, kind) = (&account.email, CodeKind::PasswordReset);
        let purpose = Purpose { kind, email, to: email, new_email: None, account: Some(&account) };
        let link = if tell { Some(letter.issue(tx, &purpose)?) } else { None };
        if !tell {
            letter.queue(tx, &purpose)?;
        }
        note_by(tx, now, &actor, "accounts.reset-password", &account.uid)?;
        Ok(ResetLink { account: account.into(), valid_minutes: VALID_MINUTES, link })
    });
    let made = write.await?;
    wake(app);
    Ok(made)
}
