//! Files that a command sends.

use std::path::PathBuf;

use crate::control::FileArg;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::sources::Format;

/// Checks that the file can be read, so that nothing is sent when one of several cannot.
pub(super) fn file(path: PathBuf, format: Option<Format>) -> Result<FileArg> {
    let name = path.display().to_string();
    let readable = std::fs::File::open(&path);
    readable.map_err(|error| {
        Error::new(Kind::Invalid, ErrorCode::Unreadable, format!("cannot read {name}")).caused_by(error)
    })?;
    Ok(FileArg { name, path: Some(path), format })
}
