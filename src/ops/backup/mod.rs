//! Backups: consistent copies of the store, made while it is in use, restored on trial, encrypted if a key is
//! configured, each with its SHA-256 in a file beside it and a second copy in a storage.

mod alarm;
mod archive;
mod check;
mod checksum;
mod conditions;
mod create;
mod files;
mod list;
mod make;
mod manifest;
mod names;
mod opened;
mod plan;
mod proof;
mod record;
mod restore;
mod restore_database;
mod retention;
pub mod schedule;
mod space;
mod unfinished;
mod upload;

use std::path::Path;

pub use self::alarm::{AlarmTrial, try_alarm};
pub use self::check::BackupCheck;
use self::check::check_copied;
use self::checksum::not_copied;
pub(in crate::ops) use self::checksum::of as digest_of;
pub use self::create::{CreatedBackup, create};
pub(in crate::ops) use self::files::NeededFiles;
pub use self::list::{Backup, RemovedBackup, latest, list, list_in, remove};
pub use self::names::folder;
pub(in crate::ops) use self::names::folder_of;
pub use self::opened::OpenBackup;
pub use self::plan::{RestorePlan, TableRows, plan_restore};
pub use self::restore::{Restored, put_back, restore, server_runs};
pub use self::restore_database::{DatabaseTarget, PreparedRestore, prepare_for_database, restore_to_database};
pub(in crate::ops) use self::space::check as check_space;
use super::blocking::blocking;
use super::policy::{self, Action, Actor};
use crate::clock::Clock;
use crate::config::BackupConfig;
use crate::error::Result;
pub use crate::store::backups::{BackupProof, ProofOutcome};

/// Removes the unfinished copies of a killed process. The caller holds the store's lock.
pub fn remove_unfinished(config: &BackupConfig, data_dir: &Path) {
    unfinished::remove_all(data_dir, &folder(config, data_dir));
}

/// Compares the backup with its checksum and its manifest, checks its pages, reads every record and recomputes the
/// indexes. Works on a copy beside the backup: the engine writes to every file that it opens.
pub async fn verify(actor: &Actor, clock: &Clock, backup: OpenBackup) -> Result<BackupCheck> {
    policy::authorize(actor, Action::ManageBackups)?;
    let clock = clock.clone();
    blocking("verifying a backup", move || {
        let folder = tempfile::tempdir_in(backup.scratch()).map_err(|error| not_copied(&backup.path, error))?;
        check_copied(&backup, &folder.path().join("copy.redb"), &clock).map(|(check, _)| check)
    })
    .await?
}
