//! Signing in and re-authenticating with a password.

use super::activity;
use super::completion::{PriorState, ProvenFactor, SignInOutcome, authenticate_again, complete_first_factor, finish};
use super::context::{ClientInfo, count_failure, limit_key, with_minimum_latency};
use super::errors::{invalid_field, method_not_offered, parse_email, user_not_found, wrong_password};
use super::proof::SignInProof;
use super::tokens::SignInContext;
use super::{hooks, session_check, upgrade};
use crate::app::App;
use crate::config::EmailMethod;
use crate::domain::Persistence;
use crate::domain::account::SignInMethod;
use crate::domain::email::Email;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::identity::password_hashing::{HashPermit, Verification};
use crate::ops::policy::{self, Action, Actor};
use crate::rate_limit::Limit;
use crate::store::accounts::{self, AccountRecord};

/// Signs in with an address and a password.
///
/// # Errors
/// `operation_not_allowed`, `invalid_email`, `missing_password`, `user_not_found` and `wrong_password` (protected mode:
/// `invalid_credential` for both), `user_disabled` and, for a guest, `merge_conflict` only with the right password,
/// `refused_by_hook`, `hook_unavailable`, `too_many_requests`, `unavailable`.
pub async fn sign_in(
    app: &App,
    actor: &Actor,
    client: &ClientInfo,
    email: &str,
    password: &str,
    persistence: Option<Persistence>,
) -> Result<SignInOutcome> {
    policy::authorize(actor, Action::SignIn)?;
    if !client.rules(app)?.offers(EmailMethod::Password) {
        return Err(method_not_offered());
    }
    let email = parse_email("email", email)?;
    let context = SignInContext::new(app, SignInMethod::Password, persistence, client);
    with_minimum_latency(app, authenticate(app, actor, client, email, password, context)).await.map_err(|error| {
        count_failure(app, client, error.code);
        let is_protected = app.config.accounts.policy().is_protected();
        match error.code {
            ErrorCode::WrongPassword | ErrorCode::UserNotFound if is_protected => {
                let message = "The e-mail address and the password do not match.";
                Error::new(Kind::Unauthenticated, ErrorCode::InvalidCredential, message)
            }
            _ => error,
        }
    })
}

async fn authenticate(
    app: &App,
    actor: &Actor,
    client: &ClientInfo,
    email: Email,
    password: &str,
    context: SignInContext,
) -> Result<SignInOutcome> {
    let (tenant, wanted, is_protected) =
        (client.tenant.clone(), email.clone(), app.config.accounts.policy().is_protected());
    let account = app.store.read(move |tx| Ok(accounts::by_email(tx, &tenant, &wanted)?)).await?;
    // In protected mode a password works only after the address is verified: otherwise signing up and then signing
    // in would reveal whether the address was free.
    let account = account.filter(|account| account.email_verified || !is_protected);
    let verified = verify_password(app, client, &limit_key(&client.tenant, &email), account.as_ref(), password).await?;
    let (account, (permit, verification)) = account.zip(verified).ok_or_else(user_not_found)?;
    let new_hash = if verification.is_outdated { Some(permit.hash(password).await?) } else { None };
    drop(permit);
    complete_verified(app, actor, account, context, new_hash).await
}

/// Verifies the password of an account, within the limits of `key`: its tenant and address, or its uid without an
/// address. Without an account, does the same work and returns `None`.
///
/// # Errors
/// `missing_password`, `wrong_password` (only for an account), `too_many_requests`, `unavailable`.
async fn verify_password(
    app: &App,
    client: &ClientInfo,
    key: &str,
    account: Option<&AccountRecord>,
    password: &str,
) -> Result<Option<(HashPermit, Verification)>> {
    if password.is_empty() {
        return Err(invalid_field(ErrorCode::MissingPassword, "password", "Enter the password."));
    }
    let (failures, now) = (&app.identity.password_failures, app.clock.steady());
    let check_limits = || {
        failures.check(key, client.network, now)?;
        app.rate_limiter.peek(Limit::WrongPassword, client.network, now)
    };
    check_limits()?;
    let permit = app.identity.hasher.acquire(client.network).await?;
    // Simultaneous attempts may have failed while this one waited for its permit.
    check_limits()?;
    let hash = account.and_then(|account| account.password_hash.clone());
    let verification = permit.verify(password, hash).await?;
    if !verification.matches {
        failures.record(key, client.network, now);
        // At the limit this attempt is refused either way.
        app.rate_limiter.take(Limit::WrongPassword, client.network, now).ok();
        let Some(account) = account else { return Ok(None) };
        drop(permit);
        activity::record_failure(app, client, account.uid.clone()).await;
        return Err(wrong_password(Kind::Unauthenticated));
    }
    Ok(Some((permit, verification)))
}

/// Verifies the password of the signed-in account. A wrong one is `forbidden`, because a client discards its token
/// after 401.
pub(super) async fn verify_current_password(
    app: &App,
    client: &ClientInfo,
    account: &AccountRecord,
    password: &str,
) -> Result<HashPermit> {
    let by_email = account.email.as_ref().map(|email| limit_key(&account.tenant, email));
    let key = by_email.unwrap_or_else(|| account.uid.to_string());
    let verified = verify_password(app, client, &key, Some(account), password).await;
    let verified = verified.inspect_err(|error| count_failure(app, client, error.code));
    let verified = verified.map_err(|error| match error.code {
        // A client takes 401 as a void access token and would end the session for a typing mistake.
        ErrorCode::WrongPassword => wrong_password(Kind::Forbidden),
        _ => error,
    })?;
    let (permit, _) = verified.ok_or_else(|| wrong_password(Kind::Forbidden))?;
    app.identity.password_failures.clear(&key, client.network);
    Ok(permit)
}

/// Signs in to the account, if its password is still the one that was verified.
async fn complete_verified(
    app: &App,
    actor: &Actor,
    verified: AccountRecord,
    context: SignInContext,
    new_hash: Option<String>,
) -> Result<SignInOutcome> {
    let actor = actor.clone();
    let completion = hooks::write(app, &context, move |tx, context| {
        upgrade::refuse_guest(tx, &actor)?;
        let account = accounts::get(tx, &verified.uid)?.ok_or_else(user_not_found)?;
        if account.password_hash != verified.password_hash {
            return Err(wrong_password(Kind::Unauthenticated));
        }
        let proof = SignInProof::Password { new_hash: new_hash.as_deref() };
        complete_first_factor(tx, context, ProvenFactor { account, prior: PriorState::Stored, proof })
    });
    finish(app, &context, completion.await?)
}

/// Re-authenticates the session with the account's password.
///
/// # Errors
/// `wrong_password`, `missing_password`, `too_many_requests`, `unavailable`.
pub async fn reauthenticate(app: &App, actor: &Actor, client: &ClientInfo, password: &str) -> Result<SignInOutcome> {
    policy::authorize(actor, Action::UseAccount)?;
    let principal = actor.principal()?.clone();
    let reader = principal.clone();
    let account = app.store.read(move |tx| session_check::account(tx, &reader)).await?;
    verify_current_password(app, client, &account, password).await?;
    let context = SignInContext::new(app, SignInMethod::Password, None, client);
    let (again, hash) = (context.clone(), account.password_hash);
    let completion = app.store.write(move |tx| {
        let (account, session) = session_check::account_and_session(tx, &principal)?;
        if account.password_hash != hash {
            return Err(wrong_password(Kind::Forbidden));
        }
        authenticate_again(tx, &again, account, session)
    });
    finish(app, &context, completion.await?)
}
