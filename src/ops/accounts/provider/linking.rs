//! Identities at a provider for the signed-in account: linking one, and re-authenticating with one.

use std::collections::HashMap;

use super::visit::find_authenticated;
use crate::app::App;
use crate::domain::account::SignInMethod;
use crate::domain::activity::ActivityKind;
use crate::domain::email::Email;
use crate::domain::federated::FederatedProfile;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::ops::accounts::activity::Origin;
use crate::ops::accounts::completion::{SignInOutcome, authenticate_again, finish};
use crate::ops::accounts::context::{ClientInfo, record_audit, require_recent_sign_in, wake_mailer};
use crate::ops::accounts::errors::{email_in_use, invalid_provider_response};
use crate::ops::accounts::messages::InfoMessage;
use crate::ops::accounts::pictures;
use crate::ops::accounts::proof::add_identity;
use crate::ops::accounts::session_check::{self, require_no_guest};
use crate::ops::accounts::tokens::{self, IssuedSession, SignInContext};
use crate::ops::policy::{self, Action, Actor};
use crate::store::WriteTx;
use crate::store::accounts::{self, AccountRecord};
use crate::store::sign_in_transactions::{self as transactions, TransactionPurpose, TransactionRecord};

/// Links the identity that a visit authenticated. The account started the visit for this purpose, or the visit is a
/// sign-in with the account's address that waits for its owner.
///
/// # Errors
/// `operation_not_allowed` for a guest, `requires_recent_login`, `user_mismatch`, `credential_already_in_use`,
/// `provider_already_linked`, `email_already_in_use`, `too_many_identities`, `session_expired`, `invalid_idp_response`,
/// and the failure of the visit.
pub async fn link(
    app: &App,
    actor: &Actor,
    client: &ClientInfo,
    transaction: &str,
    browser: &str,
) -> Result<IssuedSession> {
    policy::authorize(actor, Action::UseAccount)?;
    let (principal, now) = (actor.principal()?.clone(), app.clock.now());
    require_recent_sign_in(&principal, now)?;
    let is_protected = app.config.accounts.policy().is_protected();
    let (state, browser) = (transaction.to_owned(), browser.to_owned());
    let names: HashMap<_, _> = app.config.accounts.providers().map(|provider| (provider.id, provider.name)).collect();
    let (message, device, origin) = (InfoMessage::new(now), client.device.clone(), Origin::new(client, now));
    let linked = app.store.write(move |tx| {
        let (before, session) = session_check::account_and_session(tx, &principal)?;
        require_no_guest(&before)?;
        let (transaction, profile) = find_authenticated(tx, &before.tenant, &state, &browser, now)?;
        require_purpose(&transaction, &before, &profile)?;
        require_free(tx, &transaction, &before, &profile, is_protected)?;
        let mut account = before.clone();
        if account.email.is_none() {
            account.email = free_email(tx, &account, &profile, is_protected)?;
        }
        add_identity(&mut account, &transaction.provider, &profile, now)?;
        accounts::put(tx, Some(&before), &account)?;
        pictures::request(tx, &account.uid, &transaction.provider, &profile, now)?;
        transactions::remove(tx, &transaction.hash)?;
        if account.identities.len() > before.identities.len() {
            origin.record(tx, &account.uid, ActivityKind::ProviderLink)?;
            let name = names.get(&transaction.provider).unwrap_or(&transaction.provider);
            message.queue_provider_linked(tx, &account, name, &device)?;
        }
        record_audit(tx, now, "accounts.link_provider", &account.uid)?;
        Ok((account, session))
    });
    let (account, session) = linked.await?;
    wake_mailer(app);
    app.picture_wake.notify_one();
    tokens::issue(app, &account, &session, None, false)
}

