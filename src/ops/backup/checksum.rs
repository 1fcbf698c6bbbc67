//! The SHA-256 of a backup, in a file beside it that `sha256sum --check` reads.

use std::fs::File;
use std::io::{Read, Seek, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use crate::error::{Error, ErrorCode, Kind, Result};

pub(super) const EXTENSION: &str = "sha256";

/// The file with the checksum of a backup.
pub(super) fn path_of(backup: &Path) -> PathBuf {
    let mut name = backup.as_os_str().to_owned();
    name.push(".");
    name.push(EXTENSION);
    PathBuf::from(name)
}

/// Writes the checksum of `file`, which is about to be renamed to `backup`, and returns it.
pub(super) fn write(file: &Path, backup: &Path) -> Result<String> {
    let opened = File::open(file).map_err(|error| unreadable(file, error))?;
    let digest = of(&opened, file)?;
    let (path, name) = (path_of(backup), backup.file_name().unwrap_or_default().to_string_lossy().into_owned());
    let failed = |error| io_failed(format!("cannot write {}", path.display()), error);
    let mut written = create(&path).map_err(failed)?;
    writeln!(written, "{digest}  {name}").and_then(|()| written.sync_all()).map_err(failed)?;
    Ok(digest)
}

/// The digest of the whole file in hex.
pub(in crate::ops) fn of(mut file: &File, path: &Path) -> Result<String> {
    let failed = |error| unreadable(path, error);
    file.rewind().map_err(failed)?;
    let (mut digest, mut buffer) = (Sha256::new(), vec![0; 1 << 18]);
    loop {
        match file.read(&mut buffer).map_err(failed)? {
            0 => return Ok(HEXLOWER.encode(&digest.finalize())),
            read => digest.update(&buffer[..read]),
        }
    }
}

/// Creates a file, or empties it, that only its owner can read.
pub(super) fn create(path: &Path) -> std::io::Result<File> {
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
