//! Files named on the command line; `-` is standard input.

use std::io::Read;
use std::path::{Path, PathBuf};

use crate::control::FileArg;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::sources::Format;

/// The name of a file in messages.
pub(super) fn name_of(path: &Path) -> String {
    if is_standard_input(path) { "standard input".to_owned() } else { path.display().to_string() }
}

/// A file to send with a command, or standard input.
///
/// # Errors
/// `unreadable` for a file that cannot be read, before any file is sent.
pub(super) fn file_or_standard_input(path: PathBuf, format: Option<Format>) -> Result<FileArg> {
    match is_standard_input(&path) {
        true => Ok(FileArg { name: name_of(&path), path: None, format }),
        false => file(path, format),
    }
}

/// A file to send with a command.
///
/// # Errors
/// `unreadable` for a file that cannot be read, before any file is sent.
pub(super) fn file(path: PathBuf, format: Option<Format>) -> Result<FileArg> {
    let name = name_of(&path);
    let opened = std::fs::File::open(&path).and_then(|file| file.metadata());
    if opened.map_err(|error| unreadable(&path, error))?.is_dir() {
        let message = format!("{name} is a folder; specify a file in it");
        return Err(Error::new(Kind::Invalid, ErrorCode::Unreadable, message));
    }
    Ok(FileArg { name, path: Some(path), format })
}

/// Reads a file or standard input; `None` if it is larger than `max_bytes`.
pub(super) fn read(path: &Path, max_bytes: u64) -> Result<Option<Vec<u8>>> {
    let source: Box<dyn Read> = match is_standard_input(path) {
        true => Box::new(std::io::stdin()),
        false => Box::new(std::fs::File::open(path).map_err(|error| unreadable(path, error))?),
    };
    let mut bytes = Vec::new();
    source.take(max_bytes + 1).read_to_end(&mut bytes).map_err(|error| unreadable(path, error))?;
    Ok(Some(bytes).filter(|bytes| bytes.len() as u64 <= max_bytes))
}

/// The error for a file or folder that cannot be read.
pub(super) fn unreadable(path: &Path, error: std::io::Error) -> Error {
    Error::new(Kind::Invalid, ErrorCode::Unreadable, format!("cannot read {}", name_of(path))).caused_by(error)
}

fn is_standard_input(path: &Path) -> bool {
    path == Path::new("-")
}
