//! Mails as files, for a first run and for machines that send none.

use std::fs;
use std::io::Write;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use uuid::Uuid;

use super::{Message, SendFailure};

/// The folder's name inside the data folder.
pub const FOLDER: &str = "outbox";

/// The folder; made when the first mail is written.
pub struct Folder(PathBuf);

impl Folder {
    pub(super) fn new(path: PathBuf) -> Self {
        Self(path)
    }

    /// The name begins with the time at which the mail was caused, so that a list is in order; a mail that is
    /// written again replaces itself.
    pub(super) fn path_of(&self, id: Uuid, name: &str, created_at: Timestamp) -> PathBuf {
        self.0.join(format!("{}-{name}-{id}.eml", stamp(created_at)))
    }

    /// Removes the mails that were caused before this time.
    pub(super) async fn forget(&self, before: Timestamp) {
        let (folder, end) = (self.0.clone(), stamp(before));
        let removed = tokio::task::spawn_blocking(move || {
            let entries = fs::read_dir(folder).into_iter().flatten().flatten();
            let ours = |name: &str| name.ends_with(".eml") || name.ends_with(".part");
            let old = entries.filter(|entry| entry.file_name().to_str().is_some_and(|name| ours(name) && *name < *end));
            old.filter(|entry| fs::remove_file(entry.path()).is_ok()).count()
        });
        // What could not be removed today is tried again tomorrow.
        if let Ok(count @ 1..) = removed.await {
            tracing::info!(count, "old mails removed from the folder");
        }
    }

    pub(super) async fn send(&self, message: &Message) -> Result<String, SendFailure> {
        let path = self.path_of(message.id, message.name, message.created_at);
        let bytes = message.bytes()?;
        let told = path.display().to_string();
        let written = tokio::task::spawn_blocking(move || write(&path, &bytes)).await;
        match written.map_err(std::io::Error::other).flatten() {
            Ok(()) => Ok(told),
            Err(error) => Err(SendFailure::not_sent(format!("cannot write {told}: {error}"))),
        }
    }
}

/// A time whose texts sort as the times do.
fn stamp(at: Timestamp) -> String {
    at.strftime("%Y%m%dT%H%M%SZ").to_string()
}

/// Writes the whole file beside its place and moves it there, readable by its owner alone.
fn write(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    let part = path.with_extension("part");
    let mut file = fs::OpenOptions::new().create(true).truncate(true).write(true).mode(0o600).open(&part)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(part, path)
}
