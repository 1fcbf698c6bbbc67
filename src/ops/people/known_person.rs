//! The accounts and numbers of the person who has an address.

use crate::domain::Phone;
use crate::domain::email::Email;
use crate::error::Result;
use crate::store::Reading;
use crate::store::accounts::{self, AccountRecord};
use crate::store::holdings::Traces;

/// An address, and its accounts in all tenants.
pub(super) struct KnownPerson {
    pub email: Email,
    pub accounts: Vec<AccountRecord>,
}

impl KnownPerson {
    pub(super) fn find(tx: &dyn Reading, email: &Email) -> Result<Self> {
        Ok(Self { email: email.clone(), accounts: accounts::at(tx, email)? })
    }

    /// The numbers of the accounts.
    pub(super) fn phones(&self) -> impl Iterator<Item = &Phone> {
        self.accounts.iter().flat_map(|account| account.phone.iter().chain(account.second_factors.phones()))
    }

    /// What names the person in records.
    pub(super) fn traces(&self) -> Traces {
        let mut traces = Traces::of(&self.email);
        self.accounts.iter().for_each(|account| traces.add_account(account));
        traces
    }
}
