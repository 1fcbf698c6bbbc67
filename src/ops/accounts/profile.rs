//! What the owner of an account changes of it: name, language, password.

use jiff::Timestamp;

use super::letters::Notice;
use super::sign_up::check_password;
use super::tokens::{self, Draw, SignedIn};
use super::{Origin, ended, note, refused, require_recent, session_check, sessions, sign_in, wake};
use crate::app::App;
use crate::domain::Language;
use crate::domain::account::display_name;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::ops::policy::{self, Action, Actor};
use crate::store::accounts::{self, AccountRecord};
use crate::store::outbox::MessageKind;

/// What is to be changed; what is `None` stays.
#[derive(Debug, Default)]
pub struct Change {
    pub display_name: Option<String>,
    pub language: Option<Language>,
    pub password: Option<String>,
    /// Needed with `password` where there is one.
    pub current_password: Option<String>,
}

/// Changes the account of who asks. A new password ends all other sessions and is told by mail.
///
/// Errors: `invalid` in `display_name`; for a password `requires_recent_login`, `weak_password`,
/// `missing_password` and `wrong_password` (the current one), `too_many_requests`, `unavailable`.
pub async fn change(app: &App, actor: &Actor, origin: &Origin, change: Change) -> Result<SignedIn> {
    policy::authorize(actor, Action::UseAccount)?;
    let (principal, now) = (actor.principal()?.clone(), app.clock.now());
    let name = change.display_name.as_deref().map(|name| sound_name(app, name)).transpose()?;
    let asked = principal.clone();
    let account = app.store.read(move |tx| session_check::account(tx, &asked)).await?;
    let new_hash = match &change.password {
        Some(password) => {
            require_recent(&principal, now)?;
            Some(hash(app, origin, &account, password, change.current_password.as_deref()).await?)
        }
        None => None,
    };
    let (draw, notice, language) = (Draw::new(now), Notice::new(now), change.language);
    let (next, old_hash, has_new) = (draw.clone(), account.password_hash, new_hash.is_some());
    let changed = app.store.write(move |tx| {
        let (before, mut session) = session_check::account_and_session(tx, &principal)?;
        let mut after = before.clone();
        after.display_name = name.clone().unwrap_or(after.display_name);
        after.language = language.unwrap_or(after.language);
        if let Some(hash) = &new_hash {
            if before.password_hash != old_hash {
                return Err(sign_in::wrong(Kind::Forbidden, ErrorCode::WrongPassword));
            }
            after = renewed(after, hash, now);
            sessions::end_all(tx, &after.uid, Some(session.id))?;
            next.rotate(tx, &mut session, now)?;
            notice.queue(tx, MessageKind::PasswordChanged, &after, None)?;
            note(tx, now, "accounts.change_password", &after.uid)?;
        }
        accounts::put(tx, Some(&before), &after)?;
        Ok((after, session))
    });
    let (account, session) = changed.await?;
    if has_new {
        ended(app, &account.uid);
    }
    wake(app);
    tokens::signed_in(app, &account, &session, has_new.then_some(&draw), false)
}

/// The account with its new password, before which no token counts.
pub(super) fn renewed(account: AccountRecord, hash: &str, now: Timestamp) -> AccountRecord {
    let (password_hash, password_updated_at) = (Some(hash.to_owned()), Some(now));
    AccountRecord { password_hash, password_updated_at, valid_since: now, ..account }
}

fn sound_name(app: &App, name: &str) -> Result<String> {
    let needed = app.config.accounts.require_display_name;
    display_name(name)
        .filter(|name| !(needed && name.is_empty()))
        .ok_or_else(|| Error::invalid("display_name", "This is not a name that can be shown."))
}

async fn hash(
    app: &App,
    origin: &Origin,
    account: &AccountRecord,
    password: &str,
    current: Option<&str>,
) -> Result<String> {
    check_password(app, "password", password, &[account.email.as_str(), &account.display_name])?;
    if account.password_hash.is_none() {
        return app.identity.passwords.turn().await?.hash(password).await;
    }
    let missing = || refused(ErrorCode::MissingPassword, "current_password", "Give the current password too.");
    let current = current.filter(|current| !current.is_empty()).ok_or_else(missing)?;
    let turn = sign_in::check_own(app, origin, account, current).await?;
    turn.hash(password).await
}
