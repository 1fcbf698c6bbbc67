//! Making an account with an address and a password.

use jiff::Timestamp;

use super::letters::{Letter, Notice, Purpose};
use super::tokens::{self, Draw, SignedIn, Way};
use super::{Origin, email, email_in_use, evenly, not_offered, refused, require_open, wake};
use crate::app::App;
use crate::config::{SignInMethod, VerifyEmail};
use crate::domain::account::display_name;
use crate::domain::email::Email;
use crate::domain::password::{self, Weakness};
use crate::domain::{Importance, Language, MailPreferences, Persistence, Role, Uid};
use crate::error::{Error, ErrorCode, Result};
use crate::identity::secrets;
use crate::ops::policy::{self, Action, Actor};
use crate::rate_limit::Limit;
use crate::store::accounts::{self, AccountRecord};
use crate::store::action_codes::CodeKind;
use crate::store::outbox::MessageKind;
use crate::store::sessions::SessionRecord;
use crate::store::{StoreError, WriteTx};

/// What somebody who signs up gives.
#[derive(Debug)]
pub struct SignUp {
    pub email: String,
    pub password: String,
    pub display_name: Option<String>,
    pub persistence: Option<Persistence>,
    pub language: Option<Language>,
}

/// What came of it.
#[derive(Debug)]
pub enum SignUpOutcome {
    SignedIn(Box<SignedIn>),
    /// Protected mode: a mail says the rest, to whoever owns the address.
    CheckEmail,
}

/// Makes an account, signs it in and asks its owner to confirm the address, as the policy has it.
///
/// Errors: `operation_not_allowed`, `admin_restricted_operation`, `invalid_email`, `missing_password`,
/// `weak_password`, `invalid` in `display_name`, `email_already_in_use`, `too_many_requests`, `unavailable`.
pub async fn sign_up(app: &App, actor: &Actor, origin: &Origin, input: SignUp) -> Result<SignUpOutcome> {
    policy::authorize(actor, Action::SignIn)?;
    if !app.config.accounts.offers(SignInMethod::Password) {
        return Err(not_offered());
    }
    require_open(app.config.accounts.sign_up)?;
    let account = sound(app, &input)?;
    let count = app.config.accounts.sign_up_per_hour;
    app.rate_limiter.take(Limit::SignUp(count), origin.network, app.clock.now())?;
    let way = Way::new(app, SignInMethod::Password.code(), input.persistence, origin);
    evenly(app, make(app, account, &input.password, way)).await
}

/// The account as it would be, without its password.
fn sound(app: &App, input: &SignUp) -> Result<AccountRecord> {
    let address = email("email", &input.email)?;
    let name = display_name(input.display_name.as_deref().unwrap_or_default())
        .ok_or_else(|| Error::invalid("display_name", "This is not a name that can be shown."))?;
    if name.is_empty() && app.config.accounts.require_display_name {
        return Err(Error::invalid("display_name", "Give a name."));
    }
    if input.password.is_empty() {
        return Err(refused(ErrorCode::MissingPassword, "password", "Give a password."));
    }
    check_password(app, "password", &input.password, &[address.as_str(), &name])?;
    let uid = secrets::uid().ok_or_else(|| Error::unavailable("Try again."))?;
    Ok(new_account(uid, address, name, input.language.unwrap_or(Language::En), app.clock.now()))
}

/// Errors: `weak_password` in `field`.
pub(super) fn check_password(app: &App, field: &'static str, password: &str, personal: &[&str]) -> Result<()> {
    let min = app.config.accounts.policy().password_min;
    let message = match password::check(password, min, personal) {
        Ok(()) => return Ok(()),
        Err(Weakness::TooShort) => format!("A password has at least {min} characters."),
        Err(Weakness::TooLong) => format!("A password has at most {} characters.", password::MAX_CHARS),
        Err(Weakness::Common) => "This password is among the first that are tried.".into(),
        Err(Weakness::Personal) => "This password is too much like your name or address.".into(),
    };
    Err(refused(ErrorCode::WeakPassword, field, &message))
}

pub(super) fn new_account(uid: Uid, address: Email, name: String, language: Language, now: Timestamp) -> AccountRecord {
    AccountRecord {
        uid,
        email: address,
        email_verified: false,
        email_link: false,
        initial_email: None,
        display_name: name,
        photo_url: None,
        password_hash: None,
        password_updated_at: None,
        valid_since: now,
        disabled: false,
        role: Role::Reader,
        language,
        created_at: now,
        last_login_at: Some(now),
        devices: vec![],
        identities: vec![],
        mail: MailPreferences::of_account(),
        in_app_from: Importance::TRIVIAL,
    }
}

async fn make(app: &App, mut account: AccountRecord, password: &str, way: Way) -> Result<SignUpOutcome> {
    let (policy, now) = (app.config.accounts.policy(), app.clock.now());
    if !policy.is_protected() {
        let address = account.email.clone();
        if app.store.read(move |tx| Ok(accounts::by_email(tx, &address)?)).await?.is_some() {
            return Err(email_in_use());
        }
    }
    account.password_hash = Some(app.identity.passwords.turn().await?.hash(password).await?);
    account.password_updated_at = Some(now);
    account.devices = Some(way.device.clone()).filter(|device| !device.is_empty()).into_iter().collect();
    let post = Post::new(app, &account);
    let draw = Draw::new(now);
    let (record, next) = (account.clone(), draw.clone());
    let session = app.store.write(move |tx| {
        match accounts::by_email(tx, &record.email)? {
            Some(owner) if policy.is_protected() => {
                post.tell_owner(tx, &owner)?;
                return Ok(None);
            }
            Some(_) => return Err(email_in_use()),
            None => {}
        }
        accounts::put(tx, None, &record)?;
        post.ask(tx, &record)?;
        if policy.is_protected() {
            return Ok(None);
        }
        Ok(Some(next.begin(tx, &record.uid, &way, &policy, now)?))
    });
    let session: Option<SessionRecord> = session.await?;
    wake(app);
    match session {
        None => Ok(SignUpOutcome::CheckEmail),
        Some(session) => {
            let signed_in = tokens::signed_in(app, &account, &session, Some(&draw), true)?;
            Ok(SignUpOutcome::SignedIn(Box::new(signed_in)))
        }
    }
}

/// The mails of a sign-up.
pub(super) struct Post {
    letter: Letter,
    notice: Notice,
    /// Whether the address may be written to now.
    may: bool,
}

impl Post {
    pub(super) fn new(app: &App, account: &AccountRecord) -> Self {
        let (policy, now) = (app.config.accounts.policy(), app.clock.now());
        let asks = policy.is_protected() || policy.verify_email != VerifyEmail::Off;
        Self {
            letter: Letter::new(app, policy.verify_ttl, Some(account.language)),
            notice: Notice::new(now),
            may: asks && app.rate_limiter.take(Limit::MailToAddress, account.email.key(), now).is_ok(),
        }
    }

    pub(super) fn ask(&self, tx: &WriteTx, account: &AccountRecord) -> Result<(), StoreError> {
        if !self.may {
            return Ok(());
        }
        let (email, to) = (&account.email, &account.email);
        let purpose = Purpose { kind: CodeKind::VerifyEmail, email, to, new_email: None, account: Some(account) };
        self.letter.queue(tx, &purpose)
    }

    fn tell_owner(&self, tx: &WriteTx, owner: &AccountRecord) -> Result<(), StoreError> {
        if self.may { self.notice.queue(tx, MessageKind::AccountExists, owner, None) } else { Ok(()) }
    }
}
