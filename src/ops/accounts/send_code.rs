//! Requesting a mail with an action code.

use jiff::SignedDuration;

use super::context::{ClientInfo, require_recent_sign_in, wake_mailer, with_minimum_latency};
use super::errors::{
    email_in_use, invalid_field, invalid_provider_response, method_not_offered, parse_email, sign_up_closed,
    user_not_found,
};
use super::messages::{CodeMessage, CodeTarget};
use super::provider::find_authenticated;
use super::session_check::require_no_guest;
use super::verification::require_second_factor;
use super::{continue_url, hooks, session_check};
use crate::app::App;
use crate::config::EmailMethod;
use crate::domain::account::CodeKind;
use crate::domain::email::Email;
use crate::domain::{Language, Uid};
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::identity::secrets;
use crate::ops::limits;
use crate::ops::policy::{self, Action, Actor};
use crate::rate_limit::Limit;
use crate::store::accounts::{self, AccountRecord};

/// The purpose under which the cookie of a sign-in link is sealed.
const STATE_PURPOSE: &str = "email_for_sign_in";
/// How long the cookie of a sign-in link is valid.
pub const STATE_SECS: i64 = 3600;

/// A request for a mail with an action code.
#[derive(Debug, Clone)]
pub struct CodeRequest {
    pub kind: CodeKind,
    pub email: Option<String>,
    pub new_email: Option<String>,
    pub continue_url: Option<String>,
    /// An identity to link after the sign-in.
    pub pending: Option<PendingVisit>,
    /// Whether the page of a sign-in link refuses other browsers than the one that requested it.
    pub same_device: bool,
    pub language: Option<Language>,
}

/// A visit to a provider whose identity waits until the owner of its address signs in.
#[derive(Debug, Clone)]
pub struct PendingVisit {
    pub transaction: String,
    /// The secret that binds the visit to this browser.
    pub browser: String,
}

/// The content of the cookie in the browser that requested a sign-in link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkState {
    /// The address for which the link was requested.
    pub email: String,
    /// The visit whose identity is to be linked.
    pub transaction: Option<String>,
}

/// The result of a [`CodeRequest`].
#[derive(Debug)]
pub struct SentCode {
    pub email: Email,
    /// The sealed address, for the cookie of the browser that requested a sign-in link.
    pub state: Option<String>,
}

/// Queues the requested mail. In protected mode the result is the same for every address.
///
/// # Errors
/// `invalid_email`, `missing_email`, `user_not_found`, `email_already_in_use`, `operation_not_allowed`,
/// `admin_restricted_operation`, `unauthorized_continue_uri`, `requires_recent_login`, `second_factor_required`,
/// `refused_by_hook`, `hook_unavailable`, `too_many_requests`.
pub async fn send(app: &App, actor: &Actor, client: &ClientInfo, request: CodeRequest) -> Result<SentCode> {
    policy::authorize(actor, Action::SignIn)?;
    let continue_url = continue_url::check_given(app, request.continue_url.as_deref())?;
    let policy = app.config.accounts.policy();
    let message = |ttl: SignedDuration| {
        CodeMessage::new(app, ttl, request.language).with_parameter("continueUrl", continue_url.clone())
    };
    let check_network = || app.rate_limiter.take(Limit::MailFromNetwork, client.network, app.clock.steady());
    match request.kind {
        CodeKind::PasswordReset => {
            require_method(app, client, EmailMethod::Password)?;
            let to = required_email("email", request.email.as_deref())?;
            check_network()?;
            hooks::before_email(app, client, request.kind, &to).await?;
            with_minimum_latency(app, send_password_reset(app, client, to, message(policy.reset_ttl))).await
        }
        CodeKind::EmailSignIn => {
            require_method(app, client, EmailMethod::EmailLink)?;
            let to = required_email("email", request.email.as_deref())?;
            check_network()?;
            hooks::before_email(app, client, request.kind, &to).await?;
            let guest = guest_of(app, actor).await?.map(String::from);
            let message = message(policy.link_ttl).with_parameter("ui_auid", guest);
            with_minimum_latency(app, send_sign_in_link(app, client, to, &request, message)).await
        }
        CodeKind::VerifyEmail => {
            policy::authorize(actor, Action::UseAccount)?;
            check_network()?;
            send_verification(app, actor, client, message(policy.verify_ttl)).await
        }
        CodeKind::VerifyAndChangeEmail => {
            policy::authorize(actor, Action::UseAccount)?;
            require_recent_sign_in(actor.principal()?, app.clock.now())?;
            let to = required_email("new_email", request.new_email.as_deref())?;
            check_network()?;
            hooks::before_email(app, client, request.kind, &to).await?;
            with_minimum_latency(app, send_email_change(app, actor, to, message(policy.verify_ttl))).await
        }
        CodeKind::RecoverEmail | CodeKind::RevertSecondFactorAddition => {
            Err(Error::invalid("kind", "This mail cannot be requested."))
        }
    }
}

