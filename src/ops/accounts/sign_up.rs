//! Creating an account with an address and a password.

use super::completion::{ProvenFactor, SignInOutcome, complete_first_factor, finish};
use super::context::{ClientInfo, require_open_sign_up, wake_mailer, with_minimum_latency};
use super::errors::{email_in_use, invalid_field, method_not_offered, parse_email, parse_name};
use super::messages::{CodeMessage, CodeTarget, InfoMessage};
use super::proof::SignInProof;
use super::tokens::SignInContext;
use super::{hooks, pictures, upgrade};
use crate::app::App;
use crate::config::{EmailMethod, VerifyEmail};
use crate::domain::account::{CodeKind, SignInMethod};
use crate::domain::email::Email;
use crate::domain::message::MessageKind;
use crate::domain::password::{self, Weakness};
use crate::domain::{Language, Persistence};
use crate::error::{Error, ErrorCode, Result};
use crate::identity::secrets;
use crate::ops::limits;
use crate::ops::policy::{self, Action, Actor};
use crate::rate_limit::Limit;
use crate::store::accounts::{self, AccountRecord};
use crate::store::{StoreError, WriteTx};

/// The input of a sign-up.
#[derive(Debug)]
pub struct SignUp {
    pub email: String,
    pub password: String,
    pub display_name: Option<String>,
    pub persistence: Option<Persistence>,
    pub language: Option<Language>,
}

/// The result of a sign-up.
#[derive(Debug)]
pub enum SignUpOutcome {
    SignedIn(SignInOutcome),
    /// In protected mode, only a mail to the address reveals the result.
    CheckEmail,
}

/// Creates an account, or upgrades the requesting guest to one. Signs it in, and mails a verification link if the
/// policy requires one.
///
/// # Errors
/// `operation_not_allowed`, `admin_restricted_operation`, `invalid_email`, `missing_password`, `weak_password`,
/// `invalid` in `display_name`, `email_already_in_use`, `refused_by_hook`, `hook_unavailable`, `too_many_requests`,
/// `unavailable`.
pub async fn sign_up(app: &App, actor: &Actor, client: &ClientInfo, input: SignUp) -> Result<SignUpOutcome> {
    policy::authorize(actor, Action::SignIn)?;
    if !client.rules(app)?.offers(EmailMethod::Password) {
        return Err(method_not_offered());
    }
    require_open_sign_up(app, client)?;
    let (email, account) = validate(app, &input)?;
    app.rate_limiter.take(Limit::SignUp(app.config.accounts.sign_up_per_hour), client.network, app.clock.steady())?;
    let context = SignInContext::new(app, SignInMethod::Password, input.persistence, client);
    with_minimum_latency(app, create(app, actor, email, account, &input.password, context)).await
}

/// Returns the address and the account to create, still without its password.
fn validate(app: &App, input: &SignUp) -> Result<(Email, AccountRecord)> {
    let email = parse_email("email", &input.email)?;
    let name = parse_display_name(app, input.display_name.as_deref().unwrap_or_default())?;
    if input.password.is_empty() {
        return Err(invalid_field(ErrorCode::MissingPassword, "password", "Choose a password."));
    }
    check_strength(app, "password", &input.password, &[email.as_str(), &name])?;
    let uid = secrets::generate_uid()?;
    let account = AccountRecord::new(uid, email.clone(), name, input.language.unwrap_or(Language::En), app.clock.now());
    Ok((email, account))
}

/// Parses a display name, which may be empty unless the configuration requires one.
///
/// # Errors
/// `invalid` in `display_name`.
pub(super) fn parse_display_name(app: &App, text: &str) -> Result<String> {
    let name = parse_name(text)?;
    if name.is_empty() && app.config.accounts.require_display_name {
        return Err(Error::invalid("display_name", "Enter a name."));
    }
    Ok(name)
}

/// Checks a new password against the policy and the account's own address and name.
///
/// # Errors
/// `weak_password`, `password_too_long`, `common_password`, `personal_password` in `field`.
pub(super) fn check_strength(app: &App, field: &'static str, password: &str, personal: &[&str]) -> Result<()> {
    use ErrorCode::{CommonPassword, PasswordTooLong, PersonalPassword, WeakPassword};
    let min = app.config.accounts.policy().password_min;
    let (code, message) = match password::check(password, min, personal) {
        Ok(()) => return Ok(()),
        Err(Weakness::TooShort) => (WeakPassword, format!("A password has at least {min} characters.")),
        Err(Weakness::TooLong) => {
            (PasswordTooLong, format!("A password has at most {} characters.", password::MAX_CHARS))
        }
        Err(Weakness::Common) => (CommonPassword, "This password is easy to guess.".into()),
        Err(Weakness::Personal) => (PersonalPassword, "This password is too similar to your name or address.".into()),
    };
    Err(invalid_field(code, field, &message))
}

