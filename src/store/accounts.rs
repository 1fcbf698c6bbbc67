//! Accounts, and the indexes that find one by its address or by an identity at a provider.

use std::ops::ControlFlow;

use jiff::Timestamp;
use redb::TableDefinition;
use serde::{Deserialize, Serialize};

use super::tx::{Order, RawTable, Reading, Table, WriteTx};
use super::verify::Finding;
use super::{StoreError, codec, keys};
use crate::domain::email::Email;
use crate::domain::federated::FederatedIdentity;
use crate::domain::{Importance, Language, MailPreferences, Role, Uid};

/// Key: uid. Value: [`AccountRecord`].
pub(super) const ACCOUNTS: Table = TableDefinition::new("accounts");
/// Key: the address in lower case. Value: uid. Index of `ACCOUNTS`.
pub(super) const ACCOUNT_BY_EMAIL: Table = TableDefinition::new("account_by_email");
/// Key: provider, NUL, the provider's name for its user. Value: uid. Index of `ACCOUNTS`.
pub(super) const FEDERATED_IDENTITIES: Table = TableDefinition::new("federated_identities");

/// One account (sign-in.md 5.5).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AccountRecord {
    pub uid: Uid,
    pub email: Email,
    #[serde(default)]
    pub email_verified: bool,
    /// Whether the account was ever entered by a link in a mail.
    #[serde(default)]
    pub email_link: bool,
    /// The address before it was changed; a link in a mail to it can bring it back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub initial_email: Option<Email>,
    /// As it was typed, trimmed; escaped where it is shown.
    pub display_name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub photo_url: Option<String>,
    /// PHC string of argon2id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password_hash: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password_updated_at: Option<Timestamp>,
    /// Tokens issued before are void.
    pub valid_since: Timestamp,
    #[serde(default)]
    pub disabled: bool,
    #[serde(default)]
    pub role: Role,
    pub language: Language,
    pub created_at: Timestamp,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_login_at: Option<Timestamp>,
    /// The browsers from which it was entered, as they tell themselves, so that only a new one is told of.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub devices: Vec<String>,
    /// The providers through which it is entered, the one connected first first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub identities: Vec<FederatedIdentity>,
    /// What its owner wants by mail.
    #[serde(default = "MailPreferences::of_account")]
    pub mail: MailPreferences,
    /// Told in the application of changes from this importance up.
    #[serde(default = "least")]
    pub in_app_from: Importance,
}

fn least() -> Importance {
    Importance::TRIVIAL
}

pub fn get(tx: &impl Reading, uid: &Uid) -> Result<Option<AccountRecord>, StoreError> {
    let key = uid.as_str().as_bytes();
    tx.get(RawTable(ACCOUNTS), key)?.map(|bytes| codec::decode(ACCOUNTS, key, &bytes)).transpose()
}

/// The account that has this address.
pub fn by_email(tx: &impl Reading, email: &Email) -> Result<Option<AccountRecord>, StoreError> {
    named(tx, tx.get(RawTable(ACCOUNT_BY_EMAIL), email.key().as_bytes())?)
}

/// The account that is entered by this identity.
pub fn by_identity(tx: &impl Reading, provider: &str, subject: &str) -> Result<Option<AccountRecord>, StoreError> {
    named(tx, tx.get(RawTable(FEDERATED_IDENTITIES), &keys::identity(provider, subject))?)
}

/// The account whose uid an index gave.
fn named(tx: &impl Reading, uid: Option<Vec<u8>>) -> Result<Option<AccountRecord>, StoreError> {
    let uid = uid.and_then(|uid| Uid::parse(std::str::from_utf8(&uid).ok()?));
    uid.map_or(Ok(None), |uid| get(tx, &uid))
}

