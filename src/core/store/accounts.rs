//! Accounts, and the index that finds an account by what identifies its user: an address, a telephone number, an
//! identity at a provider, or a passkey.

use std::ops::ControlFlow;

use jiff::Timestamp;

use super::account_key::AccountKey;
use super::engine::{ReadTx, Reading, WriteTx};
use super::error::StoreError;
use super::finding::Findings;
use super::key::KeyRange;
use super::key_parts::Address;
use super::row::readable;
use super::table::Table;
use crate::domain::email::Email;
use crate::domain::{Phone, Role, TenantId, Uid};

pub use super::account_record::AccountRecord;

pub(super) const ACCOUNTS: Table<Uid, AccountRecord> = Table::new("accounts");
/// By tenant. Each key belongs to at most one account of a tenant. Index of `ACCOUNTS`.
pub(super) const ACCOUNT_BY_KEY: Table<(String, AccountKey), Uid> = Table::new("account_by_key");

/// By the time at which the guest is checked, and account. Index of the guests of `ACCOUNTS`.
pub(super) const GUESTS: Table<(Timestamp, Uid), ()> = Table::new("guests");

/// By address and account. Index of the accounts of `ACCOUNTS` in other tenants than the default one.
pub(super) const TENANT_ADDRESSES: Table<(Address, Uid), ()> = Table::new("tenant_addresses");

/// Index of the accounts of `ACCOUNTS` with the role of operator.
pub(super) const OPERATORS: Table<Uid, ()> = Table::new("operators");

pub fn get(tx: &dyn Reading, uid: &Uid) -> Result<Option<AccountRecord>, StoreError> {
    ACCOUNTS.get(tx, uid)
}

/// Whether the account exists, even if its record cannot be read.
pub fn exists(tx: &dyn Reading, uid: &Uid) -> Result<bool, StoreError> {
    ACCOUNTS.contains(tx, uid)
}

/// Whether the account can be read and belongs to another tenant than this one.
pub(super) fn is_of_other_tenant(tx: &dyn Reading, uid: &Uid, tenant: &TenantId) -> Result<bool, StoreError> {
    Ok(ACCOUNTS.get_readable(tx, uid)?.is_some_and(|account| account.tenant != *tenant))
}

/// The account of the tenant that has this address.
pub fn by_email(tx: &dyn Reading, tenant: &TenantId, email: &Email) -> Result<Option<AccountRecord>, StoreError> {
    by_key(tx, tenant, &AccountKey::Email(Address(email.key())))
}

/// The accounts that have this address, at most one per tenant. The default tenant comes first.
pub fn at(tx: &dyn Reading, email: &Email) -> Result<Vec<AccountRecord>, StoreError> {
    let mut found: Vec<_> = by_email(tx, &TenantId::default(), email)?.into_iter().collect();
    let rows = TENANT_ADDRESSES.scan(tx, KeyRange::prefix::<Address, _>(email));
    let uids = rows.map(|row| Ok(row?.0.1)).collect::<Result<Vec<_>, StoreError>>()?;
    for account in ACCOUNTS.get_many(tx, &uids)? {
        found.push(account?);
    }
    Ok(found)
}

/// The account of any tenant whose owner verified this address; of several, the first one that is not disabled.
///
/// Mail to an address concerns no unverified account: anyone can sign up with the address of another person.
pub fn verified_at(tx: &dyn Reading, email: &Email) -> Result<Option<AccountRecord>, StoreError> {
    let verified = at(tx, email)?.into_iter().filter(|account| account.email_verified);
    Ok(verified.min_by_key(|account| account.disabled))
}

/// The account of the tenant that has this telephone number.
pub fn by_phone(tx: &dyn Reading, tenant: &TenantId, phone: &Phone) -> Result<Option<AccountRecord>, StoreError> {
    by_key(tx, tenant, &AccountKey::Phone(phone.as_str().to_owned()))
}

/// The account of the tenant of which this telephone number is a second factor.
pub fn by_factor_phone(
    tx: &dyn Reading,
    tenant: &TenantId,
    phone: &Phone,
) -> Result<Option<AccountRecord>, StoreError> {
    by_key(tx, tenant, &AccountKey::FactorPhone(phone.as_str().to_owned()))
}

