//! Where data about a person is stored.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::files;
use super::known_person::KnownPerson;
use crate::app::App;
use crate::domain::data_place::{DataPlace, OnErasure};
use crate::domain::email::Email;
use crate::error::Result;
use crate::ops::accounts::admin::AccountSummary;
use crate::ops::backup;
use crate::ops::policy::{self, Action, Actor};
use crate::store::ReadTx;
use crate::store::holdings::{self, Traces};

/// What is stored about the person who has an address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PersonData {
    pub email: Email,
    /// The accounts with this address, in all tenants.
    pub accounts: Vec<AccountSummary>,
    pub places: Vec<HeldData>,
}

/// The records about a person in one place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeldData {
    pub place: DataPlace,
    /// What the place holds.
    pub label: String,
    /// Number of records; of copies, the number of all files, which were not searched.
    pub count: u64,
    /// How long they are kept without an erasure.
    pub kept: String,
    pub on_erasure: OnErasure,
    /// Why an erasure leaves something; empty if it leaves nothing.
    pub reason: String,
}

impl PersonData {
    /// Whether nothing is stored outside of copies.
    pub fn is_empty(&self) -> bool {
        self.places.iter().all(|held| held.place == DataPlace::Copies)
    }
}

impl HeldData {
    fn new(place: DataPlace, count: u64) -> Self {
        Self {
            place,
            label: place.label().to_owned(),
            count,
            kept: place.kept(),
            on_erasure: place.on_erasure(),
            reason: place.reason().to_owned(),
        }
    }
}

/// Lists the places with data about the person who has this address. Reads every table with data of people.
pub async fn show(app: &App, actor: &Actor, email: Email) -> Result<PersonData> {
    policy::authorize(actor, Action::ManageAccounts)?;
    let (data_dir, backups) = (app.data_dir.clone(), backup::folder_of(app));
    let read = app.store.read(move |tx| {
        let person = KnownPerson::find(tx, &email)?;
        let places = held(tx, &person.traces(), &data_dir, &backups)?;
        let accounts = person.accounts.into_iter().map(AccountSummary::from).collect();
        Ok(PersonData { email: person.email, accounts, places })
    });
    read.await
}

/// Lists the places with data about the owner of an account that was removed.
pub async fn left(app: &App, actor: &Actor, traces: Traces) -> Result<Vec<HeldData>> {
    policy::authorize(actor, Action::ManageAccounts)?;
    let (data_dir, backups) = (app.data_dir.clone(), backup::folder_of(app));
    app.store.read(move |tx| held(tx, &traces, &data_dir, &backups)).await
}

/// The places that hold something.
pub(super) fn held(tx: &ReadTx, traces: &Traces, data_dir: &Path, backups: &Path) -> Result<Vec<HeldData>> {
    let mut counts = holdings::count(tx, traces)?;
    counts.insert(DataPlace::WrittenMessages, files::messages_of(data_dir, traces).len() as u64);
    counts.insert(DataPlace::Copies, files::count_copies(backups, data_dir));
    let held = counts.into_iter().filter(|(_, count)| *count > 0);
    Ok(held.map(|(place, count)| HeldData::new(place, count)).collect())
}
