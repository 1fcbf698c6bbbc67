//! Backups: consistent copies of the store, made while it is in use.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::mail::automatic;
use super::policy::{self, Action, Actor};
use crate::app::{App, create_private_dir};
use crate::clock::Clock;
use crate::config::MailConfig;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::store::action_codes::{self, CodeKind};
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

/// What a check of a backup found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BackupCheck {
    pub path: PathBuf,
    pub articles: u64,
    pub subscribers: u64,
    /// Empty for a sound backup.
    pub findings: Vec<Finding>,
}

/// Where the files went when a backup was put in place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Restored {
    pub store: PathBuf,
    /// The store as it was before, if there was one.
    pub kept: Option<PathBuf>,
    pub check: BackupCheck,
}

/// The folder of backups inside the data folder.
pub fn folder(data_dir: &Path) -> PathBuf {
    data_dir.join("backups")
}

/// Copies the store into the backups folder and checks the copy by opening it.
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
            // Only a sound copy gets a backup's name; the error that matters is the first one.
            drop(std::fs::remove_file(&unchecked));
        }
        checked?;
        durable_rename(&unchecked, &path)?;
        describe(&path)
    })
    .await
}

/// The backups there are, newest first.
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

/// Removes what a killed process left of unfinished copies; the caller holds the store's lock.
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

/// Opens a backup, recomputes its indexes and reads every record. The file itself stays untouched:
/// a copy is opened, for the engine writes to every file it opens.
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

/// An error about the copy, told of the file that the operator named.
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

/// Puts a backup in the place of the store, which no process may have open, and keeps the old file.
///
/// The backup is copied and checked first; only a sound one takes the store's name. Everybody is signed
/// out by it.
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
            .and_then(|check| begin_anew(&fresh, &mail, clock.now()).map(|()| check))
            .and_then(|check| Ok((put_in_place(&fresh, &store, &clock)?, check)));
        if put.is_err() {
            // The copy is of no use then; the error that matters is the first one.
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

/// Who was signed in when the backup was made may have been signed out since, a code used or made void,
/// and a mail has been sent: all begin anew. Ways back to an address that was changed stay, for its owner
/// has no other. Mail-outs that were under way are cancelled, and routine ones that were due meanwhile are not
/// made: nobody knows whom they have reached since.
fn begin_anew(fresh: &Path, mail: &MailConfig, now: Timestamp) -> Result<()> {
    let mail = mail.clone();
    let store = Store::open_copy(fresh, 16 << 20)?;
    store.write_blocking(move |tx| {
        let mut found = Vec::new();
        sessions::each(tx, &mut |session| {
            found.push((session.uid, session.id));
            ControlFlow::Continue(())
        })?;
        found.iter().try_for_each(|(uid, id)| sessions::remove(tx, uid, *id))?;
        sign_in_transactions::remove_where(tx, &mut |_| true)?;
        action_codes::remove_where(tx, &mut |code| code.kind != CodeKind::RecoverEmail)?;
        outbox::remove_unsent_of_accounts(tx)?;
        outbox::remove_unsent_of_campaigns(tx)?;
        for mut campaign in campaigns::under_way(tx)? {
            (campaign.status, campaign.status_at, campaign.gathering) = (CampaignStatus::Cancelled, now, None);
            campaigns::put(tx, &campaign)?;
        }
        automatic::skip_after_restore(tx, &mail, now)
    })
}

/// Gives the checked copy the store's name and owner; answers where the old store is kept.
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