/// The account of the tenant that this identity signs in to.
pub fn by_identity(
    tx: &dyn Reading,
    tenant: &TenantId,
    provider: &str,
    subject: &str,
) -> Result<Option<AccountRecord>, StoreError> {
    by_key(tx, tenant, &AccountKey::Identity { provider: provider.to_owned(), subject: subject.to_owned() })
}

/// The account of the tenant that this passkey signs in to.
pub fn by_passkey(tx: &dyn Reading, tenant: &TenantId, id: &str) -> Result<Option<AccountRecord>, StoreError> {
    by_key(tx, tenant, &AccountKey::Passkey(id.to_owned()))
}

fn by_key(tx: &dyn Reading, tenant: &TenantId, key: &AccountKey) -> Result<Option<AccountRecord>, StoreError> {
    let uid = ACCOUNT_BY_KEY.get(tx, &(tenant.as_str(), key))?;
    uid.map_or(Ok(None), |uid| get(tx, &uid))
}

/// Writes the record and updates the index; `before` is what [`get`] returned in this transaction.
pub fn put(tx: &WriteTx, before: Option<&AccountRecord>, record: &AccountRecord) -> Result<(), StoreError> {
    if let Some(before) = before {
        remove_keys(tx, before)?;
    }
    for key in record.keys() {
        ACCOUNT_BY_KEY.put(tx, &(record.tenant.as_str(), &key), &record.uid)?;
    }
    if let Some(email) = record.indexed_address() {
        TENANT_ADDRESSES.put(tx, &(email, &record.uid), &())?;
    }
    if let Some(end) = record.guest_end() {
        GUESTS.put(tx, &(&end, &record.uid), &())?;
    }
    if record.role == Role::Operator {
        OPERATORS.put(tx, &record.uid, &())?;
    }
    ACCOUNTS.put(tx, &record.uid, record)
}

/// Removes the account and frees its address; rows of other tables that belong to it stay.
pub fn remove(tx: &WriteTx, record: &AccountRecord) -> Result<(), StoreError> {
    remove_keys(tx, record)?;
    ACCOUNTS.delete(tx, &record.uid)?;
    Ok(())
}

fn remove_keys(tx: &WriteTx, record: &AccountRecord) -> Result<(), StoreError> {
    if let Some(end) = record.guest_end() {
        GUESTS.delete(tx, &(&end, &record.uid))?;
    }
    if let Some(email) = record.indexed_address() {
        TENANT_ADDRESSES.delete(tx, &(email, &record.uid))?;
    }
    if record.role == Role::Operator {
        OPERATORS.delete(tx, &record.uid)?;
    }
    let tenant = record.tenant.as_str();
    record.keys().try_for_each(|key| ACCOUNT_BY_KEY.delete(tx, &(tenant, &key)).map(drop))
}

/// The readable guests among the first `limit` that are to be checked before `now`, the earliest first.
pub fn due_guests(tx: &dyn Reading, now: Timestamp, limit: usize) -> Result<Vec<AccountRecord>, StoreError> {
    let due = GUESTS.scan(tx, KeyRange::between(&Timestamp::MIN, &now)).take(limit);
    let uids = due.map(|row| Ok(row?.0.1)).collect::<Result<Vec<Uid>, StoreError>>()?;
    ACCOUNTS.get_many(tx, &uids)?.into_iter().filter_map(readable).collect()
}

/// Visits every readable account in order of uid.
pub fn each(tx: &ReadTx, visit: &mut dyn FnMut(AccountRecord) -> ControlFlow<()>) -> Result<(), StoreError> {
    ACCOUNTS.visit_all(tx, visit)
}

/// Visits the accounts that have a rank, the least rank first, until `visit` breaks. Returns the number of all of them.
pub fn each_ranked<R: Ord>(
    tx: &ReadTx,
    rank: &mut dyn FnMut(&AccountRecord) -> Option<R>,
    visit: &mut dyn FnMut(AccountRecord) -> ControlFlow<()>,
) -> Result<u64, StoreError> {
    ACCOUNTS.visit_ranked(tx, rank, visit)
}

