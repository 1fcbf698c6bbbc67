//! The folder transport: one file per message, for a first run and for machines without a mail server.

use std::fs;
use std::io::Write;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use uuid::Uuid;

use super::failure::SendFailure;
use super::message::Message;
use crate::erased::on_blocking_thread;

/// The folder's name inside the data folder.
pub const FOLDER: &str = "outbox";

/// The folder, and the extension of its files; created with the first message.
pub struct Folder {
    path: PathBuf,
    extension: &'static str,
}

impl Folder {
    pub(super) fn new(path: PathBuf, extension: &'static str) -> Self {
        Self { path, extension }
    }

    /// The name begins with the time at which the message was queued, so names sort by time. A second attempt
    /// replaces the file.
    pub(super) fn path_of(&self, id: Uuid, name: &str, created_at: Timestamp) -> PathBuf {
        self.path.join(format!("{}-{name}-{id}.{}", stamp(created_at), self.extension))
    }

    /// Removes the messages that were queued before this time.
    pub(super) async fn remove_before(&self, before: Timestamp) {
        let (folder, end, own) = (self.path.clone(), stamp(before), format!(".{}", self.extension));
        let removed = on_blocking_thread(move || {
            let entries = fs::read_dir(folder).into_iter().flatten().flatten();
            let ours = move |name: &str| name.ends_with(&own) || name.ends_with(".part");
            let old = entries.filter(|entry| entry.file_name().to_str().is_some_and(|name| ours(name) && *name < *end));
            old.filter(|entry| fs::remove_file(entry.path()).is_ok()).count()
        });
        // A file that cannot be removed now is removed by the next cleanup.
        if let Ok(count @ 1..) = removed.await {
            tracing::info!(count, "old messages removed from the folder");
        }
    }

    pub(super) async fn send(&self, message: &Message) -> Result<String, SendFailure> {
        let path = self.path_of(message.id, message.name, message.created_at);
        self.write(path, message.bytes()?).await
    }

    /// Writes the content of a message; returns the file's path.
    pub(super) async fn write(&self, path: PathBuf, bytes: Vec<u8>) -> Result<String, SendFailure> {
        let shown = path.display().to_string();
        let written = on_blocking_thread(move || write(&path, &bytes)).await;
        match written.map_err(std::io::Error::other).flatten() {
            Ok(()) => Ok(shown),
            Err(error) => Err(SendFailure::not_sent(format!("cannot write {shown}: {error}"))),
        }
    }
}

/// The time as a text that sorts chronologically.
fn stamp(at: Timestamp) -> String {
    at.strftime("%Y%m%dT%H%M%SZ").to_string()
}

/// Writes a temporary file, readable by its owner only, and renames it.
fn write(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    let part = path.with_extension("part");
    let mut file = fs::OpenOptions::new().create(true).truncate(true).write(true).mode(0o600).open(&part)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(part, path)
}
