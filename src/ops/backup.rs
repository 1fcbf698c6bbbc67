//! Backups: consistent copies of the store, made while it is in use.

use std::path::{Path, PathBuf};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::mail::automatic;
use super::policy::{self, Action, Actor};
use crate::app::{App, create_private_dir};
use crate::clock::Clock;
use crate::config::MailConfig;
use crate::domain::account::CodeKind;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::store::action_codes;
use crate::store::campaigns::{self, CampaignStatus};
use crate::store::snapshot::{durable_rename, replace};
use crate::store::verify::{Finding, verify as verify_store};
use crate::store::{self, Store, StoreError, outbox, sessions, sign_in_transactions};

/// One backup on disk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Backup {
    pub name: String,
    pub path: PathBuf,
    pub size_bytes: u64,
    pub created_at: Timestamp,
}

/// The result of verifying a backup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BackupCheck {
    pub path: PathBuf,
    pub articles: u64,
    pub subscribers: u64,
    /// Empty for a sound backup.
    pub findings: Vec<Finding>,
}

/// The files after restoring a backup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Restored {
    pub store: PathBuf,
    /// The replaced store, if there was one.
    pub kept: Option<PathBuf>,
    pub check: BackupCheck,
}

/// The backups folder in the data folder.
pub fn folder(data_dir: &Path) -> PathBuf {
    data_dir.join("backups")
}

/// Copies the store to the backups folder and verifies the copy.
pub async fn create(app: &App, actor: &Actor) -> Result<Backup> {
    policy::authorize(actor, Action::ManageBackups)?;
    let folder = folder(&app.data_dir);
    create_private_dir(&folder)?;
    let (store, now) = (app.store.clone(), app.clock.now());
    blocking("making a backup", move || {
        let path = folder.join(format!("paragraf-{}.redb", now.strftime("%Y%m%dT%H%M%S%3fZ")));
        let unchecked = path.with_extension("unchecked");
        store.snapshot(&unchecked)?;
        let checked = check_file(&unchecked).and_then(refuse_unsound);
        if checked.is_err() {
            // The first error is the one that matters.
            drop(std::fs::remove_file(&unchecked));
        }
        checked?;
        durable_rename(&unchecked, &path)?;
        describe(&path)
    })
    .await
}

/// Lists the backups, newest first.
pub async fn list(app: &App, actor: &Actor) -> Result<Vec<Backup>> {
    policy::authorize(actor, Action::ManageBackups)?;
    let folder = folder(&app.data_dir);
    blocking("listing the backups", move || list_in(&folder)).await
}

