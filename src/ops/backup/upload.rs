//! The second copy of a backup, in the configured storage.

use std::path::Path;

use jiff::Timestamp;
use tokio::sync::Mutex;

use super::checksum;
use super::names::is_backup;
use super::record::put;
use super::retention::surplus;
use crate::app::App;
use crate::config::BackupConfig;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::object_storage::{ObjectStorage, needs_parts};
use crate::store::backups::{self, BackupRecord};
use crate::store::erasures;

/// Held while a backup is sent, so that nobody else takes its parts for the remains of a killed process.
static SENDING: Mutex<()> = Mutex::const_new(());

/// Stores the backup, its checksum and the list of erasures, and reads the backup back. Returns whether a storage is
/// configured.
///
/// # Errors
/// `unavailable` if the storage fails, `backup_unsound` if it does not give back the same bytes.
pub(super) async fn store(app: &App, record: &BackupRecord, path: &Path) -> Result<bool> {
    let Some(storage) = ObjectStorage::new(&app.config.backup.s3)? else { return Ok(false) };
    let _sending = SENDING.lock().await;
    abandon_unfinished(app, &storage).await?;
    let name = &record.name;
    send(app, &storage, record, path).await?;
    storage.put(&format!("{name}.{}", checksum::EXTENSION), &checksum::path_of(path)).await?;
    let erasures = erasures::path(path.parent().unwrap_or(Path::new(".")));
    if erasures.exists() {
        storage.put(erasures::FILE_NAME, &erasures).await?;
    }
    let found = storage.digest(name, record.size_bytes).await?;
    let wrong = match found {
        Some(found) if found.size_bytes != record.size_bytes => {
            format!("{} bytes of {}", found.size_bytes, record.size_bytes)
        }
        Some(found) if found.sha256 != record.sha256 => "bytes with another SHA-256".to_owned(),
        Some(_) => return Ok(true),
        None => "nothing".to_owned(),
    };
    let message = format!("{} accepted {name} and gives back {wrong}", storage.address());
    Err(Error::new(Kind::Conflict, ErrorCode::BackupUnsound, message))
}

/// Sends the file, in parts if it is large. The upload is recorded before its first part, so that the parts are removed
/// after a failure, even of this process.
async fn send(app: &App, storage: &ObjectStorage, record: &BackupRecord, path: &Path) -> Result<()> {
    let name = &record.name;
    if !needs_parts(record.size_bytes) {
        return storage.put(name, path).await;
    }
    let upload = storage.begin(name).await?;
    let begun = BackupRecord { unfinished_upload: Some(upload.clone()), ..record.clone() };
    let sent = match put(app, begun.clone()).await {
        Ok(()) => storage.put_parts(name, &upload, path).await,
        Err(error) => Err(error),
    };
    match sent {
        Ok(()) => put(app, BackupRecord { unfinished_upload: None, ..begun }).await,
        // The first failure is the reason.
        Err(error) => {
            drop(abandon(app, storage, begun).await);
            Err(error)
        }
    }
}

/// Removes the parts that a killed process or a failed upload left.
async fn abandon_unfinished(app: &App, storage: &ObjectStorage) -> Result<()> {
    let records = app.store.read(|tx| Ok(backups::list(tx)?)).await?;
    for record in records.into_iter().filter(|record| record.unfinished_upload.is_some()) {
        abandon(app, storage, record).await?;
    }
    Ok(())
}

/// Removes the parts of the unfinished upload. If the storage refuses, the record keeps it for the next time.
async fn abandon(app: &App, storage: &ObjectStorage, record: BackupRecord) -> Result<()> {
    let Some(upload) = &record.unfinished_upload else { return Ok(()) };
    match storage.abandon(&record.name, upload).await {
        Ok(()) => put(app, BackupRecord { unfinished_upload: None, ..record }).await,
        Err(error) => {
            tracing::warn!(backup = record.name, "parts of a backup stay in the storage: {}", error.chain());
            Ok(())
        }
    }
}

/// Removes the stored backups that the settings do not keep. Returns their number.
pub(super) async fn prune(config: &BackupConfig, now: Timestamp) -> Result<usize> {
    let Some(storage) = ObjectStorage::new(&config.s3)? else { return Ok(0) };
    let names: Vec<_> = storage.list().await?.into_iter().map(|(name, _)| name).collect();
    let backups = names.iter().map(String::as_str).filter(|name| is_backup(Path::new(name)));
    let surplus = surplus(backups, config, now);
    for name in &surplus {
        remove_from(&storage, name).await?;
    }
    Ok(surplus.len())
}

/// Removes the stored backup with its checksum. Returns whether there was one.
pub(super) async fn remove(config: &BackupConfig, name: &str) -> Result<bool> {
    let Some(storage) = ObjectStorage::new(&config.s3)? else { return Ok(false) };
    let is_stored = storage.list().await?.iter().any(|(stored, _)| stored == name);
    if is_stored {
        remove_from(&storage, name).await?;
    }
    Ok(is_stored)
}

async fn remove_from(storage: &ObjectStorage, name: &str) -> Result<()> {
    storage.remove(name).await?;
    storage.remove(&format!("{name}.{}", checksum::EXTENSION)).await
}
