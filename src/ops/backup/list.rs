//! Listing and removing backups.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::checksum::{io_failed, unreadable};
use super::names::{by_age, is_backup, made_at};
use super::{retention, upload};
use crate::app::App;
use crate::error::{Error, Result};
use crate::ops::blocking::blocking;
use crate::ops::policy::{self, Action, Actor};
use crate::store::backups::{self, BackupProof, BackupRecord};

/// One backup on disk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Backup {
    pub name: String,
    pub path: PathBuf,
    pub size_bytes: u64,
    pub created_at: Timestamp,
    /// When the storage had the same bytes.
    #[serde(default)]
    pub uploaded_at: Option<Timestamp>,
    /// Its trial; `None` if this server did not make it.
    #[serde(default)]
    pub proof: Option<BackupProof>,
}

/// A backup that was removed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RemovedBackup {
    pub name: String,
    /// Whether it was in the folder, and in the storage.
    pub from_folder: bool,
    pub from_storage: bool,
}

/// Lists the backups in the folder, newest first; without their trials while a shared database does not answer.
pub async fn list(app: &App, actor: &Actor) -> Result<Vec<Backup>> {
    policy::authorize(actor, Action::ManageBackups)?;
    let folder = super::names::folder_of(app);
    let records = match app.store.read(|tx| Ok(backups::list(tx)?)).await {
        Err(_) if app.store.is_shared() && app.store.outage().is_some() => Vec::new(),
        records => records?,
    };
    let records: HashMap<_, _> = records.into_iter().map(|record| (record.name.clone(), record)).collect();
    let listed = blocking("listing the backups", move || list_in(&folder)).await??;
    let with_record = |backup: Backup| match records.get(&backup.name) {
        Some(record) => backup.with_record(record),
        None => backup,
    };
    Ok(listed.into_iter().map(with_record).collect())
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
        if is_backup(&path) {
            backups.push(describe(&path)?);
        }
    }
    // Not by name: a file may have one of its own.
    backups.sort_by(|a, b| (b.created_at, &b.name).cmp(&(a.created_at, &a.name)));
    Ok(backups)
}

/// The latest of these backups.
pub fn latest(backups: Vec<Backup>, now: Timestamp) -> Option<Backup> {
    backups.into_iter().max_by_key(|backup| by_age(&backup.name, now))
}

/// The backup at this path.
pub(super) fn describe(path: &Path) -> Result<Backup> {
    let meta = std::fs::metadata(path).map_err(|error| unreadable(path, error))?;
    let modified = meta.modified().map_err(|error| unreadable(path, error))?;
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    // A file that was copied here is as old as its name says.
    let created_at = made_at(&name).or_else(|| Timestamp::try_from(modified).ok()).unwrap_or(Timestamp::UNIX_EPOCH);
    let size_bytes = meta.len();
    Ok(Backup { name, path: path.to_owned(), size_bytes, created_at, uploaded_at: None, proof: None })
}

impl Backup {
    pub(super) fn with_record(self, record: &BackupRecord) -> Self {
        Self { uploaded_at: record.uploaded_at, proof: Some(record.proof.clone()), ..self }
    }
}

/// Removes a backup with this name, or at this path in the folder of backups, from the folder and from the storage.
///
/// # Errors
/// `not_found` if neither has it; `invalid` for a path in another folder.
pub async fn remove(app: &App, actor: &Actor, name: String) -> Result<RemovedBackup> {
    policy::authorize(actor, Action::ManageBackups)?;
    let folder = super::names::folder_of(app);
    let name = name_in(&folder, name)?;
    let path = list_in(&folder)?.into_iter().find(|backup| backup.name == name).map(|backup| backup.path);
    let from_folder = path.is_some();
    if let Some(path) = path {
        let failed = |error| io_failed(format!("cannot remove {}", path.display()), error);
        retention::remove(&path).map_err(failed)?;
    }
    let from_storage = upload::remove(&app.config.backup, &name).await.map_err(|error| {
        let here = if from_folder { "is removed from the folder" } else { "is not in the folder" };
        let message = format!("{name} {here}, and the storage was not asked to its end: {}", error.chain());
        Error::new(error.kind, error.code, message)
    })?;
    if from_folder || from_storage {
        Ok(RemovedBackup { name, from_folder, from_storage })
    } else {
        Err(Error::not_found(format!("there is no backup {name}; `paragraf backup list` lists them")))
    }
}

/// The name of the backup that is named so or lies at this path.
fn name_in(folder: &Path, named: String) -> Result<String> {
    let path = Path::new(&named);
    let (Some(parent), Some(name)) = (path.parent(), path.file_name()) else { return Ok(named) };
    if parent.as_os_str().is_empty() {
        return Ok(named);
    }
    let folder_of = |path: &Path| std::fs::canonicalize(path).ok();
    if folder_of(parent).is_some_and(|parent| Some(parent) == folder_of(folder)) {
        return Ok(name.to_string_lossy().into_owned());
    }
    let message = format!(
        "{named} is not in the folder of backups, {}; only a backup of `paragraf backup list` is removed",
        folder.display()
    );
    Err(Error::invalid("name", message))
}
