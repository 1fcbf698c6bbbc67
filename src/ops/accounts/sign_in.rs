//! Signing in with a password, and proving again who one is.

use super::letters::Notice;
use super::tokens::{self, Draw, SignedIn, Way};
use super::{Origin, email, evenly, not_offered, refused, user_disabled, user_not_found, wake};
use crate::app::App;
use crate::config::SignInMethod;
use crate::domain::Persistence;
use crate::domain::email::Email;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::identity::passwords::{Checked, Turn};
use crate::ops::accounts::session_check;
use crate::ops::policy::{self, Action, Actor};
use crate::rate_limit::Limit;
use crate::store::accounts::{self, AccountRecord};
use crate::store::outbox::MessageKind;

/// Browsers of an account that are remembered, so that only a new one is told of.
const MAX_DEVICES: usize = 20;

/// Signs in with address and password.
///
/// Errors: `operation_not_allowed`, `invalid_email`, `missing_password`, `user_not_found` and `wrong_password`
/// (protected: `invalid_credential` for both), `user_disabled` only with the right password,
/// `too_many_requests`, `unavailable`.
pub async fn with_password(
    app: &App,
    actor: &Actor,
    origin: &Origin,
    address: &str,
    password: &str,
    persistence: Option<Persistence>,
) -> Result<SignedIn> {
    policy::authorize(actor, Action::SignIn)?;
    if !app.config.accounts.offers(SignInMethod::Password) {
        return Err(not_offered());
    }
    let address = email("email", address)?;
    let way = Way::new(app, SignInMethod::Password.code(), persistence, origin);
    match evenly(app, enter(app, origin, address, password, way)).await {
        Err(error)
            if app.config.accounts.policy().is_protected()
                && matches!(error.code, ErrorCode::WrongPassword | ErrorCode::UserNotFound) =>
        {
            Err(wrong(Kind::Unauthenticated, ErrorCode::InvalidCredential))
        }
        entered => entered,
    }
}

async fn enter(app: &App, origin: &Origin, address: Email, password: &str, way: Way) -> Result<SignedIn> {
    let (wanted, is_protected) = (address.clone(), app.config.accounts.policy().is_protected());
    let account = app.store.read(move |tx| Ok(accounts::by_email(tx, &wanted)?)).await?;
    // Where addresses are protected, a password counts after its owner has answered a mail: otherwise
    // whoever signs up with an address and then signs in would learn whether it was free.
    let account = account.filter(|account| account.email_verified || !is_protected);
    let (turn, checked) = match check(app, origin, &address, account.as_ref(), password).await {
        Err(error) if error.code == ErrorCode::WrongPassword && account.is_none() => return Err(user_not_found()),
        checked => checked?,
    };
    let account = account.ok_or_else(user_not_found)?;
    if account.disabled {
        return Err(user_disabled());
    }
    let new_hash = if checked.is_outdated { Some(turn.hash(password).await?) } else { None };
    drop(turn);
    begin(app, account, way, new_hash).await
}

/// Compares a password with an account's, or with nobody's, within the limits.
///
/// Errors: `missing_password`, `wrong_password`, `too_many_requests`, `unavailable`.
pub(super) async fn check(
    app: &App,
    origin: &Origin,
    address: &Email,
    account: Option<&AccountRecord>,
    password: &str,
) -> Result<(Turn, Checked)> {
    if password.is_empty() {
        return Err(refused(ErrorCode::MissingPassword, "password", "Give the password."));
    }
    let (failures, key, now) = (&app.identity.password_failures, address.key(), app.clock.now());
    let check_limits = || {
        failures.check(&key, origin.network, now)?;
        app.rate_limiter.peek(Limit::WrongPassword, origin.network, now)
    };
    check_limits()?;
    let turn = app.identity.passwords.turn().await?;
    // Simultaneous attempts may have failed while this one waited for its turn.
    check_limits()?;
    let checked = turn.check(password, account.and_then(|account| account.password_hash.clone())).await?;
    if !checked.matches {
        failures.record(&key, origin.network, now);
        // At the limit this attempt is refused either way.
        app.rate_limiter.take(Limit::WrongPassword, origin.network, now).ok();
        return Err(wrong(Kind::Unauthenticated, ErrorCode::WrongPassword));
    }
    failures.clear(&key, origin.network);
    Ok((turn, checked))
}

