//! The names by which the operator finds accounts.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::tenants;
use crate::app::App;
use crate::domain::email::Email;
use crate::domain::{Phone, TenantId, Uid};
use crate::error::{Error, Result};
use crate::store::Reading;
use crate::store::accounts::{self, AccountRecord};

/// The uid, the address or the telephone number of an account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AccountName {
    Uid(Uid),
    Email(Email),
    /// An address in a tenant other than the default one.
    InTenant(TenantId, Email),
    Phone(Phone),
}

impl FromStr for AccountName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if let Some(uid) = Uid::parse(text.trim()) {
            return Ok(Self::Uid(uid));
        }
        if let Ok(phone) = Phone::try_from(text.trim().to_owned()) {
            return Ok(Self::Phone(phone));
        }
        let expected =
            "give the account's uid (28 letters and digits), its address, or its number such as +40722123456";
        Email::try_from(text.to_owned()).map(Self::Email).map_err(|_| expected.into())
    }
}

impl AccountName {
    /// Restricts an address to a tenant.
    ///
    /// # Errors
    /// `invalid` in `tenant` for other names: a uid needs no tenant, and numbers exist only in the default one.
    pub fn in_tenant(self, tenant: Option<TenantId>) -> Result<Self> {
        match (self, tenant) {
            (Self::Email(email), Some(tenant)) => Ok(Self::InTenant(tenant, email)),
            (_, Some(_)) => {
                Err(Error::invalid("tenant", "A tenant can be given only with an address; a uid needs none."))
            }
            (name, None) => Ok(name),
        }
    }
}

impl fmt::Display for AccountName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Uid(uid) => f.write_str(uid.as_str()),
            // Not masked: the operator typed it, and it is shown but never logged.
            Self::Email(email) => f.write_str(email.as_str()),
            Self::InTenant(tenant, email) => write!(f, "{} --tenant {tenant}", email.as_str()),
            Self::Phone(phone) => f.write_str(phone.as_str()),
        }
    }
}

/// A name whose tenant, if it has one, is known to exist.
#[derive(Debug, Clone)]
pub(super) struct KnownName(AccountName);

impl KnownName {
    /// # Errors
    /// `invalid_tenant_id`.
    pub(super) async fn of(app: &App, name: AccountName) -> Result<Self> {
        if let AccountName::InTenant(tenant, _) = &name {
            tenants::require_known(app, tenant).await?;
        }
        Ok(Self(name))
    }

    /// Returns the account.
    ///
    /// # Errors
    /// `not_found`.
    pub(super) fn find(&self, tx: &dyn Reading) -> Result<AccountRecord> {
        let found = match &self.0 {
            AccountName::Uid(uid) => accounts::get(tx, uid)?,
            AccountName::Email(email) => accounts::by_email(tx, &TenantId::default(), email)?,
            AccountName::InTenant(tenant, email) => accounts::by_email(tx, tenant, email)?,
            AccountName::Phone(phone) => accounts::by_phone(tx, &TenantId::default(), phone)?,
        };
        found.ok_or_else(|| Error::not_found(format!("there is no account {self}; `paragraf accounts list` shows all")))
    }
}

impl fmt::Display for KnownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
