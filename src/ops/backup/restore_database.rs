//! Restoring a backup into a PostgreSQL database: the move from a file, and from one database to another.

use std::path::PathBuf;

use super::check::CACHE_BYTES;
use super::opened::OpenBackup;
use super::plan::{PreparedCopy, RestorePlan};
use super::restore::{Restored, put_files, repeat_erasures};
use crate::app::{create_private_dir, database};
use crate::clock::Clock;
use crate::config::{MailConfig, StoreConfig};
use crate::error::Result;
use crate::ops::accounts::factor_key;
use crate::ops::blocking::blocking;
use crate::ops::policy::{self, Action, Actor};
use crate::store::{self, DatabaseContent, PostgresConfig, Store};

/// The database to fill.
#[derive(Debug, Clone)]
pub struct DatabaseTarget {
    /// Its address, password and certificates.
    pub store: StoreConfig,
    /// Whether content that it has is replaced.
    pub may_replace: bool,
}

/// A verified backup and what putting it into a database will do.
pub struct PreparedRestore {
    pub plan: RestorePlan,
    copy: PreparedCopy,
    backup: OpenBackup,
    data_dir: PathBuf,
    config: PostgresConfig,
    may_replace: bool,
    clock: Clock,
}

/// Verifies a backup and looks into the database. Changes neither.
///
/// # Errors
/// `backup_unsound`; `unavailable` if the database does not answer.
pub async fn prepare_for_database(
    actor: &Actor,
    clock: &Clock,
    mail: &MailConfig,
    backup: OpenBackup,
    data_dir: PathBuf,
    target: DatabaseTarget,
) -> Result<PreparedRestore> {
    policy::authorize(actor, Action::ManageBackups)?;
    let (clock, mail) = (clock.clone(), mail.clone());
    let config = database(&target.store)?;
    blocking("planning a restore", move || {
        let DatabaseContent { engine_version, schema, rows, processes } = DatabaseContent::of(&config)?;
        let copy = PreparedCopy::of(&backup, &mail, &data_dir, &clock)?;
        let plan = RestorePlan {
            tables: copy.tables(&rows, &clock)?,
            check: copy.check.clone(),
            engine: engine_version.map_or("postgresql".into(), |version| format!("postgresql {version}")),
            target: config.place(),
            schema: store::schema_version(),
            replaced_schema: schema,
            kept: None,
            servers: processes,
        };
        Ok(PreparedRestore { plan, copy, backup, data_dir, config, may_replace: target.may_replace, clock })
    })
    .await?
}

/// Puts a prepared backup into its database, in one transaction: all of it is there, or nothing has changed. Killed or
/// interrupted, it is started again from the beginning. Servers on the database end by themselves.
///
/// Restoring signs out every account.
///
/// # Errors
/// `file_exists` if the database has content that must not be replaced.
// docs/decisions/0490
pub async fn restore_to_database(actor: &Actor, prepared: PreparedRestore) -> Result<Restored> {
    policy::authorize(actor, Action::ManageBackups)?;
    blocking("restoring a backup", move || fill(prepared)).await?
}

fn fill(prepared: PreparedRestore) -> Result<Restored> {
    let PreparedRestore { copy, backup, data_dir, config, may_replace, clock, .. } = prepared;
    create_private_dir(&data_dir)?;
    let erasures = repeat_erasures(&copy.path(), &backup, &copy.extras, &clock, &data_dir)?;
    let filled = Store::open_copy(&copy.path(), CACHE_BYTES, &clock)?;
    filled.fill_database(config, may_replace)?;
    let files = put_files(&copy.extras, &data_dir, &clock)?;
    let problem = filled.read_blocking(|tx| factor_key::problem(tx, &data_dir))?;
    let factor_key_problem = problem.map(|problem| format!("{}; {}", problem.message, problem.remedy));
    let check = copy.check.clone();
    Ok(Restored { store: PathBuf::from("the database"), kept: None, check, files, factor_key_problem, erasures })
}
