//! `verify_email = "hard"`: an account whose address is not verified reads, and changes nothing. Of an account without an
//! address the telephone number is verified.

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