/// Returns the uid of the guest that requests the mail; `None` for other actors.
async fn guest_of(app: &App, actor: &Actor) -> Result<Option<Uid>> {
    let principal = actor.principal().ok().cloned();
    let account = app.store.read(move |tx| session_check::find_account(tx, principal.as_ref())).await?;
    Ok(account.filter(AccountRecord::is_guest).map(|guest| guest.uid))
}

fn require_method(app: &App, client: &ClientInfo, method: EmailMethod) -> Result<()> {
    if client.rules(app)?.offers(method) { Ok(()) } else { Err(method_not_offered()) }
}

fn required_email(field: &'static str, text: Option<&str>) -> Result<Email> {
    let text = text.ok_or_else(|| invalid_field(ErrorCode::MissingEmail, field, "Enter the address."))?;
    parse_email(field, text)
}

/// Counts a mail to this address. Returns whether the mail may be sent. Outside protected mode a refusal is an error;
/// in protected mode the error would reveal earlier mails.
async fn may_mail(app: &App, to: &Email) -> Result<bool> {
    match limits::take(app, Limit::MailToAddress, to).await {
        Ok(()) => Ok(true),
        Err(error) if error.kind == Kind::TooMany && app.config.accounts.policy().is_protected() => Ok(false),
        Err(error) => Err(error),
    }
}

async fn has_account(app: &App, client: &ClientInfo, email: &Email) -> Result<bool> {
    let (tenant, email) = (client.tenant.clone(), email.clone());
    Ok(app.store.read(move |tx| Ok(accounts::by_email(tx, &tenant, &email)?)).await?.is_some())
}

async fn send_password_reset(app: &App, client: &ClientInfo, to: Email, message: CodeMessage) -> Result<SentCode> {
    let is_known = has_account(app, client, &to).await?;
    if !is_known && !app.config.accounts.policy().is_protected() {
        return Err(user_not_found());
    }
    if may_mail(app, &to).await? && is_known {
        let (tenant, email) = (client.tenant.clone(), to.clone());
        let write = app.store.write(move |tx| {
            let account = accounts::by_email(tx, &tenant, &email)?;
            let target = account.as_ref().and_then(|account| CodeTarget::own(CodeKind::PasswordReset, account));
            Ok(target.map_or(Ok(()), |target| message.queue(tx, &target))?)
        });
        write.await?;
        wake_mailer(app);
    }
    Ok(SentCode { email: to, state: None })
}

async fn send_sign_in_link(
    app: &App,
    client: &ClientInfo,
    to: Email,
    request: &CodeRequest,
    message: CodeMessage,
) -> Result<SentCode> {
    let state = secrets::generate_link_state();
    let sealed = seal_link_state(app, &state, &to, request.pending.as_ref())?;
    let provider = match &request.pending {
        Some(pending) => Some(provider_of(app, client, &to, pending).await?),
        None => None,
    };
    let message = message.with_parameter("ui_pid", provider);
    // A guest is upgraded only in its own browser.
    let is_forced = request.same_device || app.config.accounts.force_same_device || message.has_parameter("ui_auid");
    let same_device = if is_forced { "1" } else { "0" };
    let message = message
        .with_same_device(request.same_device)
        .with_parameter("ui_sid", Some(state))
        .with_parameter("ui_sd", Some(same_device.into()));
    let may_sign_in = client.rules(app)?.sign_up() || has_account(app, client, &to).await?;
    if !may_sign_in && !app.config.accounts.policy().is_protected() {
        return Err(sign_up_closed());
    }
    if may_sign_in && may_mail(app, &to).await? {
        let (tenant, email) = (client.tenant.clone(), to.clone());
        let write = app.store.write(move |tx| {
            let account = accounts::by_email(tx, &tenant, &email)?;
            let (kind, tenant, email, account) = (CodeKind::EmailSignIn, &tenant, &email, account.as_ref());
            let target =
                CodeTarget { kind, tenant, email, to: email, copy_to: None, new_email: None, factor: None, account };
            Ok(message.queue(tx, &target)?)
        });
        write.await?;
        wake_mailer(app);
    }
    Ok(SentCode { email: to, state: Some(sealed) })
}