fn list_in(folder: &Path) -> Result<Vec<Backup>> {
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
pub fn tidy(data_dir: &Path) {
    let entries = std::fs::read_dir(folder(data_dir)).into_iter().flatten().flatten();
    for path in entries.map(|entry| entry.path()) {
        let unfinished = path.extension().is_some_and(|extension| extension == "partial" || extension == "unchecked");
        if unfinished && let Err(error) = std::fs::remove_file(&path) {
            tracing::warn!(%error, path = %path.display(), "an unfinished backup could not be removed");
        }
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

fn unreadable(path: &Path, error: std::io::Error) -> Error {
    let kind = if error.kind() == std::io::ErrorKind::NotFound { Kind::NotFound } else { Kind::Unavailable };
    Error::new(kind, ErrorCode::BackupUnreadable, format!("cannot read {}", path.display())).caused_by(error)
}

/// Reads every record of a backup and recomputes its indexes, on a copy: the engine writes to every file that it
/// opens.
pub async fn verify(actor: &Actor, path: PathBuf) -> Result<BackupCheck> {
    policy::authorize(actor, Action::ManageBackups)?;
    blocking("verifying a backup", move || {
        let folder =
            tempfile::tempdir_in(path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new(".")))
                .map_err(|error| unreadable(&path, error))?;
        let copy = folder.path().join("copy.redb");
        std::fs::copy(&path, &copy).map_err(|error| unreadable(&path, error))?;
        let check = check_file(&copy).map_err(|error| rename_in(error, &copy, &path))?;
        Ok(BackupCheck { path, ..check })
    })
    .await
}

/// The error with the path of the operator's file in place of the copy's.
fn rename_in(error: Error, copy: &Path, path: &Path) -> Error {
    let message = error.chain().replace(&copy.display().to_string(), &path.display().to_string());
    Error::new(error.kind, ErrorCode::BackupUnsound, message)
}

fn check_file(path: &Path) -> Result<BackupCheck> {
    let store = Store::open_copy(path, 16 << 20)?;
    store.read_blocking(|tx| {
        Ok(BackupCheck {
            path: path.to_owned(),
            articles: store::articles::count(tx)?,
            subscribers: store::subscribers::count(tx)?,
            findings: verify_store(tx)?,
        })
    })
}

/// Replaces the store by a backup and keeps the old file. No process may have the store open.
///
/// The backup is copied and verified first. Restoring signs out every account.
pub async fn restore(
    actor: &Actor,
    clock: &Clock,
    mail: &MailConfig,
    backup: PathBuf,
    data_dir: PathBuf,
) -> Result<Restored> {
    policy::authorize(actor, Action::ManageBackups)?;
    let (clock, mail) = (clock.clone(), mail.clone());
    blocking("restoring a backup", move || {
        create_private_dir(&data_dir)?;
        let store = data_dir.join(store::FILE_NAME);
        let fresh = data_dir.join("restoring.redb");
        std::fs::copy(&backup, &fresh).map_err(|error| unreadable(&backup, error))?;
        let put = check_file(&fresh)
            .map_err(|error| rename_in(error, &fresh, &backup))
            .and_then(refuse_unsound)
            .and_then(|check| reset_transient_state(&fresh, &mail, clock.now()).map(|()| check))
            .and_then(|check| Ok((put_in_place(&fresh, &store, &clock)?, check)));
        if put.is_err() {
            // The first error is the one that matters.
            drop(std::fs::remove_file(&fresh));
        }
        let (kept, check) = put?;
        Ok(Restored { store, kept, check: BackupCheck { path: backup, ..check } })
    })
    .await
}

fn refuse_unsound(check: BackupCheck) -> Result<BackupCheck> {
    match check.findings.first() {
        None => Ok(check),
        Some(finding) => {
            let message =
                format!("the backup is not sound: {}: {}; nothing was changed", finding.table, finding.problem);
            Err(Error::new(Kind::Conflict, ErrorCode::BackupUnsound, message))
        }
    }
}

/// Removes what may have been used since the backup was made: sessions, sign-ins under way, codes and unsent
/// messages. Links that restore a changed address stay, since their owners have no other. Campaigns under way
/// are cancelled, and routine campaigns that were due meanwhile are skipped: they may have been sent already.
fn reset_transient_state(fresh: &Path, mail: &MailConfig, now: Timestamp) -> Result<()> {
    let mail = mail.clone();
    let store = Store::open_copy(fresh, 16 << 20)?;
    store.write_blocking(move |tx| {
        sessions::remove_where(tx, &|_| true)?;
        sign_in_transactions::remove_where(tx, &|_| true)?;
        action_codes::remove_where(tx, &|code| code.kind != CodeKind::RecoverEmail)?;
        outbox::remove_unsent_of_accounts(tx)?;
        outbox::remove_unsent_of_campaigns(tx)?;
        for mut campaign in campaigns::under_way(tx)? {
            (campaign.status, campaign.status_at, campaign.gathering) = (CampaignStatus::Cancelled, now, None);
            campaigns::put(tx, &campaign)?;
        }
        automatic::skip_after_restore(tx, &mail, now)
    })
}

/// Gives the verified copy the store's name and owner. Returns the path of the old store.
fn put_in_place(fresh: &Path, store: &Path, clock: &Clock) -> Result<Option<PathBuf>> {
    use std::os::unix::fs::{MetadataExt, chown};
    let owner =
        std::fs::metadata(store.parent().unwrap_or(Path::new("."))).map_err(|error| unreadable(store, error))?;
    chown(fresh, Some(owner.uid()), Some(owner.gid())).map_err(|error| unreadable(fresh, error))?;
    if !store.exists() {
        durable_rename(fresh, store)?;
        return Ok(None);
    }
    let kept = store.with_extension(format!("before-restore-{}.redb", clock.now().strftime("%Y%m%dT%H%M%S%3fZ")));
    match replace(fresh, store, &kept) {
        Err(error @ StoreError::Locked(_)) => {
            let message = "the server is running; stop it before restoring a backup";
            Err(Error::new(Kind::Unavailable, ErrorCode::StoreLocked, message).caused_by(error))
        }
        done => Ok(done.map(|()| Some(kept))?),
    }
}

async fn blocking<T: Send + 'static>(
    attempted: &'static str,
    work: impl FnOnce() -> Result<T> + Send + 'static,
) -> Result<T> {
    tokio::task::spawn_blocking(work).await.map_err(|error| Error::internal(attempted, error))?
}
