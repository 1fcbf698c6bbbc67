//! Signing in and re-authenticating with a mailed link.

use jiff::Timestamp;

use super::action_codes;
use super::context::{ClientInfo, count_failure, notify_sessions_changed, record_audit, wake_mailer};
use super::errors::{invalid_code, invalid_email, method_not_offered, parse_email, sign_up_closed, user_disabled};
use super::messages::InfoMessage;
use super::password::remember_device;
use super::sign_up::new_account;
use super::tokens::{self, IssuedSession, SessionSeed, SignInContext};
use super::{session_check, sessions};
use crate::app::App;
use crate::config::{AccountPolicy, EmailMethod};
use crate::domain::account::{CodeKind, SignInMethod};
use crate::domain::email::Email;
use crate::domain::message::MessageKind;
use crate::domain::{Language, Persistence, Uid};
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::identity::secrets;
use crate::ops::policy::{self, Action, Actor};
use crate::store::WriteTx;
use crate::store::accounts::{self, AccountRecord};
use crate::store::action_codes::{self as stored_codes, ActionCodeRecord};
use crate::store::sessions::SessionRecord;

/// Wrong addresses after which a code is void: the address is half of the secret.
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

/// Everything that is random or read from the configuration, determined before the transaction.
struct SignIn {
    uid: Uid,
    language: Language,
    context: SignInContext,
    seed: SessionSeed,
    new_device: InfoMessage,
    policy: AccountPolicy,
    is_sign_up_open: bool,
    now: Timestamp,
}

/// Signs in with a code and the address that it was sent to; creates the account if there is none.
///
/// # Errors
/// `invalid_email` for another address, which voids the code at the fifth time; `different_device` when the link must
/// be opened in the browser that requested it (the code stays valid); `expired_action_code`, `invalid_action_code`,
/// `operation_not_allowed`, `admin_restricted_operation`, `user_disabled`, `too_many_requests`.
pub async fn sign_in(app: &App, actor: &Actor, client: &ClientInfo, input: EmailLinkSignIn) -> Result<IssuedSession> {
    policy::authorize(actor, Action::SignIn)?;
    authenticate(app, client, input).await.inspect_err(|error| match error.code {
        // Another address than the link's.
        ErrorCode::InvalidEmail => count_failure(app, client, ErrorCode::InvalidActionCode),
        code => count_failure(app, client, code),
    })
}

async fn authenticate(app: &App, client: &ClientInfo, input: EmailLinkSignIn) -> Result<IssuedSession> {
    if !app.config.accounts.offers(EmailMethod::EmailLink) {
        return Err(method_not_offered());
    }
    let (digest, now) = (action_codes::digest(app, client, &input.code)?, app.clock.now());
    let email = parse_email("email", &input.email)?;
    if app.config.accounts.force_same_device {
        require_same_device(&email, input.requested_for.as_deref())?;
    }
    let seed = SessionSeed::new(now);
    let sign_in = SignIn {
        uid: secrets::generate_uid().ok_or_else(|| Error::unavailable("Try again."))?,
        language: input.language.unwrap_or(Language::En),
        context: SignInContext::new(app, SignInMethod::EmailLink, input.persistence, client),
        seed: seed.clone(),
        new_device: InfoMessage::new(now),
        policy: app.config.accounts.policy(),
        is_sign_up_open: app.config.accounts.sign_up,
        now,
    };
    let signed_in = app.store.write(move |tx| {
        let Some(code) = matching_code(tx, &digest, &email, now)? else { return Ok(None) };
        let signed_in = sign_in.execute(tx, &email)?;
        action_codes::spend(tx, code)?;
        Ok(Some(signed_in))
    });
    let (account, session, is_new) = signed_in.await?.ok_or_else(|| invalid_email("email"))?;
    // Sessions may have ended, see `remove_planted_credentials`.
    notify_sessions_changed(app, &account.uid);
    wake_mailer(app);
    tokens::issue(app, &account, &session, Some(&seed), is_new)
}

