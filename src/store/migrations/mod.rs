//! Brings an older file up to date: an append-only list, one transaction each.
//!
//! Before the first step a snapshot is written beside the file, named for the old version.

use std::path::{Path, PathBuf};

use redb::Database;

use super::tx::WriteTx;
use super::{SCHEMA_VERSION, StoreError, analytics, outbox, schema, snapshot};
use crate::clock::Clock;

/// One step: the version it leads to, a name for the log, and what it does.
pub struct Migration {
    pub version: u32,
    pub name: &'static str,
    pub run: fn(&WriteTx) -> Result<(), StoreError>,
}

/// All steps ever, oldest first. Append only.
pub const ALL: &[Migration] = &[
    Migration { version: 2, name: "outbox and analytics", run: outbox_and_analytics },
    Migration { version: 3, name: "accounts", run: accounts },
    Migration { version: 4, name: "campaigns", run: campaigns },
    Migration { version: 5, name: "federated identities", run: federated_identities },
];

/// Who subscribed before there was an outbox is asked to confirm like everybody else.
fn outbox_and_analytics(tx: &WriteTx) -> Result<(), StoreError> {
    // A message is written with its indexes, which later versions have.
    schema::SINCE_CAMPAIGNS.into_iter().try_for_each(|table| tx.create(table))?;
    tx.create(outbox::OUTBOX)?;
    tx.create(analytics::ANALYTICS)?;
    outbox::ask_the_unasked(tx)
}

/// There were no accounts, so their tables begin empty.
fn accounts(tx: &WriteTx) -> Result<(), StoreError> {
    schema::SINCE_ACCOUNTS.into_iter().try_for_each(|table| tx.create(table))
}

/// What is queued gets its place among the due times, and what there is is counted. Those who subscribed
/// before the question could be sent are asked now.
fn campaigns(tx: &WriteTx) -> Result<(), StoreError> {
    schema::SINCE_CAMPAIGNS.into_iter().try_for_each(|table| tx.create(table))?;
    outbox::index_all(tx)?;
    outbox::ask_those_who_waited(tx, Clock::System.now())
}

/// Nobody could sign in through a provider, so nothing is there yet.
fn federated_identities(tx: &WriteTx) -> Result<(), StoreError> {
    schema::SINCE_PROVIDERS.into_iter().try_for_each(|table| tx.create(table))
}

/// Runs the steps that the file has not seen. A newer file is refused untouched.
pub(super) fn run(db: &Database, path: &Path, steps: &[Migration]) -> Result<(), StoreError> {
    let (found, waiting) = waiting(db, path, steps)?;
    if !waiting.is_empty() {
        snapshot::copy(db, &snapshot_path(path, found))?;
    }
    apply(db, &waiting)
}

/// As [`run`], for a file that is itself a copy and needs none beside it.
pub(super) fn run_on_copy(db: &Database, path: &Path, steps: &[Migration]) -> Result<(), StoreError> {
    apply(db, &waiting(db, path, steps)?.1)
}

/// The file's version and the steps that it has not seen.
fn waiting<'a>(db: &Database, path: &Path, steps: &'a [Migration]) -> Result<(u32, Vec<&'a Migration>), StoreError> {
    let known = steps.last().map_or(SCHEMA_VERSION, |step| step.version);
    let found = schema::version(db)?.ok_or_else(|| StoreError::Damaged {
        path: path.to_owned(),
        source: anyhow::anyhow!("it has no schema version"),
    })?;
    if found > known {
        return Err(StoreError::Newer { path: path.to_owned(), found, known });
    }
    Ok((found, steps.iter().filter(|step| step.version > found).collect()))
}

fn apply(db: &Database, waiting: &[&Migration]) -> Result<(), StoreError> {
    for step in waiting {
        let tx = WriteTx::new(db.begin_write()?);
        (step.run)(&tx)?;
        schema::set_version(&tx, step.version)?;
        tx.into_inner().commit()?;
        tracing::info!(store.schema = step.version, migration = step.name, "store migrated");
    }
    Ok(())
}

/// Where the copy made before migrating from version `from` lies.
pub fn snapshot_path(path: &Path, from: u32) -> PathBuf {
    path.with_extension(format!("schema-{from}.redb"))
}

#[cfg(test)]
mod tests {
    use redb::ReadableDatabase;

    use super::super::tx::{RawTable, ReadTx, Reading};
    use super::*;

    const STEPS: &[Migration] = &[Migration {
        version: SCHEMA_VERSION + 1,
        name: "a trial",
        run: |tx| tx.put(schema::META, b"trial", b"done"),
    }];

    fn old_store(folder: &Path) -> (PathBuf, Database) {
        let path = folder.join("old.redb");
        let db = Database::create(&path).expect("a new file");
        schema::create(&db, jiff::Timestamp::UNIX_EPOCH).expect("its tables");
        (path, db)
    }

    fn meta(db: &Database, key: &[u8]) -> Option<Vec<u8>> {
        ReadTx::new(db.begin_read().expect("a snapshot")).get(RawTable(schema::META), key).expect("a look-up")
    }

    #[test]
    fn an_older_file_is_copied_and_then_migrated_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let (path, db) = old_store(folder.path());
        run(&db, &path, STEPS).expect("the migration");
        run(&db, &path, STEPS).expect("nothing to do");
        assert_eq!(meta(&db, b"trial").as_deref(), Some(&b"done"[..]));
        assert_eq!(schema::version(&db).expect("a version"), Some(SCHEMA_VERSION + 1));
        let copy = Database::open(snapshot_path(&path, SCHEMA_VERSION)).expect("the copy");
        assert_eq!(schema::version(&copy).expect("its version"), Some(SCHEMA_VERSION));
        assert_eq!(meta(&copy, b"trial"), None);
    }

    #[test]
    fn a_newer_file_is_refused_untouched() {
        let folder = tempfile::tempdir().expect("a folder");
        let (path, db) = old_store(folder.path());
        run(&db, &path, STEPS).expect("the migration");
        let error = run(&db, &path, ALL).expect_err("a refusal");
        assert!(matches!(error, StoreError::Newer { found, .. } if found == SCHEMA_VERSION + 1), "{error}");
    }
}