pub(super) fn wrong(kind: Kind, code: ErrorCode) -> Error {
    Error::new(kind, code, "The e-mail address and the password do not match.")
}

/// Begins the session of an account whose password was right a moment ago.
async fn begin(app: &App, checked: AccountRecord, way: Way, new_hash: Option<String>) -> Result<SignedIn> {
    let (policy, now) = (app.config.accounts.policy(), app.clock.now());
    let (draw, notice) = (Draw::new(now), Notice::new(now));
    let next = draw.clone();
    let entered = app.store.write(move |tx| {
        let before = accounts::get(tx, &checked.uid)?.ok_or_else(user_not_found)?;
        if before.disabled {
            return Err(user_disabled());
        }
        if before.password_hash != checked.password_hash {
            return Err(wrong(Kind::Unauthenticated, ErrorCode::WrongPassword));
        }
        let mut account = before.clone();
        if let Some(hash) = &new_hash {
            account.password_hash = Some(hash.clone());
        }
        account.last_login_at = Some(now);
        if remember(&mut account, &way.device) && policy.notify_new_device {
            notice.queue(tx, MessageKind::NewDevice, &account, Some(&way.device))?;
        }
        accounts::put(tx, Some(&before), &account)?;
        let session = next.begin(tx, &account.uid, &way, &policy, now)?;
        Ok((account, session))
    });
    let (account, session) = entered.await?;
    wake(app);
    tokens::signed_in(app, &account, &session, Some(&draw), false)
}

/// Remembers the browser; answers whether its owner should be told.
pub(super) fn remember(account: &mut AccountRecord, device: &str) -> bool {
    if device.is_empty() || account.devices.iter().any(|known| known == device) {
        return false;
    }
    let has_others = !account.devices.is_empty();
    account.devices.push(device.to_owned());
    let surplus = account.devices.len().saturating_sub(MAX_DEVICES);
    account.devices.drain(..surplus);
    has_others
}

/// Proves again, with the password, who is signed in: the same session, a new `auth_time`.
///
/// Errors: `wrong_password` and `missing_password`, `too_many_requests`, `unavailable`.
pub async fn prove(app: &App, actor: &Actor, origin: &Origin, password: &str) -> Result<SignedIn> {
    policy::authorize(actor, Action::UseAccount)?;
    let principal = actor.principal()?.clone();
    let asked = principal.clone();
    let account = app.store.read(move |tx| session_check::account(tx, &asked)).await?;
    check_own(app, origin, &account, password).await?;
    let now = app.clock.now();
    let draw = Draw::new(now);
    let next = draw.clone();
    let hash = account.password_hash;
    let proved = app.store.write(move |tx| {
        let (account, mut session) = session_check::account_and_session(tx, &principal)?;
        if account.password_hash != hash {
            return Err(wrong(Kind::Forbidden, ErrorCode::WrongPassword));
        }
        session.auth_time = now;
        next.rotate(tx, &mut session, now)?;
        Ok((account, session))
    });
    let (account, session) = proved.await?;
    tokens::signed_in(app, &account, &session, Some(&draw), false)
}

/// As [`check`] for the account of who asks: 403, for a 401 would tell the client that its token is void.
pub(super) async fn check_own(app: &App, origin: &Origin, account: &AccountRecord, password: &str) -> Result<Turn> {
    match check(app, origin, &account.email, Some(account), password).await {
        Err(error) if error.code == ErrorCode::WrongPassword => Err(wrong(Kind::Forbidden, ErrorCode::WrongPassword)),
        checked => Ok(checked?.0),
    }
}
