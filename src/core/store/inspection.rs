//! What a database holds, without changing it.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::engine::ReadTx;
use super::engine::postgres::{Postgres, PostgresConfig, Sight, WRITER_TABLE};
use super::error::StoreError;
use super::holdings;
use super::leases::{self, PROCESSES};

/// The content of a database.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DatabaseContent {
    /// The version of its engine, if it reports one.
    pub engine_version: Option<String>,
    /// The schema of the store in it; `None` without one.
    pub schema: Option<i64>,
    /// Rows by table.
    pub rows: BTreeMap<String, u64>,
    /// The processes that are listed as using it.
    pub processes: Vec<String>,
}

impl DatabaseContent {
    /// Whether a database has the tables of a store. Blocks this thread.
    ///
    /// # Errors
    /// `unavailable` if the database does not answer.
    pub fn is_present(config: &PostgresConfig) -> Result<bool, StoreError> {
        let names = Postgres::new(config.clone())?.table_names()?;
        Ok(names.iter().any(|name| name == WRITER_TABLE))
    }

    /// Looks into a database that may be empty. Blocks this thread.
    ///
    /// # Errors
    /// `unavailable` if the database does not answer.
    pub fn of(config: &PostgresConfig) -> Result<Self, StoreError> {
        let postgres = Postgres::new(config.clone())?;
        let names = postgres.table_names()?;
        let has = |wanted: &str| names.iter().any(|name| name == wanted);
        // Only an engine that lacks these views does not report them.
        let engine_version = postgres.facts().ok().map(|facts| facts.version);
        let schema = if has(WRITER_TABLE) { postgres.writer_row()?.schema_version } else { 0 };
        if schema == 0 {
            return Ok(Self { engine_version, ..Self::default() });
        }
        let tx = ReadTx::of_snapshot(postgres.snapshot(Sight::OneMoment)?, Arc::default());
        let present = holdings::names().filter(|table| has(table));
        let rows = present.map(|table| Ok((table.to_owned(), tx.len(table)?))).collect::<Result<_, StoreError>>()?;
        let processes = if has(PROCESSES.name()) { leases::observe(&tx)?.processes } else { Vec::new() };
        let processes = processes.into_iter().map(|process| process.name).collect();
        Ok(Self { engine_version, schema: Some(schema), rows, processes })
    }
}
