//! Requirements that an account must meet before other actions: a verified address (`verify_email = "hard"`), a second
//! factor, and the role of operator. An account without an address counts as verified by its telephone number.

use super::session_check;
use crate::app::App;
use crate::config::VerifyEmail;
use crate::domain::Role;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::ops::policy::{self, Action, Actor};

/// Checks that the signed-in account has a verified address, where the policy requires one for changes.
///
/// # Errors
/// `unverified_email`, and those of [`session_check::account`].
pub async fn require_verified(app: &App, actor: &Actor) -> Result<()> {
    policy::authorize(actor, Action::UseAccount)?;
    if app.config.accounts.policy().verify_email != VerifyEmail::Hard {
        return Ok(());
    }
    let principal = actor.principal()?.clone();
    // The address may have been verified after the token was issued.
    let account = app.store.read(move |tx| session_check::account(tx, &principal)).await?;
    if account.email_verified || (account.email.is_none() && account.phone.is_some()) {
        return Ok(());
    }
    Err(Error::new(Kind::Forbidden, ErrorCode::UnverifiedEmail, "Confirm your e-mail address first."))
}

/// Checks that the session has a second factor if the account must have one. The rule is applied to the token's role,
/// so it also holds for sessions that began before a promotion or a change of the policy.
///
/// # Errors
/// `second_factor_required`.
pub fn require_second_factor(app: &App, actor: &Actor) -> Result<()> {
    policy::authorize(actor, Action::UseAccount)?;
    let principal = actor.principal()?;
    let is_required = app.config.accounts.policy_of(&principal.tenant).second_factor.is_required_of(principal.role);
    if !is_required || principal.has_second_factor || principal.is_guest {
        return Ok(());
    }
    let message = "Your account must have a second factor; add one first.";
    Err(Error::new(Kind::Forbidden, ErrorCode::SecondFactorRequired, message))
}

/// Checks in the store that the account is an operator's and that the token is in force. The session has a second
/// factor.
///
/// # Errors
/// `forbidden`, and those of [`session_check::account`].
pub async fn require_operator(app: &App, actor: &Actor) -> Result<()> {
    policy::authorize(actor, Action::ReadStatus)?;
    let principal = actor.principal()?.clone();
    let account = app.store.read(move |tx| session_check::account(tx, &principal)).await?;
    if account.role == Role::Operator { Ok(()) } else { Err(policy::forbidden()) }
}
