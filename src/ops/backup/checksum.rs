//! The SHA-256 of a backup, in a file beside it that `sha256sum --check` reads.

use std::fs::File;
use std::io::{Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use crate::error::{Error, ErrorCode, Kind, Result};
use crate::store::verify::Inconsistency;

pub(super) const EXTENSION: &str = "sha256";

fn path_of(backup: &Path) -> PathBuf {
    let mut name = backup.as_os_str().to_owned();
    name.push(".");
    name.push(EXTENSION);
    PathBuf::from(name)
}

/// Writes the checksum of `file`, which is about to be renamed to `backup`.
pub(super) fn write(file: &Path, backup: &Path) -> Result<()> {
    let opened = File::open(file).map_err(|error| unreadable(file, error))?;
    let digest = copy_to(&opened, file, &mut std::io::sink())?;
    let (path, name) = (path_of(backup), backup.file_name().unwrap_or_default().to_string_lossy().into_owned());
    let failed = |error| io_failed(format!("cannot write {}", path.display()), error);
    let mut written = create(&path).map_err(failed)?;
    writeln!(written, "{digest}  {name}").and_then(|()| written.sync_all()).map_err(failed)
}

/// A backup that is open for reading, with the content of the checksum's file beside it.
#[derive(Debug)]
pub struct OpenBackup {
    pub(super) path: PathBuf,
    file: File,
    wanted: Option<String>,
}

impl OpenBackup {
    /// Opens a backup and its checksum. Root may do so before it becomes a user who cannot read them.
    ///
    /// # Errors
    /// `backup_unreadable`.
    pub fn open(path: &Path) -> Result<Self> {
        let file = File::open(path).map_err(|error| unreadable(path, error))?;
        let checksum = path_of(path);
        let wanted = match std::fs::read(&checksum) {
            Ok(wanted) => Some(String::from_utf8_lossy(&wanted).into_owned()),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
            Err(error) => return Err(unreadable(&checksum, error)),
        };
        Ok(Self { path: path.to_owned(), file, wanted })
    }

    pub(super) fn has_checksum(&self) -> bool {
        self.wanted.is_some()
    }

    /// Copies the backup to the new file `copy`. Returns the difference if its checksum is another one.
    pub(super) fn copy(&self, copy: &Path) -> Result<Option<Inconsistency>> {
        let mut file = create(copy).map_err(|error| not_copied(&self.path, error))?;
        let found = copy_to(&self.file, &self.path, &mut file)?;
        let is_same = self.wanted.iter().all(|wanted| wanted.split_whitespace().next() == Some(found.as_str()));
        Ok((!is_same).then(|| Inconsistency {
            table: "file".into(),
            key: String::new(),
            problem: format!(
                "its SHA-256 is not the one in {}: the file was altered after it was made",
                path_of(&self.path).display()
            ),
        }))
    }
}

/// Copies the file and returns its digest in hex.
fn copy_to(mut file: &File, from: &Path, to: &mut dyn Write) -> Result<String> {
    let (mut digest, mut buffer) = (Sha256::new(), vec![0; 1 << 20]);
    loop {
        let read = file.read(&mut buffer).map_err(|error| unreadable(from, error))?;
        if read == 0 {
            break;
        }
        digest.update(&buffer[..read]);
        to.write_all(&buffer[..read]).map_err(|error| not_copied(from, error))?;
    }
    Ok(HEXLOWER.encode(&digest.finalize()))
}

/// Creates a file, or empties it, that only its owner can read.
fn create(path: &Path) -> std::io::Result<File> {
    File::options().create(true).truncate(true).write(true).mode(0o600).open(path)
}

/// The error of a copy that cannot be written, such as on a full disk.
pub(super) fn not_copied(from: &Path, error: std::io::Error) -> Error {
    io_failed(format!("cannot write a copy of {}", from.display()), error)
}

pub(super) fn io_failed(message: String, error: std::io::Error) -> Error {
    Error::new(Kind::Unavailable, ErrorCode::StoreIo, message).caused_by(error)
}

pub(super) fn unreadable(path: &Path, error: std::io::Error) -> Error {
    let kind = if error.kind() == std::io::ErrorKind::NotFound { Kind::NotFound } else { Kind::Unavailable };
    Error::new(kind, ErrorCode::BackupUnreadable, format!("cannot read {}", path.display())).caused_by(error)
}
