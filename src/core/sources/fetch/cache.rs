//! Cache of fetched files on disk, named by the hash of their address. The oldest are removed first.

use data_encoding::HEXLOWER;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use sha2::{Digest, Sha256};
use tempfile::TempPath;
use tokio::fs::File;
use tokio::io::AsyncWriteExt;
use url::Url;

use crate::error::{Error, Result};

/// An open file, positioned at its start.
#[derive(Debug)]
pub struct FetchedFile {
    pub file: File,
    pub size_bytes: u64,
}

pub(super) struct Cache {
    folder: PathBuf,
    max_bytes: u64,
}

/// A file that is being written; removed on drop unless finished.
pub(super) struct PartialFile {
    pub(super) file: File,
    path: TempPath,
}

impl Cache {
    pub(super) fn new(folder: PathBuf, max_bytes: u64) -> Self {
        Self { folder, max_bytes }
    }

    fn path(&self, url: &Url) -> PathBuf {
        let hex = HEXLOWER.encode(&Sha256::digest(url.as_str()));
        self.folder.join(format!("{hex}.pdf"))
    }

    /// Returns the cached file, if any.
    pub(super) async fn get(&self, url: &Url) -> Option<FetchedFile> {
        let file = File::open(self.path(url)).await.ok()?;
        let size_bytes = file.metadata().await.ok()?.len();
        Some(FetchedFile { file, size_bytes })
    }

    /// Writes a whole file at once. Blocks.
    pub(super) fn put(&self, url: &Url, bytes: &[u8]) -> Result<()> {
        let write = || {
            let mut part = new_part(&self.folder)?;
            std::io::Write::write_all(&mut part, bytes)?;
            part.persist(self.path(url)).map_err(|error| error.error)
        };
        write().map(drop).map_err(|error| failed(error.into()))
    }

    pub(super) async fn begin(&self) -> Result<PartialFile> {
        let folder = self.folder.clone();
        let begun = tokio::task::spawn_blocking(move || new_part(&folder));
        let begun = begun.await.map_err(|error| failed(error.into()))?.map_err(|error| failed(error.into()))?;
        let (file, path) = begun.into_parts();
        Ok(PartialFile { file: File::from_std(file), path })
    }

    /// Stores the file, removes old files if needed, and opens it for reading.
    pub(super) async fn finish(&self, url: &Url, mut part: PartialFile) -> Result<FetchedFile> {
        part.file.flush().await.map_err(|error| failed(error.into()))?;
        let (path, folder, max_bytes) = (self.path(url), self.folder.clone(), self.max_bytes);
        let PartialFile { file, path: from } = part;
        drop(file);
        let opened = tokio::task::spawn_blocking(move || {
            from.persist(&path).map_err(|error| error.error)?;
            // Opened before old files are removed: this one may be among them.
            let file = std::fs::File::open(&path)?;
            evict(&folder, max_bytes);
            let size_bytes = file.metadata()?.len();
            Ok::<_, std::io::Error>((file, size_bytes))
        });
        let (file, size_bytes) =
            opened.await.map_err(|error| failed(error.into()))?.map_err(|error| failed(error.into()))?;
        Ok(FetchedFile { file: File::from_std(file), size_bytes })
    }
}

fn new_part(folder: &Path) -> std::io::Result<tempfile::NamedTempFile> {
    // Also where the umask gives others more.
    std::fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    tempfile::Builder::new().prefix("part-").tempfile_in(folder)
}

fn failed(error: anyhow::Error) -> Error {
    Error::internal("writing to the file cache", error)
}

/// Removes the oldest files until the rest fits. Files that cannot be removed are skipped.
fn evict(folder: &Path, max_bytes: u64) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut files: Vec<(SystemTime, u64, PathBuf)> = entries
        .flatten()
        .filter(|entry| entry.path().extension().is_some_and(|extension| extension == "pdf"))
        .filter_map(|entry| {
            let meta = entry.metadata().ok()?;
            Some((meta.modified().ok()?, meta.len(), entry.path()))
        })
        .collect();
    files.sort();
    let mut total: u64 = files.iter().map(|(_, size, _)| size).sum();
    for (_, size, path) in files {
        if total <= max_bytes {
            break;
        }
        match std::fs::remove_file(&path) {
            Ok(()) => total -= size,
            Err(error) => tracing::warn!(%error, path = %path.display(), "cannot remove an old file from the cache"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_files_are_removed_first() {
        let folder = tempfile::tempdir().expect("a folder");
        for (age, name) in [(3, "a.pdf"), (2, "b.pdf"), (1, "c.pdf")] {
            let path = folder.path().join(name);
            std::fs::write(&path, [0; 100]).expect("written");
            let time = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_000_000 - age);
            std::fs::File::open(&path).and_then(|file| file.set_modified(time)).expect("dated");
        }
        evict(folder.path(), 250);
        let mut left: Vec<_> =
            std::fs::read_dir(folder.path()).expect("a folder").flatten().map(|entry| entry.file_name()).collect();
        left.sort();
        assert_eq!(left, ["b.pdf", "c.pdf"]);
    }
}
