//! The erasure of everything about a person.

use serde::{Deserialize, Serialize};

use super::files;
use super::known_person::KnownPerson;
use super::removal::erase_address;
use super::show::{HeldData, PersonData, held, show};
use crate::app::App;
use crate::domain::email::Email;
use crate::error::Result;
use crate::ops::blocking::blocking;
use crate::ops::policy::{self, Action, Actor};
use crate::ops::{backup, erasures, readers};
use crate::store::audit::{self, AuditRecord};
use crate::store::erasures::{ErasedSubject, note};
use crate::store::holdings::Traces;

/// The result of an erasure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ErasedPerson {
    /// What was stored before.
    pub before: PersonData,
    /// What is left, and why.
    pub left: Vec<HeldData>,
}

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
    let (store, data_dir, backups) = (app.store.clone(), app.data_dir.clone(), backup::folder_of(app));
    blocking("removing the written messages of a person", move || {
        for path in files::messages_of(&data_dir, &traces) {
            // What cannot be removed is listed as left.
            drop(std::fs::remove_file(path));
        }
        store.read_blocking(|tx| held(tx, &traces, &data_dir, &backups))
    })
    .await?
}
