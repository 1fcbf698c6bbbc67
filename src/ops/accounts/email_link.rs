//! Signing in by a link from a mail.

use super::letters::Notice;
use super::sign_in::remember;
use super::sign_up::new_account;
use super::tokens::{self, Draw, SignedIn, Way};
use super::{
    Origin, codes, email, ended, invalid_email, not_offered, note, require_open, session_check, sessions,
    user_disabled, wake,
};
use crate::app::App;
use crate::config::{AccountPolicy, SignInMethod};
use crate::domain::email::Email;
use crate::domain::{Language, Persistence, Uid};
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::identity::secrets;
use crate::ops::policy::{self, Action, Actor};
use crate::store::WriteTx;
use crate::store::accounts::{self, AccountRecord};
use crate::store::action_codes::{self, ActionCodeRecord, CodeKind};
use crate::store::outbox::MessageKind;
use crate::store::sessions::SessionRecord;

/// A code that came with so many wrong addresses is void: the address is half of the secret.
const MAX_FAILURES: u32 = 5;

/// What somebody who followed a link gives.
#[derive(Debug)]
pub struct EmailLink {
    pub email: String,
    pub code: String,
    pub persistence: Option<Persistence>,
    pub language: Option<Language>,
    /// The address for which this very browser asked for the link, as its cookie says.
    pub asked_for: Option<String>,
}

/// All that is drawn or known before the transaction.
struct Entry {
    uid: Uid,
    language: Language,
    way: Way,
    draw: Draw,
    notice: Notice,
    rules: AccountPolicy,
    is_open: bool,
    now: jiff::Timestamp,
}

/// Signs in with a code and the address that it was mailed to; makes the account where there is none.
///
/// Errors: `invalid_email` for another address, which the code survives four times; `different_device`
/// where the link must be used in the browser that asked for it, which the code survives too;
/// `expired_action_code`, `invalid_action_code`, `operation_not_allowed`, `admin_restricted_operation`,
/// `user_disabled`, `too_many_requests`.
pub async fn sign_in(app: &App, actor: &Actor, origin: &Origin, input: EmailLink) -> Result<SignedIn> {
    if !app.config.accounts.offers(SignInMethod::EmailLink) {
        return Err(not_offered());
    }
    let (hash, now) = (codes::admit(app, actor, origin, &input.code)?, app.clock.now());
    let address = email("email", &input.email)?;
    if app.config.accounts.force_same_device {
        same_device(&address, input.asked_for.as_deref())?;
    }
    let draw = Draw::new(now);
    let entry = Entry {
        uid: secrets::uid().ok_or_else(|| Error::unavailable("Try again."))?,
        language: input.language.unwrap_or(Language::En),
        way: Way::new(app, SignInMethod::EmailLink.code(), input.persistence, origin),
        draw: draw.clone(),
        notice: Notice::new(now),
        rules: app.config.accounts.policy(),
        is_open: app.config.accounts.sign_up,
        now,
    };
    let entered = app.store.write(move |tx| {
        let Some(code) = matching(tx, &hash, &address, now)? else { return Ok(None) };
        let entered = entry.enter(tx, &address)?;
        codes::spend(tx, code)?;
        Ok(Some(entered))
    });
    let (account, session, is_new) = entered.await?.ok_or_else(|| invalid_email("email"))?;
    // A planted password's sessions may just have ended.
    ended(app, &account.uid);
    wake(app);
    tokens::signed_in(app, &account, &session, Some(&draw), is_new)
}

/// Errors: `different_device` unless the browser asked for a link to this address.
fn same_device(address: &Email, asked_for: Option<&str>) -> Result<()> {
    if asked_for.and_then(Email::parse).is_some_and(|asked| asked.key() == address.key()) {
        return Ok(());
    }
    let message = "Open the link in the browser that asked for it.";
    Err(Error::new(Kind::Forbidden, ErrorCode::DifferentDevice, message))
}

