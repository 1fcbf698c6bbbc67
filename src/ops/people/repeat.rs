//! Repeats erasures in a store that was restored from a copy.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::known_person::KnownPerson;
use super::removal::erase_address;
use crate::clock::legal_date;
use crate::domain::Uid;
use crate::domain::email::Email;
use crate::error::Result;
use crate::ops::accounts::delete;
use crate::store::erasures::{ErasedSubject, Erasure, ErasureList};
use crate::store::{Store, WriteTx, accounts, campaigns, outbox, subscribers};

/// Numbers of repeated erasures.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RepeatedErasures {
    /// Addresses of which everything was removed.
    pub people: u64,
    pub accounts: u64,
    pub subscribers: u64,
}

impl RepeatedErasures {
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }
}

/// Removes from the store, in one write, what these erasures had removed. Records that are newer than the erasure stay:
/// the person came back. Blocks.
pub(in crate::ops) fn repeat(store: &Store, erasures: &BTreeSet<Erasure>) -> Result<RepeatedErasures> {
    let list = ErasureList::new(store.instance(), erasures);
    if list.is_empty() {
        return Ok(RepeatedErasures::default());
    }
    let (people, gone, uids) = store.read_blocking(|tx| {
        let dated = |emails: Vec<Email>, subject: fn(Email) -> ErasedSubject| {
            let dated = emails.into_iter().filter_map(|email| Some((list.day_of(&subject(email.clone()))?, email)));
            dated.collect::<Vec<(Date, Email)>>()
        };
        let people = dated(list.addresses(tx, ErasedSubject::Person)?, ErasedSubject::Person);
        let gone = dated(list.addresses(tx, ErasedSubject::Subscriber)?, ErasedSubject::Subscriber);
        let mut uids = Vec::new();
        accounts::each(tx, &mut |record| {
            uids.extend(list.day_of(&ErasedSubject::Account(record.uid.clone())).map(|_| record.uid));
            ControlFlow::Continue(())
        })?;
        Ok((people, gone, uids))
    })?;
    store.write_blocking(move |tx| {
        let mut repeated = RepeatedErasures::default();
        for uid in &uids {
            repeated.accounts += u64::from(remove_account(tx, uid)?);
        }
        for (day, email) in &people {
            repeated.people += u64::from(erase_older(tx, email, *day)?);
        }
        for (day, email) in &gone {
            repeated.subscribers += u64::from(remove_subscriber(tx, email, *day)?);
        }
        Ok(repeated)
    })
}

fn remove_account(tx: &WriteTx, uid: &Uid) -> Result<bool> {
    let Some(account) = accounts::get(tx, uid)? else { return Ok(false) };
    delete::remove(tx, &account)?;
    Ok(true)
}

/// Erases the person, or only the records up to that day if the person came back later.
fn erase_older(tx: &WriteTx, email: &Email, day: Date) -> Result<bool> {
    let accounts = KnownPerson::find(tx, email)?.accounts;
    let subscribed_on = subscribers::get(tx, email)?.map(|record| legal_date(record.created_at));
    let (older, newer): (Vec<_>, Vec<_>) =
        accounts.into_iter().partition(|account| legal_date(account.created_at) <= day);
    if newer.is_empty() && subscribed_on.is_none_or(|on| on <= day) {
        erase_address(tx, email)?;
        return Ok(true);
    }
    for account in &older {
        delete::remove(tx, account)?;
    }
    let has_left = remove_subscriber(tx, email, day)?;
    Ok(has_left || !older.is_empty())
}

/// Removes a subscription that began up to that day.
fn remove_subscriber(tx: &WriteTx, email: &Email, day: Date) -> Result<bool> {
    let found = subscribers::get(tx, email)?;
    if found.is_none_or(|record| legal_date(record.created_at) > day) {
        return Ok(false);
    }
    subscribers::remove(tx, email)?;
    campaigns::unlist(tx, email)?;
    outbox::remove_to(tx, &[email.key()].into())?;
    Ok(true)
}
