//! Identities at a provider for the signed-in account: linking one, and re-authenticating with one.

use super::authorization::authenticated;
use crate::app::App;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::ops::accounts::context::{record_audit, require_recent_sign_in};
use crate::ops::accounts::entry::add_identity;
use crate::ops::accounts::errors::invalid_provider_response;
use crate::ops::accounts::session_check;
use crate::ops::accounts::tokens::{self, IssuedSession, SessionSeed};
use crate::ops::policy::{self, Action, Actor};
use crate::store::accounts;
use crate::store::sign_in_transactions as transactions;

/// Links the identity that a sign-in transaction authenticated to the account with the same address.
///
/// # Errors
/// `requires_recent_login`, `user_mismatch`, `credential_already_in_use`, `too_many_identities`, `session_expired`,
/// `invalid_idp_response`.
pub async fn link(app: &App, actor: &Actor, transaction: &str, browser: &str) -> Result<IssuedSession> {
    policy::authorize(actor, Action::UseAccount)?;
    let (principal, now) = (actor.principal()?.clone(), app.clock.now());
    require_recent_sign_in(&principal, now)?;
    let (state, browser) = (transaction.to_owned(), browser.to_owned());
    let linked = app.store.write(move |tx| {
        let (before, session) = session_check::account_and_session(tx, &principal)?;
        let (transaction, profile) = authenticated(tx, &state, &browser, now)?;
        if !profile.email.as_ref().is_some_and(|email| before.has_email(email)) {
            return Err(user_mismatch());
        }
        let owner = accounts::by_identity(tx, &transaction.provider, &profile.subject)?;
        if owner.is_some_and(|owner| owner.uid != before.uid) {
            let message = "This identity is linked to another account.";
            return Err(Error::conflict(ErrorCode::CredentialAlreadyInUse, message));
        }
        let mut account = before.clone();
        add_identity(&mut account, &transaction.provider, &profile, now)?;
        accounts::put(tx, Some(&before), &account)?;
        transactions::remove(tx, &transaction.hash)?;
        record_audit(tx, now, "accounts.link_provider", &account.uid)?;
        Ok((account, session))
    });
    let (account, session) = linked.await?;
    tokens::issue(app, &account, &session, None, false)
}

/// Re-authenticates the session with a sign-in transaction that was started for this purpose.
///
/// # Errors
/// `user_mismatch`, `user_cancelled`, `session_expired`, `invalid_idp_response`.
pub async fn reauthenticate(app: &App, actor: &Actor, transaction: &str, browser: &str) -> Result<IssuedSession> {
    policy::authorize(actor, Action::UseAccount)?;
    let (principal, now) = (actor.principal()?.clone(), app.clock.now());
    let seed = SessionSeed::new(now);
    let (next, state, browser) = (seed.clone(), transaction.to_owned(), browser.to_owned());
    let reauthenticated = app.store.write(move |tx| {
        let (account, mut session) = session_check::account_and_session(tx, &principal)?;
        let (transaction, profile) = authenticated(tx, &state, &browser, now)?;
        if !transaction.is_reauthentication {
            return Err(invalid_provider_response());
        }
        let owner = accounts::by_identity(tx, &transaction.provider, &profile.subject)?;
        if owner.is_none_or(|owner| owner.uid != account.uid) {
            return Err(user_mismatch());
        }
        transactions::remove(tx, &transaction.hash)?;
        next.reauthenticate(tx, &mut session, now)?;
        Ok((account, session))
    });
    let (account, session) = reauthenticated.await?;
    tokens::issue(app, &account, &session, Some(&seed), false)
}

fn user_mismatch() -> Error {
    Error::new(Kind::Forbidden, ErrorCode::UserMismatch, "The provider authenticated another user.")
}
