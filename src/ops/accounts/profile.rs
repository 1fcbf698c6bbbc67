//! Changing the name, the language and the password of the signed-in account.

use jiff::Timestamp;

use super::activity::Origin;
use super::context::{ClientInfo, notify_sessions_changed, record_audit, require_recent_sign_in, wake_mailer};
use super::errors::{invalid_field, wrong_password};
use super::messages::InfoMessage;
use super::password::verify_current_password;
use super::sign_up::{check_strength, parse_display_name, personal_words};
use super::tokens::{self, IssuedSession, SessionSeed};
use super::{session_check, sessions};
use crate::app::App;
use crate::domain::Language;
use crate::domain::activity::ActivityKind;
use crate::domain::message::MessageKind;
use crate::error::{ErrorCode, Kind, Result};
use crate::ops::policy::{self, Action, Actor};
use crate::store::accounts::{self, AccountRecord};

/// The requested changes; `None` leaves a value as it is.
#[derive(Debug, Default)]
pub struct ProfileChange {
    pub display_name: Option<String>,
    pub language: Option<Language>,
    pub password: Option<String>,
    /// Required for a new password if the account already has one.
    pub current_password: Option<String>,
}

/// Changes the signed-in account. A new password ends all other sessions and is announced by mail.
///
/// # Errors
/// `invalid` in `display_name`; for a password `requires_recent_login`, `weak_password`, `missing_password` and
/// `wrong_password` (the current one), `too_many_requests`, `unavailable`.
pub async fn change(app: &App, actor: &Actor, client: &ClientInfo, change: ProfileChange) -> Result<IssuedSession> {
    policy::authorize(actor, Action::UseAccount)?;
    let (principal, now) = (actor.principal()?.clone(), app.clock.now());
    let name = change.display_name.as_deref().map(|name| parse_display_name(app, name)).transpose()?;
    let reader = principal.clone();
    let account = app.store.read(move |tx| session_check::account(tx, &reader)).await?;
    let new_hash = match &change.password {
        Some(password) => {
            require_recent_sign_in(&principal, now)?;
            Some(hash_new_password(app, client, &account, password, change.current_password.as_deref()).await?)
        }
        None => None,
    };
    let (seed, message, language) = (SessionSeed::new(now), InfoMessage::new(now), change.language);
    let origin = Origin::new(client, now);
    let (next, old_hash, has_new_password) = (seed.clone(), account.password_hash, new_hash.is_some());
    let changed = app.store.write(move |tx| {
        let (before, mut session) = session_check::account_and_session(tx, &principal)?;
        let mut after = before.clone();
        after.display_name = name.clone().unwrap_or(after.display_name);
        after.language = language.unwrap_or(after.language);
        if let Some(hash) = &new_hash {
            if before.password_hash != old_hash {
                return Err(wrong_password(Kind::Forbidden));
            }
            after = with_new_password(after, hash, now);
            sessions::end_all(tx, &after.uid, Some(session.id))?;
            next.rotate(tx, &mut session, now)?;
            message.queue(tx, MessageKind::PasswordChanged, &after, None)?;
            origin.record(tx, &after.uid, ActivityKind::PasswordChange)?;
            record_audit(tx, now, "accounts.change_password", &after.uid)?;
        }
        accounts::put(tx, Some(&before), &after)?;
        Ok((after, session))
    });
    let (account, session) = changed.await?;
    if has_new_password {
        notify_sessions_changed(app, &account.uid);
    }
    wake_mailer(app);
    tokens::issue(app, &account, &session, has_new_password.then_some(&seed), false)
}

/// Sets the password, which voids access tokens issued before `now`.
pub(super) fn with_new_password(account: AccountRecord, hash: &str, now: Timestamp) -> AccountRecord {
    let (password_hash, password_updated_at) = (Some(hash.to_owned()), Some(now));
    AccountRecord { password_hash, password_updated_at, valid_since: now, ..account }
}

async fn hash_new_password(
    app: &App,
    client: &ClientInfo,
    account: &AccountRecord,
    password: &str,
    current: Option<&str>,
) -> Result<String> {
    check_strength(app, "password", password, &personal_words(account))?;
    if account.password_hash.is_none() {
        return app.identity.hasher.acquire(client.network).await?.hash(password).await;
    }
    let current = current.filter(|current| !current.is_empty()).ok_or_else(|| {
        invalid_field(ErrorCode::MissingPassword, "current_password", "Enter the current password too.")
    })?;
    let permit = verify_current_password(app, client, account, current).await?;
    permit.hash(password).await
}