/// Writes the record and keeps the indexes in step; `before` is what [`get`] gave in this transaction.
pub fn put(tx: &WriteTx, before: Option<&AccountRecord>, record: &AccountRecord) -> Result<(), StoreError> {
    let key = record.email.key();
    if let Some(before) = before.filter(|before| before.email.key() != key) {
        tx.delete(ACCOUNT_BY_EMAIL, before.email.key().as_bytes())?;
    }
    tx.put(ACCOUNT_BY_EMAIL, key.as_bytes(), record.uid.as_str().as_bytes())?;
    for gone in before.into_iter().flat_map(|before| &before.identities) {
        tx.delete(FEDERATED_IDENTITIES, &keys::identity(&gone.provider, &gone.subject))?;
    }
    for identity in &record.identities {
        let key = keys::identity(&identity.provider, &identity.subject);
        tx.put(FEDERATED_IDENTITIES, &key, record.uid.as_str().as_bytes())?;
    }
    tx.put(ACCOUNTS, record.uid.as_str().as_bytes(), &codec::encode(record))
}

/// Removes the account and frees its address; what else belongs to it goes with its own table.
pub fn remove(tx: &WriteTx, record: &AccountRecord) -> Result<(), StoreError> {
    tx.delete(ACCOUNT_BY_EMAIL, record.email.key().as_bytes())?;
    for identity in &record.identities {
        tx.delete(FEDERATED_IDENTITIES, &keys::identity(&identity.provider, &identity.subject))?;
    }
    tx.delete(ACCOUNTS, record.uid.as_str().as_bytes())
}

/// Visits every account in order of uid.
pub fn each(tx: &impl Reading, visit: &mut dyn FnMut(AccountRecord) -> ControlFlow<()>) -> Result<(), StoreError> {
    tx.scan(RawTable(ACCOUNTS), &[], Order::Ascending, &mut |key, bytes| {
        Ok(visit(codec::decode(ACCOUNTS, key, bytes)?))
    })
}

/// Up to `limit` readable accounts after this one, in order of uid, and the last uid that was looked at; none
/// when there are no more.
pub fn after(
    tx: &impl Reading,
    uid: Option<&Uid>,
    limit: usize,
) -> Result<(Vec<AccountRecord>, Option<Uid>), StoreError> {
    let (mut found, mut last) = (Vec::new(), None);
    let from = uid.map(|uid| [uid.as_str().as_bytes(), &[0]].concat()).unwrap_or_default();
    tx.scan(RawTable(ACCOUNTS), &from, Order::Ascending, &mut |key, bytes| {
        last = std::str::from_utf8(key).ok().and_then(Uid::parse);
        found.extend(codec::decode::<AccountRecord>(ACCOUNTS, key, bytes).ok());
        Ok(if found.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    })?;
    Ok((found, last))
}

pub fn count(tx: &impl Reading) -> Result<u64, StoreError> {
    tx.count(RawTable(ACCOUNTS))
}

pub(super) fn verify(tx: &impl Reading, findings: &mut Vec<Finding>) -> Result<(), StoreError> {
    let (mut accounts, mut identities) = (0_u64, 0_u64);
    tx.scan(RawTable(ACCOUNTS), &[], Order::Ascending, &mut |key, bytes| {
        accounts += 1;
        match codec::decode::<AccountRecord>(ACCOUNTS, key, bytes) {
            Err(error) => findings.push(Finding::unreadable("accounts", key, &error)),
            Ok(record) => {
                if record.uid.as_str().as_bytes() != key {
                    findings.push(Finding::new("accounts", key, "the record names another uid"));
                }
                if tx.get(RawTable(ACCOUNT_BY_EMAIL), record.email.key().as_bytes())?.as_deref() != Some(key) {
                    findings.push(Finding::new("account_by_email", key, "the account is missing from the index"));
                }
                for FederatedIdentity { provider, subject, .. } in &record.identities {
                    identities += 1;
                    let row = keys::identity(provider, subject);
                    if tx.get(RawTable(FEDERATED_IDENTITIES), &row)?.as_deref() != Some(key) {
                        findings.push(Finding::new(
                            "federated_identities",
                            key,
                            "an identity is missing from the index",
                        ));
                    }
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    })?;
    let indexed = tx.count(RawTable(ACCOUNT_BY_EMAIL))?;
    if indexed != accounts {
        findings.push(Finding::new("account_by_email", b"", &format!("{indexed} rows for {accounts} accounts")));
    }
    let indexed = tx.count(RawTable(FEDERATED_IDENTITIES))?;
    if indexed != identities {
        let problem = format!("{indexed} rows for {identities} identities");
        findings.push(Finding::new("federated_identities", b"", &problem));
    }
    Ok(())
}
