//! Making a backup on demand or for the schedule, with its record, its second copy and the removal of old ones.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::list::{Backup, describe};
use super::make::{BackupAttempt, BackupMaker};
use super::names::made_at;
use super::record::put;
use super::{conditions, retention, upload};
use crate::app::App;
use crate::error::{Error, Result};
use crate::ops::blocking::blocking;
use crate::ops::policy::{self, Action, Actor};
use crate::store::backups::{BackupRecord, ProofOutcome};

/// A backup that was just made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CreatedBackup {
    #[serde(flatten)]
    pub backup: Backup,
    /// Accounts whose authenticator apps need the key of second factors.
    pub accounts_with_apps: u64,
    pub is_encrypted: bool,
    /// Files beside the store that the backup holds; only an encrypted one does.
    pub held: Vec<PathBuf>,
    /// Files that the server needs and the backup does not hold.
    pub missing: Vec<PathBuf>,
    /// Backups and replaced stores that the settings do not keep, which were removed from their folders.
    #[serde(default)]
    pub removed: Vec<PathBuf>,
}

/// Copies the store, restores the copy on trial, encrypts it, and stores it in the folder and in the storage. With a
/// schedule, and if it is proved, removes old backups.
///
/// # Errors
/// `backup_unsound` if the store is damaged or the copy could not be restored; those of the storage, which leave the
/// backup in its folder.
pub async fn create(app: &App, actor: &Actor) -> Result<CreatedBackup> {
    policy::authorize(actor, Action::ManageBackups)?;
    let created = make_and_store(app).await;
    match &created {
        Ok(_) => app.conditions.end(conditions::FAILED),
        Err(error) => conditions::failed(&app.conditions, app.clock.now(), error),
    }
    created
}

async fn make_and_store(app: &App) -> Result<CreatedBackup> {
    let maker = BackupMaker::of(app);
    let attempt = blocking("making a backup", move || maker.make()).await??;
    let BackupAttempt { record, path, accounts_with_apps, files, refusal } = attempt;
    conditions::judge_proof(&app.conditions, app.clock.now(), &record.proof);
    put(app, record.clone()).await?;
    if let Some(error) = refusal {
        return Err(error);
    }
    // Another backup that is made meanwhile may take its place.
    let backup = describe(&path)?;
    let record = store_copy(app, record, &path).await?;
    // Until a backup is proved, an older one may be the only good one.
    let prunes = app.config.backup.schedule.is_some() && record.proof.outcome == ProofOutcome::Proved;
    let removed = if prunes { prune(app, &path).await? } else { Vec::new() };
    let backup = backup.with_record(&record);
    let is_encrypted = app.config.backup.is_encrypted();
    let held = files.held_paths();
    Ok(CreatedBackup { backup, accounts_with_apps, is_encrypted, held, missing: files.missing, removed })
}

/// Stores the backup in the configured storage, if there is one, and notes it.
pub(super) async fn store_copy(app: &App, record: BackupRecord, path: &Path) -> Result<BackupRecord> {
    let stored = upload::store(app, &record, path).await.map_err(|error| {
        let message = format!("{} is made, and its second copy failed: {}", path.display(), error.chain());
        Error::new(error.kind, error.code, message)
    })?;
    let record = BackupRecord { uploaded_at: stored.then(|| app.clock.now()), unfinished_upload: None, ..record };
    if stored {
        put(app, record.clone()).await?;
    }
    Ok(record)
}

/// Removes the backups that the settings do not keep, here and in the storage, after this one was made. Returns the
/// files that were removed here.
async fn prune(app: &App, made: &Path) -> Result<Vec<PathBuf>> {
    let (folder, data_dir) = (super::names::folder_of(app), app.data_dir.clone());
    // One that is made meanwhile may not be stored yet, and must not take the place of this one.
    let name = made.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let (config, now) = (app.config.backup.clone(), made_at(name).unwrap_or_else(|| app.clock.now()));
    let removed = blocking("removing old backups", move || retention::prune(&folder, &data_dir, &config, now)).await?;
    let stored = upload::prune(&app.config.backup, now).await.map_err(|error| {
        let message =
            format!("{} is made and stored, and old backups in the storage stay: {}", made.display(), error.chain());
        Error::new(error.kind, error.code, message)
    })?;
    if !removed.is_empty() || stored > 0 {
        tracing::info!(backups = removed.len(), stored, "old backups were removed");
    }
    Ok(removed)
}
