//! An identity at a provider for somebody who is signed in: connecting it, and proving by it who they are.

use super::provider::{invalid_response, known};
use super::provider_sign_in::connect;
use super::tokens::{self, Draw, SignedIn};
use super::{note, require_recent, session_check};
use crate::app::App;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::ops::policy::{self, Action, Actor};
use crate::store::accounts;
use crate::store::sign_in_transactions as transactions;

/// Connects the identity that a visit found to the account of who asks, which has its address.
///
/// Errors: `requires_recent_login`, `user_mismatch`, `credential_already_in_use`, `session_expired`,
/// `invalid_idp_response`.
pub async fn link(app: &App, actor: &Actor, transaction: &str, browser: &str) -> Result<SignedIn> {
    policy::authorize(actor, Action::UseAccount)?;
    let (principal, now) = (actor.principal()?.clone(), app.clock.now());
    require_recent(&principal, now)?;
    let (state, browser) = (transaction.to_owned(), browser.to_owned());
    let linked = app.store.write(move |tx| {
        let (before, session) = session_check::account_and_session(tx, &principal)?;
        let (visit, profile) = known(tx, &state, &browser, now)?;
        if profile.email.as_ref().is_none_or(|email| email.key() != before.email.key()) {
            return Err(mismatch());
        }
        let owner = accounts::by_identity(tx, &visit.provider, &profile.subject)?;
        if owner.is_some_and(|owner| owner.uid != before.uid) {
            let message = "This account of the provider belongs to another account here.";
            return Err(Error::conflict(ErrorCode::CredentialAlreadyInUse, message));
        }
        let mut account = before.clone();
        connect(&mut account, &visit.provider, &profile, now);
        accounts::put(tx, Some(&before), &account)?;
        transactions::remove(tx, &visit.hash)?;
        note(tx, now, "accounts.link_provider", &account.uid)?;
        Ok((account, session))
    });
    let (account, session) = linked.await?;
    tokens::signed_in(app, &account, &session, None, false)
}

/// Proves again, by a visit that was made for it, who is signed in: the same session, a new `auth_time`.
///
/// Errors: `user_mismatch`, `user_cancelled`, `session_expired`, `invalid_idp_response`.
pub async fn prove(app: &App, actor: &Actor, transaction: &str, browser: &str) -> Result<SignedIn> {
    policy::authorize(actor, Action::UseAccount)?;
    let (principal, now) = (actor.principal()?.clone(), app.clock.now());
    let draw = Draw::new(now);
    let (next, state, browser) = (draw.clone(), transaction.to_owned(), browser.to_owned());
    let proved = app.store.write(move |tx| {
        let (account, mut session) = session_check::account_and_session(tx, &principal)?;
        let (visit, profile) = known(tx, &state, &browser, now)?;
        if !visit.is_proof {
            return Err(invalid_response());
        }
        let owner = accounts::by_identity(tx, &visit.provider, &profile.subject)?;
        if owner.is_none_or(|owner| owner.uid != account.uid) {
            return Err(mismatch());
        }
        transactions::remove(tx, &visit.hash)?;
        session.auth_time = now;
        next.rotate(tx, &mut session, now)?;
        Ok((account, session))
    });
    let (account, session) = proved.await?;
    tokens::signed_in(app, &account, &session, Some(&draw), false)
}

fn mismatch() -> Error {
    Error::new(Kind::Forbidden, ErrorCode::UserMismatch, "The provider named somebody else.")
}