/// Returns the texts that a password of the account must not resemble.
pub(super) fn personal_words(account: &AccountRecord) -> Vec<&str> {
    account.email.iter().map(Email::as_str).chain([account.display_name.as_str()]).collect()
}

async fn create(
    app: &App,
    actor: &Actor,
    email: Email,
    mut account: AccountRecord,
    password: &str,
    context: SignInContext,
) -> Result<SignUpOutcome> {
    let (policy, now) = (app.config.accounts.policy(), app.clock.now());
    if !policy.is_protected() {
        let (tenant, email) = (context.client.tenant.clone(), email.clone());
        if app.store.read(move |tx| Ok(accounts::by_email(tx, &tenant, &email)?)).await?.is_some() {
            return Err(email_in_use());
        }
    }
    account.password_hash = Some(app.identity.hasher.acquire(context.client.network).await?.hash(password).await?);
    account.password_updated_at = Some(now);
    account.devices = Some(context.device.clone()).filter(|device| !device.is_empty()).into_iter().collect();
    account.tenant.clone_from(&context.client.tenant);
    let messages = SignUpMessages::new(app, &email, account.language).await;
    let actor = actor.clone();
    let completion = hooks::write(app, &context, move |tx, context| {
        let owner = accounts::by_email(tx, &context.client.tenant, &email)?;
        if policy.is_protected() {
            create_protected(tx, context, owner, account.clone(), &messages)?;
            return Ok(None);
        }
        if owner.is_some() {
            return Err(email_in_use());
        }
        let guest = upgrade::requesting_guest(tx, &actor)?;
        let (account, prior) = upgrade::upgraded_or_new(guest, account.clone());
        let proof = SignInProof::Password { new_hash: None };
        let completion = complete_first_factor(tx, context, ProvenFactor { account, prior, proof })?;
        completion.unverified().map_or(Ok(()), |account| messages.queue_verification(tx, account))?;
        Ok(Some(completion))
    });
    let Some(completion) = completion.await? else {
        wake_mailer(app);
        return Ok(SignUpOutcome::CheckEmail);
    };
    Ok(SignUpOutcome::SignedIn(finish(app, &context, completion)?))
}

/// Stores the account, unless its address has one, and queues the mail that reveals the result. A guest is not
/// upgraded: its session would reveal the result too.
fn create_protected(
    tx: &WriteTx,
    context: &SignInContext,
    owner: Option<AccountRecord>,
    mut account: AccountRecord,
    messages: &SignUpMessages,
) -> Result<()> {
    // The hook is asked for every address, so that the response time reveals nothing.
    hooks::before_create(context, &mut account)?;
    if let Some(owner) = owner {
        return Ok(messages.queue_account_exists(tx, &owner)?);
    }
    messages.queue_verification(tx, &account)?;
    pictures::adopt_of_hook(tx, &mut account, None, context.now)?;
    Ok(accounts::put(tx, None, &account)?)
}

/// The mails that a sign-up may cause.
pub(super) struct SignUpMessages {
    verification: CodeMessage,
    account_exists: InfoMessage,
    /// Whether the policy requires a mail, and the limits allow one to this address.
    is_allowed: bool,
}

impl SignUpMessages {
    pub(super) async fn new(app: &App, email: &Email, language: Language) -> Self {
        let (policy, now) = (app.config.accounts.policy(), app.clock.now());
        let is_required = policy.is_protected() || policy.verify_email != VerifyEmail::Off;
        Self {
            verification: CodeMessage::new(app, policy.verify_ttl, Some(language)),
            account_exists: InfoMessage::new(now),
            is_allowed: is_required && limits::take(app, Limit::MailToAddress, email).await.is_ok(),
        }
    }

    pub(super) fn queue_verification(&self, tx: &WriteTx, account: &AccountRecord) -> Result<(), StoreError> {
        match CodeTarget::own(CodeKind::VerifyEmail, account).filter(|_| self.is_allowed) {
            Some(target) => self.verification.queue(tx, &target),
            None => Ok(()),
        }
    }

    fn queue_account_exists(&self, tx: &WriteTx, owner: &AccountRecord) -> Result<(), StoreError> {
        if !self.is_allowed {
            return Ok(());
        }
        self.account_exists.queue(tx, MessageKind::AccountExists, owner, None)
    }
}
