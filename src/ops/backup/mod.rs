//! Backups: consistent copies of the store, made while it is in use, each with its SHA-256 in a file beside it.

mod check;
mod checksum;
mod restore;

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

pub use self::check::BackupCheck;
use self::check::{check_copied, check_records, refuse_unsound};
pub use self::checksum::OpenBackup;
use self::checksum::{not_copied, unreadable};
pub use self::restore::{Restored, restore};
use super::blocking::blocking;
use super::policy::{self, Action, Actor};
use crate::app::{App, create_private_dir};
use crate::clock::Clock;
use crate::error::{Error, Result};
use crate::store::snapshot::durable_rename;

/// One backup on disk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Backup {
    pub name: String,
    pub path: PathBuf,
    pub size_bytes: u64,
    pub created_at: Timestamp,
}

/// A backup that was just made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CreatedBackup {
    #[serde(flatten)]
    pub backup: Backup,
    /// Accounts whose authenticator apps need the key of second factors, which the backup does not contain.
    pub accounts_with_apps: u64,
}

/// Held while a backup is made, so that no other one takes it for the remains of a killed process.
static MAKING: Mutex<()> = Mutex::new(());

/// The backups folder in the data folder.
pub fn folder(data_dir: &Path) -> PathBuf {
    data_dir.join("backups")
}

/// Copies the store to the backups folder and verifies the copy.
pub async fn create(app: &App, actor: &Actor) -> Result<CreatedBackup> {
    policy::authorize(actor, Action::ManageBackups)?;
    let folder = folder(&app.data_dir);
    create_private_dir(&folder)?;
    let (store, clock) = (app.store.clone(), app.clock.clone());
    blocking("making a backup", move || {
        let _making = MAKING.lock().unwrap_or_else(PoisonError::into_inner);
        remove_all(unfinished_in(&folder));
        let path = folder.join(format!("paragraf-{}.redb", clock.now().strftime("%Y%m%dT%H%M%S%3fZ")));
        let unchecked = path.with_extension("unchecked");
        let made = store.snapshot(&unchecked).map_err(Error::from);
        let made = made.and_then(|()| check_records(&unchecked, &clock)).and_then(|check| {
            let check = refuse_unsound(check, "the store is damaged and no backup was made")?;
            checksum::write(&unchecked, &path)?;
            durable_rename(&unchecked, &path)?;
            Ok(check)
        });
        if made.is_err() {
            // An error of the removal would hide the first one.
            drop(std::fs::remove_file(&unchecked));
        }
        let accounts_with_apps = made?.accounts_with_apps;
        Ok(CreatedBackup { backup: describe(&path)?, accounts_with_apps })
    })
    .await?
}

/// Lists the backups, newest first.
pub async fn list(app: &App, actor: &Actor) -> Result<Vec<Backup>> {
    policy::authorize(actor, Action::ManageBackups)?;
    let folder = folder(&app.data_dir);
    blocking("listing the backups", move || list_in(&folder)).await?
}

/// The backups in a folder, newest first.
pub fn list_in(folder: &Path) -> Result<Vec<Backup>> {
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(vec![]),
        Err(error) => return Err(unreadable(folder, error)),
    };
    let mut backups = Vec::new();
    for entry in entries {
        let path = entry.map_err(|error| unreadable(folder, error))?.path();
        if path.extension().is_some_and(|extension| extension == "redb") {
            backups.push(describe(&path)?);
        }
    }
    backups.sort_by(|a, b| b.name.cmp(&a.name));
    Ok(backups)
}

/// Removes the unfinished copies of a killed process. The caller holds the store's lock.
pub fn remove_unfinished(data_dir: &Path) {
    remove_all(unfinished_in(&folder(data_dir)).chain([restore::unfinished(data_dir)]));
}

/// The unfinished copies in the folder of backups.
fn unfinished_in(folder: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    entries.filter(|path| is_unfinished(path))
}

fn remove_all(unfinished: impl Iterator<Item = PathBuf>) {
    for path in unfinished.filter(|path| path.exists()) {
        match std::fs::remove_file(&path) {
            Ok(()) => tracing::info!(path = %path.display(), "an unfinished copy was removed"),
            Err(error) => tracing::warn!(%error, path = %path.display(), "an unfinished copy could not be removed"),
        }
    }
}

fn is_unfinished(path: &Path) -> bool {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("partial" | "unchecked") => true,
        Some(checksum::EXTENSION) => !path.with_extension("").exists(),
        _ => false,
    }
}

fn describe(path: &Path) -> Result<Backup> {
    let meta = std::fs::metadata(path).map_err(|error| unreadable(path, error))?;
    let modified = meta.modified().map_err(|error| unreadable(path, error))?;
    Ok(Backup {
        name: path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default(),
        path: path.to_owned(),
        size_bytes: meta.len(),
        created_at: Timestamp::try_from(modified).unwrap_or(Timestamp::UNIX_EPOCH),
    })
}

/// Compares the backup with its checksum, checks its pages, reads every record and recomputes the indexes. Works on a
/// copy beside the backup: the engine writes to every file that it opens.
pub async fn verify(actor: &Actor, clock: &Clock, path: PathBuf) -> Result<BackupCheck> {
    policy::authorize(actor, Action::ManageBackups)?;
    let clock = clock.clone();
    blocking("verifying a backup", move || {
        let backup = OpenBackup::open(&path)?;
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let folder = tempfile::tempdir_in(parent).map_err(|error| not_copied(&path, error))?;
        check_copied(&backup, &folder.path().join("copy.redb"), &clock)
    })
    .await?
}
