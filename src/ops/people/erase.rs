//! The erasure of everything about a person.

use serde::{Deserialize, Serialize};

use super::files;
use super::known_person::KnownPerson;
use super::show::{HeldData, PersonData, held, show};
use crate::app::App;
use crate::domain::data_place::DataPlace;
use crate::domain::email::Email;
use crate::domain::message_address::MessageAddress;
use crate::domain::{ArticleCounts, Slug, Uid};
use crate::error::Result;
use crate::ops::accounts::delete;
use crate::ops::blocking::blocking;
use crate::ops::policy::{self, Action, Actor};
use crate::ops::{erasures, readers};
use crate::store::audit::{self, AuditRecord};
use crate::store::erasures::{ErasedSubject, note};
use crate::store::holdings::{self, Traces};
use crate::store::{
    WriteTx, accounts, action_codes, campaigns, outbox, passkey_ceremonies, pending_sign_ins, phone_codes, reports,
    sign_in_transactions, subscribers, suppressions,
};

/// The result of an erasure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ErasedPerson {
    /// What was stored before.
    pub before: PersonData,
    /// What is left, and why.
    pub left: Vec<HeldData>,
}

/// An account that was removed, and the new counts of the articles that it had marked.
type RemovedAccount = (Uid, Vec<(Slug, ArticleCounts)>);

/// Removes everything about the person who has this address, in one write, and notes the erasure, so that a restored
/// copy loses it too. Sends no mail: a message to the address would be stored again.
// docs/decisions/0471
pub async fn erase(app: &App, actor: &Actor, email: Email) -> Result<ErasedPerson> {
    policy::authorize(actor, Action::ManageAccounts)?;
    let before = show(app, actor, email.clone()).await?;
    let (now, name) = (app.clock.now(), actor.to_string());
    let write = app.store.write(move |tx| {
        let traces = KnownPerson::find(tx, &email)?.traces();
        let removed = erase_address(tx, &email)?;
        note(tx, &ErasedSubject::Person(email.clone()), now)?;
        // No record contains the address: it would defeat the erasure.
        let uids = removed.iter().map(|(uid, _)| uid.to_string());
        for subject in uids.chain(removed.is_empty().then(|| "an address without an account".to_owned())) {
            let (actor, action) = (name.clone(), "people.erase".to_owned());
            audit::append(tx, &AuditRecord { at: now, actor, action, subject })?;
        }
        Ok((removed, traces))
    });
    let (removed, traces) = write.await?;
    for (uid, counts) in &removed {
        readers::account_removed(app, uid, counts);
    }
    erasures::keep(app).await;
    Ok(ErasedPerson { before, left: remove_files(app, traces).await? })
}

/// Removes the written messages of a person who was erased from the store. Returns what is left.
async fn remove_files(app: &App, traces: Traces) -> Result<Vec<HeldData>> {
    let (store, data_dir) = (app.store.clone(), app.data_dir.clone());
    blocking("removing the written messages of a person", move || {
        for path in files::messages_of(&data_dir, &traces) {
            // What cannot be removed is listed as left.
            drop(std::fs::remove_file(path));
        }
        let mut counts = store.read_blocking(|tx| Ok(holdings::count(tx, &traces)?))?;
        counts.insert(DataPlace::WrittenMessages, files::messages_of(&data_dir, &traces).len() as u64);
        counts.insert(DataPlace::Copies, files::copies(&data_dir).len() as u64);
        Ok(held(counts))
    })
    .await?
}

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
