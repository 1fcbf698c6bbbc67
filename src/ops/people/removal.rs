//! Removing everything about a person from the store.

use super::known_person::KnownPerson;
use crate::domain::email::Email;
use crate::domain::message_address::MessageAddress;
use crate::domain::{ArticleCounts, Slug, Uid};
use crate::error::Result;
use crate::ops::accounts::delete;
use crate::store::{
    WriteTx, accounts, action_codes, campaigns, outbox, passkey_ceremonies, pending_sign_ins, phone_codes, reports,
    sign_in_transactions, subscribers, suppressions,
};

/// An account that was removed, and the new counts of the articles that it had marked.
pub(super) type RemovedAccount = (Uid, Vec<(Slug, ArticleCounts)>);

/// Removes everything about the person who has this address. Reads all accounts, reports, campaigns and open codes.
pub(super) fn erase_address(tx: &WriteTx, email: &Email) -> Result<Vec<RemovedAccount>> {
    let person = KnownPerson::find(tx, email)?;
    let traces = person.traces();
    let mut removed = Vec::with_capacity(person.accounts.len());
    for account in &person.accounts {
        removed.push((account.uid.clone(), delete::remove(tx, account)?));
    }
    sign_in_transactions::remove_where(tx, &|record| traces.are_in_record(record))?;
    pending_sign_ins::remove_where(tx, &|record| traces.are_in_record(record))?;
    passkey_ceremonies::remove_where(tx, &|record| traces.are_in_record(record))?;
    phone_codes::remove_where(tx, &|record| traces.are_in_record(record))?;
    action_codes::remove_where(tx, &|record| traces.are_in_record(record))?;
    accounts::forget_address(tx, email)?;
    reports::forget_address(tx, email)?;
    campaigns::forget_address(tx, email)?;
    subscribers::remove(tx, email)?;
    suppressions::remove(tx, email)?;
    outbox::forget_address(tx, &email.clone().into())?;
    for phone in person.phones() {
        outbox::forget_address(tx, &MessageAddress::Phone(phone.clone()))?;
    }
    Ok(removed)
}
