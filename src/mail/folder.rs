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
        self.0.join(format!("{}-{name}-{id}.eml", created_at.strftime("%Y%m%dT%H%M%SZ")))
    }

    pub(super) async fn send(&self, message: &Message) -> Result<String, SendFailure> {
        let path = self.path_of(message.id, message.name, message.created_at);
        let bytes = message.bytes()?;
        let told = path.display().to_string();
        let written = tokio::task::spawn_blocking(move || write(&path, &bytes)).await;
        match written.map_err(std::io::Error::other).flatten() {
            Ok(()) => Ok(told),
            Err(error) => {
                Err(SendFailure { permanent: false, code: None, reason: format!("cannot write {told}: {error}") })
            }
        }
    }
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
