//! Restoring a backup into a PostgreSQL database: the move from a file, and from one database to another.

use std::path::{Path, PathBuf};

use super::check::{CACHE_BYTES, check_copied, refuse_unsound};
use super::opened::OpenBackup;
use super::restore::{Restored, prepare, put_files, repeat_erasures, unfinished};
use crate::app::{create_private_dir, database};
use crate::clock::Clock;
use crate::config::{MailConfig, StoreConfig};
use crate::error::Result;
use crate::ops::accounts::factor_key;
use crate::ops::blocking::blocking;
use crate::ops::policy::{self, Action, Actor};
use crate::store::{PostgresConfig, Store};

/// The database to fill.
#[derive(Debug, Clone)]
pub struct DatabaseTarget {
    /// Its address, password and certificates.
    pub store: StoreConfig,
    /// Whether content that it has is replaced.
    pub may_replace: bool,
}

/// Puts a backup into a database, in one transaction: all of it is there, or nothing has changed. Interrupted, it is
/// repeated from the beginning. Servers on the database end by themselves.
///
/// The backup is verified first. Restoring signs out every account.
///
/// # Errors
/// `backup_unsound`; `file_exists` if the database has content that must not be replaced.
// docs/decisions/0490
pub async fn restore_to_database(
    actor: &Actor,
    clock: &Clock,
    mail: &MailConfig,
    backup: OpenBackup,
    data_dir: PathBuf,
    target: DatabaseTarget,
) -> Result<Restored> {
    policy::authorize(actor, Action::ManageBackups)?;
    let (clock, mail) = (clock.clone(), mail.clone());
    let config = database(&target.store)?;
    blocking("restoring a backup", move || {
        create_private_dir(&data_dir)?;
        let fresh = unfinished(&data_dir);
        let put = fill(&backup, &fresh, &mail, &clock, &data_dir, config, target.may_replace);
        // An error of the removal would hide the first one; the copy has served its purpose in any case.
        drop(std::fs::remove_file(&fresh));
        put
    })
    .await?
}

fn fill(
    backup: &OpenBackup,
    fresh: &Path,
    mail: &MailConfig,
    clock: &Clock,
    data_dir: &Path,
    config: PostgresConfig,
    may_replace: bool,
) -> Result<Restored> {
    Store::require_room_in(&config, may_replace)?;
    let (check, extras) = check_copied(backup, fresh, clock)?;
    let check = refuse_unsound(check, "the backup is not sound and nothing was changed")?;
    prepare(fresh, mail, clock)?;
    let erasures = repeat_erasures(fresh, backup, &extras, clock, data_dir)?;
    let copy = Store::open_copy(fresh, CACHE_BYTES, clock)?;
    copy.fill_database(config, may_replace)?;
    let files = put_files(&extras, data_dir, clock)?;
    let problem = copy.read_blocking(|tx| factor_key::problem(tx, data_dir))?;
    let factor_key_problem = problem.map(|problem| format!("{}; {}", problem.message, problem.remedy));
    Ok(Restored { store: PathBuf::from("the database"), kept: None, check, files, factor_key_problem, erasures })
}