/// Returns the provider of the pending identity, which must have this address.
async fn provider_of(app: &App, client: &ClientInfo, to: &Email, pending: &PendingVisit) -> Result<String> {
    let (PendingVisit { transaction, browser }, to, now) = (pending.clone(), to.clone(), app.clock.now());
    let tenant = client.tenant.clone();
    let read = app.store.read(move |tx| {
        let (transaction, profile) = find_authenticated(tx, &tenant, &transaction, &browser, now)?;
        let is_own = profile.email.is_some_and(|email| email.key() == to.key());
        if is_own { Ok(transaction.provider) } else { Err(invalid_provider_response()) }
    });
    read.await
}

fn seal_link_state(app: &App, state: &str, to: &Email, pending: Option<&PendingVisit>) -> Result<String> {
    let text = match pending {
        Some(PendingVisit { transaction, .. }) => format!("{}\n{transaction}", to.as_str()),
        None => to.as_str().to_owned(),
    };
    let ttl = SignedDuration::from_secs(STATE_SECS);
    app.identity.cookies.seal(STATE_PURPOSE, state, &text, app.clock.now(), ttl)
}

/// Opens the cookie of the browser that requested a sign-in link. Returns `None` unless it was sealed with this state
/// of the link.
pub fn open_link_state(app: &App, actor: &Actor, state: &str, sealed: Option<&str>) -> Result<Option<LinkState>> {
    policy::authorize(actor, Action::SignIn)?;
    let sealed = sealed.filter(|_| secrets::is_link_state(state));
    let text = sealed.and_then(|sealed| app.identity.cookies.open(STATE_PURPOSE, state, sealed, app.clock.now()));
    Ok(text.map(|text| match text.split_once('\n') {
        Some((email, transaction)) => LinkState { email: email.into(), transaction: Some(transaction.into()) },
        None => LinkState { email: text, transaction: None },
    }))
}

fn missing_email() -> Error {
    Error::new(Kind::Invalid, ErrorCode::MissingEmail, "This account has no e-mail address.")
}

async fn send_verification(app: &App, actor: &Actor, client: &ClientInfo, message: CodeMessage) -> Result<SentCode> {
    let principal = actor.principal()?.clone();
    let reader = principal.clone();
    let account = app.store.read(move |tx| session_check::account(tx, &reader)).await?;
    let email = account.email.ok_or_else(missing_email)?;
    // A link that is opened in this browser proves the credentials too.
    let is_needed = !(account.email_verified && account.credentials_proven);
    if is_needed {
        hooks::before_email(app, client, CodeKind::VerifyEmail, &email).await?;
    }
    if is_needed && may_mail(app, &email).await? {
        let write = app.store.write(move |tx| {
            let account = session_check::account(tx, &principal)?;
            let target = CodeTarget::own(CodeKind::VerifyEmail, &account).ok_or_else(missing_email)?;
            Ok(message.queue(tx, &target)?)
        });
        write.await?;
        wake_mailer(app);
    }
    Ok(SentCode { email, state: None })
}

async fn send_email_change(app: &App, actor: &Actor, to: Email, message: CodeMessage) -> Result<SentCode> {
    let (principal, wanted) = (actor.principal()?.clone(), to.clone());
    let read = app.store.read(move |tx| {
        let account = session_check::account(tx, &principal)?;
        let is_free = accounts::by_email(tx, &account.tenant, &wanted)?.is_none();
        Ok((account, is_free))
    });
    let (account, is_free) = read.await?;
    require_no_guest(&account)?;
    // The password alone must not be enough to take over a proven address. An unproven address may be corrected.
    if account.email_verified && account.credentials_proven {
        require_second_factor(app, actor)?;
    }
    if !is_free && !app.config.accounts.policy().is_protected() {
        return Err(email_in_use());
    }
    if may_mail(app, &to).await? && is_free {
        let (principal, new) = (actor.principal()?.clone(), to.clone());
        let write = app.store.write(move |tx| {
            let account = session_check::account(tx, &principal)?;
            let (kind, email) = (CodeKind::VerifyAndChangeEmail, account.email.as_ref().unwrap_or(&new));
            let (tenant, new_email, account) = (&account.tenant, Some(&new), Some(&account));
            let target = CodeTarget { kind, tenant, email, to: &new, copy_to: None, new_email, factor: None, account };
            Ok(message.queue(tx, &target)?)
        });
        write.await?;
        wake_mailer(app);
    }
    Ok(SentCode { email: to, state: None })
}
