//! A new store, and the version of the schema.

use jiff::Timestamp;
use redb::TableError;
use uuid::Uuid;

use super::database::LiveDatabase;
use super::engine::{ReadTx, WriteTx, contained, definition};
use super::error::StoreError;
use super::holdings;
use super::meta::META;
use super::topics;
use crate::clock::uuid_at;

/// The version before the first migration.
pub(super) const FIRST_VERSION: u32 = 1;

const VERSION: &str = "schema_version";
const INSTANCE: &str = "instance";

/// Creates the tables and the first topics of a new store of this version, in one transaction.
pub(super) fn create(db: &LiveDatabase, now: Timestamp, version: u32) -> Result<(), StoreError> {
    let instance = uuid_at(now);
    let tx = db.write(instance)?;
    fill(&tx, instance, now, version)?;
    tx.commit()
}

/// Creates the tables and the first topics in this transaction, for an installation of this id. A new store has no need
/// of migrations.
pub(super) fn fill(tx: &WriteTx, instance: Uuid, now: Timestamp, version: u32) -> Result<(), StoreError> {
    holdings::names().try_for_each(|table| tx.create(table))?;
    META.put(tx, "created_at", &now.to_string())?;
    META.put(tx, INSTANCE, &instance.to_string())?;
    set_version(tx, version)?;
    for topic in crate::domain::topic::defaults() {
        topics::put(tx, &topic)?;
    }
    Ok(())
}

/// Records the end of an outage in its first commit.
pub(super) fn note_resumed(tx: WriteTx, now: Timestamp) -> Result<(), StoreError> {
    META.put(&tx, "resumed_at", &now.to_string())?;
    tx.commit()
}

/// Whether the file has no tables yet: just created, or left by a process that died at once.
pub(super) fn is_new(db: &LiveDatabase) -> Result<bool, StoreError> {
    contained(|| Ok(db.begin_read()?.list_tables()?.next().is_none()))
}

pub(super) fn set_version(tx: &WriteTx, version: u32) -> Result<(), StoreError> {
    META.put(tx, VERSION, &version.to_string())
}

/// The file's schema version; `None` if the file is not a store of ours.
pub(super) fn version(db: &LiveDatabase) -> Result<Option<u32>, StoreError> {
    let has_meta = contained(|| match db.begin_read()?.open_table(definition(META.name())) {
        Err(TableError::TableDoesNotExist(_)) => Ok(false),
        _ => Ok(true),
    })?;
    if !has_meta {
        return Ok(None);
    }
    Ok(META.get(&db.read()?, VERSION)?.and_then(|version| version.parse().ok()))
}

/// The id of the installation that owns this content.
pub(super) fn instance(tx: &ReadTx) -> Result<Option<Uuid>, StoreError> {
    let id = META.get(tx, INSTANCE)?;
    Ok(id.and_then(|id| Uuid::parse_str(&id).ok()))
}
