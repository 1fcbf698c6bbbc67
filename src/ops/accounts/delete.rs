//! Deleting an account.

use super::letters::Notice;
use super::{note, require_recent, session_check, sessions, wake};
use crate::app::App;
use crate::domain::message::MessageKind;
use crate::domain::{ArticleCounts, Slug};
use crate::error::Result;
use crate::ops::policy::{self, Action, Actor};
use crate::ops::readers;
use crate::store::WriteTx;
use crate::store::accounts::{self, AccountRecord};
use crate::store::action_codes;
use crate::store::outbox;
use crate::store::subscribers;

/// Deletes the account of who asks: its address is free again at once.
///
/// Errors: `requires_recent_login`.
pub async fn delete(app: &App, actor: &Actor) -> Result<()> {
    policy::authorize(actor, Action::UseAccount)?;
    let (principal, now) = (actor.principal()?.clone(), app.clock.now());
    require_recent(&principal, now)?;
    let notice = Notice::new(now);
    let uid = principal.uid.clone();
    let write = app.store.write(move |tx| {
        let account = session_check::account(tx, &principal)?;
        let counts = remove(tx, &account)?;
        notice.queue(tx, MessageKind::AccountDeleted, &account, None)?;
        note(tx, now, "accounts.delete", &account.uid)?;
        Ok(counts)
    });
    let counts = write.await?;
    readers::account_removed(app, &uid, &counts);
    wake(app);
    Ok(())
}

/// Takes away the account and everything that belongs to it; answers the lower counts of the
/// articles that it had marked, for [`readers::account_removed`].
pub(super) fn remove(tx: &WriteTx, account: &AccountRecord) -> Result<Vec<(Slug, ArticleCounts)>> {
    shut_out(tx, account)?;
    let counts = readers::remove_account(tx, &account.uid)?;
    // Deliveries of mail-outs name the address; a subscription under it is a thing of its own and keeps its own.
    if !subscribers::exists(tx, &account.email)? {
        outbox::remove_to(tx, &[account.email.key()].into())?;
    }
    accounts::remove(tx, account)?;
    Ok(counts)
}

/// Ends the account's sessions and every link in its mails.
pub(super) fn shut_out(tx: &WriteTx, account: &AccountRecord) -> Result<()> {
    sessions::end_all(tx, &account.uid, None)?;
    // A change of the address that was asked for has told the new one to the outbox.
    let mut new_addresses = Vec::new();
    for code in action_codes::of(tx, Some(&account.uid), Some(&account.email))? {
        let is_own = code.uid.as_ref() == Some(&account.uid);
        if is_own || code.uid.is_none() {
            action_codes::remove(tx, &code)?;
            new_addresses.extend(code.new_email.filter(|_| is_own));
        }
    }
    for address in std::iter::once(&account.email).chain(&account.initial_email).chain(&new_addresses) {
        outbox::remove_secrets_to(tx, address)?;
    }
    Ok(())
}
