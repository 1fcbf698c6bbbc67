//! Signing in and re-authenticating with a mailed link.

use jiff::Timestamp;

use super::completion::{PriorState, ProvenFactor, SignInOutcome, authenticate_again, complete_first_factor, finish};
use super::context::{ClientInfo, count_failure};
use super::errors::{invalid_code, invalid_email, method_not_offered, parse_email, sign_up_closed};
use super::proof::SignInProof;
use super::tokens::SignInContext;
use super::{action_codes, hooks, session_check, upgrade};
use crate::app::App;
use crate::config::EmailMethod;
use crate::domain::account::{CodeKind, SignInMethod};
use crate::domain::email::Email;
use crate::domain::{Language, Persistence, TenantId, Uid};
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::identity::secrets;
use crate::ops::policy::{self, Action, Actor};
use crate::store::WriteTx;
use crate::store::accounts::{self, AccountRecord};
use crate::store::action_codes::{self as stored_codes, ActionCodeRecord};

/// Number of wrong addresses after which a code is void: the address is part of the secret.
const MAX_FAILURES: u32 = 5;

/// A sign-in with the code of a mailed link.
#[derive(Debug)]
pub struct EmailLinkSignIn {
    pub email: String,
    pub code: String,
    pub persistence: Option<Persistence>,
    pub language: Option<Language>,
    /// The address for which this browser requested the link, from its cookie.
    pub requested_for: Option<String>,
}

/// The parts of the account that a link creates when its address has none.
struct NewAccount {
    uid: Uid,
    language: Language,
    is_sign_up_open: bool,
}

/// Signs in with a code and the address that it was sent to; creates the account if there is none.
///
/// # Errors
/// `invalid_email` for another address, of which the fifth voids the code; `different_device` when the link must be
/// opened in the browser that requested it (the code stays valid); `expired_action_code`, `invalid_action_code`,
/// `operation_not_allowed`, `admin_restricted_operation`, `user_disabled`, `merge_conflict` for a guest when the
/// address has an account (the code stays valid), `refused_by_hook` and `hook_unavailable` (the code stays valid),
/// `too_many_requests`.
pub async fn sign_in(app: &App, actor: &Actor, client: &ClientInfo, input: EmailLinkSignIn) -> Result<SignInOutcome> {
    policy::authorize(actor, Action::SignIn)?;
    authenticate(app, actor, client, input).await.inspect_err(|error| match error.code {
        // The address is not the link's.
        ErrorCode::InvalidEmail => count_failure(app, client, ErrorCode::InvalidActionCode),
        code => count_failure(app, client, code),
    })
}

async fn authenticate(app: &App, actor: &Actor, client: &ClientInfo, input: EmailLinkSignIn) -> Result<SignInOutcome> {
    let rules = client.rules(app)?;
    if !rules.offers(EmailMethod::EmailLink) {
        return Err(method_not_offered());
    }
    let (digest, now) = (action_codes::digest(app, client, &input.code)?, app.clock.now());
    let email = parse_email("email", &input.email)?;
    if app.config.accounts.force_same_device {
        require_same_device(&email, input.requested_for.as_deref())?;
    }
    let context = SignInContext::new(app, SignInMethod::EmailLink, input.persistence, client);
    let new = NewAccount {
        uid: secrets::generate_uid()?,
        language: input.language.unwrap_or(Language::En),
        is_sign_up_open: rules.sign_up(),
    };
    let (actor, requested_for) = (actor.clone(), input.requested_for);
    let completion = hooks::write(app, &context, move |tx, context| {
        let tenant = &context.client.tenant;
        let Some(code) = matching_code(tx, tenant, &digest, &email, now)? else { return Ok(None) };
        if code.same_device {
            require_same_device(&email, requested_for.as_deref())?;
        }
        let (account, prior) = new.or_existing(tx, &actor, tenant, &email, now)?;
        let completion =
            complete_first_factor(tx, context, ProvenFactor { account, prior, proof: SignInProof::EmailLink })?;
        stored_codes::remove(tx, &code)?;
        Ok(Some(completion))
    });
    finish(app, &context, completion.await?.ok_or_else(|| invalid_email("email"))?)
}

impl NewAccount {
    /// Returns the account with this address, or the account to store for a sign-up.
    fn or_existing(
        &self,
        tx: &WriteTx,
        actor: &Actor,
        tenant: &TenantId,
        email: &Email,
        now: Timestamp,
    ) -> Result<(AccountRecord, PriorState)> {
        if let Some(account) = accounts::by_email(tx, tenant, email)? {
            upgrade::refuse_guest(tx, actor)?;
            return Ok((account, PriorState::Stored));
        }
        if !self.is_sign_up_open {
            return Err(sign_up_closed());
        }
        let new = AccountRecord::new(self.uid.clone(), email.clone(), String::new(), self.language, now);
        Ok(upgrade::upgraded_or_new(upgrade::requesting_guest(tx, actor)?, new))
    }
}

/// Checks that the browser requested a link for this address.
///
/// # Errors
/// `different_device`.
fn require_same_device(email: &Email, requested_for: Option<&str>) -> Result<()> {
    if requested_for.and_then(Email::pasted).is_some_and(|requested| requested.key() == email.key()) {
        return Ok(());
    }
    let message = "Open the link in the browser that requested it.";
    Err(Error::new(Kind::Forbidden, ErrorCode::DifferentDevice, message))
}

/// Returns the sign-in code if it was sent to this address; otherwise counts a failure and returns `None`.
fn matching_code(
    tx: &WriteTx,
    tenant: &TenantId,
    digest: &str,
    email: &Email,
    now: Timestamp,
) -> Result<Option<ActionCodeRecord>> {
    let mut code = action_codes::find_valid(tx, tenant, digest, now)?;
    if code.kind != CodeKind::EmailSignIn {
        return Err(invalid_code());
    }
    if code.email.key() == email.key() {
        return Ok(Some(code));
    }
    code.failures += 1;
    if code.failures < MAX_FAILURES {
        stored_codes::put(tx, &code)?;
    } else {
        stored_codes::remove(tx, &code)?;
    }
    Ok(None)
}

/// Re-authenticates the session with a link to the account's own address.
///
/// # Errors
/// `user_mismatch` for another address (the code stays valid), and those of the code.
pub async fn reauthenticate(
    app: &App,
    actor: &Actor,
    client: &ClientInfo,
    email: &str,
    code: &str,
) -> Result<SignInOutcome> {
    policy::authorize(actor, Action::UseAccount)?;
    let (digest, now) = (action_codes::digest(app, client, code)?, app.clock.now());
    let (email, principal) = (parse_email("email", email)?, actor.principal()?.clone());
    let context = SignInContext::new(app, SignInMethod::EmailLink, None, client);
    let again = context.clone();
    let completion = app.store.write(move |tx| {
        let (before, session) = session_check::account_and_session(tx, &principal)?;
        if !before.has_email(&email) {
            let message = "This is not the address of this account.";
            return Err(Error::new(Kind::Forbidden, ErrorCode::UserMismatch, message));
        }
        let Some(code) = matching_code(tx, &before.tenant, &digest, &email, now)? else { return Ok(None) };
        stored_codes::remove(tx, &code)?;
        // The session and the mailbox belong to the same person.
        let (email_verified, email_link, credentials_proven) = (true, true, true);
        let account = AccountRecord { email_verified, email_link, credentials_proven, ..before.clone() };
        accounts::put(tx, Some(&before), &account)?;
        Ok(Some(authenticate_again(tx, &again, account, session)?))
    });
    finish(app, &context, completion.await?.ok_or_else(|| invalid_email("email"))?)
}
