//! The list of all tables, the schema version, and the `meta` table that holds it.

use jiff::Timestamp;
use redb::{Database, ReadableDatabase, TableDefinition, TableError};

use super::tx::{Table, WriteTx};
use super::{
    StoreError, accounts, action_codes, analytics, articles, audit, campaigns, notifications, outbox, readers, reports,
    sessions, sign_in_transactions, signing_keys, subscribers, suppressions, topics,
};

/// Grows by one with each migration.
pub const SCHEMA_VERSION: u32 = 5;

/// Key: a name. Value: text. Holds `schema_version` and `created_at`.
pub(super) const META: Table = TableDefinition::new("meta");
const VERSION: &[u8] = b"schema_version";

/// Every table there is; a snapshot copies these and a test compares them with the file.
pub(super) const TABLES: [Table; 32] = [
    META,
    articles::ARTICLES,
    articles::ARTICLE_REVISIONS,
    articles::ARTICLE_COUNTS,
    articles::ARTICLE_BY_DATE,
    topics::TOPICS,
    subscribers::SUBSCRIBERS,
    outbox::OUTBOX,
    outbox::OUTBOX_DUE,
    outbox::OUTBOX_BY_CAMPAIGN,
    outbox::TALLIES,
    campaigns::CAMPAIGNS,
    campaigns::ACTIVE_CAMPAIGNS,
    campaigns::CAMPAIGN_LISTS,
    suppressions::SUPPRESSIONS,
    analytics::ANALYTICS,
    accounts::ACCOUNTS,
    accounts::ACCOUNT_BY_EMAIL,
    accounts::FEDERATED_IDENTITIES,
    sessions::SESSIONS,
    sign_in_transactions::SIGN_IN_TRANSACTIONS,
    action_codes::ACTION_CODES,
    signing_keys::SIGNING_KEYS,
    readers::LIKES,
    readers::BOOKMARKS,
    readers::FOLLOWS,
    readers::FOLLOWERS,
    readers::TRACKED,
    readers::TRACKERS,
    notifications::NOTIFICATIONS,
    reports::REPORTS,
    audit::AUDIT,
];

/// The tables that came with accounts, in version 3.
pub(super) const SINCE_ACCOUNTS: [Table; 13] = [
    accounts::ACCOUNTS,
    accounts::ACCOUNT_BY_EMAIL,
    sessions::SESSIONS,
    action_codes::ACTION_CODES,
    signing_keys::SIGNING_KEYS,
    readers::LIKES,
    readers::BOOKMARKS,
    readers::FOLLOWS,
    readers::FOLLOWERS,
    readers::TRACKED,
    readers::TRACKERS,
    notifications::NOTIFICATIONS,
    reports::REPORTS,
];

/// The tables that came with campaigns, in version 4.
pub(super) const SINCE_CAMPAIGNS: [Table; 7] = [
    outbox::OUTBOX_DUE,
    outbox::OUTBOX_BY_CAMPAIGN,
    outbox::TALLIES,
    campaigns::CAMPAIGNS,
    campaigns::ACTIVE_CAMPAIGNS,
    campaigns::CAMPAIGN_LISTS,
    suppressions::SUPPRESSIONS,
];

/// The tables that came with sign-in through a provider, in version 5.
pub(super) const SINCE_PROVIDERS: [Table; 2] =
    [accounts::FEDERATED_IDENTITIES, sign_in_transactions::SIGN_IN_TRANSACTIONS];

/// Makes the tables of a new store and its first topics, in one transaction.
pub(super) fn create(db: &Database, now: Timestamp) -> Result<(), StoreError> {
    let tx = db.begin_write()?;
    for table in TABLES {
        tx.open_table(table)?;
    }
    let tx = WriteTx::new(tx);
    tx.put(META, b"created_at", now.to_string().as_bytes())?;
    set_version(&tx, SCHEMA_VERSION)?;
    for topic in crate::domain::topic::defaults() {
        topics::put(&tx, &topic)?;
    }
    tx.into_inner().commit()?;
    Ok(())
}

/// Whether the file has no tables yet: just made, or made by a process that died at once.
pub(super) fn is_new(db: &Database) -> Result<bool, StoreError> {
    Ok(db.begin_read()?.list_tables()?.next().is_none())
}

pub(super) fn set_version(tx: &WriteTx, version: u32) -> Result<(), StoreError> {
    tx.put(META, VERSION, version.to_string().as_bytes())
}

/// The file's schema version; `None` when this is not a store of ours.
pub(super) fn version(db: &Database) -> Result<Option<u32>, StoreError> {
    let tx = db.begin_read()?;
    let table = match tx.open_table(META) {
        Ok(table) => table,
        Err(TableError::TableDoesNotExist(_)) => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let value = table.get(VERSION)?;
    Ok(value.and_then(|value| std::str::from_utf8(value.value()).ok()?.parse().ok()))
}
