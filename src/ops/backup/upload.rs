//! The second copy of a backup, in the configured storage.

use std::path::Path;

use super::checksum;
use super::names::is_backup;
use super::retention::surplus;
use crate::config::BackupConfig;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::object_storage::ObjectStorage;
use crate::store::backups::BackupRecord;
use crate::store::erasures;

/// Stores the backup, its checksum and the list of erasures, and reads the backup back. Returns whether a storage is configured.
///
/// # Errors
/// `unavailable` if the storage fails, `backup_unsound` if it does not give back the same bytes.
pub(super) async fn store(config: &BackupConfig, record: &BackupRecord, path: &Path) -> Result<bool> {
    let Some(storage) = ObjectStorage::new(&config.s3)? else { return Ok(false) };
    let name = &record.name;
    storage.put(name, path).await?;
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

/// Removes the stored backups that the settings do not keep. Returns how many.
pub(super) async fn prune(config: &BackupConfig) -> Result<usize> {
    let Some(storage) = ObjectStorage::new(&config.s3)? else { return Ok(0) };
    let names: Vec<_> = storage.list().await?.into_iter().map(|(name, _)| name).collect();
    let backups = names.iter().map(String::as_str).filter(|name| is_backup(Path::new(name)));
    let surplus = surplus(backups, config);
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
