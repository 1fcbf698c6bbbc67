//! Asking for a mail with a code.

use jiff::SignedDuration;
use url::Url;

use super::letters::{Letter, Purpose};
use super::{
    Origin, email, email_in_use, evenly, not_offered, refused, require_open, require_recent, session_check,
    user_not_found, wake,
};
use crate::app::App;
use crate::config::SignInMethod;
use crate::domain::Language;
use crate::domain::email::Email;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::identity::secrets;
use crate::ops::policy::{self, Action, Actor};
use crate::rate_limit::Limit;
use crate::store::accounts;
use crate::store::action_codes::CodeKind;

/// What the cookie of a link that signs in is sealed for.
const STATE_PURPOSE: &str = "email_for_sign_in";
/// How long the cookie is good (sign-in.md 5.4).
pub const STATE_SECS: i64 = 3600;
/// Longest address to continue at.
const MAX_CONTINUE: usize = 1024;

/// What somebody asks for.
#[derive(Debug, Clone)]
pub struct SendCode {
    pub kind: CodeKind,
    pub email: Option<String>,
    pub new_email: Option<String>,
    pub continue_url: Option<String>,
    pub language: Option<Language>,
}

/// What is answered.
#[derive(Debug)]
pub struct Sent {
    pub email: Email,
    /// For the browser that asked for a link that signs in: the address, sealed.
    pub state: Option<String>,
}

/// Queues the mail that was asked for. In protected mode the answer is the same for every address.
///
/// Errors: `invalid_email`, `user_not_found`, `email_already_in_use`, `operation_not_allowed`,
/// `admin_restricted_operation`, `unauthorized_continue_uri`, `requires_recent_login`, `too_many_requests`.
pub async fn send(app: &App, actor: &Actor, origin: &Origin, input: SendCode) -> Result<Sent> {
    policy::authorize(actor, Action::SignIn)?;
    let continue_url = input.continue_url.as_deref().filter(|url| !url.is_empty());
    let continue_url = continue_url.map(|url| allowed(app, url)).transpose()?;
    let given = |field, text: &Option<String>| match text.as_deref() {
        Some(text) => email(field, text),
        None => Err(refused(ErrorCode::MissingEmail, field, "Give the address.")),
    };
    let rules = app.config.accounts.policy();
    let letter = |ttl: SignedDuration| Letter::new(app, ttl, input.language);
    let network = || app.rate_limiter.take(Limit::MailFromNetwork, origin.network, app.clock.now());
    match input.kind {
        CodeKind::PasswordReset => {
            if !app.config.accounts.offers(SignInMethod::Password) {
                return Err(not_offered());
            }
            let to = given("email", &input.email)?;
            network()?;
            evenly(app, password_reset(app, to, letter(rules.reset_ttl).with("continueUrl", continue_url))).await
        }
        CodeKind::EmailSignIn => {
            if !app.config.accounts.offers(SignInMethod::EmailLink) {
                return Err(not_offered());
            }
            let to = given("email", &input.email)?;
            network()?;
            evenly(app, sign_in_link(app, to, letter(rules.link_ttl).with("continueUrl", continue_url))).await
        }
        CodeKind::VerifyEmail => {
            policy::authorize(actor, Action::UseAccount)?;
            network()?;
            verify(app, actor, letter(rules.verify_ttl).with("continueUrl", continue_url)).await
        }
        CodeKind::VerifyAndChangeEmail => {
            policy::authorize(actor, Action::UseAccount)?;
            require_recent(actor.principal()?, app.clock.now())?;
            let to = given("new_email", &input.new_email)?;
            network()?;
            evenly(app, change(app, actor, to, letter(rules.verify_ttl).with("continueUrl", continue_url))).await
        }
        CodeKind::RecoverEmail => Err(Error::invalid("kind", "This mail is sent by itself only.")),
    }
}

/// Whether this address may be written to now: `false` where nobody may learn that it may not.
fn may_write(app: &App, to: &Email) -> Result<bool> {
    match app.rate_limiter.take(Limit::MailToAddress, to.key(), app.clock.now()) {
        Ok(()) => Ok(true),
        Err(_) if app.config.accounts.policy().is_protected() => Ok(false),
        Err(error) => Err(error),
    }
}

async fn password_reset(app: &App, to: Email, letter: Letter) -> Result<Sent> {
    let is_protected = app.config.accounts.policy().is_protected();
    let wanted = to.clone();
    let is_known = app.store.read(move |tx| Ok(accounts::by_email(tx, &wanted)?)).await?.is_some();
    if !is_known && !is_protected {
        return Err(user_not_found());
    }
    if may_write(app, &to)? && is_known {
        let wanted = to.clone();
        let write = app.store.write(move |tx| {
            let Some(account) = accounts::by_email(tx, &wanted)? else { return Ok(()) };
            let (kind, email) = (CodeKind::PasswordReset, &account.email);
            Ok(letter.queue(tx, &Purpose { kind, email, to: email, new_email: None, account: Some(&account) })?)
        });
        write.await?;
        wake(app);
    }
    Ok(Sent { email: to, state: None })
}

