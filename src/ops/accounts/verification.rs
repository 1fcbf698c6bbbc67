//! What an account must do before it may do anything else: verify its address (`verify_email = "hard"`), and add a
//! second factor. Of an account without an address the telephone number is verified.

use super::session_check;
use crate::app::App;
use crate::config::VerifyEmail;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::ops::policy::{self, Action, Actor};

/// Checks that the signed-in account may change something.
///
/// # Errors
/// `unverified_email`, and those of [`session_check::account`].
pub async fn require_verified(app: &App, actor: &Actor) -> Result<()> {
    policy::authorize(actor, Action::UseAccount)?;
    if app.config.accounts.policy().verify_email != VerifyEmail::Hard {
        return Ok(());
    }
    let principal = actor.principal()?.clone();
    // The token may be older than the verification.
    let account = app.store.read(move |tx| session_check::account(tx, &principal)).await?;
    if account.email_verified || (account.email.is_none() && account.phone.is_some()) {
        return Ok(());
    }
    Err(Error::new(Kind::Forbidden, ErrorCode::UnverifiedEmail, "Confirm your e-mail address first."))
}

/// Checks that the session has a second factor if the account must have one. The token's role decides, so that the
/// rule also holds for sessions from before a promotion or a change of the policy.
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