/// Checks that the browser requested a link for this address.
///
/// # Errors
/// `different_device`.
fn require_same_device(email: &Email, requested_for: Option<&str>) -> Result<()> {
    if requested_for.and_then(Email::parse).is_some_and(|requested| requested.key() == email.key()) {
        return Ok(());
    }
    let message = "Open the link in the browser that requested it.";
    Err(Error::new(Kind::Forbidden, ErrorCode::DifferentDevice, message))
}

/// Returns the sign-in code if it was sent to this address; otherwise counts a failure and returns `None`.
fn matching_code(tx: &WriteTx, digest: &str, email: &Email, now: Timestamp) -> Result<Option<ActionCodeRecord>> {
    let mut code = action_codes::valid(tx, digest, now)?;
    if code.kind != CodeKind::EmailSignIn {
        return Err(invalid_code());
    }
    if code.email.key() == email.key() {
        return Ok(Some(code));
    }
    code.failures += 1;
    code.spent = code.failures >= MAX_FAILURES;
    stored_codes::put(tx, &code)?;
    Ok(None)
}

impl SignIn {
    fn execute(&self, tx: &WriteTx, email: &Email) -> Result<(AccountRecord, SessionRecord, bool)> {
        let before = accounts::by_email(tx, email)?;
        let mut account = match &before {
            Some(account) if account.disabled => return Err(user_disabled()),
            Some(account) => account.clone(),
            None if !self.is_sign_up_open => return Err(sign_up_closed()),
            None => new_account(self.uid.clone(), email.clone(), String::new(), self.language, self.now),
        };
        if !account.credentials_proven && before.is_some() {
            remove_planted_credentials(tx, &mut account, self.now)?;
        }
        account.email_verified = true;
        account.credentials_proven = true;
        account.email_link = true;
        account.last_login_at = Some(self.now);
        if remember_device(&mut account, &self.context.device) && self.policy.notify_new_device {
            self.new_device.queue(tx, MessageKind::NewDevice, &account, Some(&self.context.device))?;
        }
        accounts::put(tx, before.as_ref(), &account)?;
        let session = self.seed.create_session(tx, &account.uid, &self.context, &self.policy, self.now)?;
        Ok((account, session, before.is_none()))
    }
}

/// Removes the password, the linked identities, the sessions and the mailed links of an account when the owner
/// proves the address, and nobody had proven it when they were set: a stranger may have created the account with
/// this address, or given it this address, to wait for the owner.
pub(super) fn remove_planted_credentials(tx: &WriteTx, account: &mut AccountRecord, now: Timestamp) -> Result<()> {
    account.password_hash = None;
    account.password_updated_at = None;
    account.identities.clear();
    account.initial_email = None;
    account.valid_since = now;
    account.devices.clear();
    sessions::end_all(tx, &account.uid, None)?;
    stored_codes::spend(tx, stored_codes::of(tx, Some(&account.uid), None)?)?;
    Ok(record_audit(tx, now, "accounts.drop_planted_credentials", &account.uid)?)
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
) -> Result<IssuedSession> {
    policy::authorize(actor, Action::UseAccount)?;
    let (digest, now) = (action_codes::digest(app, client, code)?, app.clock.now());
    let (email, principal) = (parse_email("email", email)?, actor.principal()?.clone());
    let seed = SessionSeed::new(now);
    let next = seed.clone();
    let reauthenticated = app.store.write(move |tx| {
        let (before, mut session) = session_check::account_and_session(tx, &principal)?;
        if before.email.key() != email.key() {
            let message = "This is not the address of this account.";
            return Err(Error::new(Kind::Forbidden, ErrorCode::UserMismatch, message));
        }
        let Some(code) = matching_code(tx, &digest, &email, now)? else { return Ok(None) };
        action_codes::spend(tx, code)?;
        // The session and the mailbox belong to the same person.
        let (email_verified, email_link, credentials_proven) = (true, true, true);
        let account = AccountRecord { email_verified, email_link, credentials_proven, ..before.clone() };
        accounts::put(tx, Some(&before), &account)?;
        next.reauthenticate(tx, &mut session, now)?;
        Ok(Some((account, session)))
    });
    let (account, session) = reauthenticated.await?.ok_or_else(|| invalid_email("email"))?;
    tokens::issue(app, &account, &session, Some(&seed), false)
}
