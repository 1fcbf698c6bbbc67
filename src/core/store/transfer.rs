//! Copies every row of every table from one engine to another: backups of a database, and the move in both directions.

use std::path::Path;

use redb::{Database, Durability};

use super::engine::kept::KeptRows;
use super::engine::postgres::Postgres;
use super::engine::{ReadTx, definition, each_page};
use super::error::StoreError;
use super::holdings;
use super::migrations;
use super::snapshot::{durable_rename, partial_path};

/// Rows that are read and written together.
const ROWS_PER_PAGE: usize = 2_000;
const CACHE_BYTES: usize = 4 << 20;

/// Writes the rows of a snapshot to the new file `target`, which is either complete or missing.
pub(super) fn to_file(from: &ReadTx, target: &Path) -> Result<(), StoreError> {
    let partial = partial_path(target);
    let written = write(from, &partial).and_then(|()| durable_rename(&partial, target));
    if written.is_err() {
        // The first error is the one that matters.
        drop(std::fs::remove_file(&partial));
    }
    written
}

fn write(from: &ReadTx, partial: &Path) -> Result<(), StoreError> {
    super::file::make_private(partial)?;
    let database = Database::builder().set_cache_size(CACHE_BYTES).create(partial)?;
    for table in holdings::names() {
        each_page(from, table, ROWS_PER_PAGE, &mut |rows| {
            let mut tx = database.begin_write()?;
            // Only the last commit counts: an unfinished file is removed.
            tx.set_durability(Durability::None).map_err(|error| StoreError::Engine(error.into()))?;
            {
                let mut into = tx.open_table(definition(table))?;
                for (key, value) in rows {
                    into.insert(key.as_slice(), value.as_slice())?;
                }
            }
            Ok(tx.commit()?)
        })?;
    }
    Ok(database.begin_write()?.commit()?)
}

/// Replaces the content of a database by the rows of a snapshot, in the transaction that holds the lock of the writers.
pub(super) fn to_database(from: &ReadTx, postgres: &Postgres, may_replace: bool) -> Result<(), StoreError> {
    postgres.create_writer()?;
    let (mut session, _) = postgres.lock(Vec::new(), &mut KeptRows::default())?;
    session.be_patient();
    if session.row().schema_version != 0 && !may_replace {
        return Err(StoreError::NotEmpty);
    }
    for table in holdings::names() {
        session.empty(table)?;
        each_page(from, table, ROWS_PER_PAGE, &mut |rows| session.put(table, rows))?;
    }
    session.replace(postgres.writer(), postgres.next_group(), i64::from(migrations::current()))
}