/// The code, if it signs in and was mailed to this address; a wrong address is counted.
fn matching(tx: &WriteTx, hash: &str, address: &Email, now: jiff::Timestamp) -> Result<Option<ActionCodeRecord>> {
    let mut code = codes::valid(tx, hash, now)?;
    if code.kind != CodeKind::EmailSignIn {
        return Err(codes::invalid_code());
    }
    if code.email.key() == address.key() {
        return Ok(Some(code));
    }
    code.failures += 1;
    code.spent = code.failures >= MAX_FAILURES;
    action_codes::put(tx, &code)?;
    Ok(None)
}

impl Entry {
    fn enter(&self, tx: &WriteTx, address: &Email) -> Result<(AccountRecord, SessionRecord, bool)> {
        let before = accounts::by_email(tx, address)?;
        let mut account = match &before {
            Some(account) if account.disabled => return Err(user_disabled()),
            Some(account) => account.clone(),
            None => {
                require_open(self.is_open)?;
                new_account(self.uid.clone(), address.clone(), String::new(), self.language, self.now)
            }
        };
        if !account.email_verified && before.is_some() {
            drop_what_was_planted(tx, &mut account, self.now)?;
        }
        account.email_verified = true;
        account.email_link = true;
        account.last_login_at = Some(self.now);
        if remember(&mut account, &self.way.device) && self.rules.notify_new_device {
            self.notice.queue(tx, MessageKind::NewDevice, &account, Some(&self.way.device))?;
        }
        accounts::put(tx, before.as_ref(), &account)?;
        let session = self.draw.begin(tx, &account.uid, &self.way, &self.rules, self.now)?;
        Ok((account, session, before.is_none()))
    }
}

/// Whoever set the password, or connected a provider, never proved that the address is theirs: it may be
/// a stranger who waits for its owner.
pub(super) fn drop_what_was_planted(tx: &WriteTx, account: &mut AccountRecord, now: jiff::Timestamp) -> Result<()> {
    let had_identities = !std::mem::take(&mut account.identities).is_empty();
    if account.password_hash.take().is_none() && !had_identities {
        return Ok(());
    }
    account.password_updated_at = None;
    account.valid_since = now;
    account.devices.clear();
    sessions::end_all(tx, &account.uid, None)?;
    action_codes::spend(tx, action_codes::of(tx, Some(&account.uid), None)?)?;
    Ok(note(tx, now, "accounts.drop_unverified_password", &account.uid)?)
}

/// Proves again, with a link to the account's own address, who is signed in.
///
/// Errors: `user_mismatch` for another address, which keeps the code; the code's own.
pub async fn prove(app: &App, actor: &Actor, origin: &Origin, address: &str, code: &str) -> Result<SignedIn> {
    policy::authorize(actor, Action::UseAccount)?;
    let (hash, now) = (codes::admit(app, actor, origin, code)?, app.clock.now());
    let (address, principal) = (email("email", address)?, actor.principal()?.clone());
    let draw = Draw::new(now);
    let next = draw.clone();
    let proved = app.store.write(move |tx| {
        let (before, mut session) = session_check::account_and_session(tx, &principal)?;
        if before.email.key() != address.key() {
            return Err(Error::new(
                Kind::Forbidden,
                ErrorCode::UserMismatch,
                "This is not the address of this account.",
            ));
        }
        let Some(code) = matching(tx, &hash, &address, now)? else { return Ok(None) };
        codes::spend(tx, code)?;
        let account = AccountRecord { email_verified: true, email_link: true, ..before.clone() };
        accounts::put(tx, Some(&before), &account)?;
        session.auth_time = now;
        next.rotate(tx, &mut session, now)?;
        Ok(Some((account, session)))
    });
    let (account, session) = proved.await?.ok_or_else(|| invalid_email("email"))?;
    tokens::signed_in(app, &account, &session, Some(&draw), false)
}
