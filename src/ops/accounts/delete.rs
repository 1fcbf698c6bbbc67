//! Deleting the signed-in account, and removing an account with its data.

use super::context::{record_audit, require_recent_sign_in, wake_mailer};
use super::messages::InfoMessage;
use super::{session_check, sessions};
use crate::app::App;
use crate::domain::message::MessageKind;
use crate::domain::message_address::MessageAddress;
use crate::domain::{ArticleCounts, Slug};
use crate::error::Result;
use crate::ops::policy::{self, Action, Actor};
use crate::ops::{erasures, readers};
use crate::store::WriteTx;
use crate::store::account_activity;
use crate::store::accounts::{self, AccountRecord};
use crate::store::action_codes;
use crate::store::erasures::{ErasedSubject, note};
use crate::store::outbox;
use crate::store::pictures;
use crate::store::subscribers;

/// Deletes the signed-in account. Its address can be used for a new account at once. A guest needs no recent sign-in,
/// because it cannot sign in again.
///
/// # Errors
/// `requires_recent_login`.
pub async fn delete(app: &App, actor: &Actor) -> Result<()> {
    policy::authorize(actor, Action::UseAccount)?;
    let (principal, now) = (actor.principal()?.clone(), app.clock.now());
    let message = InfoMessage::new(now);
    let uid = principal.uid.clone();
    let write = app.store.write(move |tx| {
        let account = session_check::account(tx, &principal)?;
        if !account.is_guest() {
            require_recent_sign_in(&principal, now)?;
        }
        let counts = remove(tx, &account)?;
        message.queue(tx, MessageKind::AccountDeleted, &account, None)?;
        record_audit(tx, now, "accounts.delete", &account.uid)?;
        note(tx, &ErasedSubject::Account(account.uid), now)?;
        Ok(counts)
    });
    let counts = write.await?;
    erasures::keep(app).await;
    readers::account_removed(app, &uid, &counts);
    wake_mailer(app);
    Ok(())
}

/// Removes the account with everything that belongs to it. Returns the new counts of the articles that it had marked,
/// for [`readers::account_removed`].
pub(in crate::ops) fn remove(tx: &WriteTx, account: &AccountRecord) -> Result<Vec<(Slug, ArticleCounts)>> {
    end_access(tx, account)?;
    let counts = readers::remove_account(tx, account)?;
    account_activity::remove_account(tx, &account.uid)?;
    pictures::remove_account(tx, &account.uid)?;
    accounts::remove(tx, account)?;
    // Deliveries contain the address. They stay while a subscription, or an account of another tenant, has this
    // address. Deliveries to an unverified address may belong to another person.
    if let Some(email) = account.email.as_ref().filter(|_| account.email_verified)
        && !subscribers::exists(tx, email)?
        && accounts::at(tx, email)?.is_empty()
    {
        outbox::remove_to(tx, &[email.key()].into())?;
    }
    Ok(counts)
}

/// Ends the account's sessions, voids all links mailed to it, and removes the secrets from queued messages to its
/// addresses and numbers.
pub(super) fn end_access(tx: &WriteTx, account: &AccountRecord) -> Result<()> {
    sessions::end_all(tx, &account.uid, None)?;
    // The mail that confirms a change of address goes to the new address.
    let codes = action_codes::of(tx, &account.uid)?;
    let new_addresses: Vec<_> = codes.into_iter().filter_map(|code| code.new_email).collect();
    action_codes::remove_all(tx, account)?;
    let emails = account.email.iter().chain(&account.initial_email).chain(&new_addresses).cloned();
    let phone = account.phone.iter().chain(account.second_factors.phones()).cloned().map(MessageAddress::Phone);
    for address in emails.map(MessageAddress::from).chain(phone) {
        outbox::remove_secrets_to(tx, &address)?;
    }
    Ok(())
}