/// As [`each`], in the write that publishes an article of which every account is notified.
pub fn each_in_write(tx: &WriteTx, visit: &mut dyn FnMut(AccountRecord)) -> Result<(), StoreError> {
    ACCOUNTS.scan_all_in_write(tx).try_for_each(|row| {
        visit(row?.1);
        Ok(())
    })
}

/// Removes this address from accounts that had it before, or whose provider names it; they keep their own address.
/// Reads all accounts; for commands.
pub fn forget_address(tx: &WriteTx, email: &Email) -> Result<(), StoreError> {
    let is_it = |other: &Email| other.key() == email.key();
    for row in ACCOUNTS.scan_all_in_write(tx) {
        let before = row?.1;
        let mut after = before.clone();
        if after.initial_email.as_ref().is_some_and(is_it) {
            (after.initial_email, after.email_changed_at) = (None, None);
        }
        for identity in &mut after.identities {
            identity.email.take_if(|other| is_it(other));
        }
        if after != before {
            put(tx, Some(&before), &after)?;
        }
    }
    Ok(())
}

/// Looks at up to `limit` accounts after this one in order of uid. Returns the readable ones and the last uid;
/// no uid when there are no more.
pub fn after(
    tx: &dyn Reading,
    uid: Option<&Uid>,
    limit: usize,
) -> Result<(Vec<AccountRecord>, Option<Uid>), StoreError> {
    ACCOUNTS.page_after(tx, uid, limit)
}

/// Number of accounts, without guests.
pub fn count(tx: &ReadTx) -> Result<u64, StoreError> {
    Ok(ACCOUNTS.len(tx)?.saturating_sub(count_guests(tx)?))
}

pub fn count_guests(tx: &ReadTx) -> Result<u64, StoreError> {
    GUESTS.len(tx)
}

/// Whether there is any account.
pub fn any(tx: &dyn Reading) -> Result<bool, StoreError> {
    Ok(!ACCOUNTS.is_empty(tx)?)
}

/// Whether any account is an operator, disabled or not.
pub fn has_operator(tx: &dyn Reading) -> Result<bool, StoreError> {
    Ok(!OPERATORS.is_empty(tx)?)
}

pub(super) fn verify(tx: &ReadTx, findings: &mut Findings) -> Result<(), StoreError> {
    let (mut keys, mut guests, mut addresses, mut operators) = (0, 0, 0, 0);
    findings.each_row(tx, ACCOUNTS, |findings, uid, record| {
        if record.uid != uid {
            findings.row(ACCOUNTS, &uid, "the record names another uid");
        }
        if record.email_verified && record.email.is_none() {
            findings.row(ACCOUNTS, &uid, "a verified address is missing");
        }
        if !record.second_factors.is_empty() && !record.credentials_proven {
            findings.row(ACCOUNTS, &uid, "an account with second factors has an address that its owner never proved");
        }
        if let Some(end) = record.guest_end() {
            guests += 1;
            if !GUESTS.contains(tx, &(&end, &uid))? {
                findings.row(ACCOUNTS, &uid, "the guest is missing from the index");
            }
        }
        if let Some(email) = record.indexed_address() {
            addresses += 1;
            if !TENANT_ADDRESSES.contains(tx, &(email, &uid))? {
                findings.row(ACCOUNTS, &uid, "the account is missing from the addresses of tenants");
            }
        }
        if record.role == Role::Operator {
            operators += 1;
            if !OPERATORS.contains(tx, &uid)? {
                findings.row(ACCOUNTS, &uid, "the account is missing from the operators");
            }
        }
        for key in record.keys() {
            keys += 1;
            if ACCOUNT_BY_KEY.get(tx, &(record.tenant.as_str(), &key))?.as_ref() != Some(&uid) {
                let problem = "the account is missing from the index";
                findings.add(ACCOUNT_BY_KEY.name(), uid.to_string(), problem.to_owned());
            }
        }
        Ok(())
    })?;
    findings.check_len(tx, GUESTS, guests, "guests")?;
    findings.check_len(tx, OPERATORS, operators, "operators")?;
    findings.check_len(tx, TENANT_ADDRESSES, addresses, "addresses of accounts in tenants")?;
    findings.check_len(tx, ACCOUNT_BY_KEY, keys, "keys of accounts")
}