async fn sign_in_link(app: &App, to: Email, letter: Letter) -> Result<Sent> {
    let state = secrets::ui_sid();
    let life = SignedDuration::from_secs(STATE_SECS);
    let sealed = app.identity.sealer.seal(STATE_PURPOSE, &state, to.as_str(), app.clock.now(), life)?;
    let same_device = if app.config.accounts.force_same_device { "1" } else { "0" };
    let letter = letter.with("ui_sid", Some(state)).with("ui_sd", Some(same_device.into()));
    let wanted = to.clone();
    let is_known = app.store.read(move |tx| Ok(accounts::by_email(tx, &wanted)?)).await?.is_some();
    if !is_known && let Err(error) = require_open(app.config.accounts.sign_up) {
        let is_protected = app.config.accounts.policy().is_protected();
        return if is_protected { Ok(Sent { email: to, state: Some(sealed) }) } else { Err(error) };
    }
    if may_write(app, &to)? {
        let wanted = to.clone();
        let write = app.store.write(move |tx| {
            let account = accounts::by_email(tx, &wanted)?;
            let (kind, email, account) = (CodeKind::EmailSignIn, &wanted, account.as_ref());
            Ok(letter.queue(tx, &Purpose { kind, email, to: email, new_email: None, account })?)
        });
        write.await?;
        wake(app);
    }
    Ok(Sent { email: to, state: Some(sealed) })
}

/// The address that the cookie holds under the state of a link, if both belong together.
pub fn opened_state(app: &App, actor: &Actor, state: &str, sealed: Option<&str>) -> Result<Option<String>> {
    policy::authorize(actor, Action::SignIn)?;
    let sealed = sealed.filter(|_| secrets::is_ui_sid(state));
    Ok(sealed.and_then(|sealed| app.identity.sealer.open(STATE_PURPOSE, state, sealed, app.clock.now())))
}

async fn verify(app: &App, actor: &Actor, letter: Letter) -> Result<Sent> {
    let principal = actor.principal()?.clone();
    let asked = principal.clone();
    let account = app.store.read(move |tx| session_check::account(tx, &asked)).await?;
    if !account.email_verified && may_write(app, &account.email)? {
        let write = app.store.write(move |tx| {
            let account = session_check::account(tx, &principal)?;
            let (kind, email) = (CodeKind::VerifyEmail, &account.email);
            Ok(letter.queue(tx, &Purpose { kind, email, to: email, new_email: None, account: Some(&account) })?)
        });
        write.await?;
        wake(app);
    }
    Ok(Sent { email: account.email, state: None })
}

async fn change(app: &App, actor: &Actor, to: Email, letter: Letter) -> Result<Sent> {
    let (principal, wanted) = (actor.principal()?.clone(), to.clone());
    let is_protected = app.config.accounts.policy().is_protected();
    let free = app.store.read(move |tx| {
        session_check::account(tx, &principal)?;
        Ok(accounts::by_email(tx, &wanted)?.is_none())
    });
    let is_free = free.await?;
    if !is_free && !is_protected {
        return Err(email_in_use());
    }
    if may_write(app, &to)? && is_free {
        let (principal, new) = (actor.principal()?.clone(), to.clone());
        let write = app.store.write(move |tx| {
            let account = session_check::account(tx, &principal)?;
            let (kind, email) = (CodeKind::VerifyAndChangeEmail, &account.email);
            let purpose = Purpose { kind, email, to: &new, new_email: Some(&new), account: Some(&account) };
            Ok(letter.queue(tx, &purpose)?)
        });
        write.await?;
        wake(app);
    }
    Ok(Sent { email: to, state: None })
}

/// An address to continue at: a path of ours, or an address at an origin that the operator named.
///
/// Errors: `unauthorized_continue_uri`.
fn allowed(app: &App, text: &str) -> Result<String> {
    let own = app.public_url();
    let refused =
        || Error::new(Kind::Invalid, ErrorCode::UnauthorizedContinueUri, "This address is not one to continue at.");
    let odd = |c: char| c.is_control() || c.is_whitespace() || c == '\\';
    if text.len() > MAX_CONTINUE || text.chars().any(odd) {
        return Err(refused());
    }
    let url = if text.starts_with('/') && !text.starts_with("//") {
        Url::parse(&own).and_then(|base| base.join(text))
    } else {
        Url::parse(text)
    };
    let url = url.map_err(|_| refused())?;
    let origin = url.origin().ascii_serialization();
    let is_named = origin == own || app.config.accounts.continue_origins.contains(&origin);
    let is_plain = matches!(url.scheme(), "http" | "https") && url.username().is_empty() && url.password().is_none();
    // `/..//evil.ro` is a path of ours whose first step is a host to whoever takes the path alone.
    let is_path = !url.path().starts_with("//");
    if is_named && is_plain && is_path { Ok(url.into()) } else { Err(refused()) }
}