/// Re-authenticates the session with a sign-in transaction that was started for this purpose.
///
/// # Errors
/// `user_mismatch`, `user_cancelled`, `session_expired`, `invalid_idp_response`.
pub async fn reauthenticate(
    app: &App,
    actor: &Actor,
    client: &ClientInfo,
    transaction: &str,
    browser: &str,
) -> Result<SignInOutcome> {
    policy::authorize(actor, Action::UseAccount)?;
    let (principal, now) = (actor.principal()?.clone(), app.clock.now());
    let (tenant, state, browser) = (client.tenant.clone(), transaction.to_owned(), browser.to_owned());
    let (wanted, presented) = (state.clone(), browser.clone());
    let read = app.store.read(move |tx| Ok(find_authenticated(tx, &tenant, &wanted, &presented, now)?.0.provider));
    let context = SignInContext::new(app, SignInMethod::Provider(read.await?), None, client);
    let again = context.clone();
    let completion = app.store.write(move |tx| {
        let (account, session) = session_check::account_and_session(tx, &principal)?;
        let (transaction, profile) = find_authenticated(tx, &account.tenant, &state, &browser, now)?;
        if transaction.purpose != TransactionPurpose::Reauthenticate(account.uid.clone()) {
            return Err(invalid_provider_response());
        }
        let owner = accounts::by_identity(tx, &account.tenant, &transaction.provider, &profile.subject)?;
        if owner.is_none_or(|owner| owner.uid != account.uid) {
            return Err(user_mismatch());
        }
        transactions::remove(tx, &transaction.hash)?;
        authenticate_again(tx, &again, account, session)
    });
    finish(app, &context, completion.await?)
}

/// Checks that the visit was started to link this identity to the account.
///
/// # Errors
/// `user_mismatch`, `invalid_idp_response`.
fn require_purpose(transaction: &TransactionRecord, account: &AccountRecord, profile: &FederatedProfile) -> Result<()> {
    match &transaction.purpose {
        TransactionPurpose::Link(uid) if *uid == account.uid => Ok(()),
        TransactionPurpose::SignIn if profile.email.as_ref().is_some_and(|email| account.has_email(email)) => Ok(()),
        TransactionPurpose::Link(_) | TransactionPurpose::SignIn => Err(user_mismatch()),
        TransactionPurpose::Reauthenticate(_) => Err(invalid_provider_response()),
    }
}

/// Checks that neither the identity nor its address belongs to another account.
///
/// # Errors
/// `credential_already_in_use`, `provider_already_linked`, `email_already_in_use`.
fn require_free(
    tx: &WriteTx,
    transaction: &TransactionRecord,
    account: &AccountRecord,
    profile: &FederatedProfile,
    is_protected: bool,
) -> Result<()> {
    match accounts::by_identity(tx, &account.tenant, &transaction.provider, &profile.subject)? {
        Some(owner) if owner.uid != account.uid => {
            let message = "This identity is linked to another account.";
            return Err(Error::conflict(ErrorCode::CredentialAlreadyInUse, message));
        }
        Some(_) if matches!(transaction.purpose, TransactionPurpose::Link(_)) => {
            let message = "This identity is linked to the account already.";
            return Err(Error::conflict(ErrorCode::ProviderAlreadyLinked, message));
        }
        _ => {}
    }
    let email = usable_email(profile, is_protected);
    let owner = email.map_or(Ok(None), |email| accounts::by_email(tx, &account.tenant, email))?;
    if owner.is_some_and(|owner| owner.uid != account.uid) { Err(email_in_use()) } else { Ok(()) }
}

/// Returns the identity's address. An unverified one is ignored in protected mode, where only the owner of an address
/// may learn whether it has an account.
fn usable_email(profile: &FederatedProfile, is_protected: bool) -> Option<&Email> {
    profile.email.as_ref().filter(|_| profile.email_verified || !is_protected)
}

/// Returns the identity's address for an account without one, unless another account has it.
fn free_email(
    tx: &WriteTx,
    account: &AccountRecord,
    profile: &FederatedProfile,
    is_protected: bool,
) -> Result<Option<Email>> {
    match usable_email(profile, is_protected) {
        Some(email) if accounts::by_email(tx, &account.tenant, email)?.is_none() => Ok(Some(email.clone())),
        _ => Ok(None),
    }
}

fn user_mismatch() -> Error {
    Error::new(Kind::Forbidden, ErrorCode::UserMismatch, "The provider authenticated another user.")
}
